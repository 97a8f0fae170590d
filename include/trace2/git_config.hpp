// The feature `git_config`: a session obeys Git's own configuration, by `git_settings`.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/version.hpp>

#include <trace2/config.hpp>
#include <trace2/features.hpp>
#include <trace2/value/git_settings.hpp>

#if TRACE2_ENABLED
#  include <trace2/session/git_config.hpp>
#endif
