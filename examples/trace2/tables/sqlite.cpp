// Defines what sqlite.hpp, database.hpp, distinct_sids.hpp, kept_texts.hpp, readable_text.hpp,
// text_rows.hpp and question.hpp declare.
#include "tables/sqlite.hpp"

#include <trace2/read/moment.hpp>
#include <trace2/read/native_path.hpp>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "input/found_inputs.hpp"
#include "input/inputs.hpp"
#include "output/messages.hpp"
#include "system/files.hpp"
#include "system/full_file.hpp"
#include "system/strangers.hpp"
#include "system/unfinished_files.hpp"
#include "tables/database.hpp"
#include "tables/question.hpp"
#include "tables/row_writer.hpp"

namespace trace2::program::tables {

// ---- sqlite.hpp ----

sqlite_database::sqlite_database(std::string const& path) {
  // To the library ":memory:" and "file:…" are no names of files.
  open(read::native_path(path).has_root_path() ? path : "./" + path);
}

void sqlite_database::add_column(std::string& columns, std::string_view name, char const* type,
                                 std::string_view table) {
  bool const is_own = columns.empty() && (name != "process" || table == "processes");
  columns.append(columns.empty() ? "" : ", ").append(name).append(type);
  if (is_own) columns.append(" PRIMARY KEY");
  if (name == "sid") columns.append(" UNIQUE");
  if (!is_own && name == "process") columns.append(" REFERENCES processes");
  if (!is_own && name == "thread") columns.append(" REFERENCES threads");
  if (!is_own && name == "task") columns.append(" REFERENCES tasks");
  if (!is_own && name == "region") columns.append(" REFERENCES regions");
  if (name == "parent") columns.append(" REFERENCES ").append(table);
}

std::string sqlite_database::insertion_of(std::string_view table, std::size_t columns) {
  std::string places;
  for (std::size_t i = 0; i < columns; ++i) places.append(i == 0 ? "?" : ", ?");
  return "INSERT INTO " + std::string{table} + " VALUES (" + places + ")";
}

void sqlite_database::open(std::string const& name) {
  sqlite3* opened = nullptr;
  int const result =
      ::sqlite3_open_v2(name.c_str(), &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
  database_.reset(opened);
  if (result != SQLITE_OK) fail();
  ::sqlite3_busy_timeout(opened, patience);
  // A database that is lost with the machine can be made again.
  run("PRAGMA synchronous = OFF; PRAGMA cache_size = -16384; PRAGMA temp_store = MEMORY");
  // A new database has a journal, too: without it a call that is killed would leave a file that
  // is no database.
  run("BEGIN IMMEDIATE");
  if (error_.empty() && !name.empty() && has_moved())
    error_ = "has been removed by another program";
  is_new_ = is_empty();
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
    std::get<insertion<Row>>(insertions_).statement =
        prepare(insertion_of(Row::table, trace2::member_count<Row>));
  });
  known_ = prepare("SELECT process, state FROM processes WHERE sid = ?");
  if (!is_new_)
    for_each_table([this]<class Row>() {
      std::string const query = "SELECT max(" + key_of<Row>() + ") FROM ";
      last_key_ = std::max(last_key_, number_of(query + std::string{Row::table}));
    });
}

