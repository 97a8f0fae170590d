// The public macros. They add to the functions that no argument is evaluated while tracing is off,
// and that nothing is left of a call when tracing is compiled out. They trace through
// TRACE2_TRACER, which a program with a target list of its own defines as its own tracer.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/region.hpp>
#include <trace2/call/thread_scope.hpp>
#include <trace2/call/tracer.hpp>
#include <trace2/config.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/text.hpp>

#if TRACE2_USDT
#  include <trace2/call/probe.hpp>
#endif

/// The tracer of the macros, by default that of the library. A program with a list of targets of
/// its own defines it as its own tracer, before it includes a header of the library.
#ifndef TRACE2_TRACER
#  define TRACE2_TRACER ::trace2::tracer
#endif

/// Calls any verb of the tracer: `TRACE2_CALL(def_param, "jobs", "8")`. Evaluates the arguments
/// only while tracing is on.
#define TRACE2_CALL(verb, ...) TRACE2_DETAIL_WHILE_ENABLED(TRACE2_TRACER::verb(__VA_ARGS__))

/// Emits an event of the program's own, see event_type: `TRACE2_EMIT(cache_hit{.key = key})`. A
/// repo_id may follow. The unit includes emit.hpp or trace2.hpp.
#define TRACE2_EMIT(event, ...) \
  TRACE2_DETAIL_WHILE_ENABLED(  \
      ::trace2::detail::emit_event<TRACE2_TRACER>(event __VA_OPT__(, ) __VA_ARGS__))

/// A value with a name, with the time since the innermost open region began (R-TIME-07):
/// `TRACE2_DATA("index", "entries", entries.size())`. See data_value for what it may be. A repo_id
/// may follow. With TRACE2_USDT the value is always evaluated.
#define TRACE2_DATA(category, key, value, ...) \
  TRACE2_DETAIL_DATA(category, key, value __VA_OPT__(, ) __VA_ARGS__)

/// A structured value: `TRACE2_DATA_JSON("index", "statistics", statistics)`. The value is a
/// json_text, or consists of described structs, ranges, maps, optionals, texts and numbers. A
/// repo_id may follow.
#define TRACE2_DATA_JSON(category, key, value, ...) \
  TRACE2_CALL(data_json, category, key, value __VA_OPT__(, ) __VA_ARGS__)

/// A message for people, formatted only while somebody listens: `TRACE2_PRINTF("%d of %d", done,
/// all)`. The compiler checks the values against the format.
#define TRACE2_PRINTF(format, ...) TRACE2_DETAIL_MESSAGE(print_f, format __VA_OPT__(, ) __VA_ARGS__)

/// Something went wrong: `TRACE2_ERROR("cannot open %s", path)`. The event keeps the format
/// beside the message, which is redacted, so that readers can count errors of one kind.
#define TRACE2_ERROR(format, ...) TRACE2_DETAIL_MESSAGE(error_f, format __VA_OPT__(, ) __VA_ARGS__)

/// A part of the work, from here to the end of the scope: `TRACE2_REGION("index", "load")`. The
/// names are literals, or texts as `region` takes them. A repo_id may follow. One per line.
#define TRACE2_REGION(category, ...)                                                              \
  TRACE2_DETAIL_IN_SCOPE(                                                                         \
      TRACE2_DETAIL_FIRST(__VA_OPT__(TRACE2_DETAIL_REGION, ) TRACE2_DETAIL_NO_LABEL, ), __LINE__, \
      category __VA_OPT__(, ) __VA_ARGS__)

/// A region with a message, formatted only while somebody listens:
/// `TRACE2_REGION_F("dir", "read", "%s", path)`. Only region_enter has the message.
#define TRACE2_REGION_F(category, label, format, ...) \
  TRACE2_DETAIL_IN_SCOPE(TRACE2_DETAIL_REGION_F, __LINE__, category, label, format, __VA_ARGS__)

