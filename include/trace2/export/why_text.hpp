// Writes the explanation of a command as text.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/export/critical_path.hpp>
#include <trace2/export/shown.hpp>
#include <trace2/export/table.hpp>
#include <trace2/export/why.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/saturating.hpp>
#include <trace2/sink.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trace2 { inline namespace v0 { namespace exporter {

/// Writes the command, the rows of its critical path, each with a bar of a character per 5 %, and
/// the hints. The unit of the rows is that of the wall time. No line is wider than `width`, or 50
/// if it is less, but times are always whole. The rows beyond `most_rows` share one, so that all
/// rows sum up to the wall time.
class why_text {
 public:
  why_text(sink& to, read::label_table const& labels, std::size_t most_rows, std::size_t width,
           text_style style)
      : to_{to},
        labels_{labels},
        most_rows_{most_rows},
        width_{std::max<std::size_t>(width, 50)},
        style_{style} {}

  void write(explanation const& of) const {
    write_title(of);
    std::vector<line> const lines = lines_of(of);
    double most = 0.001;
    for (line const& one : lines) most = std::max(most, share_of(one.time, of.wall));
    std::size_t width_of_bars = 0;
    for (line const& one : lines)
      width_of_bars = std::max(width_of_bars, bar_of(one, of.wall, most));
    for (line const& one : lines)
      write_line(one, of.wall, bar_of(one, of.wall, most), width_of_bars);
    for (hint const& one : of.hints) {
      to_.write("\n");
      write_wrapped(one.reason, "* ");
      if (!one.remedy.empty()) write_wrapped(one.remedy, "  ");
    }
  }

 private:
  static constexpr double longest = 10;  ///< characters of a bar

  struct line {
    std::int64_t time{};
    std::string name{};
    std::string details{};
    std::string mark{};  ///< behind the name, and never shortened
  };

