#include "why/critical_phases.hpp"

#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/model.hpp"
#include "support/times.hpp"
#include "why/critical_path.hpp"

namespace critical_phases_test {

namespace program = trace2::program;

namespace {

std::string line(std::string_view event, std::string_view time, std::string_view members = "",
                 std::string_view thread = "main") {
  return support::event_line(event, "S", thread, time, members);
}

std::string phase(std::string_view name, std::string_view end, std::string_view total,
                  std::string_view thread = "main") {
  return line("data_json", end,
              R"(,"nesting":1,"category":"p","key":")" + std::string{name} +
                  R"(","value":{"of":"phase","whose":"process","t_total":)" + std::string{total} +
                  R"(,"sums":[]})",
              thread);
}

std::string process(std::string const& inside) {
  return line("start", "00:00:00", R"(,"t_abs":0,"argv":["a"])") + inside +
         line("atexit", "00:00:01", R"(,"t_abs":1,"code":0)");
}

/// "p/one 300 ms, self 700 ms, ", the longest first.
std::string rows_of(std::string trace) {
  using kind = program::critical_path::kind;
  support::modelled const made{std::move(trace)};
  program::critical_path path{made.trace, made.labels};
  path.of_process(0);
  std::string shown;
  for (auto const& row : path.rows())
    shown += (row.label == program::critical_path::no_label ? "self" : made.name_of(row.label)) +
             (row.kind == kind::phase  ? " "
              : row.kind == kind::self ? " "
                                       : " region ") +
             std::to_string(row.time / ns(1'000'000)) + ", ";
  return shown;
}

}  // namespace

TEST_CASE("phases explain the self time of their thread, and the rest stays its own", "[export]") {
  CHECK(rows_of(process(phase("one", "00:00:00.4", "0.3") + phase("two", "00:00:00.9", "0.5"))) ==
        "p/two 500, p/one 300, self 200, ");
  CHECK(rows_of(process(phase("one", "00:00:00.2", "0.1") + phase("one", "00:00:00.4", "0.1"))) ==
        "self 800, p/one 200, ");
}

TEST_CASE("a region inside a phase counts once, as the region", "[export]") {
  std::string const at = R"(,"category":"c","label":"l","nesting":1)";
  std::string const region = line("region_enter", "00:00:00.2", at) +
                             line("region_leave", "00:00:00.3", at + ",\"t_rel\":0.1");
  CHECK(rows_of(process(region + phase("one", "00:00:00.9", "0.8"))) ==
        "p/one 700, self 200, c/l region 100, ");
  // Before the phase.
  CHECK(rows_of(process(region + phase("one", "00:00:00.9", "0.6"))) ==
        "p/one 600, self 300, c/l region 100, ");
}

TEST_CASE("a child inside a phase counts once, as the child", "[export]") {
  std::string const child =
      line("child_start", "00:00:00.2", R"(,"child_id":0,"argv":["b"])") +
      line("child_exit", "00:00:00.6", R"(,"child_id":0,"pid":1,"code":0,"t_rel":0.4)");
  CHECK(rows_of(process(child + phase("one", "00:00:01", "1"))) == "p/one 600, self region 400, ");
}

TEST_CASE("a phase inside another one counts once, as the outer one", "[export]") {
  CHECK(rows_of(process(phase("inner", "00:00:00.4", "0.1") +
                        phase("outer", "00:00:00.8", "0.8"))) == "p/outer 800, self 200, ");
}

TEST_CASE("phases of other threads and longer than their process explain no more than there is",
          "[export]") {
  std::string const other = line("thread_start", "00:00:00.1", "", "th01:x") +
                            phase("one", "00:00:00.4", "0.3", "th01:x") +
                            line("thread_exit", "00:00:00.5", R"(,"t_rel":0.4)", "th01:x");
  CHECK(rows_of(process(other)).find("p/one") == std::string::npos);
  CHECK(rows_of(process(phase("one", "00:00:01", "500"))) == "p/one 1000, ");
}

TEST_CASE("what a thread was waited for is taken from phases in which it lived", "[export]") {
  std::string const thread = line("thread_start", "00:00:00.6", "", "th01:x") +
                             line("thread_exit", "00:00:00.9", R"(,"t_rel":0.3)", "th01:x");
  std::string const shown = rows_of(
      process(phase("one", "00:00:00.5", "0.5") + thread + phase("two", "00:00:01", "0.5")));
  CHECK(shown.find("p/one 500") != std::string::npos);
  CHECK(shown.find("p/two 200") != std::string::npos);
}

TEST_CASE("the sums of a region are those of the region", "[export]") {
  std::string const at = R"(,"category":"p","label":"one","nesting":1)";
  CHECK(rows_of(process(line("region_enter", "00:00:00.2", at) + phase("one", "00:00:00.9", "0.7") +
                        line("region_leave", "00:00:00.9", at + ",\"t_rel\":0.7"))) ==
        "p/one region 700, self 300, ");
}

}  // namespace critical_phases_test