/// Names the calling thread until the end of the scope: `TRACE2_THREAD("hash")` as "th01:hash"
/// (R-THR-03). Place it first in the thread's function.
#define TRACE2_THREAD(base_name, ...) \
  TRACE2_DETAIL_IN_SCOPE(TRACE2_DETAIL_THREAD, __LINE__, base_name __VA_OPT__(, ) __VA_ARGS__)

/// Adds to a `counter`, whose sum the end of the session shows: `TRACE2_COUNTER_ADD(files, 1)`.
#define TRACE2_COUNTER_ADD(counter, ...) TRACE2_DETAIL_WHILE_ENABLED((counter).add(__VA_ARGS__))

/// An interval of a `timer`, from here to the end of the scope: `TRACE2_TIMER(reading)`. One per
/// line.
#define TRACE2_TIMER(timer, ...) \
  TRACE2_DETAIL_IN_SCOPE(TRACE2_DETAIL_TIMER, __LINE__, timer __VA_OPT__(, ) __VA_ARGS__)

/// Shows what timers and counters of all threads sum up until the end of the scope, see `phase`:
/// `TRACE2_PHASE("bench", "fill")`. With sum_scope::per_thread as third argument, of this thread.
#define TRACE2_PHASE(category, ...) \
  TRACE2_DETAIL_IN_SCOPE(TRACE2_DETAIL_PHASE, __LINE__, category, __VA_ARGS__)

/// A region that also shows what timers and counters of its thread sum up inside:
/// `TRACE2_REGION_WITH_SUMS("index", "load")`.
#define TRACE2_REGION_WITH_SUMS(category, label) \
  TRACE2_DETAIL_IN_SCOPE(TRACE2_DETAIL_REGION_WITH_SUMS, __LINE__, category, label)

// The definitions. The first kind of macros are statements, the others declarations.
//
// Declarations are named after their line, which IN_SCOPE passes on as a number. Not after
// __COUNTER__, which would give an inline function of a user's header different tokens in different
// units. Each declaration macro starts with a `using` that its final static_assert needs; behind an
// unbraced `if` the name is out of scope, and the error shows it.

#define TRACE2_DETAIL_IN_SCOPE(macro, line, ...) macro(line, __VA_ARGS__)
// TRACE2_REGION without a label says so, rather than how many arguments a macro takes.
#define TRACE2_DETAIL_FIRST(first, ...) first
#define TRACE2_DETAIL_NO_LABEL(...) \
  static_assert(false, "trace2: TRACE2_REGION needs a category and a label")

// The constant part of a call goes into a static variable of the calling function, so that the call
// passes one pointer. Everything else is as in a call of the function: evaluated once, and
// only while tracing is on.
#define TRACE2_DETAIL_IS_LITERAL(text) __builtin_constant_p(::trace2::detail::literal(text))
// With a format if there is a message.
#define TRACE2_DETAIL_SITE(type, is_static, site, category, label, ...)  \
  static constinit ::trace2::detail::type site {                         \
    is_static ? ::trace2::detail::as_text(category) : ::trace2::text{},  \
        is_static ? ::trace2::detail::as_text(label) : ::trace2::text {} \
    __VA_OPT__(, is_static ? (__VA_ARGS__) : nullptr)                    \
  }

#if TRACE2_ENABLED
#  define TRACE2_DETAIL_WHILE_ENABLED(...)         \
    do {                                           \
      if (TRACE2_TRACER::enabled()) [[unlikely]] { \
        __VA_ARGS__;                               \
      }                                            \
    } while (false)
// The caller names the variable, because one macro may stand in an argument of another.
#  define TRACE2_DETAIL_WHILE_ON(on, ...)                                              \
    if (auto const* const on = TRACE2_TRACER::verbs(); ::trace2::detail::seldom(on)) { \
      __VA_ARGS__;                                                                     \
    }