bool sqlite_database::wants(std::string_view sid) {
  if (!error_.empty()) return false;
  bind(known_.get(), 1, sid);
  bool is_wanted = true;
  std::optional<std::int64_t> old;
  if (::sqlite3_step(known_.get()) == SQLITE_ROW) {
    auto const* const state = reinterpret_cast<char const*>(::sqlite3_column_text(known_.get(), 1));
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

bool sqlite_database::commit() {
  // A parent may end, or be added, after its children.
  run("UPDATE processes SET parent = (SELECT above.process FROM processes AS above"
      " WHERE above.sid = processes.parent_sid) WHERE parent IS NULL");
  if (is_new_) run(std::string{indexes});
  if (is_new_) run(std::string{views});
  run("COMMIT");
  return error_.empty();
}

bool sqlite_database::has_moved() {
  int result = 0;
  ::sqlite3_file_control(database_.get(), "main", SQLITE_FCNTL_HAS_MOVED, &result);
  return result != 0;
}

void sqlite_database::take(any_row const& row) {
  std::visit([this](auto const* one) { this->insert(*one); }, row);
}

void sqlite_database::fail() {
  if (error_.empty()) error_ = ::sqlite3_errmsg(database_.get());
}

void sqlite_database::run(std::string const& sql) {
  if (!error_.empty()) return;
  if (::sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail();
}

sqlite_database::statement_pointer sqlite_database::prepare(std::string const& sql) {
  sqlite3_stmt* made = nullptr;
  if (error_.empty() &&
      ::sqlite3_prepare_v3(database_.get(), sql.c_str(), -1, SQLITE_PREPARE_PERSISTENT, &made,
                           nullptr) != SQLITE_OK)
    fail();
  return statement_pointer{made};
}

std::int64_t sqlite_database::number_of(std::string const& sql) {
  statement_pointer const query = prepare(sql);
  if (query == nullptr) return 0;
  int const result = ::sqlite3_step(query.get());
  if (result == SQLITE_ROW) return ::sqlite3_column_int64(query.get(), 0);
  if (result != SQLITE_DONE) fail();
  return 0;
}

void sqlite_database::bind_time(sqlite3_stmt* statement, int column,
                                read::nanoseconds length) noexcept {
  std::int64_t const nanoseconds = length.count();
  if (nanoseconds % 1'000 == 0)
    ::sqlite3_bind_int64(statement, column, nanoseconds / 1'000);
  else
    ::sqlite3_bind_double(
        statement, column,
        static_cast<double>(nanoseconds / 1'000) + static_cast<double>(nanoseconds % 1'000) / 1e3);
}

void sqlite_database::bind_text(sqlite3_stmt* statement, int column, std::string_view value) {
  std::string_view const readable = readable_.of(value);
  // The text lasts until the statement has run; a copy does not. A null pointer would be NULL.
  auto const lasts = readable.data() == value.data() ? SQLITE_STATIC : SQLITE_TRANSIENT;
  ::sqlite3_bind_text64(statement, column, readable.data() == nullptr ? "" : readable.data(),
                        readable.size(), lasts, SQLITE_UTF8);
}

}  // namespace trace2::program::tables

namespace trace2::program {

// ---- database.hpp ----

namespace {

/// The file of a database. A file that this call has made is removed with its journal, even by a
/// signal, unless it is kept.
class database_file {
 public:
  /// `path` and the database live longer. A file that was not there may be another one's now,
  /// unless the database has it to itself.
  database_file(std::string const& path, tables::sqlite_database& database, bool is_new)
      : path_{path},
        database_{database},
        journal_{path + "-journal"},
        is_new_{is_new && database.is_new()} {
    if (!is_new_) return;
    held_ending const held;
    for (char const* const each : {journal_.c_str(), path_.c_str()}) unfinished_files::add(each);
  }
  database_file(database_file const&) = delete;
  database_file& operator=(database_file const&) = delete;
  ~database_file() {
    if (!is_new_) return;
    held_ending const held;
    // Before the database is closed, so that others see that it has gone; Windows waits for that.
    if (!remove_file(path_.c_str())) {
      database_.close();
      remove_file(path_.c_str());
    }
    take_off();
  }

  void keep() noexcept {
    if (!std::exchange(is_new_, false)) return;
    held_ending const held;
    take_off();
  }

 private:
  void take_off() const noexcept {
    for (char const* const each : {journal_.c_str(), path_.c_str()})
      unfinished_files::take_off(each);
  }

  std::string const& path_;
  tables::sqlite_database& database_;
  std::string journal_;
  bool is_new_;
};

}  // namespace

int write_database(wanted_trace const& from, std::string const& path) {
  if (path.empty() || path == "-") {
    say("convert: a database is no stream: --output=FILE names a file for it");
    return bad_usage;
  }
  if (is_strangers(path)) {
    say(path + ": " + of_another_user);
    return bad_input;
  }
  auto files = find_inputs(from.paths, path);
  bool const was_there = facts_of_link(path).has_value();
  chosen_trace chosen{std::move(files), from.selection, from.shown_as};
  full_file_is_error const too_large;
  tables::sqlite_database database{path};
  database_file file{path, database, !was_there};
  if (from.shown_as == privacy::anonymous && database.error().empty() && !database.is_new()) {
    say(path + ": has rows, and the numbers of anonymous texts begin anew with each call");
    return bad_usage;
  }
  followed const result =
      tables::write_rows(database, chosen, [&database] { return !database.error().empty(); });
  if (result != followed::nothing && database.commit()) file.keep();
  if (!database.error().empty()) {
    say(path + ": " + database.error());
    return bad_input;
  }
  return result == followed::all ? ok : bad_input;
}

}  // namespace trace2::program

namespace trace2::program::tables {

// ---- question.hpp ----

namespace {

/// Refuses everything but reading, and notes that in a flag. SQLite asks when it prepares a
/// statement; newer ones ask about a pragma that is read as a table when they read it.
int authorize(void* is_refused, int action, char const*, char const* function, char const*,
              char const*) noexcept {
  switch (action) {
    case SQLITE_FUNCTION:
      if (function == nullptr || function == std::string_view{"load_extension"}) break;
      return SQLITE_OK;
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE:
      return SQLITE_OK;
    default:
      break;
  }
  *static_cast<bool*>(is_refused) = true;
  return SQLITE_DENY;
}

bool is_blank(char c) noexcept { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

}  // namespace

std::string schema_of(sqlite_database& empty) {
  std::string all;
  sqlite3_stmt* made = nullptr;
  ::sqlite3_prepare_v2(empty.handle(), "SELECT sql FROM sqlite_schema WHERE type = 'table'", -1,
                       &made, nullptr);
  while (::sqlite3_step(made) == SQLITE_ROW) {
    std::string sql = reinterpret_cast<char const*>(::sqlite3_column_text(made, 0));
    if (std::size_t const begin = sql.find(" ("); begin != sql.npos) {
      for (std::size_t at = sql.find(", ", begin); at != sql.npos; at = sql.find(", ", at))
        sql.replace(at, 2, ",\n  ");
      sql.replace(begin, 2, " (\n  ");
    }
    all.append(sql).append(";\n\n");
  }
  ::sqlite3_finalize(made);
  return all.append(views.substr(views.find_first_not_of('\n')));
}

question::question(sqlite_database& to, std::string_view sql) : database_{to.handle()} {
  restrict();
  prepare(sql);
}

void question::restrict() noexcept {
#if SQLITE_VERSION_NUMBER >= 3031000
  ::sqlite3_hard_heap_limit64(most_memory);
#endif
  ::sqlite3_limit(database_, SQLITE_LIMIT_LENGTH, longest);
  ::sqlite3_exec(database_, "PRAGMA query_only = ON", nullptr, nullptr, nullptr);
  ::sqlite3_set_authorizer(database_, authorize, &is_refused_);
}

void question::prepare(std::string_view sql) {
  sqlite3_stmt* made = nullptr;
  char const* rest = nullptr;
  int const result = ::sqlite3_prepare_v2(
      database_, sql.data(), static_cast<int>(std::min<std::size_t>(sql.size(), 1 << 30)), &made,
      &rest);
  statement_.reset(made);
  if (result != SQLITE_OK) return fail(result);
  if (made == nullptr) {
    error_ = "the query is empty";
    return;
  }
  std::string_view const others = sql.substr(static_cast<std::size_t>(rest - sql.data()));
  sqlite3_stmt* next = nullptr;
  int const more = std::all_of(others.begin(), others.end(), is_blank)
                       ? SQLITE_OK
                       : ::sqlite3_prepare_v2(database_, others.data(),
                                              static_cast<int>(others.size()), &next, nullptr);
  ::sqlite3_finalize(next);
  if (more != SQLITE_OK || next != nullptr)
    error_ = "there is more than one query";
  else if (::sqlite3_column_count(made) == 0 || ::sqlite3_stmt_readonly(made) == 0)
    fail(SQLITE_AUTH);
  else if (::sqlite3_bind_parameter_count(made) != 0)
    error_ = "the query has a parameter, and nothing to put in";
}

bool question::ask(answer_writer& to) {
  if (!error_.empty()) return false;
  int const count = ::sqlite3_column_count(statement_.get());
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i) {
    char const* const name = ::sqlite3_column_name(statement_.get(), i);
    names.emplace_back(name == nullptr ? "" : name);
  }
  blobs_.resize(names.size());
  answer_row row(names.size());
  int result = ::sqlite3_step(statement_.get());
  // An answer that never begins has no title either.
  if (result != SQLITE_ROW && result != SQLITE_DONE) {
    fail(result);
    return false;
  }
  to.begin(std::move(names));
  for (; result == SQLITE_ROW; result = ::sqlite3_step(statement_.get())) {
    for (int i = 0; i < count; ++i) row[static_cast<std::size_t>(i)] = value_of(i);
    to.add(row);
  }
  to.end();
  if (result != SQLITE_DONE) fail(result);
  return error_.empty();
}

answer_value question::value_of(int column) {
  sqlite3_stmt* const from = statement_.get();
  auto const size = [&] { return static_cast<std::size_t>(::sqlite3_column_bytes(from, column)); };
  switch (::sqlite3_column_type(from, column)) {
    case SQLITE_INTEGER:
      return std::int64_t{::sqlite3_column_int64(from, column)};
    case SQLITE_FLOAT:
      return ::sqlite3_column_double(from, column);
    case SQLITE_TEXT: {
      auto const* const bytes = reinterpret_cast<char const*>(::sqlite3_column_text(from, column));
      return bytes == nullptr ? answer_value{} : std::string_view{bytes, size()};
    }
    case SQLITE_BLOB: {
      auto const* const bytes =
          static_cast<unsigned char const*>(::sqlite3_column_blob(from, column));
      std::string& hex = blobs_[static_cast<std::size_t>(column)];
      hex.clear();
      constexpr char digits[] = "0123456789abcdef";
      for (std::size_t i = 0; bytes != nullptr && i < size(); ++i)
        hex.append(1, digits[bytes[i] >> 4]).append(1, digits[bytes[i] & 15]);
      return std::string_view{hex};
    }
    default:
      return {};
  }
}

void question::fail(int result) {
  is_refused_ = is_refused_ || (result & 0xff) == SQLITE_AUTH;
  if (is_refused_)
    error_ = "a query only reads the tables of the trace: SELECT … FROM …";
  else if ((result & 0xff) == SQLITE_NOMEM)
    error_ = "the query needs more than " + std::to_string(most_memory >> 20) + " MiB of memory";
  else
    error_ = ::sqlite3_errmsg(database_);
}

}  // namespace trace2::program::tables
