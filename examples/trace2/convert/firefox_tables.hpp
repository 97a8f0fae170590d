// The processes, threads and markers of a profile for Firefox Profiler, until they are written.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/label_table.hpp>
#include <trace2/read/memory_budget.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/value/buffer.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace trace2::program {

/// Appends a length of time as milliseconds, such as "12.000345". Readers of JSON have numbers of
/// 53 bits: beyond 104 days these hold microseconds only.
void append_milliseconds(buffer& out, read::nanoseconds length) noexcept;

/// A row of a thread's markers.
struct firefox_marker {
  std::string_view name{};
  read::moment begin{};
  std::optional<read::moment> end{};  ///< nothing for a moment
  std::string_view data{};            ///< a JSON object with the name of its schema as "type"
};

/// Values of the columns of a thread's markers, with commas in between.
struct firefox_markers {
  std::string name{};
  std::string begin{};
  std::string end{};
  std::string phase{};
  std::string data{};
  std::size_t count = 0;
};

struct firefox_process {
  static constexpr std::size_t longest = 200;  ///< bytes of a name

  std::string pid{};  ///< differs from those of all others
  std::string name{};
  std::uint32_t id{};  ///< by which samples know it; 0 if unknown
  read::moment begin{};
  read::moment end{};
};

struct firefox_thread {
  std::size_t process{};
  std::string name{};
  std::string tid{};    ///< a number, or else a name
  std::uint32_t id{};   ///< by which samples know it; 0 if unknown
  bool is_main = false;
  read::moment begin{};
  read::moment end{};
  read::moment run_begin{};  ///< of a task
  read::moment run_end{};
  firefox_markers markers{};
};

/// The tables of a profile. Memory: bounded; everything beyond is left out and counted.
class firefox_tables {
 public:
  /// Tags of a tracker's processes and threads; 0 stands for those that found no room.
  static std::uint64_t tag_of(std::size_t index) noexcept { return index + 1; }

  std::uint64_t add(firefox_process&& process);
  std::uint64_t add(firefox_thread&& thread);
  void add(std::uint64_t thread, firefox_marker const& marker);

  firefox_process* process(std::uint64_t tag) { return tag == 0 ? nullptr : &processes_[tag - 1]; }
  firefox_thread* thread(std::uint64_t tag) { return tag == 0 ? nullptr : &threads_[tag - 1]; }

  std::deque<firefox_process> const& processes() const noexcept { return processes_; }
  std::deque<firefox_thread> const& threads() const noexcept { return threads_; }

  /// The index of a text among the profile's strings.
  std::uint32_t string_of(std::string_view text);
  read::label_table const& strings() const noexcept { return strings_; }

  /// The moment from which times count: the millisecond in which the first process began, which
  /// numbers of JSON hold.
  read::moment origin() const noexcept { return origin_; }
  read::nanoseconds relative(read::moment at) const noexcept { return at - origin_; }

  /// The range of the markers' times.
  read::moment first() const noexcept { return first_; }
  read::moment last() const noexcept { return last_; }

  std::uint64_t markers_left_out() const noexcept { return markers_left_out_; }
  std::uint64_t threads_left_out() const noexcept { return threads_left_out_; }
  std::uint64_t names_left_out() const noexcept { return names_left_out_; }

 private:
  static constexpr std::size_t most_strings = 200'000;

  std::deque<firefox_process> processes_;
  std::deque<firefox_thread> threads_;
  read::label_table strings_{most_strings};
  read::memory_budget memory_{std::size_t{96} << 20};
  buffer scratch_;
  read::moment origin_{};
  read::moment first_ = read::moment::max();
  read::moment last_ = read::moment::min();
  std::uint64_t markers_left_out_ = 0;
  std::uint64_t threads_left_out_ = 0;
  std::uint64_t names_left_out_ = 0;
};

}  // namespace trace2::program
