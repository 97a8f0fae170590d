// Asks the tables of a trace a question in SQL.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tables/answer.hpp"
#include "tables/sqlite.hpp"
#include <sqlite3.h>

namespace trace2::program::tables {

/// The statements that make the tables and views of a database, with a column on each line.
std::string schema_of(sqlite_database& empty);

/// One SELECT. Reads the tables and views of the trace, and nothing else: other statements,
/// databases, settings and files are refused. Memory: at most `most_memory` for the database and
/// the work, at most `longest` for a value. Time: without bound; a signal ends it at any moment.
class question {
 public:
  static constexpr long long most_memory = 160LL << 20;
  static constexpr int longest = 16 << 20;

  question(sqlite_database& to, std::string_view sql);
  question(question const&) = delete;
  question& operator=(question const&) = delete;

  /// Passes the rows on. False after an error, see `error`; the rows before it are passed on.
  bool ask(answer_writer& to);

  /// The reason why there is no answer, or only a part; empty without one.
  std::string const& error() const noexcept { return error_; }
  /// True if the reason is that the query would do more than read.
  bool is_refused() const noexcept { return is_refused_; }

 private:
  struct closer {
    void operator()(sqlite3_stmt* statement) const noexcept { ::sqlite3_finalize(statement); }
  };

  void restrict() noexcept;
  void prepare(std::string_view sql);
  answer_value value_of(int column);
  void fail(int result);

  sqlite3* database_;
  bool is_refused_ = false;  ///< a part of the query would do more than read
  std::unique_ptr<sqlite3_stmt, closer> statement_;
  std::vector<std::string> blobs_;  ///< those of a row, by column
  std::string error_;
};

}  // namespace trace2::program::tables
