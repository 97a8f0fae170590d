#include "anonymise/replacements.hpp"

#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace replacements_test {

using trace2::program::replaced;
using trace2::program::replacements;

std::string shown(replacements& by, replaced kind, std::string_view text) {
  std::string to;
  by.append(to, kind, text);
  return to;
}

TEST_CASE("texts get numbers in the order of first sight", "[read]") {
  replacements by;
  CHECK(shown(by, replaced::argument, "b") == "arg-1");
  CHECK(shown(by, replaced::argument, "a") == "arg-2");
  CHECK(shown(by, replaced::argument, "b") == "arg-1");
}

TEST_CASE("each kind counts for itself", "[read]") {
  replacements by;
  CHECK(shown(by, replaced::host, "a") == "host-1");
  CHECK(shown(by, replaced::message, "a") == "message-1");
  CHECK(shown(by, replaced::value, "b") == "value-1");
  CHECK(by.number_of(replaced::host, "a") == 1);
}

TEST_CASE("a text that finds no room is as consistent, without a number", "[read]") {
  replacements by{1};
  CHECK(shown(by, replaced::file, "a") == "file-1");
  std::string const b = shown(by, replaced::file, "b");
  CHECK(b.starts_with("file-x"));
  CHECK(b.size() == std::string_view{"file-x0123456789abcdef"}.size());
  CHECK(shown(by, replaced::file, "b") == b);
  CHECK(shown(by, replaced::file, "c") != b);
  CHECK(shown(by, replaced::file, "a") == "file-1");
  CHECK(by.number_of(replaced::file, "b") == 0);
}

TEST_CASE("what stands for a text without room can't be looked up", "[read]") {
  replacements one{0}, other{0};
  CHECK(shown(one, replaced::host, "a") != shown(other, replaced::host, "a"));
}

}  // namespace replacements_test
