// Goes back in time through what ran at once, as the critical path does.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/moment.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trace2::program {

/// When one of several threads or children ran. `index` is the caller's.
struct time_span {
  std::size_t index{};
  read::moment begin{};
  read::moment end{};
};

/// Calls `pass(index, from, to)` for spans that do not overlap, the latest first: the span that
/// ended last, before its beginning the one that had ended last by then, and so on. In the time
/// between two of them, when others ran, it is the one that went on for longest. Takes n log n
/// time.
template <class Pass>
void follow_last_ended(std::vector<time_span> spans, Pass const& pass) {
  std::erase_if(spans, [](time_span const& one) { return one.end <= one.begin; });
  if (spans.empty()) return;
  std::stable_sort(spans.begin(), spans.end(),
                   [](time_span const& a, time_span const& b) { return a.begin < b.begin; });
  std::vector<time_span> longest;  // up to each span the one that ends last
  for (time_span const& one : spans)
    longest.push_back(longest.empty() || one.end > longest.back().end ? one : longest.back());
  std::vector<time_span> by_end = spans;
  std::stable_sort(by_end.begin(), by_end.end(),
                   [](time_span const& a, time_span const& b) { return a.end < b.end; });

  for (read::moment until = by_end.back().end; until > spans.front().begin;) {
    while (!by_end.empty() && by_end.back().end > until) by_end.pop_back();
    read::moment const ended = by_end.empty() ? spans.front().begin : by_end.back().end;
    auto const begun =
        std::lower_bound(spans.begin(), spans.end(), until,
                         [](time_span const& one, read::moment at) { return one.begin < at; });
    time_span const& running = longest[static_cast<std::size_t>(begun - spans.begin()) - 1];
    if (ended < until && running.end <= until) {  // nothing ran
      until = ended;
      continue;
    }
    time_span const& next = ended == until ? by_end.back() : running;
    read::moment const from = ended == until ? next.begin : std::max(ended, next.begin);
    pass(next.index, from, until);
    until = from;
  }
}

}  // namespace trace2::program
