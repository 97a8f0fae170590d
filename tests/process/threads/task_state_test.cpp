#include <trace2/process/threads/task_state.hpp>

#include <cstddef>
#include <cstdint>
#include <sys/resource.h>
#include <vector>

#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/sanitizers.hpp"
#include "support/skip.hpp"

namespace task_state_test {

using trace2::detail::static_site;
using trace2::detail::task_state;

TEST_CASE("one thread at a time runs a task") {
  task_state task{"c", "l", {}};
  CHECK(task.begin_run());
  CHECK_FALSE(task.begin_run());
  CHECK_FALSE(task.end_run());
  CHECK(task.begin_run());
}

TEST_CASE("a task ends with its last user") {
  task_state first{"c", "l", {}}, second{"c", "l", {}};
  CHECK(first.let_go());
  REQUIRE(second.begin_run());
  CHECK_FALSE(second.let_go());
  CHECK_FALSE(second.begin_run());
  CHECK(second.end_run());
}

TEST_CASE("names are those of a place, or its own") {
  static static_site site{"net", "get", {"f.cpp", 3}};
  task_state const placed{site};
  CHECK((placed.category() == "net" && placed.label() == "get" && placed.at().line == 3));
  char const* const label = "put";
  task_state const named{"net", label, {"f.cpp", 4}};
  CHECK((named.category() == "net" && named.label() == "put" && named.at().line == 4));
}

TEST_CASE("a task takes 192 bytes at most") { STATIC_REQUIRE(sizeof(task_state) <= 192); }

}  // namespace task_state_test

namespace suspended_regions_test {

using trace2::detail::open_region;
using trace2::detail::suspended_regions;
using moments = std::vector<std::int64_t>;

namespace {

// The sanitizers end a program whose memory runs out.
constexpr bool is_sanitized = support::is_address_sanitized || support::is_thread_sanitized;

std::vector<open_region> numbered(std::size_t count) {
  std::vector<open_region> all;
  for (std::size_t i = 0; i < count; ++i) all.push_back({static_cast<std::int64_t>(i) + 1, 0});
  return all;
}
moments numbers(std::size_t count) {
  moments all;
  for (open_region const& each : numbered(count)) all.push_back(each.begun);
  return all;
}
moments in(suspended_regions const& kept) {
  moments all;
  for (std::size_t i = 0; i < kept.size(); ++i) all.push_back(kept.data()[i].begun);
  return all;
}

}  // namespace

TEST_CASE("few regions and many are kept") {
  suspended_regions kept;
  CHECK(kept.size() == 0);
  for (std::size_t const count : {1u, 3u, 4u, 2u, 100u, 0u, 201u, 3u}) {
    kept.keep(numbered(count).data(), count);
    CHECK(in(kept) == numbers(count));
  }
}

TEST_CASE("without memory the outermost regions are kept") {
  if (is_sanitized) return support::skip("sanitizers take memory of their own");
  // More than the heap keeps for later, whatever ran before.
  auto const many = numbered(4'000'000);
  CHECK(support::run_in_child([&many] {
          suspended_regions kept;
          kept.keep(many.data(), 3);
          ::rlimit const nothing{};
          if (::setrlimit(RLIMIT_AS, &nothing) != 0) return 1;
          kept.keep(many.data(), many.size());
          return kept.size() == 3 && kept.data()[2].begun == 3 ? 0 : 2;
        }) == 0);
}

}  // namespace suspended_regions_test
