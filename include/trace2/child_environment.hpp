// The environment of a child process with the variables that tie it to the trace, as a list that
// the program passes on. For programs whose threads read the environment at any time, and which
// therefore can't change it as Git does.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/version.hpp>

#include <trace2/config.hpp>
#include <trace2/detail/system/environ.hpp>

#if TRACE2_ENABLED
#  include <trace2/process/state/environment_list.hpp>
#endif

namespace trace2 { inline namespace v0 {

namespace detail {

/// An environment list with its additions; complete in process/state/environment_list.hpp. The
/// class depends on `Enabled` so that a unit where tracing is compiled out needs only this
/// declaration.
template <bool Enabled>
class environment_list;

}  // namespace detail

/// The environment of this process, or another list, with the variables that tie a child to this
/// session: session id and hierarchy, and the trace context if the session's options ask for it.
/// While nothing is traced it is the plain list.
///
///     trace2::child_environment environment;
///     posix_spawn(&pid, path, nullptr, nullptr, argv, environment.list());
///
/// Lifetime: of the object; the variables of `base` are not copied. Threads: one at a time, and
/// none that changes the environment meanwhile. Errors: after memory ran out, `list` is `base`.
/// Cost: a copy of the list of pointers, and of the variables that it adds.
template <bool Enabled>
class basic_child_environment {
 public:
  /// Takes the environment of the process, or `base`: a list of "NAME=value" that ends with a null
  /// pointer and must outlive the object.
  explicit basic_child_environment(char* const* base = detail::environment()) noexcept
      : list_{base} {}

  /// For execve and posix_spawn: ends with a null pointer.
  char* const* list() const noexcept { return list_.get(); }

 private:
  detail::environment_list<Enabled> list_;
};

/// Compiled out: the environment as it is.
template <>
class basic_child_environment<false> {
 public:
  explicit basic_child_environment(char* const* base = detail::environment()) noexcept
      : base_{base} {}
  char* const* list() const noexcept { return base_; }

 private:
  char* const* base_;
};

/// In a header that units with different settings include, name `basic_child_environment<…>`
/// instead: an alias that follows the unit would make your class differ between them.
using child_environment = basic_child_environment<TRACE2_ENABLED != 0>;

}}  // namespace trace2::v0
