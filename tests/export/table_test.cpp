#include <trace2/export/table.hpp>
#include <trace2/sink/memory.hpp>

#include "support/catch.hpp"

namespace table_test {

using trace2::exporter::table;

TEST_CASE("columns are aligned to the right, the last one to the left", "[export]") {
  table rows{"Title", {"n", "wide", "name"}};
  rows.add({"1", "x", "first"});
  rows.add({"200", "é", "b"});
  trace2::memory_sink sink;
  rows.write(sink, 10, {});
  CHECK(sink.text() ==
        "\n"
        "Title\n"
        "    n  wide  name\n"
        "    1     x  first\n"
        "  200     é  b\n");
}

TEST_CASE("rows beyond the most are counted", "[export]") {
  table rows{"T", {"a"}};
  for (int i = 0; i < 5; ++i) rows.add({"x"});
  trace2::memory_sink sink;
  rows.write(sink, 2, {});
  CHECK(sink.text() == "\nT\n  a\n  x\n  x\n  ... 3 more\n");
}

TEST_CASE("an empty table is nothing", "[export]") {
  trace2::memory_sink sink;
  table{"T", {"a"}}.write(sink, 2, {});
  CHECK(sink.text().empty());
}

TEST_CASE("colours are for who asks for them", "[export]") {
  trace2::exporter::text_style const colourful{.colour = true};
  CHECK(colourful.bold("a") == "\x1b[1ma\x1b[0m");
  CHECK(trace2::exporter::text_style{}.alarming("a") == "a");
}

}  // namespace table_test
