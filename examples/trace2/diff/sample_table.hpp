// The samples of a comparison: for each thing that was measured, its values before and after.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/fine_time.hpp>
#include <trace2/read/keyed_hash.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/value/interval_quantiles.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "walk/region_paths.hpp"

namespace trace2::program {

/// The contents of a sample: the wall times of a command's processes, or, process by process, the
/// sum of one of its regions, timers or counters.
enum class measured : unsigned char { command, region, timer, counter };

/// The names of samples of phases.
std::string sample_of_phase(std::string_view name);
std::string sample_in_phase(std::string_view sum, std::string_view category,
                            std::string_view phase);

/// The quantiles of a distribution_timer, each a sample of its own: "name p99".
struct sample_quantile {
  std::string_view name;  ///< stands behind that of the timer
  std::int64_t interval_quantiles::* length;
};
inline constexpr sample_quantile sample_quantiles[] = {{" median", &interval_quantiles::median},
                                                       {" p90", &interval_quantiles::p90},
                                                       {" p99", &interval_quantiles::p99},
                                                       {" p99.9", &interval_quantiles::p999},
                                                       {" max", &interval_quantiles::longest}};

/// The names of samples of tasks: from begin to end, and the part in which threads ran them.
std::string sample_of_task(std::string_view label);
std::string sample_of_task_running(std::string_view label);

/// The two sides of a comparison.
enum class side : unsigned char { before, after };

/// Names a sample.
struct sample_key {
  measured kind{};
  read::label_id command{};  ///< its name
  std::uint32_t what{};      ///< the path_id of a region, the label_id of a timer or counter

  friend bool operator==(sample_key const&, sample_key const&) = default;
};

/// A value, and the unit of which it is a multiple: as fine as a trace knows it. Times are in
/// nanoseconds.
struct measure {
  static constexpr double microsecond = 1'000;

  double value{};
  double unit{};

  static constexpr measure count(std::uint64_t of) noexcept { return {static_cast<double>(of), 1}; }
  static constexpr measure time(read::nanoseconds length, bool is_fine) noexcept {
    return {static_cast<double>(length.count()), is_fine ? 1 : microsecond};
  }
  static constexpr measure time(read::fine_duration of) noexcept {
    return time(of.in_nanoseconds(), of.is_fine());
  }
};

/// The values of both sides.
struct sample {
  std::array<std::vector<double>, 2> values{};  ///< by side
  double unit{};                                ///< the finest of all values
};

/// The most entries of a comparison; together they take less than 64 MB.
struct sample_limits {
  std::size_t samples = 40'000;  ///< with a row for each, 600 bytes
  /// All of them are kept, because the rank-sum test compares each with each other one: 8 bytes,
  /// and twice as much while a sample grows.
  std::size_t values = 1'500'000;
  std::size_t paths = region_paths::default_most;
};

/// All samples. What finds no room is counted.
class sample_table {
 public:
  explicit sample_table(sample_limits const& limits = {}) : limits_{limits} {}
  sample_table(sample_table const&) = delete;
  sample_table& operator=(sample_table const&) = delete;

  void add(side to, sample_key const& key, measure const& added);

  /// Counts a run of a side: a process that has ended, or a summary.
  void count_run(side of) noexcept { ++runs_[static_cast<std::size_t>(of)]; }
  /// Counts a process whose values would be too small, because it was cut off.
  void count_unfinished(side of) noexcept { ++unfinished_[static_cast<std::size_t>(of)]; }
  /// Counts a value that found no room elsewhere.
  void count_left_out() noexcept { ++left_out_; }

  std::uint64_t runs(side of) const noexcept { return runs_[static_cast<std::size_t>(of)]; }
  std::uint64_t unfinished(side of) const noexcept;
  std::uint64_t left_out() const noexcept { return left_out_; }

  region_paths& paths() noexcept { return paths_; }
  region_paths const& paths() const noexcept { return paths_; }

  struct hash {
    std::size_t operator()(sample_key const& key) const;
  };
  std::unordered_map<sample_key, sample, hash> const& all() const noexcept { return samples_; }

 private:
  sample_limits limits_;
  region_paths paths_{limits_.paths};
  std::unordered_map<sample_key, sample, hash> samples_{};
  std::size_t values_ = 0;  ///< of all samples
  std::array<std::uint64_t, 2> runs_{};
  std::array<std::uint64_t, 2> unfinished_{};
  std::uint64_t left_out_ = 0;
};

}  // namespace trace2::program
