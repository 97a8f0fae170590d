// Collects the samples of a comparison from summaries: what "trace2 summary --json" has written.
//
// Described structs are read from JSON by read::json_reader, not by value_to of Boost.JSON: until
// Boost 1.87 that refuses a member that the struct lacks, such as one that a later version writes
// (Debian 12 has 1.81, Debian 13 has 1.83). Its parser alone takes 1.6 times the instructions that
// json_reader takes for the rows, and costs 10 s of compiling at -O2 and 256 KB of the program.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/fine_time.hpp>
#include <trace2/read/json_reader.hpp>
#include <trace2/read/json_scanner.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/value/interval_quantiles.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "diff/sample_table.hpp"
#include "summary/summary.hpp"

namespace trace2::program {

/// True if a file that begins so is a summary.
bool is_summary(std::string_view beginning) noexcept;

/// Adds the values of a summary: one for each command, region, timer, counter and phase, two for
/// each task, and the quantiles of distribution timers.
///
/// A summary holds sums and quantiles, no single values. So however many processes it tells of, it
/// is one run, and a claim takes several summaries on each side. A command's value is its median
/// wall time; the quantiles of a timer are those of the intervals of all processes. All others are
/// sums for each process that has ended, of all commands, because the summary has no paths and no
/// commands of regions: the sum of ten processes is no change of the sum of five.
class summary_samples {
 public:
  /// Samples and labels must outlive it.
  summary_samples(sample_table& to, side of, read::label_table& labels)
      : to_{to}, side_{of}, labels_{labels} {}

  /// Takes a summary. False when the text is none, or not a whole one with each name once: nothing
  /// of it is then taken.
  bool add(std::string_view json);

 private:
  using found = std::unordered_map<sample_key, measure, sample_table::hash>;

  bool read_all(std::string_view json);

  /// False also if a row doubles another one.
  template <class Row>
  bool add_rows(read::json_value const& rows) {
    bool is_sound = true;
    read::json_scanner scanner{rows.text};
    bool const is_array = scanner.array([&](read::json_value const& item) {
      Row row;
      is_sound = is_sound && reader_.read(item, row) && add_row(row);
      memory_.release();
    });
    return is_array && is_sound;
  }

  bool add_row(command_row const& row);
  bool add_row(region_row const& row);
  bool add_row(task_row const& row);
  bool add_row(timer_row const& row);
  bool add_row(counter_row const& row);

  bool add_row(phase_row const& row);

  /// `name_of(name)` is that of a sample.
  template <class NameOf>
  void add_quantiles(std::string_view category, std::string_view timer,
                     interval_quantiles const& of, NameOf const& name_of) {
    for (sample_quantile const& each : sample_quantiles) {
      read::label_id const label = id_of(category, name_of(std::string{timer}.append(each.name)));
      add(quantiles_, {measured::timer, any_command(), label},
          measure::time(read::nanoseconds{of.*each.length}, true));
    }
  }

  bool add(found& to, sample_key const& key, measure const& added) const;

  read::label_id id_of(std::string_view category, std::string_view name);
  read::label_id any_command() { return labels_.id_of({}, {}); }

  sample_table& to_;
  side side_;
  read::label_table& labels_;
  found quantiles_{};         ///< of the commands and timers of a summary
  found sums_{};              ///< of all else
  std::uint64_t ended_ = 0;   ///< its processes
  bool lacks_names_ = false;  ///< names found no room, so that different rows have one key
  std::pmr::monotonic_buffer_resource memory_{};
  read::json_reader reader_{memory_};
};

}  // namespace trace2::program
