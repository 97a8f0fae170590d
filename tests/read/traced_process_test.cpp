#include <trace2/read/traced_process.hpp>

#include <initializer_list>
#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/git.hpp"

namespace traced_process_test {

using trace2::read::traced_process;

namespace {

traced_process with_sid(char const* sid) {
  traced_process process;
  process.sid = sid;
  return process;
}

}  // namespace

TEST_CASE("a session id tells ancestors and process id", "[read][R-SID-01][R-SID-05]") {
  auto const process = with_sid("a/b/20261120T104508.663377Z-H24465a74-P0000a346");
  CHECK(process.depth() == 2);
  CHECK(process.parent_sid() == "a/b");
  CHECK(process.component() == "20261120T104508.663377Z-H24465a74-P0000a346");
  CHECK(process.pid() == 0xa346);
}

TEST_CASE("each state of a process has a name", "[read]") {
  CHECK(name_of(trace2::read::process_state::running) == "unfinished");
  CHECK(name_of(trace2::read::process_state::transformed) == "transformed");
}

TEST_CASE("any other session id is one, too", "[read][R-SID-03]") {
  CHECK(with_sid("token").depth() == 0);
  CHECK(with_sid("token").parent_sid().empty());
  CHECK(with_sid("token").component() == "token");
  CHECK(with_sid("token").pid() == 0);
  CHECK(with_sid("a//b").depth() == 2);
  CHECK(with_sid("a/").component().empty());
  CHECK(with_sid("repo-20230405T060708Z-P000010fe-2").pid() == 0x10fe);
  CHECK(with_sid("x-Pzz").pid() == 0);
}

TEST_CASE("a process is called by its program and its command", "[read]") {
  traced_process process = with_sid("S");
  CHECK(process.name() == "S");
  std::string_view argv[] = {"C:\\bin/git.exe", "remote-https", "origin"};
  process.set_arguments({argv, 3});
  CHECK(process.name() == "git");
  process.set_verb("clone");
  CHECK(process.name() == "git clone");
  process.set_verb("git");
  CHECK(process.name() == "git");
  process.set_verb("_run_dashed_");
  CHECK(process.name() == "git remote-https");
  std::string_view const options[] = {"git", "-c", "a.b=c", "--bare", "submodule", "add"};
  process.set_arguments({options, 6});
  process.set_verb("_run_dashed_");
  CHECK(process.name() == "git submodule");
  std::string_view const dashed[] = {"git-upload-pack"};
  process.set_arguments({dashed, 1});
  process.set_verb("upload-pack");
  CHECK(process.name() == "git-upload-pack");
}

TEST_CASE("a child is called by its program, also in a command line for a shell", "[read]") {
  auto const name_of = [](std::initializer_list<std::string_view> argv, bool use_shell) {
    return trace2::read::program_of({.use_shell = use_shell, .argv = {argv.begin(), argv.size()}});
  };
  CHECK(name_of({}, false).empty());
  CHECK(name_of({"/usr/lib/my tool", "x"}, false) == "my tool");
  CHECK(name_of({"C:\\bin\\git.exe", "-c", "a.b=c", "--bare", "gc"}, false) == "git gc");
  CHECK(name_of({"git", "--version"}, false) == "git");
  CHECK(name_of({"git", "--shallow-file", "a/b", "index-pack", "--stdin"}, false) ==
        "git index-pack");
  CHECK(name_of({"git", "--shallow-file", "", "pack-objects", "x"}, false) == "git pack-objects");
  CHECK(name_of({"git", "--git-dir", "a", "--work-tree", "b", "status"}, false) == "git status");
  CHECK(name_of({"git", "--git-dir=a", "--exec-path=b", "--no-pager", "status", "c"}, false) ==
        "git status");
  CHECK(name_of({"git", "--shallow-file"}, false) == "git");
  CHECK(name_of({"sed -i s/a/b/", "file"}, true) == "sed");
  // So runs git bisect.
  CHECK(name_of({" '/bin/sh' '-c' 'exit 0'"}, true) == "sh");
  CHECK(name_of({"\t\"/opt/my tool\" x"}, true) == "my tool");
  CHECK(name_of({"'/bin/unclosed"}, true) == "unclosed");
  CHECK(name_of({" "}, true).empty());
}

TEST_CASE("an option of the installed Git takes the next argument as it does here", "[read]") {
  if (!support::has_git()) return;
  for (std::string_view const option : {"-c",
                                        "-C",
                                        "--attr-source",
                                        "--bare",
                                        "--config-env",
                                        "--exec-path=/",
                                        "--git-dir",
                                        "--glob-pathspecs",
                                        "--icase-pathspecs",
                                        "--literal-pathspecs",
                                        "--namespace",
                                        "--no-lazy-fetch",
                                        "--no-optional-locks",
                                        "--no-pager",
                                        "--no-replace-objects",
                                        "--noglob-pathspecs",
                                        "--shallow-file",
                                        "--super-prefix",
                                        "--work-tree",
                                        "-P",
                                        "-p"}) {
    CAPTURE(option);
    auto const is_understood = [&](std::string const& arguments) {
      return support::run("/",
                          "GIT_PAGER=cat git " + std::string{option} + arguments + " 2>/dev/null")
          .output.starts_with("git version");
    };
    bool const takes_value = is_understood(" a.b=HOME version") || is_understood(" / version");
    bool const stands_alone = is_understood(" version");
    if (takes_value == stands_alone) continue;  // unknown to this version
    CHECK(trace2::read::takes_next_argument(option) == takes_value);
  }
}

}  // namespace traced_process_test