#  if TRACE2_USDT
#    define TRACE2_DETAIL_WITH_PROBE(macro, ...) macro(__VA_ARGS__)
// The value of data is an argument of its probe, so that it is evaluated always.
#    define TRACE2_DETAIL_DATA(category, key, ...)                                               \
      do {                                                                                       \
        auto const* const trace2_detail_on_data_ = TRACE2_TRACER::verbs();                       \
        static constexpr bool trace2_detail_is_static_ =                                         \
            TRACE2_DETAIL_IS_LITERAL(category) && TRACE2_DETAIL_IS_LITERAL(key);                 \
        TRACE2_DETAIL_SITE(static_site, trace2_detail_is_static_, trace2_detail_site_, category, \
                           key);                                                                 \
        TRACE2_DETAIL_PROBE_SITE(trace2_detail_probe_site_, category, key);                      \
        if constexpr (trace2_detail_is_static_)                                                  \
          ::trace2::detail::probed_data(trace2_detail_on_data_, trace2_detail_site_,             \
                                        trace2_detail_probe_site_, __VA_ARGS__);                 \
        else if (::trace2::detail::seldom(trace2_detail_on_data_))                               \
          ::trace2::detail::probed_data<TRACE2_TRACER>(trace2_detail_probe_site_, category, key, \
                                                       __VA_ARGS__);                             \
        else                                                                                     \
          ::trace2::detail::probed_value(trace2_detail_probe_site_, __VA_ARGS__);                \
      } while (false)
#  else
#    define TRACE2_DETAIL_WITH_PROBE(...)
#    define TRACE2_DETAIL_DATA(category, key, ...)                                         \
      do                                                                                   \
        TRACE2_DETAIL_WHILE_ON(                                                            \
            trace2_detail_on_data_,                                                        \
            static constexpr bool trace2_detail_is_static_ =                               \
                TRACE2_DETAIL_IS_LITERAL(category) && TRACE2_DETAIL_IS_LITERAL(key);       \
            TRACE2_DETAIL_SITE(static_site, trace2_detail_is_static_, trace2_detail_site_, \
                               category, key);                                             \
            if constexpr (trace2_detail_is_static_)::trace2::detail::data(                 \
                *trace2_detail_on_data_, trace2_detail_site_, __VA_ARGS__);                \
            else TRACE2_TRACER::data(category, key, __VA_ARGS__))                          \
      while (false)
