#include "convert/otlp_texts.hpp"

#include <trace2/read/memory_budget.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "convert/value_set.hpp"
#include "support/catch.hpp"

namespace otlp_texts_test {

namespace program = trace2::program;

TEST_CASE("a kept text is a copy that takes room", "[export]") {
  trace2::read::memory_budget budget{1'000};
  program::otlp_texts texts{budget};
  std::string source = "text";
  std::string_view const kept = texts.keep(source);
  source = "else";
  CHECK(kept == "text");
  std::size_t const left = budget.left();
  CHECK(1'000 - left > kept.size());
  CHECK(texts.keep_json(std::vector<int>{1, 2}) == "[1,2]");
  CHECK(budget.left() < left);
  CHECK(texts.values_left_out == 0);
}

TEST_CASE("a text without room is left out, a long one is cut, and both are counted", "[export]") {
  constexpr std::size_t most = program::value_set::most_bytes;
  trace2::read::memory_budget budget{2 * most};
  program::otlp_texts texts{budget};
  std::string const text(most + 1, 'x');
  CHECK(texts.fit(text) == std::string_view{text}.substr(0, most));
  CHECK(texts.values_left_out == 1);
  CHECK(texts.keep(text).empty());
  CHECK(texts.fit_json(text, texts.memory).empty());
  CHECK(texts.values_left_out == 4);
}

}  // namespace otlp_texts_test
