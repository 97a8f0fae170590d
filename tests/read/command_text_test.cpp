#include <trace2/read/command_text.hpp>

#include <string_view>

#include "support/catch.hpp"

namespace command_text_test {

TEST_CASE("arguments are quoted, unless they are written for a shell", "[read]") {
  std::string_view const words[] = {"git", "commit", "-m", "two words"};
  CHECK(trace2::read::command_text({words, 4}, 100) == "git commit -m 'two words'");
  std::string_view const line[] = {"echo 'a b' | cat"};
  CHECK(trace2::read::command_text({line, 1}, 100, true) == "echo 'a b' | cat");
  CHECK(trace2::read::command_text({}, 100) == "");
}

TEST_CASE("a program of Windows is called by its name, as others are", "[read]") {
  std::string_view const words[] = {R"(C:\Program Files\Git\mingw64\bin\git.EXE)", "log", R"(C:\a b)"};
  CHECK(trace2::read::shown_command({words, 3}, 100) == R"(git log 'C:\a b')");
  CHECK(trace2::read::shown_command({words, 1}, 100) == "git");
  std::string_view const linux[] = {"/usr/bin/git-upload-pack", "."};
  CHECK(trace2::read::shown_command({linux, 2}, 100) == "/usr/bin/git-upload-pack .");
  std::string_view const slashes[] = {"C:/Git/cmd/git.exe", "0123456789"};
  CHECK(trace2::read::shown_command({slashes, 2}, 7) == "git 012\u2026");
  CHECK(trace2::read::shown_command({}, 7) == "");
  CHECK(trace2::read::program_name(".exe") == ".exe");
  std::string_view const line[] = {R"(C:\x.exe)"};
  CHECK(trace2::read::shown_command({line, 1}, 100, true) == R"(C:\x.exe)");
}

TEST_CASE("a child is known by its command line, a hook by its name", "[read]") {
  std::string_view const words[] = {"/bin/sh", "x y"};
  trace2::event::child_start child{.argv = {words, 2}};
  CHECK(trace2::read::title_of(child, 100) == "/bin/sh 'x y'");
  child.hook_name = "pre-commit";
  CHECK(trace2::read::title_of(child, 100) == "pre-commit");
}

TEST_CASE("long commands are cut visibly", "[read]") {
  std::string_view const words[] = {"a", "0123456789", "b"};
  CHECK(trace2::read::command_text({words, 3}, 5) == "a 012\u2026");
  CHECK(trace2::read::command_text({words, 1}, 5) == "a");
}

}  // namespace command_text_test
