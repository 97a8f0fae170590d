// Reads the events of a NORMAL trace, one at a time and in constant memory.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/byte_source.hpp>
#include <trace2/read/day_clock.hpp>
#include <trace2/read/event_list.hpp>
#include <trace2/read/line_processes.hpp>
#include <trace2/read/line_reader.hpp>
#include <trace2/read/normal_line.hpp>
#include <trace2/read/normal_payload.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/problem.hpp>
#include <trace2/read/quoted_words.hpp>
#include <trace2/read/text_lines.hpp>

#include <boost/mp11/algorithm.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <string>
#include <string_view>
#include <utility>

namespace trace2 { inline namespace v0 { namespace read {

/// Reads a NORMAL trace, brief or not, as `perf_stream` reads a PERF trace. NORMAL tells of
/// commands, children, ends, sums and errors, all of them on the main thread, without the depth of
/// a process: of two processes with children, either may be the parent of a third, whose parent is
/// then unknown.
class normal_stream {
 public:
  normal_stream(byte_source& from, std::string name, problem_handler report, std::int64_t written,
                std::size_t longest_line = line_reader::default_most)
      : clock_{written},
        processes_{tag_of("normal", name), written, false},
        lines_{from, std::move(name), std::move(report), longest_line} {}

  /// The next event, valid until the next call; null at the end.
  occurrence const* next() {
    while (lines_.next(parts_)) {
      memory_.release();
      occurrence const* const made = boost::mp11::mp_with_index<event_count>(
          find_event<builtin_events>(parts_.event), [this](auto index) { return make<index>(); });
      if (made != nullptr) return made;
      if (!std::exchange(is_left_out_, false)) lines_.complain("lacks a part of its event");
    }
    if (auto const count = std::exchange(unclear_, 0); count != 0)
      lines_.report("has " + std::to_string(count) + (count == 1 ? " line" : " lines") +
                    " that may be of several processes");
    if (auto const count = processes_.refused(); count != std::exchange(refused_, count))
      lines_.report("has " + std::to_string(count) + (count == 1 ? " line" : " lines") +
                    " of more threads and children than there is room for");
    return nullptr;
  }

  /// Number of the latest line, from 1 on.
  std::uint64_t line_number() const noexcept { return lines_.number(); }
  std::string_view name() const noexcept { return lines_.name(); }

 private:
  template <event_kind Kind>
  occurrence const* make() {
    auto& event = made_.event.template emplace<Kind + 1>();
    if (!payload_.read(parts_.payload, event)) return nullptr;
    made_.t_abs.reset();
    made_.t_rel.reset();
    line_facts line{.kind = Kind};
    if constexpr (Kind == kind_of<event::exit> || Kind == kind_of<event::atexit> ||
                  Kind == kind_of<event::signal>)
      made_.t_abs = event.t_abs;
    if constexpr (requires { event.t_rel; }) made_.t_rel = event.t_rel;
    if constexpr (requires { event.child_id; }) line.child_id = event.child_id;
    if (made_.t_abs) line.t_abs = made_.t_abs->in_microseconds();
    if (made_.t_rel) line.t_rel = made_.t_rel->in_microseconds();
    if (parts_.time_of_day) line.wall = clock_.at(*parts_.time_of_day);

    line_process& process = processes_.writer_of(line);
    if (process.is_unclear) {
      ++unclear_;
      is_left_out_ = line.is_end() || line.is_beginning_or_child();
      if (is_left_out_) return nullptr;
    }
    processes_.note(process, nullptr, line);
    made_.event_name = parts_.event;
    made_.sid = process.sid;
    made_.wall = line.wall;
    made_.file = parts_.place.file;
    made_.line = parts_.place.line;
    return &made_;
  }

  static constexpr std::size_t event_count = boost::mp11::mp_size<builtin_events>::value;

  std::array<std::byte, 4096> first_memory_;
  std::pmr::monotonic_buffer_resource memory_{first_memory_.data(), first_memory_.size()};
  quoted_words words_{memory_};
  normal_payload payload_{words_};
  normal_line parts_;
  day_clock clock_;
  line_processes processes_;
  text_lines<normal_line> lines_;
  occurrence made_{};
  std::uint64_t unclear_ = 0;
  std::uint64_t refused_ = 0;  ///< of what is reported
  bool is_left_out_ = false;   ///< the latest event, because it may be of several processes
};

}}}  // namespace trace2::v0::read
