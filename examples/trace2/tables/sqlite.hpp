// Writes the rows of a trace into a SQLite database.
#pragma once

#include <trace2/read/moment.hpp>
#include <trace2/value/reflect.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "tables/readable_text.hpp"
#include "tables/row_writer.hpp"
#include "tables/rows.hpp"
#include "tables/views.hpp"
#include <sqlite3.h>

namespace trace2::program::tables {

/// A database, new or made by an earlier call: then a trace is added to those that it holds. Each
/// process is in it once, whatever is read again: the rows of a process that had not ended are
/// replaced, those of others stay. All happens in one transaction, so that a reader sees all of a
/// call's rows or none. Errors: the first one ends the work, see `error`.
class sqlite_database final : public row_writer {
 public:
  explicit sqlite_database(std::string const& path);

  /// A new database for this process alone, gone with this object. Pages beyond the cache of 16 MiB
  /// are in a file without a name.
  struct nameless {};
  explicit sqlite_database(nameless) { open({}); }

  /// For questions to the tables, behind `commit`.
  sqlite3* handle() const noexcept { return database_.get(); }

  /// The reason why the database is not complete; empty without one.
  std::string const& error() const noexcept { return error_; }

  /// True if it had no tables. Others wait from then on.
  bool is_new() const noexcept { return is_new_; }

  /// The largest key of all rows.
  std::int64_t last_key() const noexcept override { return last_key_; }

  /// True if the process is not in the database yet, or had not ended when it was written. Then its
  /// old rows are deleted.
  bool wants(std::string_view sid) override;

  /// Makes what has been written visible to others; nothing is if this is not called. False when it
  /// fails.
  bool commit();

  /// Ends the use of the file before the object ends.
  void close() noexcept {
    insertions_ = {};
    known_.reset();
    database_.reset();
  }

 private:
  /// "Trc2", by which SQLite tells programs' files apart.
  static constexpr std::int64_t application = 0x54726332;
  static constexpr std::int64_t version = 3;
  static constexpr int patience = 10'000;  // milliseconds, for another process that writes

  struct closer {
    void operator()(sqlite3* database) const noexcept { ::sqlite3_close(database); }
    void operator()(sqlite3_stmt* statement) const noexcept { ::sqlite3_finalize(statement); }
  };
  using statement_pointer = std::unique_ptr<sqlite3_stmt, closer>;

  template <class Row>
  struct insertion {
    statement_pointer statement;
  };

  /// The name for the library; empty for a nameless one.
  void open(std::string const& name);

  /// The file of an empty database has no pages yet.
  bool is_empty() { return number_of("SELECT count(*) FROM sqlite_schema") == 0 && error_.empty(); }

  bool has_moved();

  void take(any_row const& row) override;

  template <class Row>
  void insert(Row const& row) {
    if (!error_.empty()) return;
    sqlite3_stmt* const statement = std::get<insertion<Row>>(insertions_).statement.get();
    int column = 0;
    trace2::for_each_member<Row>(
        [&](auto member) { bind(statement, ++column, row.*member.pointer); });
    if (::sqlite3_step(statement) != SQLITE_DONE) fail();
    ::sqlite3_reset(statement);
  }

  void fail();

  void run(std::string const& sql);

  statement_pointer prepare(std::string const& sql);

  /// The number that a query returns; 0 without one.
  std::int64_t number_of(std::string const& sql);

  // ---- tables, from the descriptions of their rows ----

  template <class Row>
  static std::string key_of() {
    std::string first;
    trace2::for_each_member<Row>([&](auto member) {
      if (first.empty()) first = member.name;
    });
    return first;
  }

  template <class Row>
  void create() {
    std::string columns;
    trace2::for_each_member<Row>([&]<class Member>(Member) {
      using type = std::remove_cvref_t<decltype(std::declval<Row>().*Member::pointer)>;
      add_column(columns, Member::name, type_of<type>(), Row::table);
    });
    run("CREATE TABLE " + std::string{Row::table} + " (" + columns + ")");
  }

  /// A row's first member is its key, unless that is the process of a row of another table.
  static void add_column(std::string& columns, std::string_view name, char const* type,
                         std::string_view table);

  template <class Type>
  static constexpr char const* type_of() noexcept {
    if constexpr (std::is_integral_v<Type> || std::is_same_v<Type, time_value>)
      return " INTEGER NOT NULL";
    else if constexpr (std::is_same_v<Type, number>)
      return " INTEGER";
    else if constexpr (std::is_same_v<Type, text>)
      return " TEXT";
    else
      return " TEXT NOT NULL";
  }

  static std::string insertion_of(std::string_view table, std::size_t columns);

  static void bind_time(sqlite3_stmt* statement, int column, read::nanoseconds length) noexcept;

  void bind_text(sqlite3_stmt* statement, int column, std::string_view value);

  template <class Value>
  void bind(sqlite3_stmt* statement, int column, Value const& value) {
    if constexpr (std::is_integral_v<Value>)
      ::sqlite3_bind_int64(statement, column, value);
    else if constexpr (std::is_same_v<Value, time_value>)
      bind_time(statement, column, value.length);
    else if constexpr (std::is_same_v<Value, std::string_view>)
      bind_text(statement, column, value);
    else if (value)
      bind(statement, column, *value);
    else
      ::sqlite3_bind_null(statement, column);
  }

  // Statements must go before the database.
  std::unique_ptr<sqlite3, closer> database_;
  for_all_tables<insertion> insertions_;
  statement_pointer known_;
  readable_text readable_;
  bool is_new_ = false;
  std::int64_t last_key_ = 0;
  std::string error_;
};

}  // namespace trace2::program::tables
