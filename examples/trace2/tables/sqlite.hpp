// Writes the rows of a trace into a SQLite database.
#pragma once

#include <trace2/value/reflect.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "readable_text.hpp"
#include "rows.hpp"
#include "views.hpp"
#include <sqlite3.h>

namespace trace2_program::tables {

/// A database, new or made by an earlier call: then a trace is added to those that it holds. Each
/// process is in it once, whatever is read again: the rows of a process that had not ended are
/// replaced, those of others stay. All happens in one transaction, so that a reader sees all of a
/// call's rows or none. Errors: the first one ends the work, see `error`.
class sqlite_database {
 public:
  explicit sqlite_database(std::string const& path) {
    sqlite3* opened = nullptr;
    int const result = ::sqlite3_open_v2(path.c_str(), &opened,
                                         SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
    database_.reset(opened);
    if (result != SQLITE_OK) fail();
    ::sqlite3_busy_timeout(opened, patience);
    // What is lost with the machine is read again.
    run("PRAGMA synchronous = OFF; PRAGMA cache_size = -16384; PRAGMA temp_store = MEMORY");
    // Until the end of the call a new database is nobody's.
    is_new_ = is_empty();
    if (is_new_) run("PRAGMA journal_mode = MEMORY");
    run("BEGIN IMMEDIATE");
    if (error_.empty() && has_moved()) error_ = "has been removed by another program";
    if (is_new_ && !is_empty()) {
      // Another call has made it meanwhile.
      is_new_ = false;
      run("ROLLBACK; PRAGMA journal_mode = DELETE; BEGIN IMMEDIATE");
    }
    // Another program's database has another number.
    if (!is_new_ && number_of("PRAGMA application_id") != application && error_.empty())
      error_ = "is a database of another program";
    if (!is_new_ && number_of("PRAGMA user_version") != version && error_.empty())
      error_ = "has the tables of another version of trace2";
    if (is_new_)
      run("PRAGMA application_id = " + std::to_string(application) +
          "; PRAGMA user_version = " + std::to_string(version));
    for_each_table([this]<class Row>() {
      if (is_new_) create<Row>();
      std::get<insertion<Row>>(insertions_).statement = prepare(insertion_of<Row>());
    });
    known_ = prepare("SELECT process, state FROM processes WHERE sid = ?");
    if (!is_new_)
      for_each_table([this]<class Row>() {
        std::string const query = "SELECT max(" + key_of<Row>() + ") FROM ";
        last_key_ = std::max(last_key_, number_of(query + std::string{Row::table}));
      });
  }

  /// The reason why the database is not complete; empty without one.
  std::string const& error() const noexcept { return error_; }

  /// Whether it had no tables. Others wait from then on.
  bool is_new() const noexcept { return is_new_; }

  /// The largest key of all rows.
  std::int64_t last_key() const noexcept { return last_key_; }

  /// Whether the process is not in the database yet, or had not ended when it was written. Then its
  /// old rows are deleted.
  bool wants(std::string_view sid) {
    if (!error_.empty()) return false;
    bind(known_.get(), 1, sid);
    bool is_wanted = true;
    std::optional<std::int64_t> old;
    if (::sqlite3_step(known_.get()) == SQLITE_ROW) {
      auto const* const state =
          reinterpret_cast<char const*>(::sqlite3_column_text(known_.get(), 1));
      is_wanted = state != nullptr && std::string_view{state} == "unfinished";
      old = ::sqlite3_column_int64(known_.get(), 0);
    }
    ::sqlite3_reset(known_.get());
    if (is_wanted && old) {
      std::string const key = std::to_string(*old);
      // Its children may stay. They get the new key with the commit.
      run("UPDATE processes SET parent = NULL WHERE parent = " + key);
      for_each_table([&]<class Row>() {
        run("DELETE FROM " + std::string{Row::table} + " WHERE process = " + key);
      });
    }
    return is_wanted;
  }

  template <class Row>
  void write(Row const& row) {
    if (!error_.empty()) return;
    sqlite3_stmt* const statement = std::get<insertion<Row>>(insertions_).statement.get();
    int column = 0;
    trace2::for_each_member<Row>(
        [&](auto member) { bind(statement, ++column, row.*member.pointer); });
    if (::sqlite3_step(statement) != SQLITE_DONE) fail();
    ::sqlite3_reset(statement);
  }

  /// Makes what has been written visible to others; nothing is if this is not called. False when it
  /// fails.
  bool commit() {
    // A parent may end, or be added, after its children.
    run("UPDATE processes SET parent = (SELECT above.process FROM processes AS above"
        " WHERE above.sid = processes.parent_sid) WHERE parent IS NULL");
    if (is_new_) run(std::string{indexes});
    if (is_new_) run(std::string{views});
    run("COMMIT");
    return error_.empty();
  }

 private:
  /// "Trc2", by which SQLite tells programs' files apart.
  static constexpr std::int64_t application = 0x54726332;
  static constexpr std::int64_t version = 2;
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

  /// The file of an empty database has no pages yet.
  bool is_empty() { return number_of("SELECT count(*) FROM sqlite_schema") == 0 && error_.empty(); }

  bool has_moved() {
    int result = 0;
    ::sqlite3_file_control(database_.get(), "main", SQLITE_FCNTL_HAS_MOVED, &result);
    return result != 0;
  }

  void fail() {
    if (error_.empty()) error_ = ::sqlite3_errmsg(database_.get());
  }

  void run(std::string const& sql) {
    if (!error_.empty()) return;
    if (::sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
      fail();
  }

  statement_pointer prepare(std::string const& sql) {
    sqlite3_stmt* made = nullptr;
    if (error_.empty() &&
        ::sqlite3_prepare_v3(database_.get(), sql.c_str(), -1, SQLITE_PREPARE_PERSISTENT, &made,
                             nullptr) != SQLITE_OK)
      fail();
    return statement_pointer{made};
  }

  /// The number that a query returns; 0 without one.
  std::int64_t number_of(std::string const& sql) {
    statement_pointer const query = prepare(sql);
    if (query == nullptr) return 0;
    int const result = ::sqlite3_step(query.get());
    if (result == SQLITE_ROW) return ::sqlite3_column_int64(query.get(), 0);
    if (result != SQLITE_DONE) fail();
    return 0;
  }

  // ---- tables, from the descriptions of their rows ----

  template <class Row>
  static std::string key_of() {
    std::string first;
    trace2::for_each_member<Row>([&](auto member) {
      if (first.empty()) first = member.name;
    });
    return first;
  }

  /// A row's first member is its key, unless that is the process of a row of another table.
  template <class Row>
  void create() {
    std::string columns;
    trace2::for_each_member<Row>([&]<class Member>(Member) {
      using type = std::remove_cvref_t<decltype(std::declval<Row>().*Member::pointer)>;
      std::string const name = Member::name;
      bool const is_own = columns.empty() && (name != "process" || Row::table == "processes");
      columns.append(columns.empty() ? "" : ", ").append(name).append(type_of<type>());
      if (is_own) columns.append(" PRIMARY KEY");
      if (name == "sid") columns.append(" UNIQUE");
      if (!is_own && name == "process") columns.append(" REFERENCES processes");
      if (!is_own && name == "thread") columns.append(" REFERENCES threads");
      if (!is_own && name == "task") columns.append(" REFERENCES tasks");
      if (!is_own && name == "region") columns.append(" REFERENCES regions");
      if (name == "parent") columns.append(" REFERENCES ").append(Row::table);
    });
    run("CREATE TABLE " + std::string{Row::table} + " (" + columns + ")");
  }

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

  template <class Row>
  static std::string insertion_of() {
    std::string places;
    for (std::size_t i = 0; i < trace2::member_count<Row>; ++i) places.append(i == 0 ? "?" : ", ?");
    return "INSERT INTO " + std::string{Row::table} + " VALUES (" + places + ")";
  }

  static void bind_time(sqlite3_stmt* statement, int column, std::int64_t nanoseconds) noexcept {
    if (nanoseconds % 1'000 == 0)
      ::sqlite3_bind_int64(statement, column, nanoseconds / 1'000);
    else
      ::sqlite3_bind_double(statement, column,
                            static_cast<double>(nanoseconds / 1'000) +
                                static_cast<double>(nanoseconds % 1'000) / 1e3);
  }

  void bind_text(sqlite3_stmt* statement, int column, std::string_view value) {
    std::string_view const readable = readable_.of(value);
    // The text lasts until the statement has run; a copy does not. A null pointer would be NULL.
    auto const lasts = readable.data() == value.data() ? SQLITE_STATIC : SQLITE_TRANSIENT;
    ::sqlite3_bind_text64(statement, column, readable.data() == nullptr ? "" : readable.data(),
                          readable.size(), lasts, SQLITE_UTF8);
  }

  template <class Value>
  void bind(sqlite3_stmt* statement, int column, Value const& value) {
    if constexpr (std::is_integral_v<Value>)
      ::sqlite3_bind_int64(statement, column, value);
    else if constexpr (std::is_same_v<Value, time_value>)
      bind_time(statement, column, value.nanoseconds);
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

}  // namespace trace2_program::tables
