#include <trace2/call/static_site.hpp>
#include <trace2/recording/recorder_in_use.hpp>
#include <trace2/recording/recording_watch.hpp>
#include <trace2/recording/short_record.hpp>

#include <cstdint>

#include "support/catch.hpp"
#include "support/running_recorder.hpp"

namespace recording_watch_test {

using namespace trace2;
using namespace trace2::detail::recording;

namespace {

int tended = 0;
int left = 0;
std::int64_t took = 0;

}  // namespace

TEST_CASE("the leaving of regions is watched only while somebody asks for it") {
  static detail::static_site site{"c", "l"};
  static constexpr recording_watch watch{
      .tend = []() noexcept { ++tended; },
      .left =
          [](detail::static_site& at, std::int64_t begin, std::int64_t end) noexcept {
            left += &at == &site;
            took = end - begin;
          },
      .stored = [](detail::untyped_record const&, std::string_view) noexcept {},
      .closing = [](recording_file const&) noexcept {}};
  recording_watch const* const before = recording_watch::current();
  recording_watch::set(watch);
  {
    support::running_recorder const run;
    auto const enter = [] {
      return short_record::region_enter(site) || short_record::region_enter_slowly(site);
    };
    auto const leave = [] {
      return short_record::region_leave(site) || short_record::region_leave_slowly(site);
    };
    CHECK(enter());
    CHECK(tended > 0);
    CHECK(leave());
    CHECK(left == 0);
    recorder_in_use::watch_leaving(true);
    CHECK(recorder_in_use::quick_to_leave() != recorder_in_use::current());
    CHECK(enter());
    CHECK_FALSE(short_record::region_leave(site));
    CHECK(leave());
    CHECK(left == 1);
    CHECK(took > 0);
    recorder_in_use::watch_leaving(false);
    CHECK(enter());
    CHECK(leave());
    CHECK(left == 1);
    CHECK(run.kinds().size() == 6);
  }
  if (before != nullptr) recording_watch::set(*before);
}

}  // namespace recording_watch_test
