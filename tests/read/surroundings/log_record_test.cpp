#include <trace2/read/surroundings/log_record.hpp>

#include <string>

#include "support/catch.hpp"

namespace log_record_test {

namespace around = trace2::read::surroundings;

TEST_CASE("the line is taken out of the JSON of a logger", "[read]") {
  around::log_record record;
  CHECK(record.find(R"({"log":"12:00:00.000000 a.c:7   version 2\n","stream":"stderr"})"));
  CHECK(record.name() == "\"log\":");
  std::string text;
  CHECK(record.append_text(text, R"({"log":"a \"b\" \u00e9\ud83d\ude00\t\n","stream":"stderr"})"));
  CHECK(text == "a \"b\" \xc3\xa9\xf0\x9f\x98\x80\t");
  CHECK_FALSE(record.append_text(text, "no JSON"));
  CHECK_FALSE(record.append_text(text, R"({"other":"x"})"));
}

TEST_CASE("an event of EVENT is no record of a logger, nor is JSON without a line", "[read]") {
  around::log_record record;
  CHECK_FALSE(
      record.find(R"({"event":"data","sid":"S","value":"12:00:00.000000 a.c:7 version 2"})"));
  CHECK_FALSE(record.find(R"({"message":"hello"})"));
  CHECK_FALSE(record.find("text"));
  CHECK(record.find(R"({"level":"info","msg":"{\"event\":\"exit\",\"sid\":\"S\"}"})"));
  CHECK(record.name() == "\"msg\":");
}

TEST_CASE("an escape sequence that is cut does no harm", "[read]") {
  std::string text;
  around::append_unescaped_json(text, "a\\");
  around::append_unescaped_json(text, R"(\u12)");
  around::append_unescaped_json(text, R"(\ud800)");
  CHECK(text.ends_with("\xef\xbf\xbd"));
}

}  // namespace log_record_test
