// Writes the rows of a trace into files that other programs load: one for each table.
#pragma once

#include <trace2/format.hpp>
#include <trace2/read/byte_source.hpp>
#include <trace2/read/input_files.hpp>
#include <trace2/read/label_table.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <tuple>

#include "../chosen_trace.hpp"
#include "../inputs.hpp"
#include "../messages.hpp"
#include "../unfinished_directory.hpp"
#include "collector.hpp"
#include "rows.hpp"

namespace trace2_program {

namespace tables {

/// A new directory of tables; `Format` is one of text_rows.hpp. It appears when all rows are
/// written. Memory: some 64 KiB for each table, and its longest row. Errors: the first one ends the
/// work, see `error`.
template <class Format>
class table_files {
 public:
  explicit table_files(std::string const& path) {
    check(directory_.begin(path));
    for_each_table([this]<class Row>() {
      if (error_ != 0) return;
      part<Row>& to = std::get<part<Row>>(parts_);
      to.fd = directory_.add(std::string{Row::table}.append(Format::ending));
      if (to.fd < 0) check(-to.fd);
      format_.template begin<Row>(to.rows);
    });
  }

  /// An errno value: the reason why the tables are not complete.
  int error() const noexcept { return error_; }

  bool wants(std::string_view) const noexcept { return error_ == 0; }
  std::int64_t last_key() const noexcept { return 0; }

  template <class Row>
  void write(Row const& row) {
    part<Row>& to = std::get<part<Row>>(parts_);
    if (error_ != 0) return;
    format_.append(to.rows, row);
    if (to.rows.size() >= enough || to.rows.failed()) flush(to);
  }

  /// Writes what is left, and gives the directory its name.
  void commit() {
    for_each_table([this]<class Row>() { flush(std::get<part<Row>>(parts_)); });
    if (error_ == 0) check(directory_.complete());
  }

 private:
  static constexpr std::size_t enough = std::size_t{64} << 10;

  template <class Row>
  struct part {
    int fd = -1;
    trace2::buffer rows;
  };

  void check(int error) noexcept {
    if (error_ == 0) error_ = error;
  }

  template <class Row>
  void flush(part<Row>& to) noexcept {
    if (to.rows.failed()) check(ENOMEM);
    if (error_ == 0) check(-trace2::read::write_all(to.fd, to.rows.view()));
    to.rows.clear();
  }

  unfinished_directory directory_;
  for_all_tables<part> parts_;
  Format format_;
  int error_ = 0;
};

}  // namespace tables

/// Writes the rows of what is chosen into a new directory.
template <class Format>
int write_tables(wanted_trace const& from, std::string const& path) {
  if (path.empty() || path == "-") {
    say("convert: tables are several files: --output=DIR names a new directory for them");
    return bad_usage;
  }
  chosen_trace chosen{trace2::read::find_files(from.paths, unpacked), from.selection,
                      from.shown_as};
  tables::table_files<Format> to{path};
  trace2::read::label_table labels;
  tables::collector rows{to, labels};
  followed result = followed::nothing;
  if (to.error() == 0) {
    result = follow(chosen, rows, labels, [&to] { return to.error() != 0; });
    if (result != followed::nothing) to.commit();
    result = report_left_out(rows.left_out(), result);
  }
  if (to.error() != 0) say(path + ": " + std::strerror(to.error()));
  return to.error() == 0 && result == followed::all ? ok : bad_input;
}

}  // namespace trace2_program
