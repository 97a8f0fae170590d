// The version of the library, and the oldest tools that it works with.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#if !defined(__cplusplus) || __cplusplus < 202002L
#  error "trace2 needs C++20: compile with -std=c++20 or newer."
#endif

// A program may have one header with all of trace2 and Boost.Describe, and no other of Boost.
#if !defined(BOOST_DESCRIBE_CLASS_HPP_INCLUDED) && !__has_include(<boost/describe/class.hpp>)
#  error "trace2 needs Boost.Describe and Boost.Mp11: the headers of Boost 1.79 or newer."
#elif __has_include(<boost/mp11/version.hpp>)
#  include <boost/mp11/version.hpp>
#  if BOOST_MP11_VERSION < 107900
#    error "This Boost is too old for trace2, which needs the headers of Boost 1.79 or newer."
#  endif
#endif

/// The first of the three numbers of the version, by semantic versioning. While it is 0, a new
/// second number may change any interface. The names of the library stand in an inline namespace,
/// `trace2::v0`, whose name changes with the binary interface: whenever objects compiled with an
/// older version could not be linked, or could not share a session. Objects of both may be in one
/// process; one has the session, and the others stay off.
#define TRACE2_VERSION_MAJOR 0
/// The second number of the version.
#define TRACE2_VERSION_MINOR 2
/// The third number of the version: it changes with corrections alone.
#define TRACE2_VERSION_PATCH 0

/// The version as one text: "0.2.0".
#define TRACE2_VERSION "0.2.0"

/// The version as one number that grows with each version: 2000 for 0.2.0.
#define TRACE2_VERSION_NUMBER \
  (TRACE2_VERSION_MAJOR * 1'000'000 + TRACE2_VERSION_MINOR * 1'000 + TRACE2_VERSION_PATCH)
