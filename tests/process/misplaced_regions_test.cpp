#include <trace2/process/misplaced_regions.hpp>

#include <cstdint>
#include <string>
#include <thread>

#include "support/catch.hpp"

namespace misplaced_regions_test {

using trace2::call_site;
using trace2::detail::misplaced_regions;
using trace2::detail::regions_left_elsewhere;

namespace {

std::string shown(misplaced_regions const& counts) {
  std::string all;
  counts.for_each([&](call_site at, std::uint64_t count) {
    all += at.file + (':' + std::to_string(at.line)) + '=' + std::to_string(count) + ' ';
  });
  return all;
}

}  // namespace

TEST_CASE("places are counted, each by itself") {
  misplaced_regions counts;
  for (int const line : {1, 2, 1, 1}) counts.add({"a.cpp", line});
  counts.add({"b.cpp", 2});
  CHECK(shown(counts) == "a.cpp:1=3 a.cpp:2=1 b.cpp:2=1 ");
  CHECK(counts.elsewhere() == 0);
}

TEST_CASE("further places are counted together") {
  misplaced_regions counts;
  constexpr int most = misplaced_regions::most_places;
  for (int line = 0; line < most + 5; ++line) counts.add({"a.cpp", line});
  CHECK(counts.elsewhere() == 5);
}

TEST_CASE("threads that begin to count a place together lose nothing") {
  misplaced_regions counts;
  auto const add = [&] {
    for (int i = 0; i < 1000; ++i) counts.add({"a.cpp", 1 + i % 2});
  };
  std::thread other{add};
  add();
  other.join();
  CHECK(shown(counts).size() == std::string{"a.cpp:1=1000 a.cpp:2=1000 "}.size());
}

TEST_CASE("a region that was left elsewhere is found once") {
  regions_left_elsewhere left;
  left.add(8);
  left.add(8);
  CHECK_FALSE(left.take(16));
  CHECK(left.take(8));
  CHECK(left.take(8));
  CHECK_FALSE(left.take(8));
  for (std::uintptr_t owner = 8; owner < 8000; owner += 8) left.add(owner);
  left.clear();
  CHECK_FALSE(left.take(8));
}

}  // namespace misplaced_regions_test
