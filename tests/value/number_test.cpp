#include <trace2/value/number.hpp>

#include <trace2/call/static_call.hpp>
#include <trace2/detail/text/json_form.hpp>
#include <trace2/event/text_line.hpp>
#include <trace2/value/data_value.hpp>
#include <trace2/value/duration.hpp>
#include <trace2/verb/program_events.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

#include "support/catch.hpp"

namespace number_test {

using trace2::data_value;
using trace2::text_line;
using namespace trace2::detail;

namespace {

#ifdef __SIZEOF_INT128__
enum class wide_enum : wide_integer { one = 1 };
#endif
enum class wide_letter : char32_t { a = U'a' };

/// Each way of a value into an event.
template <class T>
concept any_takes = std::is_constructible_v<data_value, T> || written_number<T> || has_form<T> ||
                    is_json_value<T>() || has_form<std::optional<T>> ||
                    is_json_value<std::vector<T>>();
template <class T>
concept all_take = std::is_constructible_v<data_value, T> && written_number<T> && has_form<T> &&
                   is_json_value<T>() && has_form<std::optional<T>> &&
                   is_json_value<std::vector<T>>() &&
                   requires(text_line& line, T const& value) { line << value; };

}  // namespace

TEST_CASE("numbers of up to 64 bits and of floating point go every way into an event") {
  STATIC_REQUIRE(all_take<int>);
  STATIC_REQUIRE(all_take<char>);
  STATIC_REQUIRE(all_take<signed char>);
  STATIC_REQUIRE(all_take<unsigned short>);
  STATIC_REQUIRE(all_take<long long>);
  STATIC_REQUIRE(all_take<unsigned long long>);
  STATIC_REQUIRE(all_take<float>);
  STATIC_REQUIRE(all_take<long double>);
}

TEST_CASE("a wide integer goes no way into an event") {
#ifdef __SIZEOF_INT128__
  STATIC_REQUIRE_FALSE(any_takes<wide_integer>);
  STATIC_REQUIRE_FALSE(any_takes<wide_natural>);
  STATIC_REQUIRE_FALSE(is_json_value<wide_enum>());
  STATIC_REQUIRE_FALSE(has_form<wide_enum>);
  STATIC_REQUIRE_FALSE(chrono_duration<std::chrono::duration<wide_integer, std::nano>>);
#endif
}

TEST_CASE("a code unit of another encoding goes no way into an event") {
  STATIC_REQUIRE_FALSE(any_takes<wchar_t>);
  STATIC_REQUIRE_FALSE(any_takes<char8_t>);
  STATIC_REQUIRE_FALSE(any_takes<char16_t>);
  STATIC_REQUIRE_FALSE(any_takes<char32_t>);
  STATIC_REQUIRE_FALSE(is_json_value<wide_letter>());
  STATIC_REQUIRE_FALSE(has_form<wide_letter>);
}

TEST_CASE("a duration of a long double is that of the nearest microsecond") {
  using namespace std::chrono_literals;
  CHECK(trace2::duration{std::chrono::duration<long double>{0.5L}}.in_microseconds() == 500'000);
  CHECK(trace2::duration{std::chrono::duration<long double>{1e4000L}}.in_microseconds() ==
        INT64_MAX);
}

}  // namespace number_test
