#include <trace2/read/json_scanner.hpp>

#include <boost/json/src.hpp>

#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"
#include "support/random_text.hpp"

namespace json_scanner_test {

using trace2::read::json_kind;
using trace2::read::json_member;
using trace2::read::json_scanner;
using trace2::read::json_value;

namespace {

bool is_value(std::string_view text) {
  json_scanner scanner{text};
  json_value value;
  return scanner.pass(value) && scanner.is_at_end();
}

json_value value_of(std::string_view text) {
  json_scanner scanner{text};
  json_value value;
  REQUIRE(scanner.pass(value));
  return value;
}

/// Names and values as they were handed over, joined.
std::string members_of(std::string_view text) {
  std::string result;
  json_scanner scanner{text};
  bool const passed = scanner.object([&](json_member const& member) {
    result.append(member.name).append("=").append(member.value.text).append(";");
  });
  return passed && scanner.is_at_end() ? result : "ill-formed";
}

bool boost_accepts(std::string_view text) {
  boost::json::parse_options options;
  options.max_depth = json_scanner::max_depth;
  options.allow_invalid_utf8 = true;
  boost::system::error_code error;
  boost::json::parse({text.data(), text.size()}, error, {}, options);
  return !error;
}

}  // namespace

TEST_CASE("members of an object are handed over as they are spelled", "[read]") {
  CHECK(members_of(R"({"a":1,"b":"x\"y","c":[1,{"d":2}],"e":{}})") ==
        R"(a=1;b="x\"y";c=[1,{"d":2}];e={};)");
  CHECK(members_of(" { \"a\" : -1.5e+3 , \"b\" : null } \r\n") == "a=-1.5e+3;b=null;");
  CHECK(members_of("{}").empty());
}

TEST_CASE("values know their kind and whether they have escapes", "[read]") {
  CHECK(value_of(R"("")").kind == json_kind::string);
  CHECK(value_of(R"("plain text")").has_escapes == false);
  CHECK(value_of(R"("a\nb")").has_escapes == true);
  CHECK(value_of(R"("a\nb")").inside() == R"(a\nb)");
  CHECK(value_of("-12").kind == json_kind::number);
  CHECK(value_of("true").kind == json_kind::literal);
  CHECK(value_of("[1,2]").kind == json_kind::array);
  CHECK(value_of("[1,2]").text == "[1,2]");
  CHECK(value_of("{}").kind == json_kind::object);
}

TEST_CASE("items of an array are handed over in order", "[read]") {
  std::vector<std::string_view> items;
  CHECK(json_scanner{R"(["a",2,[3]])"}.array(
      [&](json_value const& value) { items.push_back(value.text); }));
  CHECK(items == std::vector<std::string_view>{R"("a")", "2", "[3]"});
}

TEST_CASE("bytes that are not UTF-8 pass through as Git writes them", "[read][R-JSN-02]") {
  CHECK(members_of("{\"argv\":[\"caf\xe9\",\"\xff\"]}") == "argv=[\"caf\xe9\",\"\xff\"];");
}

TEST_CASE("depth is limited", "[read]") {
  std::string const deepest = std::string(64, '[') + std::string(64, ']');
  CHECK(is_value(deepest));
  CHECK_FALSE(is_value("[" + deepest + "]"));
  CHECK_FALSE(is_value(std::string(1'000'000, '[')));
  CHECK_FALSE(is_value(std::string(1'000'000, '{')));
}

TEST_CASE("a text that ends early is refused at every length", "[read]") {
  std::string_view const whole = R"({"a":"\u00e9\n","b":[-1.5e-3,true,{"c":null}]})";
  REQUIRE(is_value(whole));
  for (std::size_t size = 0; size < whole.size(); ++size) {
    INFO(whole.substr(0, size));
    // A copy of that size, so that a sanitizer sees a read behind its end.
    std::vector<char> const copy{whole.begin(), whole.begin() + static_cast<long>(size)};
    CHECK_FALSE(is_value({copy.data(), copy.size()}));
  }
}

TEST_CASE("it accepts what Boost.JSON accepts", "[read]") {
  for (std::string_view const text :
       {R"(01)",   R"(-)",     R"(-0)",    R"(1.)",     R"(.5)",           R"(1e)",
        R"(1e5)",  R"(1E-05)", R"("\x")",  R"("\u12")", R"("\u12g4")",     "\"a\nb\"",
        R"([1,])", R"([,1])",  R"({"a"})", R"({"a":})", R"({a:1})",        R"({"a":1,})",
        R"(nul)",  R"(nulll)", R"([1 2])", R"(1 2)",    R"("a" "b")",      R"({"a":1}})",
        R"(+1)",   R"(NaN)",   R"('a')",   R"([1]//x)", "\xef\xbb\xbf[1]", "",
        " "}) {
    INFO(text);
    CHECK(is_value(text) == boost_accepts(text));
  }
}

TEST_CASE("random texts are judged as Boost.JSON judges them", "[read]") {
  support::random_text random{
      {"{",     "}",     "[",    "]",     ":",      ",",   "\"",       "\\",   "\\n",  "\\u0041",
       "\\u00", "a",     " ",    "\t",    "0",      "1",   "-",        ".",    "e",    "+",
       "true",  "false", "null", "\"a\"", "\"a\":", "1.5", "12345678", "\x01", "\x7f", "\n"}};
  int accepted = 0;
  for (int round = 0; round < 100'000; ++round) {
    std::string const text = random.next(9);
    INFO(text);
    bool const is_accepted = is_value(text);
    accepted += is_accepted ? 1 : 0;
    REQUIRE(is_accepted == boost_accepts(text));
  }
  CHECK(accepted > 1000);
}

}  // namespace json_scanner_test
