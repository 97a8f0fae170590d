#include <trace2/detail/text/text_store.hpp>

#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"

namespace text_store_test {

using trace2::detail::text_store;

TEST_CASE("a kept text outlives its source and stays in its place", "[detail]") {
  text_store store;
  std::string source = "value";
  std::string_view const kept = store.keep(source);
  source.assign(source.size(), '#');
  std::vector<std::string_view> more;
  for (int i = 0; i < 1000; ++i) more.push_back(store.keep(std::to_string(i)));
  CHECK(kept == "value");
  for (std::size_t i = 0; i < more.size(); ++i) CHECK(more[i] == std::to_string(i));
}

TEST_CASE("the empty text and no text are kept apart", "[detail]") {
  text_store store;
  CHECK(store.keep("").data() != nullptr);
  CHECK(store.keep("").empty());
  CHECK(store.keep({}).data() == nullptr);
  CHECK_FALSE(store.failed());
}

}  // namespace text_store_test
