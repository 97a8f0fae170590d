#include "model/command_words.hpp"

#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace command_words_test {

TEST_CASE("one command has the same words however it is started", "[read][R-CHD-10]") {
  std::string const whole = trace2::program::command_words{"git receive-pack /q.git"}.whole;
  for (std::string_view const line :
       {"git-receive-pack /q.git", "/usr/lib/git-core/git receive-pack /q.git",
        "git-receive-pack '/q.git'", R"('git-receive-pack '\''/q.git'\''')",
        "sh -c 'git receive-pack /q.git'", R"(/bin/sh -c "git-receive-pack '/q.git'")",
        R"('C:\Program Files\Git\git.exe' receive-pack /q.git)"}) {
    INFO(line);
    CHECK(trace2::program::command_words{line}.whole == whole);
  }
}

TEST_CASE("the program of Git is its subcommand, behind the options in front of it", "[read]") {
  std::string const program = trace2::program::command_words{"git -c a=b gc"}.program;
  CHECK(trace2::program::command_words{"git -c a=b gc --auto"}.program == program);
  CHECK(trace2::program::command_words{"git -c a=b gc --auto"}.whole !=
        trace2::program::command_words{"git -c a=b gc"}.whole);
  CHECK(trace2::program::command_words{"git repack -d"}.program !=
        trace2::program::command_words{"git prune -d"}.program);
}

TEST_CASE("Git runs one process, and a script may run any", "[read]") {
  CHECK(trace2::program::command_words{"git gc"}.is_git);
  CHECK(trace2::program::command_words{"/usr/bin/git gc"}.is_git);
  CHECK_FALSE(trace2::program::command_words{"git-foo"}.is_git);
  CHECK_FALSE(trace2::program::command_words{"pre-commit"}.is_git);
  CHECK_FALSE(trace2::program::command_words{""}.is_git);
}

TEST_CASE("texts that were cut at different places have the same words", "[read]") {
  std::string const line = "git pack-objects " + std::string(200, 'x');
  CHECK(trace2::program::command_words{line}.whole ==
        trace2::program::command_words{line.substr(0, 100)}.whole);
}

TEST_CASE("nothing is known of an empty command line or of blanks", "[read]") {
  CHECK(trace2::program::command_words{""}.whole.empty());
  CHECK(trace2::program::command_words{"  "}.whole.empty());
  CHECK(trace2::program::command_words{"'"}.whole.empty());
}

}  // namespace command_words_test
