#include <trace2/event/child.hpp>
#include <trace2/event/data.hpp>
#include <trace2/event/lifecycle.hpp>
#include <trace2/recording/event_record.hpp>

#include <string_view>

#include "support/catch.hpp"

namespace event_record_test {

using namespace trace2;
using trace2::detail::schema_flags;

namespace {

struct worded {
  static constexpr std::string_view event_name = "worded";
  static constexpr trace2::event_traits traits{.timed = false};
  int value = 1;
  void perf(auto& line) const { line << value; }
};
BOOST_DESCRIBE_STRUCT(worded, (), (value))

}  // namespace

TEST_CASE("words are stored for events that a reader can't word") {
  STATIC_REQUIRE(schema_flags<worded> == detail::perf_flag);
  STATIC_REQUIRE(schema_flags<event::data> == detail::timed_flag);
  STATIC_REQUIRE(schema_flags<event::version> == detail::dated_flag);
  // Its words depend on a member that isn't on the wire.
  STATIC_REQUIRE((schema_flags<event::child_start> & detail::normal_flag) != 0);
}

TEST_CASE("without a recording there is nothing to write") {
  buffer out;
  worded const event;
  detail::without_type<worded, 0, true> const erased{event};
  detail::recording::event_record::write(out, {{}, erased});
  CHECK(out.empty());
}

}  // namespace event_record_test
