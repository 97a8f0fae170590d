#include "why/last_ended.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/times.hpp"

namespace last_ended_test {

using trace2::program::time_span;

namespace {

struct span {
  std::size_t index;
  std::int64_t begin;
  std::int64_t end;
};

std::string followed(std::vector<span> const& given) {
  std::vector<time_span> spans;
  for (auto const& [index, begin, end] : given)
    spans.push_back({index, moment_ns(begin), moment_ns(end)});
  std::string text;
  trace2::program::follow_last_ended(
      spans, [&](std::size_t index, trace2::read::moment from, trace2::read::moment to) {
        text += std::to_string(index) + ":" + std::to_string(from.since_epoch().count()) + "-" +
                std::to_string(to.since_epoch().count()) + " ";
      });
  return text;
}

}  // namespace

TEST_CASE("the span that ended last comes first, and then what had ended before it", "[export]") {
  CHECK(followed({}).empty());
  CHECK(followed({{0, 3, 8}}) == "0:3-8 ");
  CHECK(followed({{0, 0, 4}, {1, 0, 5}, {2, 4, 10}}) == "2:4-10 0:0-4 ");
  CHECK(followed({{0, 0, 9}, {1, 1, 4}, {2, 4, 8}, {3, 9, 10}}) == "3:9-10 0:0-9 ");
}

TEST_CASE("between two of them the one that goes on for longest fills the time", "[export]") {
  CHECK(followed({{0, 0, 3}, {1, 0, 5}, {2, 4, 10}}) == "2:4-10 1:3-4 0:0-3 ");
  CHECK(followed({{0, 0, 5}, {1, 4, 10}}) == "1:4-10 0:0-4 ");
}

TEST_CASE("when nothing ran, nothing is passed", "[export]") {
  CHECK(followed({{0, 0, 3}, {1, 5, 8}}) == "1:5-8 0:0-3 ");
  CHECK(followed({{0, 4, 4}}).empty());
  CHECK(followed({{0, 0, 8}, {1, 4, 4}, {2, 8, 8}}) == "0:0-8 ");
}

TEST_CASE("every moment in which something ran is passed once", "[export]") {
  std::uint32_t random = 1;
  auto const below = [&](std::uint32_t most) {
    random = random * 1'664'525u + 1'013'904'223u;
    return static_cast<std::int64_t>((random >> 8) % most);
  };
  for (int round = 0; round < 300; ++round) {
    std::vector<time_span> spans;
    std::vector<int> ran(60);
    for (std::size_t i = 0; i < 8; ++i) {
      std::int64_t const begin = below(40);
      std::int64_t const end = begin + below(20);
      spans.push_back({i, moment_ns(begin), moment_ns(end)});
      for (std::int64_t at = begin; at < end; ++at) ran[static_cast<std::size_t>(at)] = 1;
    }
    trace2::program::follow_last_ended(spans, [&](std::size_t index, auto from, auto to) {
      CHECK(from < to);
      CHECK(spans[index].begin <= from);
      CHECK(to <= spans[index].end);
      for (auto at = from; at < to; at += ns(1))
        --ran[static_cast<std::size_t>(at.since_epoch().count())];
    });
    CHECK(ran == std::vector<int>(60));
  }
}

}  // namespace last_ended_test
