#include "tables/answer.hpp"

#include <trace2/sink/memory.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/catch.hpp"

namespace answer_test {

namespace tables = trace2::program::tables;

namespace {

using rows = std::vector<tables::answer_row>;

template <class Writer, class... More>
std::string written(std::vector<std::string> columns, rows const& all, More const&... more) {
  trace2::memory_sink sink;
  Writer to{sink, more...};
  to.begin(std::move(columns));
  for (tables::answer_row const& row : all) to.add(row);
  to.end();
  return std::string{sink.text()};
}

std::string table(std::vector<std::string> columns, rows const& all, std::size_t width = 80) {
  return written<tables::answer_text>(std::move(columns), all, trace2::program::text_style{},
                                      width);
}

constexpr std::string_view text(char const* value) { return value; }

}  // namespace

TEST_CASE("numbers of a table stand to the right, texts to the left", "[tables]") {
  CHECK(table({"name", "n"}, {{text("a"), std::int64_t{5}}, {text("longer"), 12.5}, {{}, {}}}) ==
        "name       n\n"
        "a          5\n"
        "longer  12.5\n"
        "\n");
}

TEST_CASE("numbers have nine digits", "[tables]") {
  CHECK(table({"n"}, {{0.1 + 0.2}, {1e300}, {std::int64_t{-9'000'000'000'000'000'000}}}) ==
        "                   n\n"
        "                 0.3\n"
        "              1e+300\n"
        "-9000000000000000000\n");
}

TEST_CASE("the widest text is shortened to fit", "[tables]") {
  CHECK(table({"a", "b"}, {{text("0123456789abcdef"), text("short")}}, 20) ==
        "a              b\n"
        "0123456789ab\u2026  short\n");
}

TEST_CASE("where that is not enough, each row becomes a block", "[tables]") {
  CHECK(table({"first", "b", "c"},
              {{text("0123456789abcdef"), text("0123456789abcdef"), std::int64_t{1}},
               {text("x"), {}, std::int64_t{2}}},
              20) ==
        "first  0123456789ab\u2026\n"
        "b      0123456789ab\u2026\n"
        "c      1\n"
        "\n"
        "first  x\n"
        "b\n"
        "c      2\n");
}

TEST_CASE("control characters are shown, and lines stay lines", "[tables]") {
  std::string const shown = table({"a\nb"}, {{text("x\ty\x1b[31m\n")}});
  CHECK(shown.find('\x1b') == shown.npos);
  CHECK(std::count(shown.begin(), shown.end(), '\n') == 2);
}

TEST_CASE("rows behind the first megabyte have the widths of the first ones", "[tables]") {
  rows all(40'000, tables::answer_row{text("abc")});
  all.push_back({text("longer than before")});
  std::string const shown = table({"a"}, all);
  CHECK(shown.ends_with("abc\nlo\u2026\n"));
}

TEST_CASE("JSON has an object on each line, and CSV a line of names", "[tables]") {
  rows const all{{std::int64_t{1}, text("a\"b"), {}}, {0.5, text(""), {}}};
  CHECK(written<tables::answer_json>({"n", "t", "n"}, all) ==
        "[\n{\"n\":1,\"t\":\"a\\\"b\",\"n:2\":null},\n{\"n\":0.5,\"t\":\"\",\"n:2\":null}\n]\n");
  CHECK(written<tables::answer_json>({"n"}, {}) == "[\n]\n");
  CHECK(written<tables::answer_csv>({"n", "t", "n"}, all) == "n,t,n\n1,\"a\"\"b\",\n0.5,\"\",\n");
}

}  // namespace answer_test
