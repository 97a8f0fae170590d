#include "anonymise/anonymous_texts.hpp"

#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace anonymous_texts_test {

using trace2::program::anonymous_texts;

struct texts {
  anonymous_texts all;

  std::string operator()(void (anonymous_texts::*append)(std::string&, std::string_view),
                         std::string_view text) {
    std::string to;
    (all.*append)(to, text);
    return to;
  }
  std::string program(std::string_view path, bool is_own) {
    std::string to;
    all.append_program(to, path, is_own);
    return to;
  }
};

TEST_CASE("paths show which have a directory in common, and known endings", "[read]") {
  texts shown;
  auto const path = &anonymous_texts::append_path;
  CHECK(shown(path, "/home/a/b.c") == "path-1/file-1.c");
  CHECK(shown(path, "/home/a/c.secret") == "path-1/file-2");
  CHECK(shown(path, "/home/b.c") == "path-2/file-1.c");
  CHECK(shown(path, "b.c") == "file-1.c");
  CHECK(shown(path, "/home/a/") == "path-1/");
  CHECK(shown(path, "") == "");
  CHECK(shown(&anonymous_texts::append_directory, "/home/a") == "path-1");
  CHECK(shown(&anonymous_texts::append_directory, "/home/a/") == "path-1");
}

TEST_CASE("names of programs stay if everybody knows them, or if it is their trace", "[read]") {
  texts shown;
  CHECK(shown.program("/usr/bin/git", false) == "path-1/git");
  CHECK(shown.program("/usr/bin/frob", false) == "path-1/program-1");
  CHECK(shown.program("/usr/bin/frob", true) == "path-1/frob");
  CHECK(shown.program("C:\\bin\\git.exe", false) == "path-2/git");
  CHECK(shown.program("a@b", true) == "program-2");
}

TEST_CASE("arguments show what kind they are", "[read]") {
  texts shown;
  auto const argument = &anonymous_texts::append_argument;
  CHECK(shown(argument, "word") == "arg-1");
  CHECK(shown(argument, "--name=word") == "--option-1");
  CHECK(shown(argument, "--") == "--");
  CHECK(shown(argument, "-C") == "-C");
  CHECK(shown(argument, "src/a.c") == "path-1/file-1.c");
  CHECK(shown(argument, "https://u:p@host/a/b") == "https://host-1/path-2");
  CHECK(shown(argument, "ssh://u:p@host") == "ssh://host-1");
  CHECK(shown(argument, "secret://host/a") == "path-3/file-2");
}

TEST_CASE("of a setting the user's own part is replaced", "[read]") {
  texts shown;
  auto const setting = &anonymous_texts::append_setting;
  CHECK(shown(setting, "core.editor") == "core.editor");
  CHECK(shown(setting, "HOME") == "HOME");
  CHECK(shown(setting, "remote.acme.url") == "remote.name-1.url");
  CHECK(shown(setting, "url.https://a.b/c.insteadof") == "url.name-2.insteadof");
  CHECK(shown(setting, "alias.acme") == "alias.name-1");
  CHECK(shown(setting, "alias.") == "alias.");
  CHECK(shown(setting, "pager.acme") == "pager.name-1");
  CHECK(shown(setting, "alias") == "alias");
}

TEST_CASE("numbers stay, texts do not", "[read]") {
  texts shown;
  CHECK(shown(&anonymous_texts::append_value, "12.5") == "12.5");
  CHECK(shown(&anonymous_texts::append_value, "12 apples") == "value-1");
  CHECK(shown(&anonymous_texts::append_name, "index") == "index");
  CHECK(shown(&anonymous_texts::append_name, "/home/a") == "name-1");
}

TEST_CASE("places in a source stay without the directory of its user", "[read]") {
  texts shown;
  auto const source = &anonymous_texts::append_source;
  CHECK(shown(source, "builtin/fetch.c") == "builtin/fetch.c");
  CHECK(shown(source, "/home/a/fetch.c") == "fetch.c");
  CHECK(shown(source, "../../a/fetch.c") == "fetch.c");
  CHECK(shown(source, "C:\\a\\fetch.c") == "fetch.c");
}

TEST_CASE("threads keep their number and plain names", "[read]") {
  texts shown;
  auto const thread = &anonymous_texts::append_thread;
  CHECK(shown(thread, "main") == "main");
  CHECK(shown(thread, "th01:preload") == "th01:preload");
  CHECK(shown(thread, "th01:/home/a") == "th01:name-1");
}

TEST_CASE("session ids keep times, processes and nesting, not the host", "[read]") {
  texts shown;
  auto const sid = &anonymous_texts::append_sid;
  CHECK(shown(sid,
              "20000101T000000.000000Z-Hdeadbeef-P0000000a/"
              "20000101T000001.000000Z-Hdeadbeef-P0000000b") ==
        "20000101T000000.000000Z-H00000001-P0000000a/20000101T000001.000000Z-H00000001-P0000000b");
  CHECK(shown(sid, "20000101T000000.000000Z-Localhost-P0000000a") ==
        "20000101T000000.000000Z-Localhost-P0000000a");
  CHECK(shown(sid, "job/of/alice") == "sid-1/sid-2/sid-3");
  CHECK(shown(sid, "20000101T000000Z-alice-P0a") == "20000101T000000Z-sid-4-P0a");
  CHECK(shown(sid, "/") == "/");
}

}  // namespace anonymous_texts_test
