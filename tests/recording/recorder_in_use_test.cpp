#include <trace2/detail/time/clock.hpp>
#include <trace2/detail/time/clock_start.hpp>
#include <trace2/recording/recorder.hpp>
#include <trace2/recording/recorder_in_use.hpp>

#include "support/catch.hpp"

namespace recorder_in_use_test {

using namespace trace2::detail::recording;

namespace {

struct chosen : recorder_in_use {
  using recorder_in_use::use;
};

}  // namespace

TEST_CASE("a recorder is alone and quick until it is retired") {
  trace2::detail::start_clock();
  static recorder one;
  static recorder other;
  chosen::use(&one);
  CHECK(recorder_in_use::current() == &one);
  CHECK(recorder_in_use::alone() == nullptr);
  recorder_in_use::set_alone(true);
  CHECK(recorder_in_use::alone() == &one);
  CHECK((recorder_in_use::quick() == &one) == trace2::detail::clock::has_counter());
  recorder_in_use::retire(&other);
  recorder_in_use::retire(nullptr);
  CHECK(recorder_in_use::alone() == &one);
  recorder_in_use::retire(&one);
  CHECK(recorder_in_use::current() == nullptr);
  CHECK(recorder_in_use::alone() == nullptr);
}

TEST_CASE("without a recorder nobody is quick, not even a cursor without a chunk") {
  recorder_in_use::set_alone(true);
  CHECK(recorder_in_use::alone() == nullptr);
  CHECK(recorder_in_use::quick() != nullptr);
}

}  // namespace recorder_in_use_test
