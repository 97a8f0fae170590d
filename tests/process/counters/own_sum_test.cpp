#include <trace2/process/counters/own_sum.hpp>
#include <trace2/process/threads/thread_registry.hpp>

#include <thread>

#include "support/catch.hpp"

namespace own_sum_test {

using trace2::sum_scope;
using trace2::detail::all_threads;
using trace2::detail::counter_sum;
using trace2::detail::timer_sum;
template <class Sum>
using own_sum = trace2::detail::own_sum<true, Sum>;

namespace {

/// The registry without threads, which begins one for each thread that counts, as in a session.
struct counting_threads {
  counting_threads() {
    all_threads.reset();
    trace2::detail::this_process.begin_thread.store_release(
        []() noexcept -> trace2::detail::summing_thread* { return all_threads.current(); });
  }
  ~counting_threads() {
    trace2::detail::this_process.begin_thread.store_release(nullptr);
    all_threads.reset();
  }
};

}  // namespace

TEST_CASE("each thread finds a sum of its own, by any object with the same names") {
  counting_threads const threads;
  own_sum<counter_sum> const here{"own", "files", sum_scope::per_process};
  own_sum<counter_sum> const there{"own", "files", sum_scope::per_process};
  here.find()->add(1);
  CHECK(there.find() == here.find());
  std::thread{[&] {
    CHECK(here.find()->count.load_relaxed() == 0);
    here.find()->add(2);
    all_threads.end();
  }}.join();
  CHECK(here.find()->count.load_relaxed() == 1);
}

TEST_CASE("timers and counters of the same names have nothing in common") {
  counting_threads const threads;
  own_sum<counter_sum> const count{"own", "both", sum_scope::per_process};
  own_sum<timer_sum> const time{"own", "both", sum_scope::per_process};
  count.find()->add(1);
  CHECK_FALSE(time.find()->is_used());
  time.find()->start(5);
  CHECK(time.find()->stop(7));
  CHECK(count.find()->count.load_relaxed() == 1);
}

TEST_CASE("while another object has the session, a thread finds no sum, even if it had one") {
  counting_threads const threads;
  own_sum<counter_sum> const count{"own", "guest", sum_scope::per_process};
  count.find()->add(1);
  trace2::detail::process_state other;
  trace2::detail::verb_table verbs{};
  verbs.process = &other;
  auto& own = trace2::detail::object_switch_of<true>::value.verbs;
  own.store_release(&verbs);
  CHECK(count.find() == nullptr);
  own.store_release(nullptr);
  CHECK(count.find() != nullptr);
}

TEST_CASE("a thread finds no sum where nothing can begin it") {
  all_threads.reset();
  own_sum<counter_sum> const count{"own", "none", sum_scope::per_process};
  CHECK(count.find() == nullptr);
}

}  // namespace own_sum_test

namespace sum_elsewhere_test {

using trace2::detail::sum_elsewhere;

TEST_CASE("uses of sums whose names found no memory are mistakes of the other object's session") {
  trace2::detail::process_state other;
  trace2::detail::verb_table verbs{};
  verbs.process = &other;
  auto& own = trace2::detail::object_switch_of<true>::value.verbs;
  own.store_release(&verbs);
  sum_elsewhere<true>{nullptr}.add_elsewhere(1);
  CHECK(sum_elsewhere<true>{nullptr}.start_elsewhere() == false);
  CHECK(other.misuse.sum.load_relaxed() == 2);
  own.store_release(nullptr);
}

}  // namespace sum_elsewhere_test
