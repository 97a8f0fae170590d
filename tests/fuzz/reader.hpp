// Runs everything that reads a trace on any bytes. The reader must come to an end, keep
// its memory in bounds, and produce JSON where it claims to.
#pragma once

#include <trace2/detail/text/json_text.hpp>
#include <trace2/detail/text/json_value.hpp>
#include <trace2/format/json.hpp>
#include <trace2/format/normal.hpp>
#include <trace2/format/perf.hpp>
#include <trace2/read/text_stream.hpp>
#include <trace2/read/tracker.hpp>
#include <trace2/sink/memory.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "convert/chrome.hpp"
#include "convert/firefox.hpp"
#include "convert/otlp.hpp"
#include "convert/text.hpp"
#include "model/model_builder.hpp"
#include "summary/summarize.hpp"
#include "summary/summary_text.hpp"
#include "walk/folded.hpp"
#include "walk/tree.hpp"
#include "why/why.hpp"
#include "why/why_text.hpp"

namespace fuzz {

/// Small, so that a short input can reach them.
inline constexpr trace2::read::tracker_limits limits{.processes = 8,
                                                     .ended = 2,
                                                     .threads = 4,
                                                     .regions = 8,
                                                     .children = 4,
                                                     .tasks = 4,
                                                     .sid_bytes = 256,
                                                     .thread_bytes = 64};

inline void follow(std::string_view bytes, trace2::read::tracker_visitor& visitor,
                   trace2::read::label_table& labels) {
  constexpr std::size_t longest_line = 4096;
  trace2::read::opened_input input{
      .events = std::make_unique<trace2::read::text_source>(std::string{bytes}),
      .target = trace2::read::target_of(bytes).value_or(trace2::read::text_target::event)};
  trace2::read::text_stream events{input, "fuzz", [](trace2::read::problem const&) {},
                                   longest_line};
  trace2::read::tracker tracker{visitor, labels, limits};
  while (auto const* const line = events.next()) tracker.take(*line);
  tracker.finish();
}

/// True when every line is JSON.
inline bool is_json_lines(trace2::memory_sink const& sink) {
  bool all = true;
  sink.for_each_line([&](std::string_view line) { all = all && trace2::detail::is_json(line); });
  return all;
}

template <class Format>
bool convert(std::string_view bytes) {
  trace2::memory_sink sink;
  trace2::read::label_table labels;
  trace2::program::text_writer<Format> to{sink};
  follow(bytes, to, labels);
  return !std::is_same_v<Format, trace2::format::json> || is_json_lines(sink);
}

inline bool convert_to_chrome(std::string_view bytes) {
  trace2::memory_sink sink;
  trace2::read::label_table labels;
  trace2::program::chrome to{sink, labels};
  follow(bytes, to, labels);
  to.finish();
  return trace2::detail::is_json(sink.text());
}

inline bool convert_to_firefox(std::string_view bytes) {
  trace2::memory_sink sink;
  trace2::read::label_table labels;
  trace2::program::firefox to{labels, {}, {}};
  follow(bytes, to, labels);
  to.write(sink);
  return trace2::detail::is_json(sink.text());
}

inline bool convert_to_otlp(std::string_view bytes) {
  trace2::memory_sink sink;
  trace2::read::label_table labels;
  trace2::program::otlp to{sink, labels};
  follow(bytes, to, labels);
  return is_json_lines(sink);
}

inline bool sum_up(std::string_view bytes) {
  trace2::memory_sink sink;
  trace2::read::label_table labels{16};
  trace2::program::model_builder builder{
      labels, {.processes = 4, .threads = 6, .regions = 16, .children = 4, .tasks = 3, .text = 32}};
  follow(bytes, builder, labels);
  trace2::program::model const trace = builder.complete();
  trace2::program::folded{trace, labels}.write(sink);
  trace2::program::tree{sink, {}}.write(trace, labels);
  for (auto const& one : trace2::program::why{trace, labels}.explain_slowest(2))
    trace2::program::why_text{sink, labels, 5, 60, {}}.write(one);
  auto const summary = trace2::program::summarizer{trace, labels}.make();
  trace2::program::summary_text{sink, 5, {}}.write(summary);
  trace2::buffer json;
  trace2::detail::append_json(json, summary);
  return trace2::detail::is_json(json.view());
}

/// False when a promise is broken.
inline bool holds(std::string_view bytes) {
  return convert<trace2::format::json>(bytes) && convert<trace2::format::perf>(bytes) &&
         convert<trace2::format::normal>(bytes) && convert_to_chrome(bytes) &&
         convert_to_firefox(bytes) && convert_to_otlp(bytes) && sum_up(bytes);
}

}  // namespace fuzz
