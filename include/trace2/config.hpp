// The only reader of user macros. Every other header sees TRACE2_ENABLED as 0 or 1. It may use it
// only in a macro body, as a template argument of a namespace-scope alias, or to choose includes:
// so translation units with different settings can be linked into one program.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/version.hpp>

/// 1 (the default): instrumentation is compiled in. 0: every macro of the library type-checks its
/// arguments and leaves nothing behind; the named types and functions become empty.
#ifndef TRACE2_ENABLED
#  define TRACE2_ENABLED 1
#endif

#if TRACE2_ENABLED != 0 && TRACE2_ENABLED != 1
#  error "TRACE2_ENABLED must be 0 or 1"
#endif
