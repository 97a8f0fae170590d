// Reads the events of a text trace that is open, whichever target has written it. Programs include
// text_stream.hpp, which also opens it: that takes a unit some seconds.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/event_stream.hpp>
#include <trace2/read/line_reader.hpp>
#include <trace2/read/normal_stream.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/opened_input.hpp>
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
  /// `name` stands in problems. A line of more than `longest_line` bytes is reported and skipped.
  text_stream(opened_input& from, std::string name, problem_handler report,
              std::size_t longest_line = line_reader::default_most)
      : stream_{stream_of(from, std::move(name), std::move(report), longest_line)} {}

  /// The next event, valid until the next call; null at the end.
  occurrence const* next() {
    return std::visit([](auto& stream) { return stream.next(); }, stream_);
  }
  /// Number of the latest line, from 1 on.
  std::uint64_t line_number() const noexcept {
    return std::visit([](auto const& stream) { return stream.line_number(); }, stream_);
  }

 private:
  using any_stream = std::variant<event_stream, perf_stream, normal_stream>;

  static any_stream stream_of(opened_input& from, std::string name, problem_handler report,
                              std::size_t longest_line) {
    // An event_stream takes no `written`: EVENT has dates.
    auto const make = [&]<class Stream>(std::in_place_type_t<Stream> type, auto... written) {
      return any_stream{type,       *from.events, std::move(name),   std::move(report),
                        written..., longest_line, from.cleaner.get()};
    };
    switch (from.target) {
      case text_target::perf:
        return make(std::in_place_type<perf_stream>, from.written);
      case text_target::normal:
        return make(std::in_place_type<normal_stream>, from.written);
      case text_target::event:
        break;
    }
    return make(std::in_place_type<event_stream>);
  }

  any_stream stream_;
};

}}}  // namespace trace2::v0::read
