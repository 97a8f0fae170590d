#include <trace2/process/redaction/member_redaction.hpp>

#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace member_redaction_test {

using namespace trace2::detail;

namespace {

/// The text with each secret value replaced by a star, in quotes where the mark needs some.
std::string starred(std::string_view text) {
  member_redaction const members{text};
  std::string shown;
  std::size_t at = 0;
  for (std::size_t colon = text.find(':'); colon < text.size(); colon = text.find(':', colon)) {
    secret_member const found = members.find({colon, colon + 1});
    ++colon;
    if (found.value.is_empty()) continue;
    shown.append(text.substr(at, found.value.begin - at));
    shown.append(found.needs_quotes ? "\"*\"" : "*");
    at = colon = found.value.end;
  }
  return shown.append(text.substr(at));
}

struct pair {
  std::string_view text;
  std::string_view shown;
};

}  // namespace

TEST_CASE("secret members of JSON are found, and JSON stays JSON", "[detail][R-LIM-08]") {
  for (pair const each : {
           pair{R"({"password":"x"})", R"({"password":"*"})"},
           pair{R"({"password": "x", "a": 1})", R"({"password": "*", "a": 1})"},
           pair{R"({"password" : "x"})", R"({"password" : "*"})"},
           pair{"{\"password\":\n \"x\"}", "{\"password\":\n \"*\"}"},
           pair{R"({"a":{"db_password":"x y, z:{}"}})", R"({"a":{"db_password":"*"}})"},
           pair{R"({"client_secret":"a\"b\\"})", R"({"client_secret":"*"})"},
           pair{R"({"clientSecret":"x"})", R"({"clientSecret":"*"})"},
           pair{R"({"access_token":"x","expires_in":3600})",
                R"({"access_token":"*","expires_in":3600})"},
           pair{R"({"apiKey":"x"})", R"({"apiKey":"*"})"},
           pair{R"({"auths":{"h":{"auth":"dTpw"}}})", R"({"auths":{"h":{"auth":"*"}}})"},
           pair{R"({"Authorization":"Bearer x"})", R"({"Authorization":"*"})"},
           pair{R"({"Set-Cookie":"a=b; c"})", R"({"Set-Cookie":"*"})"},
           pair{R"({"passphrase":1234})", R"({"passphrase":"*"})"},
           pair{R"({"passphrase":-1.5e3,"b":2})", R"({"passphrase":"*","b":2})"},
           pair{R"({\"password\":\"x\"})", R"({\"password\":\"*\"})"},
           pair{R"({\"password\":\"a\\\"b\",\"c\":1})", R"({\"password\":\"*\",\"c\":1})"},
           pair{R"({\"password\":\"a\\\\\",\"c\":1})", R"({\"password\":\"*\",\"c\":1})"},
           pair{R"({"a":"{\"password\":\"x"})", R"({"a":"{\"password\":\"*"})"},
           pair{R"({'password': 'x'})", R"({'password': '*'})"},
           pair{R"({"password":"x)", R"({"password":"*)"},
           pair{R"({"private_key":"-----BEGIN"})", R"({"private_key":"*"})"},
           pair{R"({"aws_secret_access_key":"x"})", R"({"aws_secret_access_key":"*"})"},
       }) {
    CAPTURE(each.text);
    CHECK(starred(each.text) == each.shown);
  }
}

TEST_CASE("secret members of YAML are found", "[detail][R-LIM-08]") {
  for (pair const each : {
           pair{"password: x", "password: *"},
           pair{"password: 'x y' # why", "password: '*' # why"},
           pair{"user: me\npassword: x y\nhost: h", "user: me\npassword: *\nhost: h"},
           pair{"db:\n  password:   x\n", "db:\n  password:   *\n"},
           pair{"- token: x", "- token: *"},
           pair{"{user: me, password: x}", "{user: me, password: *}"},
           pair{"{password: x, user: me}", "{password: *, user: me}"},
           pair{"a:\r\n\tapi_key: x\r\nb: c", "a:\r\n\tapi_key: *\r\nb: c"},
           pair{"client-secret: \"x\"", "client-secret: \"*\""},
       }) {
    CAPTURE(each.text);
    CHECK(starred(each.text) == each.shown);
  }
}

TEST_CASE("separators of other configurations are understood", "[detail][R-LIM-08]") {
  auto const value = [](std::string_view text, stretch separator) {
    stretch const found = member_redaction{text}.find(separator).value;
    return std::string{text.substr(found.begin, found.end - found.begin)};
  };
  CHECK(value("password = x y", {9, 10}) == "x y");
  CHECK(value("\tpassword   = 'x'", {12, 13}) == "x");
  CHECK(value(R"('password' => 'x')", {11, 13}) == "x");
  CHECK(value("password == x", {9, 10}) == "");
  CHECK(value("a password = x", {11, 12}) == "");
  CHECK(value("password : x", {9, 10}) == "");
}

TEST_CASE("other members stay", "[detail][R-LIM-08]") {
  for (std::string_view const text : {R"({"password":""})",
                                      R"({"password":null})",
                                      R"({"password":true})",
                                      R"({"password":false,"a":"b"})",
                                      R"({"password":{"min":8}})",
                                      R"({"secret":["a"]})",
                                      R"({"passwords":"x"})",
                                      R"({"max_tokens":4096})",
                                      R"({"token_count":"12"})",
                                      R"({"author":"x"})",
                                      R"({"key":"x"})",
                                      R"({"cwd":"/home"})",
                                      R"({"code":"x"})",
                                      R"({"signature":"x"})",
                                      R"({"monkey":"x"})",
                                      R"("password" "x")",
                                      R"(password":"x")",
                                      R"('password":"x")",
                                      R"("password":)",
                                      R"("password":  )",
                                      "password:",
                                      "password: ",
                                      "password:x",
                                      "password: \nuser: me",
                                      "unexpected token: x",
                                      "wrong password: try again",
                                      "error: bad secret: x",
                                      "see https://h/",
                                      "12:34:56",
                                      "a::b",
                                      ":",
                                      "\":",
                                      "\\\":",
                                      "\"\":\"x\""}) {
    CAPTURE(text);
    CHECK(starred(text) == text);
  }
}

}  // namespace member_redaction_test
