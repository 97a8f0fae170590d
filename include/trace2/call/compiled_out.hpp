// The objects of instrumentation in units where that is compiled out: nothing. Units with other
// settings see them as well, so that all agree on what these names mean.
#pragma once

#include <trace2/call/tracer.hpp>
#include <trace2/config.hpp>
#include <trace2/detail/system/posix.hpp>
#include <trace2/value/arguments.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/session_options.hpp>
#include <trace2/value/settings_source.hpp>
#include <trace2/value/text.hpp>

#include <cstdint>

namespace trace2 { inline namespace v0 {

/// Whether a timer or counter is also shown for each thread, when the thread ends.
enum class summed { per_process, per_thread };

template <bool Enabled>
class basic_counter;

template <>
class basic_counter<false> {
 public:
  // Not constexpr, so that no compiler calls the variable unused.
  basic_counter(text, text, summed = summed::per_process) noexcept {}
  constexpr void add(std::uint64_t = 1) const noexcept {}
};

template <bool Enabled>
class basic_timer;

template <>
class basic_timer<false> {
 public:
  class [[nodiscard]] interval {
   public:
    constexpr explicit interval(basic_timer const&) noexcept {}
    ~interval() {}
  };

  // Not constexpr, so that no compiler calls the variable unused.
  basic_timer(text, text, summed = summed::per_process) noexcept {}
  constexpr bool start() const noexcept { return false; }
  constexpr void stop() const noexcept {}
  interval measure() const noexcept { return interval{*this}; }
};

template <class Tracer>
class basic_session;

template <class Tracer>
requires(!Tracer::is_compiled_in)
class basic_session<Tracer> {
 public:
  basic_session(int, char const* const*, session_options const& = {}, call_site = {}) noexcept {}
  explicit basic_session(arguments const&, session_options const& = {}, call_site = {}) noexcept {}
  basic_session(basic_session const&) = delete;
  basic_session& operator=(basic_session const&) = delete;

  int exit(int code, call_site = {}) const noexcept { return code; }
  void end() const noexcept {}
  static char const* id(settings_source const& = {}) noexcept { return ""; }
  static void start_clock() noexcept {}
};

template <bool Enabled>
class basic_child_environment;

/// The environment as it is.
template <>
class basic_child_environment<false> {
 public:
  explicit basic_child_environment(char* const* base = detail::posix::environment()) noexcept
      : base_{base} {}
  char* const* list() const noexcept { return base_; }

 private:
  char* const* base_;
};

// In a header that units with different settings include, name what is behind these instead: an
// alias that follows the unit would make your class differ between them.

using counter = basic_counter<TRACE2_ENABLED != 0>;
using timer = basic_timer<TRACE2_ENABLED != 0>;
using session = basic_session<tracer>;
using child_environment = basic_child_environment<TRACE2_ENABLED != 0>;

}}  // namespace trace2::v0
