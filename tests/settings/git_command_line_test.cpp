#include <trace2/settings/git_command_line.hpp>

#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/config_entries.hpp"
#include "support/environment.hpp"
#include "support/standard_error.hpp"

namespace git_command_line_test {

using namespace trace2::detail;
using trace2::buffer;
using support::scoped_variable;

namespace {

std::string canonical(std::string_view key) {
  buffer out;
  return append_canonical_key(out, key) ? std::string{out.view()} : "none";
}

struct reading {
  std::string entries;
  std::string diagnostics;
};

reading read_environment() {
  support::entry_log log;
  reading result;
  result.diagnostics = support::standard_error_of([&] {
    config_reader reader{log};
    git_command_line{reader}.read();
  });
  result.entries = log.text();
  return result;
}

reading read_parameters(char const* parameters) {
  scoped_variable const set{"GIT_CONFIG_PARAMETERS", parameters};
  scoped_variable const no_pairs{"GIT_CONFIG_COUNT", nullptr};
  return read_environment();
}

}  // namespace

TEST_CASE("a key is brought into the form of a file's entries", "[detail][R-PAR-04]") {
  CHECK(canonical("Core.Bare") == "core.bare");
  CHECK(canonical("URL.Http://X.Y/.insteadOf") == "url.Http://X.Y/.insteadof");
  CHECK(canonical("a..b") == "a..b");
  for (std::string_view const key :
       {"", "a", ".", "a.", ".b", "a.1", "a.b_c", "a_b.c", "a.b\nc.d", "a b.c"}) {
    CAPTURE(key);
    CHECK(canonical(key) == "none");
  }
}

TEST_CASE("the parameters of git -c are listed", "[detail][R-PAR-02]") {
  CHECK(read_parameters("'A.B'='c' 'd.e'=''  'f.g'=").entries ==
        "command a.b=c\ncommand d.e=\ncommand f.g\n");
  CHECK(read_parameters("'a.b'='it'\\''s' 'a.x y.c'='!'\\!'='").entries ==
        "command a.b=it's\ncommand a.x y.c=!!=\n");
}

TEST_CASE("the older form of the parameters is understood", "[detail][R-PAR-02]") {
  CHECK(read_parameters("'a.b=c=d' 'e.f' ' g.h = i'").entries ==
        "command a.b=c=d\ncommand e.f\ncommand g.h= i\n");
}

TEST_CASE("no parameters are no problem", "[detail]") {
  for (char const* none : {static_cast<char const*>(nullptr), "", "  "}) {
    auto const [entries, diagnostics] = read_parameters(none);
    CHECK(entries.empty());
    CHECK(diagnostics.empty());
  }
}

TEST_CASE("parameters work up to what is malformed", "[detail]") {
  for (std::string const bad :
       {"x", "'", "'c.d", "'c.d'x", "'c.d'='e", "'c.d'='e'x", "'c.d'=e", "'c.d'\\'", "'c'='d'"}) {
    CAPTURE(bad);
    auto const [entries, diagnostics] =
        read_parameters(("'a.b'='1' " + bad + " 'y.z'='2'").c_str());
    CHECK(entries.rfind("command a.b=1\n", 0) == 0);
    CHECK(entries.find("y.z=2") == std::string::npos);
    CHECK_FALSE(diagnostics.empty());
  }
}

TEST_CASE("counted pairs come before the parameters", "[detail][R-PAR-02]") {
  scoped_variable const count{"GIT_CONFIG_COUNT", "2"};
  scoped_variable const key0{"GIT_CONFIG_KEY_0", "A.B"};
  scoped_variable const value0{"GIT_CONFIG_VALUE_0", " c "};
  scoped_variable const key1{"GIT_CONFIG_KEY_1", "d.e"};
  scoped_variable const value1{"GIT_CONFIG_VALUE_1", ""};
  scoped_variable const parameters{"GIT_CONFIG_PARAMETERS", "'f.g'='h'"};
  auto const [entries, diagnostics] = read_environment();
  CHECK(entries == "command a.b= c \ncommand d.e=\ncommand f.g=h\n");
  CHECK(diagnostics.empty());
}

TEST_CASE("a count beyond the pairs ends with the last pair", "[detail]") {
  scoped_variable const count{"GIT_CONFIG_COUNT", "2000000000"};
  scoped_variable const key{"GIT_CONFIG_KEY_0", "a.b"};
  scoped_variable const value{"GIT_CONFIG_VALUE_0", "c"};
  scoped_variable const next{"GIT_CONFIG_KEY_1", nullptr};
  scoped_variable const parameters{"GIT_CONFIG_PARAMETERS", nullptr};
  auto const [entries, diagnostics] = read_environment();
  CHECK(entries == "command a.b=c\n");
  CHECK_FALSE(diagnostics.empty());
}

}  // namespace git_command_line_test
