// Reads the events of a text trace, whichever target has written it.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/event_stream.hpp>
#include <trace2/read/input.hpp>
#include <trace2/read/line_reader.hpp>
#include <trace2/read/normal_stream.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/perf_stream.hpp>
#include <trace2/read/problem.hpp>
#include <trace2/read/text_target.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>

namespace trace2 { inline namespace v0 { namespace read {

/// An `event_stream`, `perf_stream` or `normal_stream` for an opened input, which must outlive it
/// and has a source:
///
///     trace2::read::text_stream events{opened, path, report};
///     while (auto const* event = events.next()) …
class text_stream {
 public:
  text_stream(opened_input& from, std::string name, problem_handler report,
              std::size_t longest_line = line_reader::default_most) {
    switch (from.target) {
      case text_target::perf:
        stream_.emplace<perf_stream>(*from.events, std::move(name), std::move(report), from.written,
                                     longest_line);
        break;
      case text_target::normal:
        stream_.emplace<normal_stream>(*from.events, std::move(name), std::move(report),
                                       from.written, longest_line);
        break;
      case text_target::event:
        stream_.emplace<event_stream>(*from.events, std::move(name), std::move(report),
                                      longest_line);
    }
  }

  /// The next event, valid until the next call; null at the end.
  occurrence const* next() {
    if (auto* const perf = std::get_if<perf_stream>(&stream_)) return perf->next();
    if (auto* const normal = std::get_if<normal_stream>(&stream_)) return normal->next();
    return std::get_if<event_stream>(&stream_)->next();
  }
  /// Number of the latest line, from 1 on.
  std::uint64_t line_number() const noexcept {
    if (auto const* const perf = std::get_if<perf_stream>(&stream_)) return perf->line_number();
    if (auto const* const normal = std::get_if<normal_stream>(&stream_))
      return normal->line_number();
    return std::get_if<event_stream>(&stream_)->line_number();
  }

 private:
  std::variant<std::monostate, event_stream, perf_stream, normal_stream> stream_;
};

}}}  // namespace trace2::v0::read
