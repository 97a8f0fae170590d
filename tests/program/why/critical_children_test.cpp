#include "why/critical_children.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"
#include "support/git_traces.hpp"
#include "support/model.hpp"
#include "support/one_process.hpp"
#include "support/temporary_directory.hpp"
#include "support/times.hpp"

namespace critical_children_test {

namespace {

using support::one_process::line;
using support::one_process::process;

std::string start(std::string_view time, int id) {
  return line("child_start", time, R"(,"child_id":)" + std::to_string(id) + R"(,"argv":["a"])");
}
std::string exit(std::string_view time, int id, std::string_view total) {
  return line("child_exit", time,
              R"(,"child_id":)" + std::to_string(id) + R"(,"pid":1,"code":0,"t_rel":)" +
                  std::string{total});
}

/// The waits in milliseconds, in the order of starts.
std::string waits_of(std::string const& inside) {
  support::modelled const made{process(inside)};
  trace2::program::critical_children const waits{made.trace};
  std::string text;
  for (auto const& child : made.trace.children)
    text += std::to_string(waits.time_of(child, false) / ns(1'000'000)) + " ";
  return text;
}

/// From when to when children of a pool are waited for, in milliseconds.
std::string pooled_of(std::string const& inside) {
  support::modelled const made{process(inside)};
  trace2::program::critical_children const waits{made.trace};
  std::string text;
  for (auto const& child : made.trace.children)
    if (auto const* const span = waits.pooled(child); span == nullptr)
      text += "- ";
    else
      text += std::to_string((span->begin - made.trace.begin) / ns(1'000'000)) + "-" +
              std::to_string((span->end - made.trace.begin) / ns(1'000'000)) + " ";
  return text;
}

}  // namespace

TEST_CASE("children of a pool tell from when to when they are waited for", "[export]") {
  CHECK(pooled_of(start("00:00:00.1", 0) + start("00:00:00.1", 1) + exit("00:00:00.4", 0, "0.3") +
                  start("00:00:00.4", 2) + exit("00:00:00.5", 1, "0.4") +
                  exit("00:00:00.9", 2, "0.5")) == "100-400 - 400-900 ");
  CHECK(pooled_of(start("00:00:00.1", 0) + start("00:00:00.2", 1) + exit("00:00:00.3", 1, "0.1") +
                  exit("00:00:00.8", 0, "0.7")) == "- - ");
}

TEST_CASE("of children that nest the innermost is waited for", "[export]") {
  CHECK(waits_of(start("00:00:00.1", 0) + start("00:00:00.2", 1) + exit("00:00:00.3", 1, "0.1") +
                 start("00:00:00.4", 2) + exit("00:00:00.7", 2, "0.3") +
                 exit("00:00:00.8", 0, "0.7")) == "300 100 300 ");
}

TEST_CASE("of children of a pool the one that ends last is waited for, and what ended before it",
          "[export]") {
  CHECK(waits_of(start("00:00:00.1", 0) + start("00:00:00.1", 1) + exit("00:00:00.4", 0, "0.3") +
                 start("00:00:00.4", 2) + exit("00:00:00.5", 1, "0.4") +
                 exit("00:00:00.9", 2, "0.5")) == "300 0 500 ");
}

TEST_CASE("between two of them the child that goes on for longest is waited for", "[export]") {
  CHECK(waits_of(start("00:00:00.1", 0) + start("00:00:00.1", 1) + exit("00:00:00.3", 0, "0.2") +
                 start("00:00:00.4", 2) + exit("00:00:00.5", 1, "0.4") +
                 exit("00:00:00.9", 2, "0.5")) == "200 100 500 ");
  CHECK(waits_of(start("00:00:00.1", 0) + start("00:00:00.4", 1) + exit("00:00:00.5", 0, "0.4") +
                 exit("00:00:00.9", 1, "0.5")) == "300 500 ");
}

TEST_CASE("a region in which a pool is waited for waits for its children as the path goes",
          "[export]") {
  // An event loop sleeps in a region that says so, and collects a child in it or right behind it.
  bool const is_behind = GENERATE(false, true);
  std::string const names = R"(,"nesting":1,"category":"c","label":"poll","waits":true)";
  auto const wait = [&](std::string_view from, std::string const& collected, std::string_view to) {
    std::string const leave = line("region_leave", to, names);
    return line("region_enter", from, names) + (is_behind ? leave + collected : collected + leave);
  };
  // The second one runs beside two others, of which the latter starts when the first has ended.
  support::modelled const made{process(
      start("00:00:00.1", 0) + start("00:00:00.1", 1) +
      wait("00:00:00.1", exit("00:00:00.4", 0, "0.3"), "00:00:00.4") + start("00:00:00.4", 2) +
      wait("00:00:00.4", exit("00:00:00.8", 1, "0.7"), "00:00:00.8") +
      wait("00:00:00.8", exit("00:00:00.9", 2, "0.5"), "00:00:00.9"))};
  trace2::program::critical_children const waits{made.trace};
  std::vector<std::int64_t> at_end;
  for (auto const& child : made.trace.children) {
    at_end.push_back(waits.time_of(child, true) / ns(1'000'000));
    CHECK(made.trace.regions[child.end_region].self() == ns(0));
  }
  CHECK(at_end == std::vector<std::int64_t>{300, 0, 500});
}

TEST_CASE("of two children that are collected behind a wait the first one ended it", "[export]") {
  std::string const names = R"(,"nesting":1,"category":"c","label":"poll","waits":true)";
  support::modelled const made{process(
      start("00:00:00.1", 0) + start("00:00:00.2", 1) + line("region_enter", "00:00:00.3", names) +
      line("region_leave", "00:00:00.8", names) + exit("00:00:00.8", 0, "0.7") +
      exit("00:00:00.8", 1, "0.6"))};
  CHECK(made.trace.children[0].waited_at_end == ns(500'000'000));
  CHECK(made.trace.children[1].waited_at_end == ns(0));
  CHECK(made.trace.regions[made.trace.children[0].end_region].self() == ns(0));
}

TEST_CASE("work beside a pool shortens the waits in proportion", "[export]") {
  CHECK(waits_of(start("00:00:00.1", 0) + start("00:00:00.2", 1) +
                 line("region_enter", "00:00:00.2", R"(,"nesting":1,"category":"c","label":"l")") +
                 line("region_leave", "00:00:00.6", R"(,"nesting":1,"t_rel":0.4)") +
                 exit("00:00:00.7", 0, "0.6") + exit("00:00:00.9", 1, "0.7")) == "50 350 ");
}

TEST_CASE("children of different regions have no pool in common", "[export]") {
  CHECK(waits_of(start("00:00:00.1", 0) +
                 line("region_enter", "00:00:00.2", R"(,"nesting":1,"category":"c","label":"l")") +
                 start("00:00:00.3", 1) + exit("00:00:00.6", 0, "0.5") +
                 exit("00:00:00.7", 1, "0.4") +
                 line("region_leave", "00:00:00.8", R"(,"nesting":1,"t_rel":0.6)")) == "100 400 ");
}

TEST_CASE("in Git's own recordings all children have the waits of the model together", "[export]") {
  for (std::string const& path : support::git_traces()) {
    INFO(path);
    support::modelled const made{support::content_of(path + ".event")};
    trace2::program::critical_children const waits{made.trace};
    trace2::read::nanoseconds sum;
    trace2::read::nanoseconds of_model;
    for (auto const& child : made.trace.children) {
      CHECK(waits.time_of(child, false) >= ns(0));
      sum += waits.time_of(child, false);
      of_model += child.waited;
    }
    CHECK(sum == of_model);
  }
}

}  // namespace critical_children_test
