#include <trace2/export/kept_texts.hpp>
#include <trace2/read/limits.hpp>

#include <string>

#include "support/catch.hpp"

namespace kept_texts_test {

TEST_CASE("texts are kept until they are forgotten", "[export]") {
  trace2::exporter::kept_texts texts;
  CHECK(texts.keep(1, "one"));
  CHECK(texts.keep(2, ""));
  CHECK(texts.of(1) == "one");
  CHECK(texts.of(2) == "");
  CHECK(texts.of(3) == "");
  texts.forget(1);
  texts.forget(3);
  CHECK(texts.of(1) == "");
}

TEST_CASE("texts beyond the limit are not kept, until others are forgotten", "[export]") {
  trace2::exporter::kept_texts texts;
  std::string const large(trace2::read::limits::export_memory / 2, 'x');
  CHECK(texts.keep(1, large));
  CHECK_FALSE(texts.keep(2, large));
  texts.forget(1);
  CHECK(texts.keep(2, large));
}

}  // namespace kept_texts_test
