#include <trace2/read/event_stream.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "support/catch.hpp"

namespace event_stream_test {

using trace2::read::event_stream;
using trace2::read::problem;
using trace2::read::text_source;

namespace {

struct reading {
  std::vector<std::string> events;  ///< line number and name
  std::vector<std::string> problems;
};

reading read_all(std::string text, std::size_t longest_line = 1000) {
  reading result;
  text_source source{std::move(text)};
  event_stream events{source, "file",
                      [&](problem const& found) {
                        std::string line{found.file};
                        line.append(":").append(std::to_string(found.line));
                        result.problems.push_back(line.append(" ").append(found.reason));
                      },
                      longest_line};
  while (auto const* const line = events.next())
    result.events.push_back(std::to_string(events.line_number()) + " " +
                            std::string{line->event_name});
  return result;
}

using texts = std::vector<std::string>;

constexpr char const* exit_line =
    R"({"event":"exit","sid":"S","thread":"main","t_abs":1,"code":0})";

}  // namespace

TEST_CASE("the events of a stream come one after the other", "[read]") {
  auto const result =
      read_all(std::string{exit_line} + "\n" + exit_line + "\r\n" + exit_line + "\n");
  CHECK(result.events == texts{"1 exit", "2 exit", "3 exit"});
  CHECK(result.problems.empty());
}

TEST_CASE("blank lines and comments are passed over", "[read]") {
  auto const result = read_all(std::string{"# comment\n\n \t\r\n"} + exit_line + "\n");
  CHECK(result.events == texts{"4 exit"});
  CHECK(result.problems.empty());
}

TEST_CASE("a byte order mark may be in front of the first line", "[read]") {
  std::string const marked = std::string{"\xef\xbb\xbf"} + exit_line + "\n";
  auto const result = read_all(marked + marked);
  CHECK(result.events == texts{"1 exit", "2 exit"});
  CHECK(result.problems == texts{"file:2 is not a JSON object"});
}

TEST_CASE("garbage costs its own line and is reported with its place", "[read]") {
  auto const result = read_all("garbage\n" + std::string{exit_line} + "\n{\"event\":\"x\"}\n" +
                               std::string{"\0\xff\n", 3} + exit_line + "\n");
  CHECK(result.events == texts{"2 exit", "5 exit"});
  CHECK(result.problems == texts{"file:1 is not a JSON object", "file:3 has no session id",
                                 "file:4 is not a JSON object"});
}

TEST_CASE("a line that another writer has torn still gives its event", "[read][R-WR-03]") {
  auto const result =
      read_all(R"({"event":"version","sid":"S","thr)" + std::string{exit_line} + "\n");
  CHECK(result.events == texts{"1 exit"});
  CHECK(result.problems == texts{"file:1 is not a JSON object"});
}

TEST_CASE("a whole event without its line feed counts, half of one does not", "[read]") {
  CHECK(read_all(exit_line).events == texts{"1 exit"});
  auto const torn = read_all(std::string{exit_line} + "\n" + std::string{exit_line}.substr(0, 30));
  CHECK(torn.events == texts{"1 exit"});
  CHECK(torn.problems == texts{"file:2 is not a JSON object"});
}

TEST_CASE("long lines are skipped", "[read]") {
  auto const result =
      read_all("{\"event\":\"" + std::string(2000, 'x') + "\"}\n" + exit_line + "\n");
  CHECK(result.events == texts{"2 exit"});
  CHECK(result.problems == texts{"file:1 is too long"});
}

}  // namespace event_stream_test