#  endif
// Only a call that is passed the format as well is checked as printf is, so one stands where it is
// never executed.
#  define TRACE2_DETAIL_MESSAGE(verb, format, ...)                                                 \
    do {                                                                                           \
      TRACE2_DETAIL_WITH_PROBE(TRACE2_DETAIL_PROBED_##verb, format)                                \
      TRACE2_DETAIL_WHILE_ON(                                                                      \
          trace2_detail_on_message_, static constexpr bool trace2_detail_is_static_message_ =      \
                                         TRACE2_DETAIL_IS_LITERAL(format);                         \
          TRACE2_DETAIL_SITE(message_site, trace2_detail_is_static_message_,                       \
                             trace2_detail_message_, "", "", format);                              \
          if (trace2_detail_is_static_message_)                                                    \
              trace2_detail_on_message_->verb(&trace2_detail_message_ __VA_OPT__(, ) __VA_ARGS__); \
          else TRACE2_TRACER::verb(::trace2::call_site::here(),                                    \
                                   format __VA_OPT__(, ) __VA_ARGS__))                             \
    } while (false)

// Type, site and region have one name, so that each error about a second one on a line says why.
#  define TRACE2_DETAIL_REGION(line, category, label, ...)                                     \
    using trace2_region_needs_braces_##line = bool;                                            \
    using trace2_one_region_per_line_##line##_type =                                           \
        ::trace2::detail::region_for<TRACE2_TRACER, TRACE2_DETAIL_IS_LITERAL(category) &&      \
                                                        TRACE2_DETAIL_IS_LITERAL(label)        \
                                                            __VA_OPT__(&&false)>;              \
    TRACE2_DETAIL_SITE(static_site, trace2_one_region_per_line_##line##_type::is_static,       \
                       trace2_one_region_per_line_##line##_site, category, label);             \
    trace2_one_region_per_line_##line##_type trace2_one_region_per_line_##line{                \
        trace2_one_region_per_line_##line##_site};                                             \
    if constexpr (!trace2_one_region_per_line_##line##_type::is_static)                        \
      TRACE2_DETAIL_WHILE_ON(                                                                  \
          trace2_detail_on_##line,                                                             \
          trace2_one_region_per_line_##line.enter(category, label __VA_OPT__(, ) __VA_ARGS__)) \
    TRACE2_DETAIL_WITH_PROBE(TRACE2_DETAIL_PROBED_REGION, line, category, label)               \
    static_assert(sizeof(trace2_region_needs_braces_##line) != 0)
#  define TRACE2_DETAIL_REGION_F(line, category, label, format, ...)                            \
    using trace2_region_needs_braces_##line = bool;                                             \
    using trace2_one_region_per_line_##line##_type =                                            \
        ::trace2::detail::region_for<TRACE2_TRACER, TRACE2_DETAIL_IS_LITERAL(category) &&       \
                                                        TRACE2_DETAIL_IS_LITERAL(label) &&      \
                                                        TRACE2_DETAIL_IS_LITERAL(format)>;      \
    TRACE2_DETAIL_SITE(message_site, trace2_one_region_per_line_##line##_type::is_static,       \
                       trace2_one_region_per_line_##line##_site, category, label, format);      \
    trace2_one_region_per_line_##line##_type trace2_one_region_per_line_##line{                 \
        trace2_one_region_per_line_##line##_site};                                              \
    TRACE2_DETAIL_WHILE_ON(                                                                     \
        trace2_detail_on_##line,                                                                \
        if (trace2_one_region_per_line_##line##_type::is_static) {                              \
          trace2_detail_on_##line->enter_f(                                                     \
              &trace2_one_region_per_line_##line##_site __VA_OPT__(, ) __VA_ARGS__);            \
          trace2_one_region_per_line_##line.entered(*trace2_detail_on_##line);                  \
        } else trace2_one_region_per_line_##line.enter_f(::trace2::call_site::here(), category, \
                                                         label,                                 \
                                                         format __VA_OPT__(, ) __VA_ARGS__))    \
    TRACE2_DETAIL_WITH_PROBE(TRACE2_DETAIL_PROBED_REGION, line, category, label)                \
    static_assert(sizeof(trace2_region_needs_braces_##line) != 0)

#  define TRACE2_DETAIL_THREAD(line, base_name, ...)                                            \
    using trace2_thread_needs_braces_##line = bool;                                             \
    static constexpr bool trace2_one_thread_per_line_##line##_is_static =                       \
        TRACE2_DETAIL_IS_LITERAL(base_name);                                                    \
    ::trace2::basic_thread_scope<TRACE2_TRACER> const trace2_one_thread_per_line_##line =       \
        TRACE2_TRACER::enabled()                                                                \
            ? ::trace2::basic_thread_scope<TRACE2_TRACER>{base_name __VA_OPT__(, ) __VA_ARGS__} \
            : ::trace2::basic_thread_scope<TRACE2_TRACER>::before_tracing(                      \
                  trace2_one_thread_per_line_##line##_is_static                                 \
                      ? ::trace2::detail::as_text(base_name)                                    \
                      : ::trace2::detail::no_thread_name);                                      \
    static_assert(sizeof(trace2_thread_needs_braces_##line) != 0)
#  define TRACE2_DETAIL_TIMER(line, ...)                                   \
    using trace2_timer_needs_braces_##line = bool;                         \
    auto const trace2_one_timer_per_line_##line = (__VA_ARGS__).measure(); \
    static_assert(sizeof(trace2_timer_needs_braces_##line) != 0)
#  define TRACE2_DETAIL_PHASE(line, ...)                                                          \
    using trace2_phase_needs_braces_##line = bool;                                                \
    ::trace2::basic_phase<TRACE2_TRACER::is_compiled_in> const trace2_one_phase_per_line_##line = \
        TRACE2_TRACER::enabled()                                                                  \
            ? ::trace2::basic_phase<TRACE2_TRACER::is_compiled_in>{__VA_ARGS__}                   \
            : ::trace2::basic_phase<TRACE2_TRACER::is_compiled_in>{};                             \
    static_assert(sizeof(trace2_phase_needs_braces_##line) != 0)
#  define TRACE2_DETAIL_REGION_WITH_SUMS(line, ...)                                             \
    using trace2_region_needs_braces_##line = bool;                                             \
    ::trace2::basic_region_with_sums<TRACE2_TRACER> const trace2_one_region_per_line_##line =   \
        TRACE2_TRACER::enabled() ? ::trace2::basic_region_with_sums<TRACE2_TRACER>{__VA_ARGS__} \
                                 : ::trace2::basic_region_with_sums<TRACE2_TRACER>{};           \
    static_assert(sizeof(trace2_region_needs_braces_##line) != 0)
#else
// clang warns of functions and captures that only a discarded statement uses; g++ arranges the code
// around any other statement differently, where it refers to a variable.
#  ifdef __clang__
#    define TRACE2_DETAIL_NEVER if (false)
#  else
#    define TRACE2_DETAIL_NEVER if constexpr (false)
#  endif
#  define TRACE2_DETAIL_WHILE_ENABLED(...) \
    do {                                   \
      TRACE2_DETAIL_NEVER { __VA_ARGS__; } \
    } while (false)
#  define TRACE2_DETAIL_SCOPE(never, needs_braces, ...)        \
    using needs_braces = bool;                                 \
    do {                                                       \
      never { auto const trace2_detail_scope_ = __VA_ARGS__; } \
    } while (false);                                           \
    static_assert(sizeof(needs_braces) != 0)
#  define TRACE2_DETAIL_DATA(...) TRACE2_CALL(data, __VA_ARGS__)
// g++ 14 and newer check no format in a discarded statement. Arguments of messages are values,
// around which g++ arranges nothing.
#  define TRACE2_DETAIL_MESSAGE(verb, ...)                       \
    do {                                                         \
      if (false) {                                               \
        TRACE2_TRACER::verb(::trace2::call_site{}, __VA_ARGS__); \
      }                                                          \
    } while (false)
#  define TRACE2_DETAIL_REGION(line, category, label, ...)      \
    TRACE2_DETAIL_SCOPE(                                        \
        TRACE2_DETAIL_NEVER, trace2_region_needs_braces_##line, \
        ::trace2::basic_region<TRACE2_TRACER>{category, label __VA_OPT__(, ) __VA_ARGS__})
#  define TRACE2_DETAIL_REGION_F(line, category, label, format, ...)                           \
    TRACE2_DETAIL_SCOPE(if (false), trace2_region_needs_braces_##line,                         \
                        ::trace2::basic_region<TRACE2_TRACER>{::trace2::call_site{}, category, \
                                                              label, ::trace2::repo_id{},      \
                                                              format __VA_OPT__(, ) __VA_ARGS__})
#  define TRACE2_DETAIL_THREAD(line, ...)                                       \
    TRACE2_DETAIL_SCOPE(TRACE2_DETAIL_NEVER, trace2_thread_needs_braces_##line, \
                        ::trace2::basic_thread_scope<TRACE2_TRACER>{__VA_ARGS__})
#  define TRACE2_DETAIL_TIMER(line, ...)                                       \
    TRACE2_DETAIL_SCOPE(TRACE2_DETAIL_NEVER, trace2_timer_needs_braces_##line, \
                        (__VA_ARGS__).measure())
#  define TRACE2_DETAIL_PHASE(line, ...)                                       \
    TRACE2_DETAIL_SCOPE(TRACE2_DETAIL_NEVER, trace2_phase_needs_braces_##line, \
                        ::trace2::basic_phase<false>{__VA_ARGS__})
#  define TRACE2_DETAIL_REGION_WITH_SUMS(line, ...)                             \
    TRACE2_DETAIL_SCOPE(TRACE2_DETAIL_NEVER, trace2_region_needs_braces_##line, \
                        ::trace2::basic_region_with_sums<TRACE2_TRACER>{__VA_ARGS__})
#endif
