#include <trace2/process/state/misplaced_regions.hpp>

#include <cstdint>
#include <string>
#include <thread>

#include "support/catch.hpp"

namespace misplaced_regions_test {

using trace2::call_site;
using trace2::detail::misplaced_regions;

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

TEST_CASE("a header's place is one, however many units have a copy of its name") {
  misplaced_regions counts;
  constexpr int units = misplaced_regions::most_places + 1;
  char names[units][8];
  for (auto& name : names) {
    std::string{"scan.hpp"}.copy(name, sizeof name - 1);
    name[sizeof name - 1] = '\0';
    counts.add({name, 7});
  }
  CHECK(shown(counts) == "scan.hp:7=33 ");
  CHECK(counts.elsewhere() == 0);
}

TEST_CASE("further places are counted together") {
  misplaced_regions counts;
  constexpr int most = misplaced_regions::most_places;
  for (int line = 0; line < most + 5; ++line) counts.add({"a.cpp", line});
  CHECK(counts.elsewhere() == 5);
}

TEST_CASE("what has no place is counted with the further ones") {
  misplaced_regions counts;
  counts.add({nullptr, 3});
  CHECK(shown(counts) == "");
  CHECK(counts.elsewhere() == 1);
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

}  // namespace misplaced_regions_test
