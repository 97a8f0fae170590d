#include <trace2/process/statement.hpp>
#include <trace2/testing.hpp>

#include <cerrno>
#include <cstdarg>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"

namespace statement_test {

using trace2::detail::buffer;
using trace2::detail::format_message;
using trace2::detail::statement;
using trace2::testing::memory_session;

namespace {

[[gnu::format(printf, 2, 3)]] std::string_view message(buffer& out, char const* format, ...) {
  std::va_list values;
  va_start(values, format);
  std::string_view const text = format_message(out, format, values);
  va_end(values);
  return text;
}

char const* const volatile no_format = nullptr;
char const* const volatile empty_format = "";

std::string redacted_list(std::vector<std::string> const& items, std::string_view first = {}) {
  statement const s;
  std::string joined;
  for (std::string_view const item : trace2::detail::redacted_list(*s.thread, items, first))
    joined.append(item).append("|");
  return joined;
}

}  // namespace

TEST_CASE("a statement knows its moment, its thread and the errno before it") {
  memory_session session;
  session.clock.advance_microseconds(7);
  errno = ENOTTY;
  {
    statement const s;
    REQUIRE(s);
    session.clock.advance_microseconds(100);
    CHECK(s.t_abs() == trace2::duration::microseconds(7));
    CHECK(s.thread->name() == "main");
    errno = ENOENT;
  }
  CHECK(errno == ENOTTY);
}

TEST_CASE("without a format there is no message", "[R-EVT-09]") {
  buffer out;
  CHECK(message(out, no_format).data() == nullptr);
  CHECK(message(out, empty_format).data() == nullptr);
}

TEST_CASE("an empty message is one", "[R-EVT-09]") {
  buffer out;
  CHECK(message(out, "%s", "").data() != nullptr);
  CHECK(message(out, "%s", "").empty());
}

TEST_CASE("messages of all lengths are formatted in full", "[R-WR-09]") {
  buffer out;
  for (std::size_t const size : {1U, 126U, 127U, 128U, 511U, 512U, 513U, 100'000U}) {
    std::string const text(size, 'x');
    CHECK(message(out, "%s!", text.c_str()) == text + "!");
  }
  CHECK(message(out, "%d %s %.2f", 1, "two", 3.0) == "1 two 3.00");
}

TEST_CASE("a message that printf refuses is its format") {
  buffer out;
  wchar_t const no_character[]{static_cast<wchar_t>(0x7fffffff), 0};
  CHECK(message(out, "%ls", no_character) == "%ls");
}

TEST_CASE("a text is itself unless it holds a secret", "[R-RED-03][R-RED-06]") {
  memory_session session;
  buffer out;
  std::string_view const plain = "https://h/";
  CHECK(trace2::detail::redacted(out, plain).data() == plain.data());
  CHECK(trace2::detail::redacted(out, "https://u:p@h/") == "https://u:<REDACTED>@h/");
  CHECK(trace2::detail::redacted(out, {}).data() == nullptr);
  trace2::detail::this_process.redact_with.store_relaxed(nullptr);
  CHECK(trace2::detail::redacted(out, "https://u:p@h/") == "https://u:p@h/");
}

TEST_CASE("a list is collected in order, its secrets hidden", "[R-RED-01]") {
  memory_session session;
  CHECK(redacted_list({}) == "");
  CHECK(redacted_list({"a", "", "http://u:p@h", "b", "http://v:w@h"}) ==
        "a||http://u:<REDACTED>@h|b|http://v:<REDACTED>@h|");
  CHECK(redacted_list({"x"}, "git") == "git|x|");
  CHECK(redacted_list({}, "git") == "git|");
}

TEST_CASE("a program may hide secrets of its own") {
  memory_session session;
  trace2::detail::this_process.redact_with.store_relaxed(
      [](trace2::text shown, trace2::redacted_text& out) noexcept {
        if (!std::string_view{shown}.starts_with("pin:")) return false;
        out.append("pin:****");
        return true;
      });
  CHECK(redacted_list({"a", "pin:1234", "http://u:p@h"}) == "a|pin:****|http://u:p@h|");
}

}  // namespace statement_test
