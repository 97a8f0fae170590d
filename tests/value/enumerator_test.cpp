#include <trace2/value/enumerator.hpp>

#include <boost/describe/enum.hpp>

#include <string_view>

#include "support/catch.hpp"

namespace enumerator_test {

using trace2::enumerator_name;

namespace {

enum class color { red, green, also_green = green };
BOOST_DESCRIBE_ENUM(color, red, green, also_green)

enum class undescribed { a };

struct no_enumeration {};

}  // namespace

TEST_CASE("described enumerations are known, other types are not") {
  static_assert(trace2::described_enum<color>);
  static_assert(!trace2::described_enum<undescribed>);
  static_assert(!trace2::described_enum<no_enumeration>);
}

TEST_CASE("an enumerator has a name if it is described") {
  static_assert(std::string_view{enumerator_name(color::red)} == "red");
  CHECK(enumerator_name(static_cast<color>(9)).is_absent());
}

TEST_CASE("of enumerators with one value the last one names it") {
  CHECK(std::string_view{enumerator_name(color::green)} == "also_green");
}

}  // namespace enumerator_test
