// Where a setting comes from; a header of its own because both the settings, which find it out, and
// the def_param event, which reports it, speak of it.
#pragma once

#include <boost/describe/enum.hpp>

namespace trace2 { inline namespace v0 {

/// Where a parameter was set (R-PAR-01).
enum class scope { unknown, system, global, local, worktree, command, submodule };
BOOST_DESCRIBE_ENUM(scope, unknown, system, global, local, worktree, command, submodule)

}}  // namespace trace2::v0
