#include <trace2/process/state/message_format.hpp>
#include <trace2/value/buffer.hpp>

#include <cstdarg>
#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace message_format_test {

using trace2::buffer;
using trace2::detail::format_message;

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

}  // namespace

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

}  // namespace message_format_test
