#include <trace2/read/surroundings/line_cleaner.hpp>

#include <string>
#include <string_view>
#include <utility>

#include "support/catch.hpp"

namespace line_cleaner_test {

namespace around = trace2::read::surroundings;

namespace {

constexpr std::string_view perf = "12:00:00.000001 a.c:7   | d0 | main | version | | | | | 2.0";

std::string cleaned(around::line_cleaner& by, std::string const& line) {
  auto const found = by.cleaned(line, 1);
  return found ? std::string{*found} : "none";
}
std::string rescued(around::line_cleaner& by, std::string const& line) {
  auto const found = by.rescued(line, 1);
  return found ? std::string{*found} : "none";
}

}  // namespace

TEST_CASE("quotation is taken away, and from further lines of an event what it had", "[read]") {
  around::line_cleaner by;
  CHECK(cleaned(by, "> >> " + std::string{perf}) == perf);
  CHECK(cleaned(by, "> >>   further") == "  further");
  CHECK(cleaned(by, "> >>") == "");
  CHECK(cleaned(by, "other") == "other");
  CHECK(by.removed().text() == "took away `> >> ` before 2 lines");
}

TEST_CASE("the padding behind what a remote says goes with its name", "[read]") {
  around::line_cleaner by;
  CHECK(cleaned(by, "remote: " + std::string{perf} + "          ") == std::string{perf} + "  ");
  CHECK(cleaned(by, "remote: " + std::string{perf} + "\x1b[K") == perf);
  CHECK(cleaned(by, "remote: done        ") == "done");
}

TEST_CASE("the prefix of a log is taken away from all lines, and never from within an event",
          "[read]") {
  around::recognised known;
  known.prefixes.emplace_back("app-1 | ");
  around::line_cleaner by{known};
  std::string const event = std::string{perf} + " web-2 | " + std::string{perf};
  CHECK(cleaned(by, "db-22 | " + event) == event);
  CHECK(cleaned(by, event) == event);
  CHECK(cleaned(by, "db-22 |   further") == "  further");
  CHECK(cleaned(by, "other text") == "other text");
}

TEST_CASE("without a prefix in the first lines only well-known things are taken away later",
          "[read]") {
  around::line_cleaner by;
  CHECK(rescued(by, "Updating:  10%\rUpdating:  20%\r" + std::string{perf}) == perf);
  CHECK(rescued(by, "remote: " + std::string{perf} + "        ") == perf);
  CHECK(rescued(by, "\x1b[31m" + std::string{perf}) == perf);
  CHECK(rescued(by, "app-1 | " + std::string{perf}) == "none");
  CHECK(rescued(by, std::string{perf}) == "none");
  CHECK(rescued(by, "other") == "none");
}

TEST_CASE("marks of a block of code are left out", "[read]") {
  around::recognised known;
  known.has_fences = true;
  around::line_cleaner by{known};
  CHECK(cleaned(by, "```") == "none");
  CHECK(cleaned(by, "```text") == "none");
  CHECK(cleaned(by, "{code:java}") == "none");
  CHECK(cleaned(by, "``` is a mark") == "``` is a mark");
}

TEST_CASE("a long prefix is told without a part of a character", "[read]") {
  std::string prefix = "x";
  for (int i = 0; i < 40; ++i) prefix += "\xc3\xa9";
  prefix += " | ";
  around::recognised known;
  known.prefixes.emplace_back(prefix);
  around::line_cleaner by{std::move(known)};
  CHECK(by.cleaned(prefix + std::string{perf}, 1) == perf);
  CHECK(by.removed().text().find("\xa9\xe2\x80\xa6` before") != std::string::npos);
}

}  // namespace line_cleaner_test
