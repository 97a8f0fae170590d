#include <trace2/read/recording/member_reader.hpp>
#include <trace2/recording/event_record.hpp>

#include <boost/describe.hpp>
#include <cstdint>
#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace member_reader_test {

namespace detail = trace2::detail;
using trace2::data_value;
using trace2::duration;
using trace2::read::recording::field_reader;
using trace2::read::recording::member_reader;

enum class colour : std::uint8_t { red = 1, green = 2 };
BOOST_DESCRIBE_ENUM(colour, red, green)

struct painted {
  static constexpr std::string_view event_name = "painted";
  bool is_dry{};
  char initial{};
  std::int8_t small{};
  std::uint64_t large{};
  float light{};
  duration took{};
  data_value value{};
  trace2::json_text json{};
  trace2::text_list coats{};
  colour named{};
  colour unnamed{};
  std::string_view by{};
  std::string_view absent{};
};
BOOST_DESCRIBE_STRUCT(painted, (),
                      (is_dry, initial, small, large, light, took, value, json, coats, named,
                       unnamed, by, absent))

namespace {

/// The members of an event as a recording stores them.
std::string stored(painted const& event) {
  trace2::buffer out;
  detail::recording::record_writer record{out, detail::recording::kind::event};
  std::size_t const begin = out.size();
  trace2::for_each_member<painted>([&](auto member) {
    auto const& value = event.*member.pointer;
    using type = std::remove_cvref_t<decltype(value)>;
    detail::recording::put_member(out, record, detail::member_type_of<type>(),
                                  detail::member_value{value});
  });
  return std::string{out.view().substr(begin)};
}

constexpr std::string_view coats[] = {"primer", ""};

painted const event{.is_dry = true,
                    .initial = 'p',
                    .small = -8,
                    .large = ~std::uint64_t{0},
                    .light = 0.5f,
                    .took = duration::microseconds(1'500'000),
                    .value = std::int64_t{-3},
                    .json = {R"({"a":1})"},
                    .coats = {coats, 2},
                    .named = colour::green,
                    .unnamed = static_cast<colour>(7),
                    .by = ""};

}  // namespace

TEST_CASE("members of every type are read as they were stored", "[read]") {
  std::string const bytes = stored(event);
  painted found;
  member_reader reader;
  REQUIRE(reader.read(bytes, found));
  CHECK(found.is_dry);
  CHECK(found.initial == 'p');
  CHECK(found.small == -8);
  CHECK(found.large == ~std::uint64_t{0});
  CHECK(found.light == 0.5f);
  CHECK(found.took == duration::microseconds(1'500'000));
  CHECK(std::string_view{found.json.text} == R"({"a":1})");
  REQUIRE(found.coats.count == 2);
  CHECK(*found.coats.begin() == "primer");
  CHECK(found.named == colour::green);
  CHECK(found.unnamed == static_cast<colour>(7));
  CHECK(found.by.data() != nullptr);
  CHECK(found.absent.data() == nullptr);
}

TEST_CASE("bytes that end early are no event", "[read]") {
  std::string const bytes = stored(event);
  member_reader reader;
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    painted found;
    CHECK_FALSE(reader.read(std::string_view{bytes}.substr(0, size), found));
  }
}

TEST_CASE("a type that no row of the table has is no value", "[read]") {
  std::string const bytes(16, '\0');
  field_reader fields{bytes};
  CHECK_FALSE(member_reader{}.read(fields, static_cast<detail::member_type>(0)));
  CHECK_FALSE(member_reader{}.read(fields, static_cast<detail::member_type>(20)));
}

TEST_CASE("lists and rendered members of one event stay in place", "[read]") {
  std::string const bytes = stored(event);
  member_reader reader;
  painted first;
  painted second;
  REQUIRE(reader.read(bytes, first));
  REQUIRE(reader.read(bytes, second));
  // The second event took the room of the first one's lists.
  CHECK(first.coats.items == second.coats.items);
}

}  // namespace member_reader_test

namespace member_assignment_test {

using trace2::data_value;
using trace2::duration;
using trace2::read::recording::assign;

TEST_CASE("a value is stored where that loses nothing", "[read]") {
  int number = 7;
  CHECK(assign(number, std::uint64_t{8}));
  CHECK(number == 8);
  CHECK_FALSE(assign(number, std::int64_t{1} << 40));
  CHECK_FALSE(assign(number, true));
  CHECK_FALSE(assign(number, std::string_view{"9"}));
  CHECK(number == 8);

  duration time{};
  CHECK(assign(time, 0.25));
  CHECK(time == duration::microseconds(250'000));
  CHECK_FALSE(assign(time, 1e300));

  data_value value;
  CHECK(assign(value, std::int64_t{4}));
  std::string_view text;
  CHECK(assign(text, std::string_view{"t"}));
  CHECK(text == "t");
  CHECK_FALSE(assign(text, 1.5));
}

}  // namespace member_assignment_test
