#include <trace2/process/redaction/redaction_rules.hpp>
#include <trace2/process/redaction/text_redaction.hpp>
#include <trace2/value/buffer.hpp>

#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace text_redaction_test {

namespace {

std::string shown(std::string_view text) {
  trace2::buffer out;
  return trace2::detail::redact_core(text, out) ? std::string{out.view()} : std::string{text};
}

}  // namespace

TEST_CASE("the core hides passwords in URLs and the values of names", "[R-RED-03][R-RED-05]") {
  CHECK(shown("https://u:x@h/") == "https://u:<REDACTED>@h/");
  CHECK(shown("see ftp://u:x@h now") == "see ftp://u:<REDACTED>@h now");
  CHECK(shown("https://h/?sig=x&a=b") == "https://h/?sig=<REDACTED>&a=b");
  CHECK(shown("--api-key=x") == "--api-key=<REDACTED>");
  CHECK(shown("--password:x") == "--password:<REDACTED>");
  CHECK(shown("API_KEY=x make") == "API_KEY=<REDACTED> make");
  CHECK(shown("Authorization: Bearer x") == "Authorization: Bearer <REDACTED>");
  CHECK(shown("https://x:x-oauth-basic@h") == "https://<REDACTED>:<REDACTED>@h");
}

TEST_CASE("tokens, JSON and YAML are beyond it", "[R-LIM-08]") {
  std::string const token = "ghp_" + std::string(36, 'a');
  for (std::string const& text :
       {token, "https://" + token + "@h/", std::string{R"({"password": "x"})"},
        std::string{"password: x"}, std::string{"password => x"}})
    CHECK(shown(text) == text);
}

}  // namespace text_redaction_test
