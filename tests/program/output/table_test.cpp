#include "output/table.hpp"

#include <trace2/read/fine_time.hpp>
#include <trace2/sink/memory.hpp>

#include <cstdint>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/times.hpp"

namespace table_test {

using trace2::program::table;

namespace {

constexpr auto same = [](table::cells const& row) { return row; };

table::cell time(std::int64_t nanoseconds, bool is_fine = false) {
  return table::cell::time(trace2::read::fine_duration{ns(nanoseconds), is_fine});
}

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
  std::vector<table::cells> const rows{{time(5'000), time(1'999), time(3'000), "a"},
                                       {time(1'500'000), time(7), "", "b"},
                                       {"", time(2'000), time(2'000'000), "c"}};
  trace2::memory_sink sink;
  table{"", {"x", "y", "z", "name"}}.write(sink, rows, same, 10, {});
  CHECK(sink.text() ==
        "         x         y         z  name\n"
        "  0.005 ms  1.999 us  0.003 ms  a\n"
        "  1.500 ms  0.007 us            b\n"
        "                2 us  2.000 ms  c\n");
}

TEST_CASE("a column is as fine as the finest of its durations", "[export]") {
  auto const cells_of = [](bool is_fine, std::int64_t other) {
    std::vector<table::cells> const rows{{time(0, is_fine), "a"}, {time(other, is_fine), "b"}};
    trace2::memory_sink sink;
    table{"", {"x", "name"}}.write(sink, rows, same, 10, {});
    std::string const text{sink.text()};
    return text.substr(text.find('\n') + 1);
  };
  CHECK(cells_of(false, 1'000) == "  0 us  a\n  1 us  b\n");
  CHECK(cells_of(true, 912) == "    0 ns  a\n  912 ns  b\n");
  CHECK(cells_of(true, 0) == "  0 ns  a\n  0 ns  b\n");
  CHECK(cells_of(true, 2'000) == "  0 us  a\n  2 us  b\n");
}

TEST_CASE("no length in microseconds is less than one beside nanoseconds", "[export]") {
  std::vector<table::cells> const rows{{time(0), "a"}, {time(912), "b"}};
  trace2::memory_sink sink;
  table{"", {"x", "name"}}.write(sink, rows, same, 10, {});
  CHECK(sink.text() == "       x  name\n   <1 us  a\n  912 ns  b\n");
}

TEST_CASE("columns that are compared share a unit", "[export]") {
  std::vector<table::cells> const rows{{time(980'000), time(1'200'000), time(5'000), "a"},
                                       {time(20'000), time(30'000), time(7'000), "b"}};
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
  trace2::program::text_style const colourful{.colour = true};
  CHECK(colourful.bold("a") == "\x1b[1ma\x1b[0m");
  CHECK(trace2::program::text_style{}.alarming("a") == "a");
}

}  // namespace table_test
