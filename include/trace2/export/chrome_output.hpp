// What the parts of the export to Chrome's Trace Event format share.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/export/chrome_lines.hpp>
#include <trace2/export/chrome_schema.hpp>
#include <trace2/read/bounded_buffer.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/saturating.hpp>
#include <trace2/sink.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace trace2 { inline namespace v0 { namespace exporter {

/// The file under construction, its clock, and the names of slices. Times count from a day before
/// the second in which the first process began: Perfetto drops negative times, which occur when
/// files are out of order or clocks are set back.
class chrome_output {
 public:
  chrome_output(sink& to, read::label_table& labels) : to_{to}, labels_{labels} {}
  chrome_output(chrome_output const&) = delete;
  chrome_output& operator=(chrome_output const&) = delete;

  void begin(std::int64_t first) noexcept {
    if (origin_ == none) origin_ = first - first % second - day;
  }

  /// Times are relative to keep numbers small, because viewers read them as floating-point ones.
  chrome_time relative(std::int64_t at) const noexcept {
    return chrome_time::bounded(read::saturating_difference(at, origin_));
  }

  /// Viewers show the name alone, and labels such as "read" occur in several categories. Valid
  /// until the next call.
  std::string_view name_of(read::label_id of) {
    auto const& label = labels_[of];
    name_ = read::joined_name(label.category, label.name, std::move(name_));
    return name_.empty() ? std::string_view{"region"} : name_;
  }
  read::label_table& labels() const noexcept { return labels_; }

  /// The buffer of an event's arguments, which are left out if they don't fit in.
  read::bounded_buffer& arguments() noexcept { return arguments_; }

  void show(chrome_event event) {
    if (event.args && arguments_.failed()) {
      event.args.reset();
      ++arguments_left_out_;
    }
    to_.write(event);
  }

  void finish() { to_.finish(); }

  std::uint64_t arguments_left_out() const noexcept { return arguments_left_out_; }
  std::uint64_t lines_left_out() const noexcept { return to_.left_out(); }

 private:
  static constexpr std::int64_t none = INT64_MIN;
  static constexpr std::int64_t second = 1'000'000'000;
  static constexpr std::int64_t day = 86'400 * second;

  chrome_lines to_;
  read::label_table& labels_;
  read::bounded_buffer arguments_;
  std::string name_;
  std::int64_t origin_ = none;
  std::uint64_t arguments_left_out_ = 0;
};

}}}  // namespace trace2::v0::exporter
