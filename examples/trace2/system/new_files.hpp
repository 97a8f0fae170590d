// Files and directories that get their names when they are complete. A function without a result of
// its own returns 0 or the negated errno value.
#pragma once

#include <string>

#include "system/files.hpp"

namespace trace2::program {

/// Makes an empty file, or directory, of this user alone. The path ends with six characters, for
/// which others are put that nobody has used. The file's result is its descriptor; with `appends`
/// each write goes to its end, even while others write.
int make_file(std::string& path, bool appends = false);
int make_directory(std::string& path);

/// Gives the permissions that new files, or directories, have.
int make_usual(int fd) noexcept;
int make_usual(char const* directory) noexcept;

/// Gives a file the group and the permissions of another one. False if it stays another file for
/// those who read it.
bool make_alike(int fd, file_facts const& other) noexcept;

/// The absolute path of a file, without links; empty when there is none.
std::string whole_path(std::string const& path);

/// A path without the separators at its end, but for the one of the root.
std::string without_separators_behind(std::string path);

/// Gives another name to a file that is closed; a file of that name is no more.
int move_file(char const* from, char const* to) noexcept;
/// The same for a directory whose files are closed; one of that name is empty.
int move_directory(char const* from, char const* to) noexcept;

}  // namespace trace2::program
