#include <trace2/process/redaction/redact.hpp>
#include <trace2/process/redaction/redaction_output.hpp>

#include <initializer_list>
#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace redaction_output_test {

using namespace trace2::detail;
using trace2::buffer;

namespace {

/// The visible form; "nothing" when all may be seen.
std::string shown(std::string_view text, std::initializer_list<stretch> secrets) {
  buffer out;
  redaction_output output{text, out, all_redaction_rules};
  for (stretch const secret : secrets) output.hide(secret);
  bool const has_hidden = output.finish();
  CHECK(has_hidden == !out.empty());
  return has_hidden ? std::string{out.view()} : "nothing";
}

std::string const token = "ghp_" + std::string(36, 'a');

}  // namespace

TEST_CASE("what is not hidden is shown", "[detail][R-LIM-08]") {
  CHECK(shown("", {}) == "nothing");
  CHECK(shown("abcdef", {}) == "nothing");
  CHECK(shown("abcdef", {{2, 4}}) == "ab<REDACTED>ef");
  CHECK(shown("abcdef", {{0, 6}}) == "<REDACTED>");
  CHECK(shown("abcdef", {{0, 1}, {3, 4}}) == "<REDACTED>bc<REDACTED>ef");
  CHECK(shown("abcdef", {{0, 1}, {1, 2}}) == "<REDACTED><REDACTED>cdef");
}

TEST_CASE("an empty secret is marked, as Git marks an empty password", "[detail][R-RED-04]") {
  CHECK(shown("u:@h", {{2, 2}}) == "u:<REDACTED>@h");
}

TEST_CASE("secrets that overlap have one mark", "[detail][R-LIM-08]") {
  CHECK(shown("abcdef", {{1, 4}, {2, 5}}) == "a<REDACTED>f");
  CHECK(shown("abcdef", {{1, 4}, {2, 3}}) == "a<REDACTED>ef");
}

TEST_CASE("bare tokens are hidden in what is shown", "[detail][R-LIM-08]") {
  CHECK(shown(token, {}) == "<REDACTED>");
  CHECK(shown(token + " x " + token, {}) == "<REDACTED> x <REDACTED>");
  std::string const text = token + " password " + token;
  CHECK(shown(text, {{token.size() + 1, token.size() + 9}}) == "<REDACTED> <REDACTED> <REDACTED>");
}

TEST_CASE("a token that reaches into another secret is hidden with it", "[detail][R-LIM-08]") {
  CHECK(shown(token + "!", {{5, 9}}) == "<REDACTED>!");
  CHECK(shown(token + "=x!", {{38, token.size() + 2}}) == "<REDACTED>!");
}

TEST_CASE("a mark may be another one", "[detail]") {
  buffer out;
  redaction_output output{"a 1", out, core_redaction_rules};
  output.hide({2, 3}, "\"?\"");
  CHECK(output.finish());
  CHECK(out.view() == "a \"?\"");
}

}  // namespace redaction_output_test
