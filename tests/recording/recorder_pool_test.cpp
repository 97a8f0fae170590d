#include <trace2/detail/time/clock_start.hpp>
#include <trace2/recording/recorder_pool.hpp>
#include <trace2/recording/recording_file.hpp>

#include <string>

#include "support/catch.hpp"
#include "support/running_recorder.hpp"
#include "support/temporary_directory.hpp"
#include <sys/mman.h>

namespace recorder_pool_test {

using namespace trace2;
using namespace trace2::detail::recording;

namespace {

int new_file() { return ::memfd_create("recorder_pool_test", MFD_CLOEXEC); }

}  // namespace

TEST_CASE("a recorder that was given back records again, and none that still records") {
  trace2::detail::start_clock();
  recorder* const one = recorder_pool::take();
  recorder* const two = recorder_pool::take();
  REQUIRE(one != nullptr);
  REQUIRE(two != nullptr);
  CHECK(one != two);
  REQUIRE(one->open(new_file(), {}, "SID", "/program", 1) == 0);
  recorder_pool::give_back(*one);
  recorder* const three = recorder_pool::take();
  CHECK(three != one);
  one->close();
  CHECK(recorder_pool::take() == one);
  recorder_pool::give_back(*two);
  CHECK(recorder_pool::take() == two);
  for (recorder* const each : {one, two, three}) recorder_pool::give_back(*each);
}

TEST_CASE("recordings that follow each other need two recorders, and each has its own events") {
  static detail::static_site site{"c", "l"};
  detail::region_stack regions;
  this_cursor.regions = &regions;
  regions.enter(trace2::detail::clock::now());
  std::string names[20];
  recorder const* seen[3]{};
  support::temporary_directory const directory;
  static recording_file* before = nullptr;
  for (int i = 0; i < 20; ++i) {
    names[i] = directory / std::to_string(i);
    auto* const now =
        trace2::detail::leaked<recording_file>::make(names[i].c_str(), recording_options{});
    REQUIRE(now->error() == 0);
    if (before != nullptr) before->give_back();
    recorder::set_alone(true);
    recorder const* const used = recorder::current();
    if (i < 3) seen[i] = used;
    CHECK((used == seen[0] || used == seen[1] || used == seen[2]));
    for (int value = 0; value <= i; ++value) CHECK(support::stores(site, std::int64_t{value}));
    CHECK(now->dropped() == 0);
    before = now;
  }
  before->give_back();
  this_cursor.regions = cursor{}.regions;
  for (int i = 0; i < 20; ++i) {
    std::string const bytes = support::content_of(names[i]);
    CHECK(bytes.find("recorder_pool_test.cpp") != bytes.npos);
  }
}

}  // namespace recorder_pool_test
