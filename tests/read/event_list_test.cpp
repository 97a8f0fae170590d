#include <trace2/read/event_list.hpp>

#include <boost/mp11/algorithm.hpp>

#include <cstddef>
#include <string_view>
#include <type_traits>

#include "support/catch.hpp"

namespace event_list_test {

using trace2::read::builtin_events;
using trace2::read::find_event;

namespace {

struct own_event {
  static constexpr std::string_view event_name = "aa";
  int value{};
};
BOOST_DESCRIBE_STRUCT(own_event, (), (value))

using own_events = boost::mp11::mp_push_back<builtin_events, own_event>;

}  // namespace

TEST_CASE("every event is found under its name on the wire", "[read][R-MAT-01]") {
  std::size_t index = 0;
  boost::mp11::mp_for_each<boost::mp11::mp_transform<boost::mp11::mp_identity, builtin_events>>(
      [&](auto identity) {
        CHECK(find_event<builtin_events>(decltype(identity)::type::event_name) == index++);
      });
  CHECK(index == 37);
  CHECK(std::variant_size_v<trace2::read::event_variant<builtin_events>> == 38);
}

TEST_CASE("other names are in no list", "[read]") {
  for (std::string_view const name : {"", "v", "versio", "versions", "Version", "zz", "data_jso"})
    CHECK(find_event<builtin_events>(name) == 37);
}

TEST_CASE("the documented name of data_json is understood", "[read][R-DAT-04]") {
  CHECK(find_event<builtin_events>("data-json") == find_event<builtin_events>("data_json"));
}

TEST_CASE("a program adds its own events", "[read]") {
  CHECK(find_event<own_events>("aa") == 37);
  CHECK(find_event<own_events>("counter") == 29);
  CHECK(find_event<own_events>("bb") == 38);
}

}  // namespace event_list_test
