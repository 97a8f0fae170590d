#include <trace2/read/perf_columns.hpp>
#include <trace2/read/text_lines.hpp>

#include <string>
#include <utility>
#include <vector>

#include "support/catch.hpp"

namespace text_lines_test {

namespace tr = trace2::read;
using texts = std::vector<std::string>;

namespace {

struct reading {
  texts payloads;
  texts problems;
};

std::string line(std::string const& event, std::string const& payload) {
  return "d0 | main | " + event + " | | | | | " + payload + "\n";
}

reading read_all(std::string text, std::size_t longest = 200) {
  reading result;
  tr::text_source source{std::move(text)};
  tr::text_lines<tr::perf_columns> lines{
      source, "f",
      [&](tr::problem const& met) {
        result.problems.push_back(std::to_string(met.line).append(" ").append(met.reason));
      },
      longest};
  tr::perf_columns columns;
  while (lines.next(columns))
    result.payloads.push_back(std::to_string(lines.number()) + " " + std::string{columns.payload});
  return result;
}

}  // namespace

TEST_CASE("lines of other programs are reported, blank ones and comments are not", "[read]") {
  auto const result = read_all("Cloning...\n\n# x\n" + line("exit", "code:0") + "done\n");
  CHECK(result.payloads == texts{"4 code:0"});
  CHECK(result.problems == texts{"1 is no line of PERF", "5 is no line of PERF"});
}

TEST_CASE("line feeds in quotes belong to the event", "[read][R-QUO-03]") {
  auto const result = read_all(line("start", "a 'b\n\nc' 'd\ne'") + line("exit", "code:0"));
  CHECK(result.payloads == texts{"1 a 'b\n\nc' 'd\ne'", "5 code:0"});
  CHECK(result.problems.empty());
  CHECK(read_all(line("start", "a 'torn") + line("exit", "code:0")).payloads ==
        texts{"1 a 'torn", "2 code:0"});
}

TEST_CASE("a message goes on to the next event, or to one on standard error", "[read][R-PRF-14]") {
  auto const result = read_all(line("error", "loop:\n  a\n  b") + "fatal: loop:\n  a\n  b\n" +
                               line("exit", "code:128") + line("error", "last\nwords"));
  CHECK(result.payloads == texts{"1 loop:\n  a\n  b", "7 code:128", "8 last\nwords"});
  CHECK(result.problems.size() == 3);
}

TEST_CASE("a problem of an event is one of its first line", "[read]") {
  texts problems;
  tr::text_source source{line("error", "a\nb") + line("exit", "code:0")};
  tr::text_lines<tr::perf_columns> lines{
      source, "f", [&](tr::problem const& met) { problems.push_back(std::to_string(met.line)); },
      200};
  tr::perf_columns columns;
  REQUIRE(lines.next(columns));
  lines.complain("is wrong");
  REQUIRE(lines.next(columns));
  lines.complain("is wrong");
  CHECK(problems == texts{"1", "3"});
}

TEST_CASE("JSON of several lines is one value", "[read][R-DAT-03]") {
  std::string const json = "k:{\n  \"a]\": [\n    1\n  ]\n}";
  CHECK(read_all(line("data_json", json) + "other\n").payloads == texts{"1 " + json});
}

TEST_CASE("events of too many lines are skipped", "[read]") {
  auto const result =
      read_all(line("start", "'" + std::string(60, '\n') + std::string(160, 'x') + "\n'") +
               line("exit", "code:0"));
  CHECK(result.payloads.back().ends_with("code:0"));
  CHECK(result.problems.front().ends_with("is too long"));
}

TEST_CASE("lines of Windows end in front of the carriage return", "[read]") {
  CHECK(read_all("d0 | main | version | | | | | 1\r\nd0 | main | cmd_mode | | | | | m\r\n")
            .payloads == texts{"1 1", "2 m"});
  CHECK(read_all(line("version", "1") + line("cmd_mode", "m\r")).payloads == texts{"1 1", "2 m\r"});
  CHECK(read_all("\xef\xbb\xbf" + line("version", "1")).payloads == texts{"1 1"});
}

}  // namespace text_lines_test
