#include <trace2/export/otlp_lines.hpp>
#include <trace2/sink/memory.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.hpp"

namespace otlp_lines_test {

namespace exporter = trace2::exporter;

namespace {

exporter::otlp_span span_with_name_of(std::size_t bytes) {
  return {.name = std::string(bytes, '"')};
}

struct written {
  std::size_t lines = 0;
  std::size_t spans = 0;
  std::size_t left_out = 0;

  explicit written(std::vector<exporter::otlp_span> const& spans_in) {
    trace2::memory_sink sink;
    exporter::otlp_lines to{sink, 4'000};
    to.write({}, spans_in);
    left_out = to.spans_left_out();
    sink.for_each_line([this](std::string_view line) {
      ++lines;
      CHECK(line.size() <= 4'000);
      for (std::size_t at = 0; (at = line.find("\"spanId\"", at)) != line.npos; ++at) ++spans;
    });
  }
};

}  // namespace

TEST_CASE("spans that fit are one line", "[export]") {
  written const made{{3, span_with_name_of(10)}};
  CHECK(made.lines == 1);
  CHECK(made.spans == 3);
}

TEST_CASE("of spans that are too long for a line each half is written by itself", "[export]") {
  written const made{{9, span_with_name_of(1'000)}};
  CHECK(made.lines == 9);
  CHECK(made.spans == 9);
  CHECK(made.left_out == 0);
}

TEST_CASE("a span that is too long by itself is left out and counted, the others aren't",
          "[export]") {
  std::vector<exporter::otlp_span> spans(7, span_with_name_of(10));
  spans[3] = span_with_name_of(2'000);
  written const made{spans};
  CHECK(made.spans == 6);
  CHECK(made.left_out == 1);
}

TEST_CASE("without spans there is no loss", "[export]") { CHECK(written{{}}.left_out == 0); }

}  // namespace otlp_lines_test
