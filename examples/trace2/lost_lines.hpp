// Lines that a trace lacks, as the programs that have written it tell.
#pragma once

#include <trace2/detail/text/number_text.hpp>
#include <trace2/event/data.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/saturating.hpp>
#include <trace2/read/text_target.hpp>

#include <cstdint>

namespace trace2_program {

/// Counts the lines that found no room, as on a disk that was full for a while. Programs that use
/// the library tell of them at their end; others, Git among them, don't.
class lost_lines {
 public:
  void note(trace2::read::occurrence const& event, trace2::read::text_target of) {
    auto const* const told = event.get<trace2::event::data>();
    if (told == nullptr || told->category != "trace2") return;
    bool const is_event = of == trace2::read::text_target::event;
    if (told->key != (is_event ? "lost_lines/event" : "lost_lines/perf")) return;
    auto const* const value = told->value.as_text();
    std::int64_t lines = 0;
    if (value != nullptr && trace2::detail::number_from(*value, lines) && lines > 0)
      count_ = trace2::read::saturating_add(count_, lines);
  }

  std::uint64_t count() const noexcept { return static_cast<std::uint64_t>(count_); }

 private:
  std::int64_t count_ = 0;
};

}  // namespace trace2_program
