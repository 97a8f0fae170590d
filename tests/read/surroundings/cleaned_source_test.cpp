#include <trace2/read/surroundings/cleaned_source.hpp>
#include <trace2/read/surroundings/recognition.hpp>

#include <cstddef>
#include <memory>
#include <string>

#include "support/catch.hpp"

namespace cleaned_source_test {

namespace tr = trace2::read;
namespace around = trace2::read::surroundings;

namespace {

std::string cleaned(std::string const& text, std::size_t longest = 1000) {
  auto const by = std::make_shared<around::line_cleaner>(around::recognise(text, true));
  around::cleaned_source source{std::make_unique<tr::text_source>(text), by, longest};
  std::string all;
  char room[7];
  while (auto const got = source.read(room, sizeof room)) {
    REQUIRE(got > 0);
    all.append(room, static_cast<std::size_t>(got));
  }
  return all;
}

std::string const event = R"({"event":"exit","sid":"S"})";

}  // namespace

TEST_CASE("lines are given without what stands around them", "[read]") {
  CHECK(cleaned("a-1 | " + event + "\na-1 | text\na-1 | " + event + "\n") ==
        event + "\ntext\n" + event + "\n");
}

TEST_CASE("the lines of an event of EVENT keep their number", "[read]") {
  CHECK(cleaned("{\n\"event\": \"exit\",\n\"sid\": \"S\"\n}\n" + event + "\n") ==
        event + "\n\n\n\n" + event + "\n");
}

TEST_CASE("a line that is too long costs itself only", "[read]") {
  std::string const text =
      "> " + event + "\n> " + std::string(2000, 'x') + event + "\n> " + event + "\n";
  CHECK(cleaned(text) == event + "\n(a line that is too long)\n" + event + "\n");
}

}  // namespace cleaned_source_test
