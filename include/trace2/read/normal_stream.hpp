// Reads the events of a NORMAL trace, one at a time and in constant memory.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/byte_source.hpp>
#include <trace2/read/event_list.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/line_processes.hpp>
#include <trace2/read/line_reader.hpp>
#include <trace2/read/line_stream.hpp>
#include <trace2/read/normal_line.hpp>
#include <trace2/read/normal_payload.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/problem.hpp>

#include <boost/mp11/algorithm.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace trace2 { inline namespace v0 { namespace read {

/// Reads a NORMAL trace, brief or not, as `perf_stream` reads a PERF trace. NORMAL tells of
/// commands, children, ends, sums and errors, all of them on the main thread. NORMAL tells neither
/// the id nor the depth of a process, so that no process has a parent: nothing but a guess could
/// tell which child of which command it is.
class normal_stream final : public line_stream<normal_stream, normal_line, normal_payload> {
 public:
  normal_stream(byte_source& from, std::string name, problem_handler report, std::int64_t written,
                std::size_t longest_line = line_reader::default_most,
                surroundings::line_cleaner* cleaner = nullptr)
      : line_stream{"normal",          false,   from,         std::move(name),
                    std::move(report), written, longest_line, cleaner} {}

 private:
  friend line_stream;

  occurrence const* make() {
    occurrence const* const made = boost::mp11::mp_with_index<event_count>(
        find_event<builtin_events>(columns_.event),
        [this](auto index) { return this->template make<index>(); });
    if (made == nullptr && !std::exchange(is_left_out_, false))
      lines_.complain("lacks a part of its event");
    return made;
  }

  template <event_kind Kind>
  occurrence const* make() {
    auto& event = made_.event.template emplace<Kind + 1>();
    if (!payload_.read(columns_.payload, event)) return nullptr;
    made_.t_abs.reset();
    made_.t_rel.reset();
    line_facts line{.kind = Kind, .is_of_csharp = columns_.place.is_of_csharp()};
    if constexpr (Kind == kind_of<event::exit> || Kind == kind_of<event::atexit> ||
                  Kind == kind_of<event::signal>)
      made_.t_abs = event.t_abs;
    if constexpr (requires { event.t_rel; }) made_.t_rel = event.t_rel;
    if constexpr (requires { event.child_id; }) line.child_id = event.child_id;
    if (made_.t_abs) line.t_abs = made_.t_abs->in_microseconds();
    if (made_.t_rel) line.t_rel = made_.t_rel->in_microseconds();
    if (columns_.time_of_day)
      line.wall = clock_.at(*columns_.time_of_day, line.is<event::version>());

    line_process& process = processes_.writer_of(line);
    if (process.is_unclear) {
      ++unclear_;
      is_left_out_ = line.is_end() || line.is_beginning_or_child();
      if (is_left_out_) return nullptr;
    }
    processes_.note(process, nullptr, line);
    made_.event_name = columns_.event;
    made_.sid = process.sid;
    made_.wall.reset();
    if (line.wall) made_.wall = moment_at(*line.wall);
    made_.file = columns_.place.file;
    made_.line = columns_.place.line;
    made_.cut_numbers = payload_.cut_numbers().all();
    made_.wide_code = payload_.wide_code();
    return &made_;
  }

  bool is_left_out_ = false;  ///< the latest event, because it may be of several processes
};

}}}  // namespace trace2::v0::read
