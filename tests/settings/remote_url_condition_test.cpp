#include <trace2/settings/remote_url_condition.hpp>

#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/git.hpp"
#include "support/temporary_directory.hpp"

namespace remote_url_condition_test {

using namespace trace2::detail;
using trace2::scope;

namespace {

/// Whether the condition holds in a configuration of one remote.
bool holds(std::string_view url, std::string_view pattern) {
  auto const read = [&](config_reader& reader) {
    reader.add({"remote.a.url", url, scope::local, {}, 0});
  };
  remote_url_condition condition{read};
  return condition("hasconfig:remote.*.url:" + std::string{pattern}, {});
}

struct pair {
  std::string_view url;
  std::string_view pattern;
};

constexpr pair pairs[] = {
    {"https://h/a/b", "https://h/**"},
    {"https://h/a/b", "https://h/"},
    {"https://h/a/b", "https://h/*"},
    {"https://h/a/b", "https://h/*/*"},
    {"https://h/a/b", "HTTPS://h/**"},
    {"https://h/a/b", "**/b"},
    {"https://h/a/b", "**"},
    {"https://h/a/b", "h/a/b"},
    {"https://h/a/b", "https://h/a/b"},
    {"git@h:a/b", "git@h:*/**"},
    {"git@h:a/b", "git@h:**"},
    {"git@h:a/b", "**/a/b"},
    {"git@h:a/b", "git@*:*/b"},
    {"/srv/a.git", "/srv/**"},
    {"/srv/a.git", "/srv/[a-b].git"},
    {"", ""},
};

}  // namespace

TEST_CASE("the pattern matches a whole URL", "[detail][R-PAR-02]") {
  CHECK(holds("https://h/a/b", "https://h/**"));
  CHECK(holds("https://h/a/b", "https://h/*/b"));
  CHECK(!holds("https://h/a/b", "https://h/"));
  CHECK(!holds("https://h/a/b", "https://h/*"));
  CHECK(!holds("https://h/a/b", "https://H/**"));
}

TEST_CASE("the pattern matches as in the installed Git", "[detail][R-PAR-02]") {
  if (!support::has_git()) return;
  support::temporary_directory const directory;
  directory.write("more", "[x]y=1\n");
  for (pair const each : pairs) {
    CAPTURE(each.url, each.pattern);
    directory.write("config", "[remote \"a\"]\nurl=" + std::string{each.url} +
                                  "\n[includeIf \"hasconfig:remote.*.url:" +
                                  std::string{each.pattern} + "\"]\npath=more\n");
    std::string const git =
        support::run(directory.path(), "git config --file config --includes --get x.y").output;
    CHECK(holds(each.url, each.pattern) == (git == "1\n"));
  }
}

TEST_CASE("URLs count wherever they stand, unless such a condition includes them",
          "[detail][R-PAR-02]") {
  support::temporary_directory const directory;
  std::string const path = directory.write(
      "config",
      "[includeIf \"hasconfig:remote.*.url:late\"]path=one\n"
      "[includeIf \"hasconfig:remote.*.url:included\"]path=two\n"
      "[includeIf \"hasconfig:remote.*.url:hidden\"]path=three\n"
      "[includeIf \"other\"]path=urls\n[remote \"a\"]url=late\n[remote]url=hidden\n");
  directory.write("urls", "[remote \"b\"]url=included\n");
  directory.write("one", "[a]one=1\n[remote \"c\"]url=hidden\n");
  directory.write("two", "[a]two=1\n");
  directory.write("three", "[a]three=1\n");
  int passes = 0;
  auto const read = [&](config_reader& reader) {
    ++passes;
    reader.read(path, scope::local);
  };
  auto const others = [](std::string_view text, std::string_view) { return text == "other"; };
  std::string found;
  auto const keep = [&](config_entry const& entry) {
    if (entry.key.starts_with("a.")) found.append(entry.key).append(" ");
  };
  remote_url_condition condition{read, others};
  config_reader reader{keep, config_reader::problems::known, condition};
  reader.read(path, scope::local);
  CHECK(found == "a.one a.two ");
  CHECK(passes == 1);
}

TEST_CASE("without the condition nothing is read twice", "[detail]") {
  int passes = 0;
  auto const read = [&](config_reader&) { ++passes; };
  remote_url_condition condition{read};
  CHECK(!condition("gitdir:/", {}));
  CHECK(!condition("hasconfig:remote.*.pushurl:**", {}));
  CHECK(!condition("HASCONFIG:remote.*.url:**", {}));
  CHECK(passes == 0);
}

}  // namespace remote_url_condition_test
