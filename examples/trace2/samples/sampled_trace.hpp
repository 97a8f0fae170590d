// Samples beside a trace: what an option --samples adds to a command.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/fine_time.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/value/duration.hpp>
#include <trace2/value/reflect.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "model/model.hpp"
#include "samples/function_profile.hpp"
#include "samples/sample_join.hpp"
#include "samples/sample_set.hpp"

namespace trace2::program {

class model_builder;

/// A function among the samples of a row.
struct function_row {
  std::string_view name{};
  std::string_view file{};
  std::uint64_t own{};           ///< samples in it
  std::uint64_t with_callees{};  ///< samples in it or in what it has called
};
BOOST_DESCRIBE_STRUCT(function_row, (), (name, file, own, with_callees))

/// Samples of the threads of a process that tell no number.
struct thread_samples {
  std::uint64_t samples{};
  std::vector<function_row> functions{};
};
BOOST_DESCRIBE_STRUCT(thread_samples, (), (samples, functions))

/// A function of the program in which a row has waited.
struct waiting_function {
  std::string_view name{};
  std::string_view file{};
  read::fine_duration own{};           ///< in calls of the system
  read::fine_duration with_callees{};  ///< in it or in what it has called
};
BOOST_DESCRIBE_STRUCT(waiting_function, (), (name, file, own, with_callees))

/// The times of a row without a processor.
struct row_waits {
  std::uint64_t count{};
  read::fine_duration total{};
  std::uint64_t preemptions{};  ///< it could have gone on
  read::fine_duration preempted{};
  std::vector<waiting_function> functions{};
};
BOOST_DESCRIBE_STRUCT(row_waits, (), (count, total, preemptions, preempted, functions))

/// Where the samples are.
struct sample_sums {
  std::string_view event{};  ///< that was sampled
  std::uint64_t count{};
  std::uint64_t before_or_after{};  ///< of a process, but not while it traced
  std::uint64_t other_threads{};    ///< of threads without a number in the trace
  std::uint64_t elsewhere{};        ///< of other processes
  /// Waits and preemptions that no row has, if there are any at all.
  std::optional<std::uint64_t> waits_elsewhere{};
  std::optional<duration> perf_time{};  ///< that "perf script" ran
};
BOOST_DESCRIBE_STRUCT(sample_sums, (),
                      (event, count, before_or_after, other_threads, elsewhere, waits_elsewhere,
                       perf_time))

class sampled_trace {
 public:
  explicit sampled_trace(sample_set&& set);
  ~sampled_trace();
  sampled_trace(sampled_trace&&) noexcept;

  /// Joins the samples to what the builder builds. The builder must stay in its place from now on.
  /// `ids` are those of processes by their numbers in the trace, where session ids don't tell them.
  void join(model_builder& with, std::unordered_map<std::uint32_t, std::uint32_t> ids = {});
  /// Replaces the names of functions and files by numbers.
  void anonymise() { set_.stacks.anonymise(); }
  /// The builder has built its model.
  void complete();

  /// The samples in some nodes of the model, each outside of the nodes inside.
  function_profile in(std::vector<node_index> const& regions) const;
  /// The profile of samples in threads of some processes that tell no number.
  function_profile in_other_threads(std::vector<node_index> const& processes) const;

  sampled_function const& function(function_id of) const { return set_.stacks.function(of); }
  sample_set const& set() const noexcept { return set_; }
  joined_samples const& joined() const noexcept { return joined_; }
  /// Nanoseconds of a running thread for which a sample stands; 0 if unknown.
  read::nanoseconds interval() const noexcept { return interval_; }
  /// True if so much time of a thread would have enough samples to tell how much of it was waiting.
  bool tells_waiting(read::nanoseconds time) const noexcept;
  /// True if samples were taken before or in, and in or after a time of day.
  bool covers(read::moment begin, read::moment end) const noexcept {
    return begin <= last_ && first_ <= end;
  }
  sample_sums sums() const;

  /// The functions of a profile as rows, those of most samples first; `most` of them, of which two
  /// may only have called the others.
  std::vector<function_row> rows(function_profile const& of, std::size_t most) const;
  /// Where the same nodes have waited, with the `most` functions that waited longest; nothing if
  /// they have not.
  std::optional<row_waits> waits_in(std::vector<node_index> const& regions, std::size_t most) const;
  /// Both as lines of text: how much of `time` the thread was on a processor, the functions with
  /// their shares, and the waits.
  std::vector<std::string> lines(std::vector<node_index> const& regions, read::nanoseconds time,
                                 std::size_t most) const;
  /// The lines of the threads of some processes that tell no number.
  std::vector<std::string> lines_of_other_threads(std::vector<node_index> const& processes,
                                                  std::size_t most) const;
  /// A line on all of the samples.
  std::string summary() const;

 private:
  function_profile sum_of(samples_by_node const& all, std::vector<node_index> const& nodes) const;
  void add_samples(std::vector<std::string>& to, function_profile const& of, read::nanoseconds time,
                   std::size_t most) const;

  sample_set set_;
  std::optional<sample_join> join_{};
  joined_samples joined_{};
  read::nanoseconds interval_{};
  read::moment first_{};
  read::moment last_{};
};

/// The samples of a file; nothing for an empty path, and after a message if it has none.
std::optional<sampled_trace> samples_of(std::string const& path);

}  // namespace trace2::program
