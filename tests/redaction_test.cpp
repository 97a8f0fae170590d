#include <trace2/redaction.hpp>

#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"

namespace redaction_test {

namespace {

using function = bool (*)(std::string_view, trace2::redacted_text&) noexcept;

/// What may be shown: the text itself if nothing of it is a secret.
std::string shown(function hide, std::string_view text) {
  trace2::redacted_text out;
  bool const is_changed = hide(text, out);
  CHECK(is_changed == !out.empty());
  return std::string{is_changed ? out.view() : text};
}

std::vector<std::string> shown(std::vector<std::string_view> const& argv) {
  std::vector<std::string> all;
  trace2::argument_redaction command;
  for (std::string_view const argument : argv) {
    trace2::redacted_text out;
    bool const is_changed = command.next(argument, out);
    all.emplace_back(is_changed ? out.view() : argument);
  }
  return all;
}

}  // namespace

TEST_CASE("names announce secrets", "[R-RED-05]") {
  CHECK(trace2::announces_secret("db.password"));
  CHECK(trace2::announces_secret("API-KEY"));
  CHECK_FALSE(trace2::announces_secret("core.editor"));
  CHECK_FALSE(trace2::announces_secret(""));
}

TEST_CASE("strings of JSON are hidden for their member's name or their form", "[R-RED-05]") {
  CHECK(shown(&trace2::redact_json, R"({"password":"x","user":"y","n":1})") ==
        R"({"password":"<REDACTED>","user":"y","n":1})");
  CHECK(shown(&trace2::redact_json, R"(["https://u:p@host/"])") ==
        R"(["https://u:<REDACTED>@host/"])");
  CHECK(shown(&trace2::redact_json, R"({"user":"y"})") == R"({"user":"y"})");
}

TEST_CASE("a sentence may quote a command line and hold secrets of other kinds", "[R-RED-05]") {
  CHECK(shown(&trace2::redact_prose, "can't run 'curl --token abc' at https://u:p@host/") ==
        "can't run 'curl --token <REDACTED>' at https://u:<REDACTED>@host/");
  CHECK(shown(&trace2::redact_prose, "pushing to https://u:p@host/") ==
        "pushing to https://u:<REDACTED>@host/");
  CHECK(shown(&trace2::redact_prose, "option --token needs a value") ==
        "option --token needs a value");
}

TEST_CASE("an argument may announce the next one", "[R-RED-05]") {
  CHECK(shown({"curl", "-u", "me:secret", "--token", "abc", "https://host/"}) ==
        std::vector<std::string>{"curl", "-u", "me:<REDACTED>", "--token", "<REDACTED>",
                                 "https://host/"});
  CHECK(trace2::redaction_mark == "<REDACTED>");
}

}  // namespace redaction_test