  void write_title(explanation const& of) const {
    std::string facts = "  " + shown_duration(of.wall);
    if (of.is_unfinished)
      facts += "  unfinished";
    else if (of.code)
      facts += "  exit " + std::to_string(*of.code);
    if (of.used) {
      facts += "  user " + shown_duration(of.used->user);
      facts += "  system " + shown_duration(of.used->system);
      if (of.used->most_memory > 0)
        facts += "  " + std::to_string((of.used->most_memory + 512) / 1'024) + " MiB";
    }
    std::size_t const room = std::max<std::size_t>(width_, facts.size() + 12) - facts.size();
    to_.write(style_.bold(shortened_command(shown_text(of.command), room)) + facts + "\n");
    if (of.candidates > 1)
      to_.write(style_.dim(shortened("the slowest of " + std::to_string(of.candidates) +
                                         " commands; --command=NAME chooses another",
                                     width_)) +
                "\n");
  }

  // ---- rows ----

  /// Start and end of all processes share a line.
  std::vector<line> lines_of(explanation const& of) const {
    std::vector<line> all;
    line startup;
    std::uint64_t count = 0;
    for (critical_path::row const& row : of.rows) {
      if (row.time <= 0) continue;
      if (row.kind != critical_path::kind::startup) {
        all.push_back({row.time, name_of(row), {}, mark_of(row)});
        continue;
      }
      startup.time = read::saturating_add(startup.time, row.time);
      count += row.count;
      std::string name = shown_text(row.name);
      if (name.starts_with("git ")) name.erase(0, 4);
      startup.details +=
          (startup.details.empty() ? "" : ", ") + name + " " + shown_duration(row.time, of.wall);
    }
    if (startup.time > 0) {
      startup.name =
          "start and end of " + std::to_string(count) + (count == 1 ? " process" : " processes");
      all.push_back(startup);
    }
    std::stable_sort(all.begin(), all.end(),
                     [](line const& a, line const& b) { return a.time > b.time; });
    if (all.size() <= most_rows_) return all;
    line rest{.name = std::to_string(all.size() - most_rows_ + 1) + " more"};
    for (std::size_t i = most_rows_ - 1; i < all.size(); ++i)
      rest.time = read::saturating_add(rest.time, all[i].time);
    all.resize(most_rows_ - 1);
    all.push_back(rest);
    return all;
  }

  /// The number of times that a row sums up, in brackets. A process has none.
  static std::string mark_of(critical_path::row const& row) {
    bool const is_counted = row.count > 1 && row.kind != critical_path::kind::own;
    return is_counted ? " [" + std::to_string(row.count) + "x]" : "";
  }

  std::string name_of(critical_path::row const& row) const {
    std::string const process = row.process.empty() ? "" : shown_text(row.process);
    std::string const inside = process.empty() ? "" : process + ": ";
    switch (row.kind) {
      case critical_path::kind::own:
        return process.empty() ? "own, outside of any region" : process;
      case critical_path::kind::region:
        return inside + name_of(row.label);
      case critical_path::kind::thread:
        return inside + "thread " + shown_text(row.name) +
               (row.label == critical_path::no_label ? "" : ": " + name_of(row.label));
      case critical_path::kind::task:
        return inside + "task " + name_of_task(row);
      case critical_path::kind::task_wait:
        return inside + "task " + name_of_task(row) + ": waited";
      case critical_path::kind::between:
        return inside + shown_text(row.name) + ", outside of its processes";
      default:
        return inside + shown_text(row.name) + ": waited for" +
               (row.label == critical_path::no_label ? "" : " in " + name_of(row.label));
    }
  }

  std::string name_of_task(critical_path::row const& row) const {
    return name_of(row.label) + (row.name.empty() ? "" : " " + shown_text(row.name));
  }

  std::string name_of(read::label_id id) const {
    return shown_name(labels_[id].category, labels_[id].name);
  }

  /// A character per 5 %, or fewer where the longest bar would be longer than `longest`.
  static std::size_t bar_of(line const& one, std::int64_t wall, double most) {
    double const scale = std::min(20.0, longest / most);
    return std::max<std::size_t>(static_cast<std::size_t>(share_of(one.time, wall) * scale + 0.5),
                                 1);
  }

  void write_line(line const& one, std::int64_t wall, std::size_t bar,
                  std::size_t width_of_bars) const {
    std::string const time = shown_duration(one.time, wall);
    auto const percent = static_cast<int>(share_of(one.time, wall) * 100 + 0.5);
    std::string const share = std::to_string(percent) + "%";
    std::string text(time.size() < 12 ? 12 - time.size() : 0, ' ');
    text += time + std::string(share.size() < 5 ? 5 - share.size() : 0, ' ') + share + " ";
    std::size_t const room = width_ - std::min(width_, text.size() + width_of_bars + 1);
    std::string const name = shortened(one.name, room - std::min(room, one.mark.size())) + one.mark;
    std::size_t const left = room - std::min(room, width_of(name));
    std::string const details =
        one.details.empty() || left < 12 ? "" : "  " + shortened(one.details, left - 2);
    to_.write(text + std::string(bar, '#') + std::string(width_of_bars - bar + 1, ' ') + name +
              (details.empty() ? details : style_.dim(details)) + "\n");
  }

  // ---- hints ----

  void write_wrapped(std::string_view text, std::string_view begin) const {
    std::string row{begin};
    bool is_first = true;
    while (!text.empty()) {
      std::size_t const size = std::min(text.find(' '), text.size());
      std::string const word = shortened(std::string{text.substr(0, size)}, width_ - 2);
      if (!is_first && width_of(row) + 1 + width_of(word) > width_) {
        to_.write(row + "\n");
        row = " ";
      }
      if (!is_first) row += ' ';
      row += word;
      is_first = false;
      text.remove_prefix(std::min(size + 1, text.size()));
    }
    to_.write(row + "\n");
  }

  sink& to_;
  read::label_table const& labels_;
  std::size_t most_rows_;
  std::size_t width_;
  text_style style_;
};

}}}  // namespace trace2::v0::exporter
