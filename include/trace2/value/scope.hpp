// The scope of a setting. The header stands alone because two others need it: the settings, which
// determine the scope, and the event `def_param`, which reports it.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <boost/describe/enum.hpp>

namespace trace2 { inline namespace v0 {

/// The kind of source that set a parameter (R-PAR-01).
enum class scope { unknown, system, global, local, worktree, command, submodule };
BOOST_DESCRIBE_ENUM(scope, unknown, system, global, local, worktree, command, submodule)

}}  // namespace trace2::v0
