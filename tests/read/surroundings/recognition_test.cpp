#include <trace2/read/surroundings/recognition.hpp>

#include <string>

#include "support/catch.hpp"

namespace recognition_test {

namespace around = trace2::read::surroundings;

namespace {

std::string const event = R"({"event":"exit","sid":"S"})";

}  // namespace

TEST_CASE("clean lines of EVENT are known without a closer look", "[read]") {
  CHECK(around::is_clean(event + "\n" + event + "\r\n"));
  CHECK(around::is_clean(event));
  CHECK(around::is_clean(event + "\n{\"event\":\"cut"));
  CHECK_FALSE(around::is_clean(event + event + "\n"));
  CHECK_FALSE(around::is_clean("> " + event + "\n"));
  CHECK_FALSE(around::is_clean("text\n"));
}

TEST_CASE("several things around a line are recognised together", "[read]") {
  auto const known = around::recognise(
      "\x1b[36mapp-1  | \x1b[0m> " + event + "  \n\x1b[36mapp-1  | \x1b[0m> " + event + "  \n",
      true);
  CHECK(known.has_colours);
  CHECK(known.prefixes.size() == 1);
  CHECK(known.pads_lines);
  CHECK_FALSE(around::recognise(event + "\n", true).is_any());
  CHECK_FALSE(around::recognise("text\n", true).is_any());
  CHECK_FALSE(around::recognise("", true).is_any());
}

TEST_CASE("nothing is recognised in a clean trace, whatever its words are", "[read]") {
  for (std::string const word :
       {R"(a \| d)", "&amp;", "<br>", "`", "\\\\", "a|", "| d0 | main |", "```", "remote: x", "> x",
        "[[{", "} {", "\xc2\xa0", "&lt;- x", "version 2", "a version 2"}) {
    INFO(word);
    auto const all = [](std::string const& begin, std::string const& line, std::string const& end) {
      return around::recognise(begin + line + "\n" + line + "\n" + end, true).is_any();
    };
    // The & is why the lines are looked at.
    CHECK_FALSE(all(R"({"event":"start","sid":"S","argv":["&","x"]})" "\n",
                    R"({"event":"start","sid":"S","argv":["git",")" + word + "\"]}", event + "\n"));
    std::string const perf = "12:00:00.000001 a.c:7   | d0 | main | ";
    CHECK_FALSE(all(perf + "version | | | | | 2.0\n",
                    perf + "start | | 0.1 | | | git '" + word + "'", perf + "exit | | 0.1 | | | code:0\n"));
    std::string const normal = "12:00:00.000001 a.c:7     ";
    CHECK_FALSE(all(normal + "version 2.0\n", normal + "start git '" + word + "'",
                    normal + "exit elapsed:0.1 code:0\n"));
    CHECK_FALSE(all("version 2.0\n", "start git '" + word + "'", "exit elapsed:0.1 code:0\n"));
  }
}

}  // namespace recognition_test
