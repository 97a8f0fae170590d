#include "anonymise/anonymous_json.hpp"

#include <memory_resource>
#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace anonymous_json_test {

std::string anonymous(std::string_view json) {
  trace2::program::anonymous_texts texts;
  std::pmr::monotonic_buffer_resource memory;
  std::string to;
  trace2::program::append_anonymous_json(to, json, texts, memory);
  return to;
}

TEST_CASE("names and texts are replaced, structure and numbers stay", "[read]") {
  CHECK(anonymous(R"({"alice": ["a", -1.5, {"b" : null}], "bob":"a"})") ==
        R"({"key-1": ["value-1", -1.5, {"key-2" : null}], "key-3":"value-1"})");
  CHECK(anonymous(R"("a")") == R"("value-1")");
  CHECK(anonymous("[]") == "[]");
}

TEST_CASE("a text is the same however it is escaped", "[read]") {
  CHECK(anonymous(R"(["a\"b","a\u0022b","\\","\\"])") ==
        R"(["value-1","value-1","value-2","value-2"])");
}

TEST_CASE("what the library itself writes stays", "[read]") {
  std::string_view const lengths =
      R"({"of":"timer","unit":"ns","count":1,"shortest":5,"longest":5,"values":[[5,1]]})";
  CHECK(anonymous(lengths) == lengths);
}

TEST_CASE("numbers within quotes stay", "[read]") {
  CHECK(anonymous(R"(["12","true",""])") == R"(["12","true",""])");
}

}  // namespace anonymous_json_test
