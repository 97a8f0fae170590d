// Reads the events of a PERF trace, one at a time and in constant memory.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/byte_source.hpp>
#include <trace2/read/event_list.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/line_processes.hpp>
#include <trace2/read/line_reader.hpp>
#include <trace2/read/line_stream.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/perf_columns.hpp>
#include <trace2/read/perf_members.hpp>
#include <trace2/read/perf_payload.hpp>
#include <trace2/read/problem.hpp>

#include <boost/mp11/algorithm.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace trace2 { inline namespace v0 { namespace read {

/// Reads a PERF trace, brief or not, as `event_stream` reads an EVENT stream.
///
/// PERF has no session ids: those of the occurrences are made up, with as many parts as the process
/// has ancestors. How it is found out which process has written a line, `line_processes` tells.
/// Lines that may be of several processes are events of one that stands for them, but for the
/// beginnings of regions, which are left out; the number of these lines is reported at the end.
/// PERF has no dates either: see `day_clock`. `written` is the moment at which the trace was
/// written. The lines of other programs are reported and skipped.
class perf_stream final : public line_stream<perf_stream, perf_columns, perf_payload> {
 public:
  perf_stream(byte_source& from, std::string name, problem_handler report, std::int64_t written,
              std::size_t longest_line = line_reader::default_most,
              surroundings::line_cleaner* cleaner = nullptr)
      : line_stream{"perf",  true,         from,   std::move(name), std::move(report),
                    written, longest_line, cleaner} {}

 private:
  friend line_stream;

  occurrence const* make() {
    if (columns_.depth >= line_processes::most_depth) {
      lines_.complain("is of a process with too many ancestors");
      return nullptr;
    }
    line_facts line{.kind = find_event<builtin_events>(columns_.event),
                    .depth = columns_.depth,
                    .thread = columns_.thread,
                    .is_of_csharp = columns_.place.is_of_csharp()};
    if (columns_.t_abs) line.t_abs = columns_.t_abs->in_microseconds();
    if (columns_.t_rel) line.t_rel = columns_.t_rel->in_microseconds();
    return boost::mp11::mp_with_index<event_count + 1>(
        line.kind, [&](auto index) { return this->template make<index>(line); });
  }

  template <event_kind Kind>
  occurrence const* make(line_facts& line) {
    constexpr bool is_known = Kind < event_count;
    auto& event = made_.event.template emplace < is_known ? Kind + 1 : 0 > ();
    payload_.cut_numbers().clear();
    using type = std::remove_reference_t<decltype(event)>;
    constexpr bool is_region =
        std::is_same_v<type, event::region_enter> || std::is_same_v<type, event::region_leave>;
    // These payloads begin with no dot, so that all dots are indentation.
    constexpr bool shows_indentation =
        is_region || requires { event.child_id; } || requires { event.task; };
    std::size_t dots = std::min(columns_.payload.find_first_not_of('.'), columns_.payload.size());
    if constexpr (shows_indentation)
      if (!read(event, dots)) return nullptr;
    if constexpr (is_region) line.level = level_of(dots);
    if constexpr (requires { event.child_id; }) line.child_id = event.child_id;

    line_process& process = writer_of(line);
    if (process.is_unclear) {
      ++unclear_;
      if (line.is_end()) return finish_unknown(process, line);
      if (line.is_beginning_or_child()) return nullptr;
    }
    line_thread* const thread = processes_.thread_of(process, line);
    bool const is_tracked = thread != nullptr && thread->is_whole && !thread->runs_task;
    int open = is_tracked ? thread->open_regions : 1;
    if constexpr (!shows_indentation) {
      dots = is_tracked ? std::min(dots, indentation_of(open)) : dots / 2 * 2;
      if (!read(event, dots)) return nullptr;
    }
    made_.thread_key = thread == nullptr ? no_key : thread->key;
    open = processes_.note(process, thread, line);
    if (thread != nullptr && line.is<event::task_run, event::task_pause>())
      thread->runs_task = line.is<event::task_run>();
    made_.nesting.reset();
    if constexpr (requires { event.nesting; })
      made_.nesting = event.nesting = is_tracked && open == 0 ? 0 : level_of(dots);
    members_.begin(
        columns_, !requires { event.t_abs; }, is_known, payload_.waits());
    made_.others = members_.is_any() ? other_members{members_} : other_members{};
    if constexpr (!is_known) event = {columns_.event, made_.others};
    return finish(process, line);
  }

  template <class Event>
  bool read(Event& event, std::size_t dots) {
    if (payload_.read(columns_, columns_.payload.substr(dots), event)) return true;
    lines_.complain("lacks a part of its event");
    return false;
  }

  line_process& writer_of(line_facts& line) {
    if (!columns_.time_of_day) return processes_.writer_of(line);
    line.wall = clock_.guess(*columns_.time_of_day);
    line_process& process = processes_.writer_of(line);
    line.wall = process.origin && line.t_abs
                    ? clock_.at(*columns_.time_of_day, *process.origin + *line.t_abs)
                    : clock_.at(*columns_.time_of_day);
    return process;
  }

  /// An end that says of no process that it has ended.
  occurrence const* finish_unknown(line_process const& process, line_facts const& line) {
    members_.begin(columns_, true, false);
    made_.others = other_members{members_};
    made_.event.emplace<other_event>(other_event{columns_.event, made_.others});
    made_.nesting.reset();
    made_.thread_key = no_key;
    return finish(process, line);
  }

  occurrence const* finish(line_process const& process, line_facts const& line) {
    if (members_.are_too_long()) {
      lines_.complain("is too long");
      return nullptr;
    }
    made_.event_name = columns_.event;
    made_.sid = process.sid;
    made_.thread = columns_.thread;
    made_.wall.reset();
    if (line.wall) made_.wall = moment_at(*line.wall);
    made_.file = columns_.place.file;
    made_.line = columns_.place.line;
    made_.repo = columns_.repo;
    made_.t_abs = columns_.t_abs;
    made_.t_rel = columns_.t_rel;
    if (made_.t_abs && is_out_of_range(*made_.t_abs)) payload_.cut_numbers().add("t_abs");
    if (made_.t_rel && is_out_of_range(*made_.t_rel)) payload_.cut_numbers().add("t_rel");
    made_.cut_numbers = payload_.cut_numbers().all();
    made_.wide_code = payload_.wide_code();
    return &made_;
  }

  /// The level of nesting at which a line stands (R-PRF-09).
  static int level_of(std::size_t dots) noexcept {
    constexpr std::size_t most = 1'000'000;
    return static_cast<int>(std::min(dots / 2, most)) + 1;
  }
  static std::size_t indentation_of(int open_regions) noexcept {
    return open_regions < 1 ? 0 : 2 * (static_cast<std::size_t>(open_regions) - 1);
  }

  perf_members members_;
};

}}}  // namespace trace2::v0::read
