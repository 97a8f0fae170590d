// Writes what is chosen of a trace into a database.
#pragma once

#include <string>
#include <utility>

#include "../chosen_trace.hpp"
#include "../found_inputs.hpp"
#include "../inputs.hpp"
#include "../messages.hpp"

#ifdef TRACE2_PROGRAM_WRITES_SQLITE
#  include <trace2/detail/system/shield.hpp>
#  include <trace2/read/label_table.hpp>

#  include <cerrno>
#  include <csignal>

#  include "../unfinished_files.hpp"
#  include "collector.hpp"
#  include "sqlite.hpp"
#  include <sys/stat.h>
#  include <unistd.h>
#endif

namespace trace2_program {

#ifdef TRACE2_PROGRAM_WRITES_SQLITE

/// The file of a database. One that this call has made goes again, also by a signal, unless it is
/// kept.
class database_file {
 public:
  /// `path` lives longer. `is_new` may be true only while nobody else can write into the file.
  database_file(std::string const& path, bool is_new) : path_{path}, is_new_{is_new} {
    if (!is_new_) return;
    held_signals const held;
    unfinished_files::add(path_.c_str());
  }
  database_file(database_file const&) = delete;
  database_file& operator=(database_file const&) = delete;
  ~database_file() {
    if (!is_new_) return;
    held_signals const held;
    ::unlink(path_.c_str());
    unfinished_files::take_off(path_.c_str());
  }

  void keep() noexcept {
    if (!std::exchange(is_new_, false)) return;
    held_signals const held;
    unfinished_files::take_off(path_.c_str());
  }

 private:
  std::string const& path_;
  bool is_new_;
};

/// Adds the rows of what is chosen to the database at `path`, which is made if there is none.
inline int write_database(wanted_trace const& from, std::string const& path) {
  if (path.empty() || path == "-") {
    say("convert: a database is no stream: --output=FILE names a file for it");
    return bad_usage;
  }
  auto files = find_inputs(from.paths, path);
  struct ::stat status {};
  bool const was_there = ::lstat(path.c_str(), &status) == 0;
  chosen_trace chosen{std::move(files), from.selection, from.shown_as};
  trace2::detail::signal_shield<> too_large{SIGXFSZ};
  tables::sqlite_database database{path};
  // It goes before the database is closed, so that others see that it has gone.
  database_file file{path, !was_there && database.is_new()};
  if (from.shown_as == privacy::anonymous && database.error().empty() && !database.is_new()) {
    say(path + ": has rows, and the numbers of anonymous texts begin anew with each call");
    return bad_usage;
  }
  trace2::read::label_table labels;
  tables::collector rows{database, labels};
  followed result = follow(chosen, rows, labels, [&database] { return !database.error().empty(); });
  if (result != followed::nothing) {
    if (database.commit()) file.keep();
    result = report_left_out(rows.left_out(), result);
  }
  if (!database.error().empty()) {
    too_large.watch(-EFBIG);  // perhaps: the library tells no errno value
    say(path + ": " + database.error());
    return bad_input;
  }
  return result == followed::all ? ok : bad_input;
}

#else

inline int write_database(wanted_trace const&, std::string const&) {
  say("convert: this program was built without SQLite (Debian: libsqlite3-dev)");
  return bad_usage;
}

#endif

}  // namespace trace2_program
