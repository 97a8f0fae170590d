#include <trace2/detail/text/memo.hpp>

#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace memo_test {

using trace2::detail::kept_text;

namespace {

constexpr std::size_t capacity = 64;

std::string shown(kept_text<capacity> const& text) {
  char room[capacity];
  return {room, put(room, text)};
}

/// Counts how often texts are made.
struct places {
  static constexpr std::size_t longest_file = capacity - 3;

  trace2::detail::place_memo<capacity, 1> memo{};
  int made = 0;

  kept_text<capacity> const* find(std::string_view file, int line) {
    return memo.text_of(file, line, [&](char* to) -> char* {
      ++made;
      if (file == "unspeakable") return nullptr;
      *to++ = '<';
      to += file.copy(to, file.size());
      *to++ = ':';
      *to++ = static_cast<char>('0' + line % 10);
      return to;
    });
  }
  std::string text_of(std::string_view file, int line) { return shown(*find(file, line)); }
};

}  // namespace

TEST_CASE("a text is made again only when its key changes") {
  trace2::detail::memo<int, capacity> memo;
  int made = 0;
  auto const text_of = [&](int key) {
    return shown(memo.text_of(key, [&](char* to) {
      ++made;
      *to = static_cast<char>('0' + key);
      return to + 1;
    }));
  };
  CHECK(text_of(1) == "1");
  CHECK(text_of(1) == "1");
  CHECK(made == 1);
  CHECK(text_of(2) == "2");
  CHECK(text_of(1) == "1");
  CHECK(made == 3);
}

TEST_CASE("places that a loop passes in turn are all remembered") {
  places seen;
  for (int round = 0; round < 3; ++round)
    for (int line = 1; line <= 4; ++line)
      CHECK(seen.text_of("a.cpp", line) == "<a.cpp:" + std::to_string(line));
  CHECK(seen.made == 4);
}

TEST_CASE("a place is known by its name and line, wherever the name is kept") {
  places seen;
  char name[] = "a.cpp";
  CHECK(seen.text_of(name, 1) == "<a.cpp:1");
  CHECK(seen.text_of("a.cpp", 1) == "<a.cpp:1");
  CHECK(seen.made == 1);
  name[0] = 'b';
  CHECK(seen.text_of(name, 1) == "<b.cpp:1");
  CHECK(seen.text_of("b.cpp", 5) == "<b.cpp:5");
  CHECK(seen.text_of("b", 5) == "<b:5");
}

TEST_CASE("a name may stand behind the text that doesn't show it") {
  trace2::detail::place_memo<capacity, 1> memo;
  int made = 0;
  auto const write = [&](char* to) {
    ++made;
    *to = '?';
    return to + 1;
  };
  CHECK(shown(*memo.text_of("a.cpp", 1, write)) == "?");
  CHECK(shown(*memo.text_of("a.cpp", 1, write)) == "?");
  CHECK(made == 1);
  CHECK(shown(*memo.text_of("b.cpp", 1, write)) == "?");
  CHECK(made == 2);
}

TEST_CASE(
    "long names and what can't be made are left to the caller, and nothing else is forgotten") {
  places seen;
  std::string const longest(seen.longest_file, 'x');
  CHECK(seen.text_of(longest, 1) == '<' + longest + ":1");
  CHECK(seen.find(longest + "xxx", 1) == nullptr);
  CHECK(seen.find("unspeakable", 3) == nullptr);
  CHECK(seen.find("unspeakable", 3) == nullptr);
  CHECK(seen.made == 3);
  CHECK(seen.text_of(longest, 1) == '<' + longest + ":1");
  CHECK(seen.made == 3);
}

}  // namespace memo_test
