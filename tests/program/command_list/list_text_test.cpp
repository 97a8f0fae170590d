#include "command_list/list_text.hpp"

#include <trace2/sink/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"
#include "support/times.hpp"
#include "support/environment.hpp"
#include <time.h>

namespace list_text_test {

namespace program = trace2::program;
using trace2::duration;

namespace {

constexpr std::int64_t midnight = 946'684'800'000'000'000;  // 2000-01-01T00:00:00Z

std::string text(std::vector<program::listed_command> const& rows, std::uint64_t count,
                 std::size_t width = std::numeric_limits<std::size_t>::max()) {
  support::scoped_variable const zone{"TZ", "UTC"};
  ::tzset();
  trace2::memory_sink sink;
  program::write_list(sink, rows, count, {}, width);
  return std::string{sink.text()};
}

program::listed_command row(std::int64_t at, std::string command, std::string repository) {
  return {.wall = duration::microseconds(1'500),
          .code = 0,
          .state = "ended",
          .command = std::move(command),
          .repository = std::move(repository),
          .at = moment_ns(midnight + at)};
}

}  // namespace

TEST_CASE("commands of one day have their date in the title", "[export]") {
  CHECK(text({row(0, "git a", "/r"), row(61'000'000'000, "git b", "/long")}, 2) ==
        "2 commands of 2000-01-01\n"
        "      when      wall  exit  repository  command\n"
        "  00:00:00  1.500 ms     0  /r          git a\n"
        "  00:01:01  1.500 ms     0  /long       git b\n");
}

TEST_CASE("commands of several days have their own, and no repository needs no column",
          "[export]") {
  CHECK(text({row(0, "a", ""), row(-1, "b", "")}, 3) ==
        "3 commands\n"
        "                 when      wall  exit  command\n"
        "  2000-01-01 00:00:00  1.500 ms     0  a\n"
        "  1999-12-31 23:59:59  1.500 ms     0  b\n"
        "  ... 1 more\n");
}

TEST_CASE("programs have no directory", "[export]") {
  CHECK(program::without_directory("/usr/bin/git log /x") == "git log /x");
  CHECK(program::without_directory("git -C /x log") == "git -C /x log");
  CHECK(program::without_directory("'/a b/git' log") == "'/a b/git' log");
  CHECK(program::without_directory("/") == "/");
  CHECK(program::without_directory("") == "");
}

TEST_CASE("a list without commands is empty", "[export]") { CHECK(text({}, 0) == ""); }

TEST_CASE("on a narrow terminal a repository keeps its end, a command its beginning", "[export]") {
  std::string const shown =
      text({row(0, std::string(60, 'c'), std::string(40, 'x') + "/name")}, 1, 75);
  CHECK(shown.find("xx/name  ccc") != std::string::npos);
  CHECK(shown.find("\u2026") != std::string::npos);
  for (std::size_t begin = 0; begin < shown.size(); begin = shown.find('\n', begin) + 1) {
    std::string_view const line = std::string_view{shown}.substr(begin);
    CHECK(trace2::read::width_of(line.substr(0, line.find('\n'))) <= 75);
  }
}

}  // namespace list_text_test
