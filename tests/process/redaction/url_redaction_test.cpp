#include <trace2/process/redaction/redact.hpp>
#include <trace2/process/redaction/url_redaction.hpp>

#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace url_redaction_test {

using namespace trace2::detail;

namespace {

/// The password of the text's first URL, "none" without one.
std::string password_in(std::string_view text) {
  url_redaction urls{text, all_redaction_rules};
  std::size_t const colon = text.find("://");
  REQUIRE(colon != text.npos);
  if (!urls.is_behind_scheme(colon)) return "no URL";
  urls.look_behind_scheme(colon);
  stretch const found = urls.password();
  if (found.begin == 0) return "none";
  return std::string{text.substr(found.begin, found.end - found.begin)};
}

}  // namespace

TEST_CASE("the password of a URL stands between user name and host", "[R-RED-03][R-RED-05]") {
  for (std::string_view const text :
       {"https://u:pw@h/", "http://u:pw@h", "ssh://u:pw@h:22/x", "see ftp://u:pw@h, please",
        "'git+ssh://u:pw@h'", "x=HTTPS://:pw@h", "a.b://u@v:pw@h/", "jdbc:mysql://u:pw@h:1/d",
        "redis://:pw@h:6379/0", "amqp://u:pw@h/%2f", "postgres://u:pw@h/db?sslmode=require",
        "mongodb+srv://u:pw@h/?w=1", "smtp://u:pw@h:587", "https://u:pw@[::1]/"}) {
    CAPTURE(text);
    CHECK(password_in(text) == "pw");
  }
  CHECK(password_in("https://u:p/w@h/") == "p/w");
  CHECK(password_in("https://u:p@w@h/x@y") == "p@w");
  CHECK(password_in("https://u:@h") == "");
}

TEST_CASE("a URL without user information has no password", "[R-RED-04]") {
  for (std::string_view const text :
       {"https://h", "https://h:80/x@y", "https://u@h", "https://h/a:b@c", "https://[::1]:80/x@y",
        "file:///a:b@c", "https://h?m=x@y", "ssh://git@h:22/x", "https://@h", "https://"}) {
    CAPTURE(text);
    CHECK(password_in(text) == "none");
  }
  for (std::string_view const text : {"://u:pw@h", "1://u:pw@h", " ://u:pw@h"})
    CHECK(password_in(text) == "no URL");
}

TEST_CASE("a user name that is a token is a secret itself", "[R-RED-05]") {
  std::string_view const text = "https://ghp_0123@h/";
  url_redaction urls{text, all_redaction_rules};
  stretch const user = urls.look_behind_scheme(5);
  CHECK(text.substr(user.begin, user.end - user.begin) == "ghp_0123");
  std::string_view const announced = "https://0123:x-oauth-basic@h/";
  stretch const token = url_redaction{announced, all_redaction_rules}.look_behind_scheme(5);
  CHECK(announced.substr(token.begin, token.end - token.begin) == "0123");
  std::string_view const plain = "https://git@h/";
  CHECK(url_redaction{plain, all_redaction_rules}.look_behind_scheme(5).is_empty());
}

TEST_CASE("what hides the colon in front of a password hides the password", "[R-RED-05]") {
  std::string_view const text = "https://u:pw@h";
  url_redaction urls{text, all_redaction_rules};
  urls.look_behind_scheme(5);
  CHECK(urls.end_with_password({8, 10}) == 12);
  CHECK(urls.end_with_password({8, 9}) == 9);
  CHECK(urls.end_with_password({7, 8}) == 8);
  CHECK(urls.end_with_password({12, 13}) == 13);
}

}  // namespace url_redaction_test
