// Writes what is chosen of a trace into a database.
#pragma once

#include <string>

#include "input/chosen_trace.hpp"
#include "output/messages.hpp"

namespace trace2::program {

#ifdef TRACE2_PROGRAM_WRITES_SQLITE

/// Adds the rows of what is chosen to the database at `path`, which is made if there is none.
int write_database(wanted_trace const& from, std::string const& path);

#else

inline int write_database(wanted_trace const&, std::string const&) {
  say("convert: this program was built without SQLite (Debian: libsqlite3-dev)");
  return bad_usage;
}

#endif

}  // namespace trace2::program
