#include "summary/histogram.hpp"

#include <trace2/sink/memory.hpp>

#include <cstddef>
#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/task_trace.hpp"
#include "support/times.hpp"
#include "support/trace_log.hpp"

namespace histogram_test {

namespace program = trace2::program;
namespace read = trace2::read;

namespace {

std::string region(std::string_view category, std::string_view label, std::string_view seconds) {
  std::string const names = std::string{R"("category":")"}.append(category) + R"(","label":")" +
                            std::string{label} + "\"";
  return support::event_line("region_enter", "S", "main", "00:00:00", ",\"nesting\":1," + names) +
         support::event_line("region_leave", "S", "main", "00:00:00",
                             ",\"nesting\":1,\"t_rel\":" + std::string{seconds} + "," + names);
}

std::string const trace = region("index", "read", "0.000004") +
                          region("index", "read", "0.000005") +
                          region("index", "read", "0.000009") + region("index", "write", "0.02") +
                          region("other", "read", "3");

struct drawn {
  explicit drawn(std::string name) : histogram{labels, std::move(name)} {
    support::follow(trace, histogram, labels);
  }
  std::string text(std::size_t width) const {
    trace2::memory_sink sink;
    program::write_histogram(sink, histogram, {}, width);
    return std::string{sink.text()};
  }

  read::label_table labels;
  program::region_histogram histogram;
};

}  // namespace

TEST_CASE("regions are meant by their label, category, or both", "[export]") {
  CHECK(drawn{"read"}.histogram.durations().count() == 4);
  CHECK(drawn{"index"}.histogram.durations().count() == 4);
  CHECK(drawn{"index/read"}.histogram.durations().count() == 3);
  CHECK(drawn{"*/w*"}.histogram.durations().count() == 1);
  CHECK(drawn{"nothing"}.histogram.durations().count() == 0);
  CHECK(drawn{"nothing"}.histogram.rows().empty());
}

TEST_CASE("regions of tasks count as those of threads", "[export]") {
  read::label_table labels;
  program::region_histogram histogram{labels, "c/dns"};
  support::follow(support::tasks::pool(), histogram, labels);
  CHECK(histogram.durations().count() == 1);
}

TEST_CASE("steps go from the shortest region to the longest", "[export]") {
  auto const rows = drawn{"index/read"}.histogram.rows();
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].from == trace2::duration::microseconds(2));
  CHECK(rows[0].to == trace2::duration::microseconds(5));
  CHECK(rows[0].count == 1);
  CHECK(rows[1].to == trace2::duration::microseconds(10));
  CHECK(rows[1].count == 2);
  CHECK(drawn{"index"}.histogram.rows().size() == 13);
}

TEST_CASE("all of a histogram is its sums and its steps, with a percentile of enough regions",
          "[export]") {
  auto const few = drawn{"index/read"}.histogram.told();
  CHECK(few.regions == "index/read");
  CHECK(few.count == 3);
  CHECK(few.total == trace2::duration::microseconds(18));
  CHECK(few.median == trace2::duration::microseconds(5));
  CHECK(few.max == trace2::duration::microseconds(9));
  CHECK_FALSE(few.p95);
  CHECK(few.steps.size() == 2);
  for (std::size_t const count : {19u, 20u}) {
    std::string many;
    for (std::size_t i = 0; i < count; ++i) many += region("c", "many", "0.000007");
    read::label_table labels;
    program::region_histogram histogram{labels, "many"};
    support::follow(many, histogram, labels);
    auto const told = histogram.told();
    CHECK(told.p95.has_value() == (count == 20));
    if (told.p95) CHECK(*told.p95 == trace2::duration::microseconds(7));
  }
}

TEST_CASE("steps are of nanoseconds where the trace knows them", "[export]") {
  read::label_table labels;
  program::region_histogram histogram{labels, "read"};
  read::traced_process process;
  process.is_fine = true;
  read::traced_thread thread;
  read::open_region region{};
  region.label = labels.id_of("index", "read");
  for (std::int64_t const total : {0, 2'000})
    histogram.region_left(process, thread, {region, moment_ns(total), ns(total), true});
  auto const rows = histogram.rows();
  REQUIRE(rows.size() == 12);
  CHECK(program::shown_edge(rows[0].from) == "0 ns");
  CHECK(program::shown_edge(rows[0].to) == "1 ns");
  CHECK(rows.back().to.is_fine());
}

TEST_CASE("bars are as long as there is room", "[export]") {
  CHECK(drawn{"index/read"}.text(56) ==
        "index/read  3 regions, total 18 us\n"
        "median 5 us, max 9 us\n"
        "  from  below  count  share  \n"
        "  2 us   5 us      1  33.3%  #####\n"
        "  5 us  10 us      2  66.7%  ##########\n");
}

TEST_CASE("the head is a single line where that has room", "[export]") {
  std::string const head = "index/read  3 regions, total 18 us, median 5 us, max 9 us\n";
  CHECK(drawn{"index/read"}.text(head.size() - 1).starts_with(head));
  CHECK(drawn{"index/read"}
            .text(head.size() - 2)
            .starts_with("index/read  3 regions, total 18 us\n"));
}

TEST_CASE("edges have a round number of a unit", "[export]") {
  CHECK(program::shown_edge(trace2::duration::microseconds(0)) == "0 us");
  CHECK(program::shown_edge(read::fine_duration{ns(0), true}) == "0 ns");
  CHECK(program::shown_edge(read::fine_duration{ns(500)}) == "500 ns");
  CHECK(program::shown_edge(trace2::duration::microseconds(500)) == "500 us");
  CHECK(program::shown_edge(trace2::duration::microseconds(20'000)) == "20 ms");
  CHECK(program::shown_edge(trace2::duration::microseconds(50'000'000)) == "50 s");
  CHECK(program::shown_edge(read::fine_duration{ns(1'000)}) == "1 us");
  CHECK(program::shown_edge(trace2::duration::microseconds(1'000)) == "1 ms");
  CHECK(program::shown_edge(trace2::duration::microseconds(1'000'000)) == "1 s");
}

}  // namespace histogram_test
