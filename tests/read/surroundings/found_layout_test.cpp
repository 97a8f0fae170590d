#include <trace2/read/surroundings/found_layout.hpp>

#include <string>

#include "support/catch.hpp"

namespace found_layout_test {

namespace around = trace2::read::surroundings;

namespace {

around::recognised known_of(std::string const& text) {
  around::first_lines first{text, true};
  around::recognised known;
  around::found_layout{first, known}.find_all();
  return known;
}

std::string const perf = "12:00:00.000001 a.c:7   | d0 | main | version | | | | | 2.0";
std::string const event = R"({"event":"exit","sid":"S"})";

}  // namespace

TEST_CASE("a prefix is one if each event has it, but for the first", "[read]") {
  CHECK(known_of("a-1 | " + perf + "\nb-2 | " + perf + "\n").prefixes.size() == 1);
  CHECK(known_of(perf + "\na-1 | " + perf + "\na-1 | " + perf + "\n").prefixes.size() == 1);
  CHECK(known_of(perf + "\na-1 | " + perf + "\n" + perf + "\n").prefixes.empty());
  CHECK(known_of("echo '" + event + "\n").prefixes.empty());
  CHECK_FALSE(known_of(perf + "\n" + perf + "\n").is_any());
}

TEST_CASE("a brief line of NORMAL is found behind a prefix by its version", "[read]") {
  CHECK(known_of("a | version 2.0\na | start git log\na | exit elapsed:0.1 code:0\n")
            .prefixes.size() == 1);
  CHECK(known_of("a | version 2.0\nother\ntext\n").prefixes.empty());
}

TEST_CASE("what each event ends with is a suffix, unless it is an empty column", "[read]") {
  CHECK(known_of(perf + "<br>\n" + perf + "<br>\n").suffix == "<br>");
  CHECK(known_of("| " + perf + " |\n| " + perf + " |\n").suffix == "|");
  std::string const empty = "12:00:00.000001 a.c:7   | d0 | th01:x | thread_exit | | 0.1 | 0.1 | |";
  CHECK(known_of(empty + "\n" + empty + "\n").suffix.empty());
  CHECK(known_of(perf + "  \n" + perf + "  \n").pads_lines);
  CHECK_FALSE(known_of(perf + "  \n" + perf + "\n").pads_lines);
  CHECK_FALSE(known_of(empty + " \n" + empty + " \n").pads_lines);
}

TEST_CASE("JSON that is not one object in each line is recognised", "[read]") {
  CHECK(known_of("[" + event + ",\n" + event + "]\n").has_objects);
  CHECK(known_of(event + event + "\n").has_objects);
  CHECK(known_of("{\n\"event\": \"exit\",\n\"sid\": \"S\"\n}\n").has_objects);
  CHECK_FALSE(known_of(event + "\n{\"event\":\"exit\",\"sid\":\"S" + event + "\n").has_objects);
  CHECK_FALSE(known_of(event + "\n" + event + "\n").has_objects);
}

TEST_CASE("a table without the column of depths is refused by its name", "[read]") {
  std::string const head = "| time | event | abs | cat | msg |\n|---|---|---|---|---|\n";
  CHECK(known_of(head + "| 12:00:00.00 | exit | 0.1 | | code:0 |\n").refusal ==
        "is a table of PERF without the column depth: paste whole lines");
}

}  // namespace found_layout_test
