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

/// 0 (the default): nothing. 1: macros for regions, data and errors leave static probes for gdb,
/// perf, bpftrace and SystemTap, which are there while no target is on: examples/probes/README.md.
#ifndef TRACE2_USDT
#  define TRACE2_USDT 0
#endif

#if TRACE2_USDT != 0 && TRACE2_USDT != 1
#  error "TRACE2_USDT must be 0 or 1"
#elif TRACE2_USDT && !__has_include(<sys/sdt.h>)
#  error "TRACE2_USDT=1 needs <sys/sdt.h>: install systemtap-sdt-dev (Fedora: systemtap-sdt-devel)"
#endif
