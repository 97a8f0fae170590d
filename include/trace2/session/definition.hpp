// The members of a session, for the unit that makes it.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/tracer.hpp>
#include <trace2/config.hpp>
#include <trace2/session/basic_session.hpp>
#include <trace2/value/arguments.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/session_options.hpp>
#include <trace2/value/settings_source.hpp>

#if TRACE2_ENABLED
#  include <trace2/session/feature.hpp>
#  include <trace2/session/implementation.hpp>
#  include <trace2/session/lifetime.hpp>
#endif

namespace trace2 { inline namespace v0 {

namespace detail {

/// The implementation of a session; complete in session/lifetime.hpp.
template <class Targets>
class session_lifetime;

/// Complete in session/feature.hpp.
template <class Features, class Targets>
struct parts_of;

template <class Tracer>
using lifetime_of = session_lifetime<typename Tracer::targets>;

}  // namespace detail

// Not in the class: there they would be inline, and the unit of main would compile them as well as
// the session's own unit (separate_session.hpp).

template <class Tracer, class Features>
basic_session<Tracer, Features>::basic_session(arguments argv, session_options const& options,
                                               call_site at) noexcept {
  detail::lifetime_of<Tracer>::begin(detail::parts_of<Features, typename Tracer::targets>::value,
                                     argv, options, at);
}

template <class Tracer, class Features>
void basic_session<Tracer, Features>::end() const noexcept {
  detail::lifetime_of<Tracer>::end();
}

template <class Tracer, class Features>
char const* basic_session<Tracer, Features>::id(settings_source const& source) noexcept {
  return detail::lifetime_of<Tracer>::id(
      detail::parts_of<Features, typename Tracer::targets>::value, source);
}

template <class Tracer, class Features>
void basic_session<Tracer, Features>::start_clock() noexcept {
  detail::lifetime_of<Tracer>::start_clock();
}

}}  // namespace trace2::v0
