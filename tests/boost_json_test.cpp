#include <trace2/boost_json.hpp>
#include <trace2/testing.hpp>
#include <trace2/trace2.hpp>

#include <boost/json/parse.hpp>
#include <boost/json/src.hpp>

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "support/appended.hpp"
#include "support/catch.hpp"

namespace boost_json_test {

namespace {

struct question {
  static constexpr std::string_view event_name = "question";
  boost::json::value answer;
  boost::json::object details;
};
BOOST_DESCRIBE_STRUCT(question, (), (answer, details))

std::string json_of(auto const& value) {
  return support::appended(
      [](auto& out, auto const& shown) { trace2::detail::append_json(out, shown); }, value);
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace

TEST_CASE("a value of Boost.JSON is written as the JSON that it was read from") {
  for (std::string const text : {
           R"(null)",
           R"(true)",
           R"(-9223372036854775808)",
           R"(18446744073709551615)",
           R"(0.5)",
           R"("")",
           R"([])",
           R"({})",
           R"([1,"two",[null,false],{"three":3}])",
           R"({"z":1,"a":{"nested":["x"]},"":{}})",
       })
    CHECK(json_of(boost::json::parse(text)) == text);
}

TEST_CASE("its strings and keys are escaped like all others", "[R-JSN-01][R-JSN-03]") {
  boost::json::object const object{{"a\nb", "tab\t quote\" \x01"}};
  CHECK(json_of(object) == R"({"a\nb":"tab\t quote\" \u0001"})");
  CHECK(json_of(boost::json::value("\xff")) == "\"\xEF\xBF\xBD\"");
  std::string const with_nul{"a\0b", 3};
  CHECK(json_of(boost::json::string{with_nul}) == R"("a\u0000b")");
}

TEST_CASE("a number without spelling in JSON is null") {
  CHECK(json_of(boost::json::value(std::numeric_limits<double>::infinity())) == "null");
  CHECK(json_of(boost::json::value(std::numeric_limits<double>::quiet_NaN())) == "null");
}

TEST_CASE("it may stand in containers of the program") {
  std::vector<boost::json::value> const values{1, "two", boost::json::array{3}};
  CHECK(json_of(values) == R"([1,"two",[3]])");
}

TEST_CASE("data_json nests it in EVENT, and PERF shows it", "[R-DAT-03]") {
  trace2::testing::memory_session<> session;
  TRACE2_DATA_JSON("test", "answer", boost::json::parse(R"({"n":[1,2]})"));
  CHECK(contains(session.event(), R"("key":"answer","value":{"n":[1,2]}})"));
  CHECK(contains(session.perf(), R"(answer:{"n":[1,2]})"));
}

TEST_CASE("a member of an event may be one") {
  trace2::testing::memory_session<> session;
  trace2::emit(question{.answer = 42, .details = {{"sure", true}}});
  CHECK(contains(session.event(), R"("answer":42,"details":{"sure":true}})"));
  CHECK(contains(session.perf(), R"(answer:42 details:{"sure":true})"));
}

}  // namespace boost_json_test
