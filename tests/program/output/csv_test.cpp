#include "output/csv.hpp"

#include <trace2/sink/memory.hpp>
#include <trace2/value/duration.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"

namespace csv_test {

namespace program = trace2::program;

namespace {

struct row {
  std::string name{};
  std::optional<int> code{};
  trace2::duration wall{};
  double share{};
};
BOOST_DESCRIBE_STRUCT(row, (), (name, code, wall, share))

struct side {
  int n{};
  std::optional<double> median{};
};
BOOST_DESCRIBE_STRUCT(side, (), (n, median))

struct wide_row {
  std::vector<std::string> path{};
  side before{};
  std::optional<side> after{};
};
BOOST_DESCRIBE_STRUCT(wide_row, (), (path, before, after))

struct row_of_rows {
  std::string name{};
  std::optional<std::vector<side>> rows{};
};
BOOST_DESCRIBE_STRUCT(row_of_rows, (), (name, rows))

template <class Row = row>
std::string csv(std::vector<Row> const& rows) {
  trace2::memory_sink sink;
  program::write_csv(sink, rows);
  return std::string{sink.text()};
}

}  // namespace

TEST_CASE("the first line names the members, the others have their values", "[export]") {
  CHECK(csv<row>({}) == "name,code,wall,share\n");
  CHECK(csv<row>({{"a", 1, trace2::duration::microseconds(1'500'000), 0.5}, {"b", {}, {}, 0}}) ==
        "name,code,wall,share\n"
        "a,1,1.500000,0.5\n"
        "b,,0.000000,0\n");
}

TEST_CASE("structs inside a row have fields of their own, also when they are absent", "[export]") {
  CHECK(csv<wide_row>({{{"c/outer", "c/inner, 2"}, {2, 0.5}, side{1, {}}}, {{}, {}, {}}}) ==
        "path,before_n,before_median,after_n,after_median\n"
        "\"c/outer > c/inner, 2\",2,0.5,1,\n"
        ",0,,,\n");
}

TEST_CASE("rows inside a row are JSON in one field", "[export]") {
  using rows = std::vector<side>;
  CHECK(csv<row_of_rows>({{"a", rows{{1, 0.5}, {2, {}}}}, {"b", rows{}}, {"c", {}}}) ==
        "name,rows\n"
        "a,\"[{\"\"n\"\":1,\"\"median\"\":0.5},{\"\"n\"\":2}]\"\n"
        "b,[]\n"
        "c,\n");
}

TEST_CASE("texts that would end a field are quoted", "[export]") {
  auto const field = [](std::string_view text) {
    trace2::buffer out;
    program::append_csv(out, text);
    return std::string{out.view()};
  };
  CHECK(field("") == "");
  CHECK(field("a b") == "a b");
  CHECK(field("a,b") == "\"a,b\"");
  CHECK(field("say \"x\"") == "\"say \"\"x\"\"\"");
  CHECK(field("two\nlines") == "\"two\nlines\"");
  CHECK(field("a\xff\xc3,\xc3\xa4\"") == "\"a\ufffd\ufffd,\u00e4\"\"\"");
}

}  // namespace csv_test
