// Names that another user may have planted where everybody may create some, as in /tmp.
#pragma once

#include <string>

namespace trace2 { inline namespace v0 {
class shared_directory;
}}  // namespace trace2::v0

namespace trace2::program {

/// Why this program neither writes to such a file or directory nor follows such a link.
inline constexpr char const* of_another_user = "belongs to another user";

trace2::shared_directory directory_of(std::string const& path);

/// True if another user has put something under this name into a directory that all share.
bool is_strangers(std::string const& path);

}  // namespace trace2::program
