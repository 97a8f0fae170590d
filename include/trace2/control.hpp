// Switching tracing on from outside, while the program runs: with this header in the unit of the
// session, and TRACE2_CONTROL=1 in its environment,
//
//     trace2 ps                                  lists the program
//     trace2 attach 4711 --to=event -o FILE      traces it as long as the command runs
//     trace2 attach 4711                         shows what it does on the terminal
//     trace2 snapshot 4711 -o FILE               copies its flight recorder's ring
//
// The program may allow it itself, by `trace2::control::allow()`. The user has the last word:
// TRACE2_CONTROL=0, or the key trace2.control of a configuration file. A unit with a tracer of its
// own includes the formats of that tracer first.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/version.hpp>

#include <trace2/call/tracer.hpp>
#include <trace2/config.hpp>
#include <trace2/trace2.hpp>

#if TRACE2_ENABLED
#  include <trace2/control/offer.hpp>
#endif

namespace trace2 { inline namespace v0 {

namespace detail {

/// Complete in control/offer.hpp.
template <class Targets>
struct control_offer;

}  // namespace detail

/// Lets the user who runs the program look at it and switch its targets, by the command `trace2`
/// or by others that speak the language of control/protocol.hpp.
///
/// The program listens at a socket in $XDG_RUNTIME_DIR/trace2 or /tmp/trace2-UID, a directory of
/// mode 0700. The program obeys processes of its own user only, checks who they are, and never
/// listens when it runs with more rights than its caller. What a client changes ends with its
/// connection.
///
/// Lifetime: from the beginning of a session to the end of the process, with one session or
/// several. In the child of a fork from its first event on; it takes back what clients of the
/// parent had changed. After exec nothing is left of it. A program that closes its descriptor
/// listens anew when the next client comes; that client tries again.
///
/// Threads: one more, with all signals but SIGBUS blocked, which sleeps in the kernel until a
/// client connects. Threads that trace never wait for it. A process whose main thread has called
/// pthread_exit doesn't end with the last of its own threads: it calls exit. Errors: without room
/// for the socket it tries again every ten seconds; clients that misbehave are sent away. Cost:
/// about 100 us when the session begins; then nothing until a client connects. One descriptor, and
/// one and 10 KB for each of at most eight clients.
template <class Tracer>
class basic_control {
  using control_offer = detail::control_offer<typename Tracer::targets>;

 public:
  /// Allows it, unless the settings say no. True if clients can reach the process now; before the
  /// session begins they can't yet. Threads: any.
  static bool allow() noexcept { return control_offer::allow(); }

  /// Sessions of this tracer may be controlled; for units that include the header, before main.
  static bool offer() noexcept {
    control_offer::add();
    return true;
  }
};

/// Compiled out: nothing.
template <class Tracer>
requires(!Tracer::is_compiled_in)
class basic_control<Tracer> {
 public:
  static bool allow() noexcept { return false; }
  static bool offer() noexcept { return false; }
};

/// In a header that units with different settings include, name `basic_control<…>` instead.
using control = basic_control<tracer>;

namespace detail {

/// One per unit, because units may differ in their tracer.
[[maybe_unused]] static bool const is_controllable = control::offer();

}  // namespace detail
}}  // namespace trace2::v0
