#include "output/line_output.hpp"

#include <trace2/sink.hpp>

#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace line_output_test {

namespace {

struct screen final : trace2::sink {
  explicit screen(bool is_one) : is_one_{is_one} {}
  void write(std::string_view bytes) noexcept override { shown.append(bytes).append("|"); }
  bool is_terminal() const noexcept override { return is_one_; }

  std::string shown;

 private:
  bool is_one_;
};

std::string shown(bool is_terminal, bool is_text) {
  screen to{is_terminal};
  trace2::program::line_output lines{to, is_text};
  lines.write("a\n");
  lines.write("\x1b[m\n");
  return to.shown;
}

}  // namespace

TEST_CASE("terminals are shown lines without control bytes", "[export]") {
  CHECK(shown(true, true) == "a\n|\\x1b[m\n|");
}

TEST_CASE("elsewhere, and of a format that escapes them itself, lines stay as they are",
          "[export]") {
  CHECK(shown(false, true) == "a\n|\x1b[m\n|");
  CHECK(shown(true, false) == "a\n|\x1b[m\n|");
}

TEST_CASE("on terminals JSON has nothing that a terminal obeys", "[export]") {
  screen to{true};
  trace2::program::line_output lines{to, false};
  lines.write("{\"a\":\"\x7f\xc2\x9b\xe2\x80\xae \xc3\xa9\"}\n");
  CHECK(to.shown == "{\"a\":\"\\u007f\\u009b\\u202e \xc3\xa9\"}\n|");
}

}  // namespace line_output_test
