// Writes a profile for Firefox Profiler.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/moment.hpp>
#include <trace2/sink.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "convert/firefox_samples.hpp"
#include "convert/firefox_tables.hpp"
#include "output/bounded_buffer.hpp"
#include "output/line_output.hpp"

namespace trace2::program {

/// Writes what the tables and samples have. They and the sink must outlive it.
class firefox_file {
 public:
  firefox_file(sink& to, firefox_tables& tables, firefox_samples const& samples)
      : to_{to, false}, tables_{tables}, samples_{samples} {}

  void write();

 private:
  void write_meta();
  /// The first and the last moment that it shows.
  std::pair<read::moment, read::moment> range() const;
  void write_shared();
  void write_functions();
  void write_thread(std::size_t index);
  void write_samples(std::size_t thread);
  void write_markers(firefox_markers const& of);

  /// A member whose value is an array, with a comma in front of it.
  template <class Append>
  void column(std::string_view name, std::size_t count, Append append);
  void column_of(std::string_view name, std::size_t count, std::string_view value);
  void text(std::string_view json) { piece_.append(json); }
  void string(std::string_view text);
  void moment(read::moment at);
  void flush();

  line_output to_;
  firefox_tables& tables_;
  firefox_samples const& samples_;
  bounded_buffer piece_;
};

}  // namespace trace2::program
