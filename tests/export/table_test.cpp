#include <trace2/export/table.hpp>
#include <trace2/sink/memory.hpp>

#include "support/catch.hpp"

namespace table_test {

using trace2::exporter::table;

namespace {

constexpr auto same = [](table::cells const& row) { return row; };

}  // namespace

TEST_CASE("columns are aligned to the right, the last one to the left", "[export]") {
  std::vector<table::cells> const rows{{"1", "x", "first"}, {"200", "é", "b"}};
  trace2::memory_sink sink;
  table{"Title", {"n", "wide", "name"}}.write(sink, rows, same, 10, {});
  CHECK(sink.text() ==
        "\n"
        "Title\n"
        "    n  wide  name\n"
        "    1     x  first\n"
        "  200     é  b\n");
}

TEST_CASE("columns of texts are aligned to the left", "[export]") {
  std::vector<table::cells> const rows{{"1", "x", "first"}, {"200", "yyy", "b"}};
  trace2::memory_sink sink;
  table{"Title", {"n", "text", "name"}}.with_texts({"text"}).write(sink, rows, same, 10, {});
  CHECK(sink.text() ==
        "\n"
        "Title\n"
        "    n  text  name\n"
        "    1  x     first\n"
        "  200  yyy   b\n");
}

TEST_CASE("command lines without room keep the names of their programs", "[export]") {
  std::vector<table::cells> const rows{{"1", "/a/long/way/to/frob x"}};
  trace2::memory_sink sink;
  table{"", {"n", "command"}}.with_commands().write(sink, rows, same, 10, {}, 0, 20);
  CHECK(sink.text().ends_with("  1  \u2026/long/way/to/frob x\n"));
}

TEST_CASE("the durations of a column have one unit, that of the longest one", "[export]") {
  using cell = table::cell;
  std::vector<table::cells> const rows{
      {cell::time(5'000), cell::time(1'999), cell::time(3'000), "a"},
      {cell::time(1'500'000), cell::time(7), "", "b"},
      {"", cell::time(2'000), cell::time(2'000'000), "c"}};
  trace2::memory_sink sink;
  table{"", {"x", "y", "z", "name"}}.write(sink, rows, same, 10, {});
  CHECK(sink.text() ==
        "         x         y         z  name\n"
        "  0.005 ms  1.999 us  0.003 ms  a\n"
        "  1.500 ms  0.007 us            b\n"
        "            2.000 us  2.000 ms  c\n");
}

TEST_CASE("what took no time is shown as finely as the columns beside it", "[export]") {
  using cell = table::cell;
  auto const line_of = [](std::int64_t other) {
    std::vector<table::cells> const rows{{cell::time(0), cell::time(other), "a"}};
    trace2::memory_sink sink;
    table{"", {"x", "y", "name"}}.write(sink, rows, same, 10, {});
    std::string const text{sink.text()};
    return text.substr(text.find('\n') + 1);
  };
  CHECK(line_of(10) == "  0 ns  10 ns  a\n");
  CHECK(line_of(10'000) == "  0 us  10 us  a\n");
}

TEST_CASE("columns that are compared share a unit", "[export]") {
  using cell = table::cell;
  std::vector<table::cells> const rows{
      {cell::time(980'000), cell::time(1'200'000), cell::time(5'000), "a"},
      {cell::time(20'000), cell::time(30'000), cell::time(7'000), "b"}};
  trace2::memory_sink sink;
  table{"", {"before", "after", "other", "name"}}
      .with_one_unit({"before", "after"})
      .write(sink, rows, same, 10, {});
  CHECK(sink.text() ==
        "    before     after  other  name\n"
        "  0.980 ms  1.200 ms   5 us  a\n"
        "  0.020 ms  0.030 ms   7 us  b\n");
}

TEST_CASE("rows beyond the most are counted", "[export]") {
  std::vector<table::cells> const rows(5, {"x"});
  trace2::memory_sink sink;
  table const shown{"T", {"a"}};
  shown.write(sink, rows, same, 2, {});
  CHECK(sink.text() == "\nT\n  a\n  x\n  x\n  ... 3 more\n");
  sink.clear();
  shown.write(sink, rows, same, 5, {}, 7);
  CHECK(sink.text() == "\nT\n  a\n  x\n  x\n  x\n  x\n  x\n  ... 7 more\n");
}

TEST_CASE("columns without text are left out, the last one never", "[export]") {
  std::vector<table::cells> const rows{{"1", "", ""}, {"2", "", ""}};
  trace2::memory_sink sink;
  table{"T", {"n", "none", "last"}}.write(sink, rows, same, 10, {});
  CHECK(sink.text() == "\nT\n  n  last\n  1  \n  2  \n");
}

TEST_CASE("an empty table is nothing", "[export]") {
  trace2::memory_sink sink;
  table{"T", {"a"}}.write(sink, std::vector<table::cells>{}, same, 2, {});
  CHECK(sink.text().empty());
}

TEST_CASE("colours are for who asks for them", "[export]") {
  trace2::exporter::text_style const colourful{.colour = true};
  CHECK(colourful.bold("a") == "\x1b[1ma\x1b[0m");
  CHECK(trace2::exporter::text_style{}.alarming("a") == "a");
}

}  // namespace table_test
