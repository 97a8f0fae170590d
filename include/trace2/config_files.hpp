// The feature `config_files`: a session reads the configuration files that the program names.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/version.hpp>

#include <trace2/config.hpp>
#include <trace2/features.hpp>

#if TRACE2_ENABLED
#  include <trace2/session/config_files.hpp>
#endif
