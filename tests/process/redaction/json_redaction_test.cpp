#include <trace2/process/redaction/json_redaction.hpp>
#include <trace2/process/redaction/redact.hpp>

#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace json_redaction_test {

using namespace trace2::detail;
using trace2::buffer;

namespace {

std::string shown(std::string_view json) {
  buffer out;
  bool const has_hidden = json_redaction{json, out, &trace2::redact}.run();
  CHECK(has_hidden == !out.empty());
  return std::string{has_hidden ? out.view() : json};
}

}  // namespace

TEST_CASE("secrets in the strings of JSON are hidden", "[detail][R-LIM-08]") {
  CHECK(shown(R"({"password":"x","a":"b"})") == R"({"password":"<REDACTED>","a":"b"})");
  CHECK(shown(R"({"password" : [ "x", "y" ]})") ==
        R"({"password" : [ "<REDACTED>", "<REDACTED>" ]})");
  CHECK(shown(R"(["https://u:p@h/", 1])") == R"(["https://u:<REDACTED>@h/", 1])");
  CHECK(shown(R"("--token=x")") == R"("--token=<REDACTED>")");
  CHECK(shown(R"({"h":"curl -H Authorization: x","n":1})") ==
        R"({"h":"curl -H Authorization: <REDACTED>","n":1})");
}

TEST_CASE("a text with escapes and a secret is hidden whole", "[detail][R-LIM-08]") {
  CHECK(shown(R"({"c":"--token=\"x\" y","n":1})") == R"({"c":"<REDACTED>","n":1})");
  CHECK(shown(R"(["\\","a\"b"])") == R"(["\\","a\"b"])");
}

TEST_CASE("other JSON stays as it is", "[detail]") {
  for (std::string_view const json :
       {"", "1", "null", "[]", "{}", R"("")", R"({"password":""})", R"({"password":12})",
        R"({"secret":{"a":"b"}})", R"({"a":"password","b":"c"})", R"({"token)", R"("\)", R"("a\")"})
    CHECK(shown(json) == json);
}

}  // namespace json_redaction_test
