#include <trace2/event/child.hpp>
#include <trace2/event/data.hpp>
#include <trace2/event/lifecycle.hpp>
#include <trace2/format/binary.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"

using namespace trace2;
using trace2::detail::recording::member_type;
using trace2::detail::recording::schema_flags;
using trace2::detail::recording::type_of;

namespace {

enum class color { red };
BOOST_DESCRIBE_ENUM(color, red)
enum class plain : std::uint16_t { zero };

struct worded {
  static constexpr std::string_view event_name = "worded";
  static constexpr bool timed = false;
  int value = 1;
  void perf(auto& line) const { line << value; }
};
BOOST_DESCRIBE_STRUCT(worded, (), (value))

}  // namespace

TEST_CASE("each type of member has a form in recordings") {
  STATIC_REQUIRE(type_of<bool>() == member_type::boolean);
  STATIC_REQUIRE(type_of<char>() == member_type::character);
  STATIC_REQUIRE(type_of<signed char>() == member_type::int8);
  STATIC_REQUIRE(type_of<long>() == member_type::int64);
  STATIC_REQUIRE(type_of<unsigned>() == member_type::uint32);
  STATIC_REQUIRE(type_of<float>() == member_type::float32);
  STATIC_REQUIRE(type_of<long double>() == member_type::float64);
  STATIC_REQUIRE(type_of<std::string_view>() == member_type::text);
  STATIC_REQUIRE(type_of<std::string>() == member_type::text);
  STATIC_REQUIRE(type_of<char const*>() == member_type::text);
  STATIC_REQUIRE(type_of<text_list>() == member_type::texts);
  STATIC_REQUIRE(type_of<seconds>() == member_type::seconds);
  STATIC_REQUIRE(type_of<data_value>() == member_type::value);
  STATIC_REQUIRE(type_of<json_text>() == member_type::json);
  STATIC_REQUIRE(type_of<color>() == member_type::enumeration);
  STATIC_REQUIRE(type_of<plain>() == member_type::uint16);
  STATIC_REQUIRE(type_of<std::vector<int>>() == member_type::rendered);
  STATIC_REQUIRE(type_of<std::optional<int>>() == member_type::rendered);
}

TEST_CASE("words are stored for events that a reader can't word") {
  namespace recording = trace2::detail::recording;
  STATIC_REQUIRE(schema_flags<worded> == recording::perf_flag);
  STATIC_REQUIRE(schema_flags<event::data> == recording::timed_flag);
  STATIC_REQUIRE(schema_flags<event::version> == recording::dated_flag);
  // Its words depend on a member that isn't on the wire.
  STATIC_REQUIRE((schema_flags<event::child_start> & recording::normal_flag) != 0);
}

TEST_CASE("without a recording there is nothing to write") {
  detail::buffer out;
  worded const event;
  format::binary::write(out, {}, record<worded>{{}, event});
  CHECK(out.empty());
}
