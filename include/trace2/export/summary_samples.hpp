// Collects the samples of a comparison from summaries: what "trace2 summary --json" has written.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/export/sample_table.hpp>
#include <trace2/export/summary.hpp>
#include <trace2/read/json_reader.hpp>
#include <trace2/read/json_scanner.hpp>
#include <trace2/read/label_table.hpp>

#include <memory_resource>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace exporter {

/// Whether a file that begins so is a summary.
inline bool is_summary(std::string_view beginning) noexcept {
  return beginning.starts_with("{\"begin\":") &&
         beginning.find("\"process_count\":") != beginning.npos;
}

/// Adds the values of a summary: one for each command, region, timer and counter.
///
/// A summary holds sums and medians, no single values. So however many processes it tells of, it is
/// one run, and a claim takes several summaries on each side. A command's value is its median wall
/// time; all others are sums, of all commands, because the summary has no paths and no commands of
/// regions.
class summary_samples {
 public:
  /// Samples and labels must outlive it.
  summary_samples(sample_table& to, side of, read::label_table& labels)
      : to_{to}, side_{of}, labels_{labels} {}

  /// Takes a summary. False when the text is none; a part of it may have been taken.
  bool add(std::string_view json) {
    read::json_scanner scanner{json};
    bool is_sound = true;
    auto const take = [&](read::json_member const& member) {
      if (member.name == "commands")
        is_sound = add_rows<command_row>(member.value) && is_sound;
      else if (member.name == "regions")
        is_sound = add_rows<region_row>(member.value) && is_sound;
      else if (member.name == "timers")
        is_sound = add_rows<timer_row>(member.value) && is_sound;
      else if (member.name == "counters")
        is_sound = add_rows<counter_row>(member.value) && is_sound;
    };
    if (!scanner.object(take) || !scanner.is_at_end() || !is_sound) return false;
    to_.count_run(side_);
    return true;
  }

 private:
  template <class Row>
  bool add_rows(read::json_value const& rows) {
    bool is_sound = true;
    read::json_scanner scanner{rows.text};
    bool const is_array = scanner.array([&](read::json_value const& item) {
      Row row;
      is_sound = is_sound && reader_.read(item, row);
      if (is_sound) add_row(row);
      memory_.release();
    });
    return is_array && is_sound;
  }

  void add_row(command_row const& row) {
    // A process that was cut off has made the median smaller.
    if (row.unfinished == 0)
      to_.add(side_, {measured::command, labels_.id_of({}, row.name), 0}, microseconds(row.median));
  }
  void add_row(region_row const& row) {
    auto const path =
        to_.paths().find(region_paths::outermost, labels_.id_of(row.category, row.label));
    if (path)
      to_.add(side_, {measured::region, any_command(), *path}, microseconds(row.total));
    else
      to_.count_left_out();
  }
  void add_row(timer_row const& row) {
    to_.add(side_, {measured::timer, any_command(), labels_.id_of(row.category, row.name)},
            microseconds(row.total));
  }
  void add_row(counter_row const& row) {
    to_.add(side_, {measured::counter, any_command(), labels_.id_of(row.category, row.name)},
            static_cast<double>(row.count));
  }

  read::label_id any_command() { return labels_.id_of({}, {}); }
  static double microseconds(duration time) noexcept {
    return static_cast<double>(time.in_microseconds());
  }

  sample_table& to_;
  side side_;
  read::label_table& labels_;
  std::pmr::monotonic_buffer_resource memory_{};
  read::json_reader reader_{memory_};
};

}}}  // namespace trace2::v0::exporter
