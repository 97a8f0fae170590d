// Where the rows of tables go.
#pragma once

#include <cstdint>
#include <string_view>

#include "input/inputs.hpp"
#include "tables/rows.hpp"

namespace trace2::program::tables {

/// Takes the rows of a trace. Errors: the first one ends the work, and the rows that follow are
/// dropped; the writer tells why.
class row_writer {
 public:
  row_writer() = default;
  row_writer(row_writer const&) = delete;
  row_writer& operator=(row_writer const&) = delete;

  /// False: no row of this process is to be written.
  virtual bool wants(std::string_view sid) = 0;
  /// This and smaller keys are those of other traces.
  virtual std::int64_t last_key() const noexcept = 0;
  /// Writes a row, whose texts last for the call.
  template <class Row>
  void write(Row const& row) {
    take(&row);
  }

 protected:
  ~row_writer() = default;

 private:
  virtual void take(any_row const& row) = 0;
};

/// Gives all rows of what is chosen to a writer, and reports what is missing in them.
followed write_rows(row_writer& to, chosen_trace& chosen, stop_condition const& stop);

}  // namespace trace2::program::tables
