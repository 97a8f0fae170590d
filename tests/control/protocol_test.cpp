#include <trace2/control/protocol.hpp>
#include <trace2/value/buffer.hpp>

#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace control_protocol_test {

namespace protocol = trace2::control_protocol;
using trace2::buffer;

namespace {

std::string spelt(std::string_view text) {
  buffer out;
  protocol::append_word(out, text);
  return std::string{out.view()};
}

/// "?" for a misspelt word.
std::string meaning(std::string_view word) {
  buffer out;
  return protocol::append_meaning(out, word) ? std::string{out.view()} : "?";
}

}  // namespace

TEST_CASE("a word of the control holds no blank and no control byte") {
  CHECK(spelt("/var/tmp/frob") == "/var/tmp/frob");
  CHECK(spelt("a b%\n\x7f") == "a%20b%25%0a%7f");
  CHECK(spelt("") == "%");
  CHECK(spelt("\xc3\xa4") == "\xc3\xa4");
}

TEST_CASE("a word of the control means what was spelt") {
  std::string every;
  for (int byte = 0; byte < 256; ++byte) every += static_cast<char>(byte);
  CHECK(meaning(spelt(every)) == every);
  CHECK(meaning(spelt("")).empty());
}

TEST_CASE("a misspelt word of the control is refused") {
  for (std::string_view const word : {"%4", "a%", "%%", "%g0", "%0g", "% 1", "x%-1"}) {
    CAPTURE(word);
    CHECK(meaning(word) == "?");
  }
}

TEST_CASE("words of the control have one blank between them") {
  std::string_view line = "set event /file";
  CHECK(protocol::take_word(line) == "set");
  CHECK(protocol::take_word(line) == "event");
  CHECK(protocol::take_word(line) == "/file");
  CHECK(protocol::take_word(line).empty());
}

}  // namespace control_protocol_test
