#include <trace2/value/arguments.hpp>

#include <array>
#include <cstddef>
#include <list>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "support/catch.hpp"

namespace arguments_test {

using trace2::arguments;

namespace {

std::string joined(arguments const& items) {
  std::string all;
  items.for_each([&](std::string_view item) { all.append("<").append(item).append(">"); });
  return all;
}

/// As std::views::transform with a function that returns a text.
template <class Text>
struct two_made {
  struct iterator {
    int at;
    Text operator*() const { return "x"; }
    iterator& operator++() { return ++at, *this; }
    bool operator==(iterator const&) const = default;
  };
  iterator begin() const { return {0}; }
  iterator end() const { return {2}; }
};

}  // namespace

TEST_CASE("arguments are a null-terminated list") {
  char const* const items[]{"git", "", "a b", nullptr, "behind"};
  CHECK(joined(items) == "<git><><a b>");
  CHECK(joined(static_cast<char const* const*>(nullptr)) == "");
  char** const none = nullptr;
  CHECK(joined(none) == "");
}

TEST_CASE("arguments are those of main") {
  char program[] = "program";
  char option[] = "-v";
  char* argv[]{program, option, nullptr};
  CHECK(joined({2, argv}) == "<program><-v>");
  CHECK(joined({1, argv}) == "<program>");
  CHECK(joined(argv) == "<program><-v>");
  CHECK(joined({0, argv}) == "");
  CHECK(joined({-1, argv}) == "");
  CHECK(joined({std::size_t{2}, argv}) == "<program><-v>");
  char** const none = nullptr;
  CHECK(joined({1, none}) == "");
}

TEST_CASE("arguments are a braced list") {
  CHECK(joined({}) == "");
  CHECK(joined({"one"}) == "<one>");
  CHECK(joined({"one", "two"}) == "<one><two>");
  CHECK(joined({"one", "two", "three"}) == "<one><two><three>");
  std::string const own = "own";
  CHECK(joined({own, std::string_view{"view"}, "literal"}) == "<own><view><literal>");
}

TEST_CASE("arguments are any range of texts") {
  CHECK(joined(std::vector<std::string>{"a", "b"}) == "<a><b>");
  CHECK(joined(std::list<std::string_view>{"a", "b"}) == "<a><b>");
  CHECK(joined(std::array<char const*, 2>{"a", "b"}) == "<a><b>");
  CHECK(joined(std::vector<char const*>{}) == "");
}

TEST_CASE("a range that makes its texts while it is read is no list, because they are kept") {
  CHECK(joined(two_made<std::string_view>{}) == "<x><x>");
  CHECK(joined(two_made<char const*>{}) == "<x><x>");
  static_assert(!std::is_convertible_v<two_made<std::string>, arguments>);
}

}  // namespace arguments_test
