#include <trace2/read/overlapping_regions.hpp>

#include <cstddef>
#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/model.hpp"
#include "support/processor_time.hpp"
#include "support/times.hpp"

namespace overlapping_regions_test {

namespace {

using support::modelled;

std::string line(std::string_view event, std::string_view time, std::string const& members) {
  return support::event_line(event, "S", "main", time, members);
}

std::string region(std::string_view event, std::size_t nesting, std::string_view time,
                   std::string_view label) {
  return line(event, time,
              R"(,"nesting":)" + std::to_string(nesting) + R"(,"category":"c","label":")" +
                  std::string{label} + "\"");
}

std::string const start = line("start", "00:00:00", R"(,"t_abs":0,"argv":["a"])");

}  // namespace

TEST_CASE("a region that ends after one in which it began keeps its whole length", "[read]") {
  modelled const made{start + region("region_enter", 1, "00:00:01", "a") +
                      region("region_enter", 2, "00:00:02", "b") +
                      region("region_leave", 1, "00:00:03", "a") +
                      region("region_leave", 1, "00:00:05", "b")};
  CHECK(made.sum_of(made.trace.region_sums, "c/a").totals.count() == 1);
  CHECK(made.sum_of(made.trace.region_sums, "c/a").incomplete == 0);
  CHECK(made.sum_of(made.trace.region_sums, "c/b").incomplete == 0);
  CHECK(made.sum_of(made.trace.region_sums, "c/b").totals.sum() == ns(3'000'000'000));
}

TEST_CASE("ends that name none of very many regions take no longer", "[read]") {
  CHECK(support::takes_linear_time(1'000, [](std::size_t size) {
    std::string text = start;
    for (std::size_t i = 1; i <= size; ++i) text += region("region_enter", i, "00:00:01", "a");
    for (std::size_t i = 1; i <= size; ++i) text += region("region_leave", size, "00:00:02", "b");
    modelled const made{text};
  }));
}

}  // namespace overlapping_regions_test
