#include "fuzz/settings.hpp"

#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/random_text.hpp"
#include "support/standard_error.hpp"
#include "support/temporary_directory.hpp"

namespace settings_fuzz_test {

namespace {

void check_rounds(support::random_text& texts, int rounds, std::size_t most_pieces) {
  support::temporary_directory const place;
  support::standard_error_of([&] {
    for (int round = 0; round < rounds; ++round) {
      std::string const bytes = texts.next(most_pieces);
      INFO("round " << round << ": " << bytes);
      REQUIRE(fuzz::settings_hold(bytes, place / "config"));
    }
  });
}

}  // namespace

TEST_CASE("whatever a configuration file holds, reading it keeps its promises",
          "[fuzz][R-SET-16]") {
  support::random_text files{{"[trace2]",
                              "[include]",
                              "[includeIf \"gitdir:~/**\"]",
                              "[includeIf \"hasconfig:remote.*.url:**\"]",
                              "[remote \"o\"]",
                              "[s \"\\\"\\",
                              "]",
                              "\n",
                              "\r\n",
                              " ",
                              "\t",
                              "=",
                              "#",
                              ";",
                              "\"",
                              "\\",
                              "\\n",
                              "eventTarget",
                              "configParams",
                              "path",
                              "url",
                              "/proc/self/fd/0",
                              "~/x",
                              "~nobody/",
                              "https://u:p@h/",
                              "\xef\xbb\xbf",
                              "\xff",
                              std::string(1, '\0')}};
  check_rounds(files, 500, 60);
}

TEST_CASE("whatever a setting says, reading it keeps its promises", "[fuzz][R-SET-14]") {
  support::random_text values{{"af_unix:", "dgram:",    "stream:",
                               "/",        "/tmp/x",    "1",
                               "-1",       "9",         "0x",
                               "k",        "g",         "true",
                               "no",       ",",         "!",
                               "*",        "**/",       "?",
                               "[",        "]",         "[:alpha:]",
                               "^",        "\\",        "region>",
                               "50ms",     "2s",        "99999999999999999999",
                               "m",        "us",        "error",
                               "signal:",  "USR1",      "after=",
                               "every=",   "keep=",     "%",
                               "%4",       "%41",       "%zz",
                               " ",        "'a.b'='c'", "'",
                               "=",        "--token",   "ghp_0123456789abcdefghijABCDEFGHIJ012345",
                               "@",        "://",       ":",
                               "-p",       "\xff",      "\x1b"}};
  check_rounds(values, 700, 30);
}

TEST_CASE("bytes that never were a setting are read, too", "[fuzz]") {
  support::random_text bytes{support::all_bytes()};
  check_rounds(bytes, 200, 200);
}

}  // namespace settings_fuzz_test
