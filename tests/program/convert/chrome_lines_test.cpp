#include "convert/chrome_lines.hpp"

#include <trace2/sink/memory.hpp>

#include <string>

#include "support/catch.hpp"

namespace chrome_lines_test {

namespace program = trace2::program;

TEST_CASE("events are items of one array, a line each", "[export]") {
  trace2::memory_sink sink;
  program::chrome_lines lines{sink};
  lines.write({.ph = "i", .name = "a"});
  lines.write({.ph = "i", .name = "b"});
  lines.finish();
  std::string const text{sink.text()};
  CHECK(text.starts_with("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n{\"ph\":\"i\""));
  CHECK(text.find("\n,{\"ph\":\"i\",\"name\":\"b\"") != text.npos);
  CHECK(text.ends_with("}\n]}\n"));
}

TEST_CASE("an event too long for a line is left out and counted", "[export]") {
  trace2::memory_sink sink;
  program::chrome_lines lines{sink};
  std::string const name(trace2::read::limits::output_line, 'x');
  lines.write({.ph = "i", .name = name});
  lines.write({.ph = "i", .name = "b"});
  lines.finish();
  CHECK(lines.left_out() == 1);
  CHECK(sink.text().find("[\n{\"ph\":\"i\",\"name\":\"b\"") != std::string_view::npos);
}

}  // namespace chrome_lines_test
