#include "convert/otlp_lines.hpp"

#include <trace2/sink/memory.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "support/catch.hpp"

namespace otlp_lines_test {

namespace program = trace2::program;

namespace {

program::otlp_span span_with_name_of(std::size_t bytes) {
  static std::string const quotes(10'000, '"');
  return {.name = std::string_view{quotes}.substr(0, bytes)};
}

struct written {
  std::size_t lines = 0;
  std::size_t spans = 0;
  std::size_t left_out = 0;

  explicit written(std::vector<program::otlp_span> const& spans_in) {
    trace2::memory_sink sink;
    program::otlp_lines to{sink, 4'000};
    program::otlp_span_list list;
    for (program::otlp_span const& span : spans_in) to.add(span, list);
    to.write({}, list);
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
  std::vector<program::otlp_span> spans(7, span_with_name_of(10));
  spans[3] = span_with_name_of(2'000);
  written const made{spans};
  CHECK(made.spans == 6);
  CHECK(made.left_out == 1);
}

TEST_CASE("a metric that is too long for a line is left out and counted", "[export]") {
  trace2::memory_sink sink;
  program::otlp_lines to{sink, 4'000};
  std::vector<program::otlp_metric> metrics(3);
  metrics[1].name = std::string(4'000, 'n');
  to.write({}, metrics);
  CHECK(to.metrics_left_out() == 1);
  std::size_t lines = 0;
  sink.for_each_line([&](std::string_view line) {
    ++lines;
    CHECK(line.starts_with(R"({"resourceMetrics":[)"));
  });
  CHECK(lines == 2);
}

TEST_CASE("the size of a text counts its escapes, wherever they stand", "[export]") {
  CHECK(program::size_of(std::string_view{""}) == 0);
  CHECK(program::size_of(std::string_view{"plain \xff and longer than two words"}) == 33);
  for (std::size_t at = 0; at < 20; ++at) {
    std::string text(20, 'a');
    text[at] = '"';
    CHECK(program::size_of(std::string_view{text}) == 21);
    text[at] = '\n';
    CHECK(program::size_of(std::string_view{text}) == 25);
  }
}

TEST_CASE("without spans there is no loss", "[export]") { CHECK(written{{}}.left_out == 0); }

TEST_CASE("a receiver gets messages, and smaller ones when it finds one too long", "[export]") {
  struct receiver final : program::otlp_receiver {
    std::vector<std::size_t> sizes;
    bool append(program::otlp_event const&, std::string&) override { return false; }
    bool append(program::otlp_span const& span, std::string& to) override {
      to.append(span.name);
      return span.name.size() < 3;
    }
    bool take(program::otlp_traces const& message) override {
      auto const& spans = message.resourceSpans.front().scopeSpans.front().spans;
      if (spans.count > 2) return false;
      CHECK(spans.bytes.size() == 2 * spans.count);
      sizes.push_back(spans.count);
      return true;
    }
    bool take(program::otlp_metrics_message const& message) override {
      std::size_t const size = message.resourceMetrics.front().scopeMetrics.front().metrics.size();
      if (size > 2) return false;
      sizes.push_back(10 * size);
      return true;
    }
  } to;
  program::otlp_lines lines{to, 4'000};
  program::otlp_span_list spans;
  constexpr std::size_t sizes[] = {2, 2, 3, 2, 2, 2};
  for (std::size_t const bytes : sizes) lines.add(span_with_name_of(bytes), spans);
  CHECK(spans.size() == 5);
  lines.write({}, spans);
  lines.write({}, std::vector<program::otlp_metric>(3));
  CHECK(to.sizes == std::vector<std::size_t>{2, 1, 2, 10, 20});
  CHECK(lines.spans_left_out() == 1);
  CHECK(lines.metrics_left_out() == 0);
}

TEST_CASE("an attribute of a name that is there replaces its value", "[export]") {
  program::otlp_attributes attributes;
  attributes.add("a", "1").add("b", "2").set({"a", {.stringValue = "3"}}).set({"c", {}});
  CHECK(attributes.size() == 3);
  CHECK(attributes[0].value.stringValue == "3");
}

TEST_CASE("attributes take no text that nobody keeps", "[export]") {
  auto const takes = []<class Text>(std::type_identity<Text>) {
    return requires(program::otlp_attributes& to, Text&& text) {
      to.add("a", static_cast<Text&&>(text));
    };
  };
  CHECK(takes(std::type_identity<std::string&>{}));
  CHECK(takes(std::type_identity<std::string const&>{}));
  CHECK_FALSE(takes(std::type_identity<std::string>{}));
}

TEST_CASE("an event that is too long for a line is left out", "[export]") {
  trace2::memory_sink sink;
  program::otlp_lines to{sink, 100};
  std::string bytes = "before";
  CHECK_FALSE(to.encode({.name = std::string_view{std::string(100, 'n')}}, bytes));
  CHECK(bytes == "before");
  CHECK(to.encode({.timeUnixNano = {1}, .name = "n"}, bytes));
  CHECK(bytes == R"(before{"timeUnixNano":"1","name":"n","attributes":[]})");
}

}  // namespace otlp_lines_test
