#include <trace2/settings/filter.hpp>

#include <string_view>

#include "support/catch.hpp"

namespace filter_test {

namespace {

bool wants(std::string_view patterns, std::string_view category, std::string_view label = {}) {
  return trace2::event_filter{patterns}.wants(category, label);
}

}  // namespace

TEST_CASE("an empty list wants everything", "[R-LIM-21]") {
  CHECK(trace2::event_filter{}.is_empty());
  CHECK(wants("", "index", "load"));
  CHECK(wants("", "", ""));
}

TEST_CASE("a category is wanted if a pattern matches it", "[R-LIM-21]") {
  CHECK(wants("index", "index", "load"));
  CHECK_FALSE(wants("index", "indexes"));
  CHECK_FALSE(wants("index", "Index"));
  CHECK(wants("pack-*,index", "pack-objects"));
  CHECK(wants(" pack , index ", "index"));
  CHECK_FALSE(wants("index", ""));
  CHECK(wants("*", ""));
}

TEST_CASE("a pattern with a slash looks at the label too") {
  CHECK(wants("index/load", "index", "load"));
  CHECK_FALSE(wants("index/load", "index", "store"));
  CHECK_FALSE(wants("index/load", "other", "load"));
  CHECK(wants("*/load", "anything", "load"));
  CHECK(wants("index/", "index", ""));
  CHECK_FALSE(wants("index/", "index", "load"));
  CHECK(wants("index/a/b", "index", "a/b"));
}

TEST_CASE("the last pattern that matches decides") {
  CHECK_FALSE(wants("index,!index/load", "index", "load"));
  CHECK(wants("index,!index/load", "index", "store"));
  CHECK(wants("!index,index/load", "index", "load"));
  CHECK_FALSE(wants("!index,index/load", "index", "store"));
}

TEST_CASE("what no pattern matches is wanted if the list begins by excluding") {
  CHECK(wants("!index", "pack"));
  CHECK_FALSE(wants("!index", "index"));
  CHECK_FALSE(wants("index,!index/load", "pack"));
  CHECK(wants("!index,index/load", "pack"));
}

TEST_CASE("empty patterns match nothing") {
  CHECK_FALSE(wants(",", "index"));
  CHECK_FALSE(wants("index,,", "pack"));
  CHECK(wants("!", "index"));
  CHECK(wants(",index,", "index"));
}

}  // namespace filter_test
