// The public macros. They add to the functions that no argument is evaluated while tracing is off,
// and that nothing is left of a call when tracing is compiled out. They trace through
// TRACE2_TRACER, which a program with a target list of its own defines as its own tracer.
#pragma once

#include <trace2/call/region.hpp>
#include <trace2/call/thread_scope.hpp>
#include <trace2/call/tracer.hpp>
#include <trace2/config.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/repo_id.hpp>
#include <trace2/value/text.hpp>

#ifndef TRACE2_TRACER
#  define TRACE2_TRACER ::trace2::tracer
#endif

#define TRACE2_DETAIL_JOIN_(a, b) a##b
#define TRACE2_DETAIL_JOIN(a, b) TRACE2_DETAIL_JOIN_(a, b)
// Not from __COUNTER__, which would give an inline function of a user's header different tokens in
// different units.
#define TRACE2_DETAIL_LOCAL(name) TRACE2_DETAIL_JOIN(trace2_detail_##name##_, __LINE__)

#if TRACE2_ENABLED
// Who calls it names the variable, because one macro may stand in an argument of another.
#  define TRACE2_DETAIL_WHILE_ON(on, ...)                                                \
    do {                                                                                 \
      if (auto const* const on = TRACE2_TRACER::verbs(); ::trace2::detail::seldom(on)) { \
        __VA_ARGS__;                                                                     \
      }                                                                                  \
    } while (false)
#  define TRACE2_DETAIL_IF_ENABLED(...)            \
    do {                                           \
      if (TRACE2_TRACER::enabled()) [[unlikely]] { \
        __VA_ARGS__;                               \
      }                                            \
    } while (false)
#  define TRACE2_DETAIL_SCOPE(name, type, ...) \
    auto const TRACE2_DETAIL_LOCAL(name) = TRACE2_TRACER::enabled() ? type __VA_ARGS__ : type {}
#  define TRACE2_DETAIL_MEASURE(...) \
    auto const TRACE2_DETAIL_LOCAL(interval) = (__VA_ARGS__).measure()

// What is known at compile time goes into a static variable of the calling function, so that the
// call passes one pointer. Everything else is as in a call of the function: evaluated once, and
// only while tracing is on.
#  define TRACE2_DETAIL_IS_LITERAL(text) __builtin_constant_p(::trace2::detail::literal(text))
// With a format if there is a message.
#  define TRACE2_DETAIL_SITE(type, is_static, site, category, label, ...)                      \
    static constexpr bool is_static = TRACE2_DETAIL_IS_LITERAL(category) &&                    \
                                      TRACE2_DETAIL_IS_LITERAL(label)                          \
                                          __VA_OPT__(&&TRACE2_DETAIL_IS_LITERAL(__VA_ARGS__)); \
    static constinit ::trace2::detail::type site {                                             \
      is_static ? ::trace2::detail::as_text(category) : ::trace2::text{},                      \
          is_static ? ::trace2::detail::as_text(label) : ::trace2::text {}                     \
      __VA_OPT__(, is_static ? (__VA_ARGS__) : nullptr)                                        \
    }
#  define TRACE2_DETAIL_DATA(category, key, ...)                                           \
    TRACE2_DETAIL_WHILE_ON(trace2_detail_on_data_,                                         \
                           TRACE2_DETAIL_SITE(static_site, trace2_detail_is_static_,       \
                                              trace2_detail_site_, category, key);         \
                           if constexpr (trace2_detail_is_static_)::trace2::detail::data(  \
                               *trace2_detail_on_data_, trace2_detail_site_, __VA_ARGS__); \
                           else TRACE2_TRACER::data(category, key, __VA_ARGS__))
// The compiler checks a message where it is passed with its format, also if that isn't done.
#  define TRACE2_DETAIL_MESSAGE(verb, format, ...)                                                 \
    TRACE2_DETAIL_WHILE_ON(                                                                        \
        trace2_detail_on_message_,                                                                 \
        TRACE2_DETAIL_SITE(message_site, trace2_detail_is_static_message_, trace2_detail_message_, \
                           "", "", format);                                                        \
        trace2_detail_is_static_message_                                                           \
            ? trace2_detail_on_message_->verb(&trace2_detail_message_ __VA_OPT__(, ) __VA_ARGS__)  \
            : TRACE2_TRACER::verb(trace2_detail_message_.at(), format __VA_OPT__(, ) __VA_ARGS__))
// The later variables need the first, lest they be taken for one statement behind an `if`.
#  define TRACE2_DETAIL_REGION_AS(is_short, site, region, is_entered, ...) \
    ::trace2::detail::region_of<TRACE2_TRACER, (is_short)> region{site};   \
    [[maybe_unused]] bool const is_entered =                               \
        ::trace2::detail::seldom(region.on()) && (__VA_ARGS__, region.entered())
#  define TRACE2_DETAIL_ENTER(is_static, site, region, is_entered, category, label, ...) \
    TRACE2_DETAIL_SITE(static_site, is_static, site, category, label);                   \
    TRACE2_DETAIL_REGION_AS(is_static __VA_OPT__(&&false), site, region, is_entered,     \
                            region.enter(category, label __VA_OPT__(, ) __VA_ARGS__))
#  define TRACE2_DETAIL_ENTER_F(is_static, site, region, is_entered, category, label, format, ...) \
    TRACE2_DETAIL_SITE(message_site, is_static, site, category, label, format);                    \
    TRACE2_DETAIL_REGION_AS(                                                                       \
        is_static, site, region, is_entered,                                                       \
        is_static ? region.on()->enter_f(&site __VA_OPT__(, ) __VA_ARGS__)                         \
                  : region.enter_f(category, label, format __VA_OPT__(, ) __VA_ARGS__))
#  define TRACE2_DETAIL_LOCALS(make, ...)                                                        \
    make(TRACE2_DETAIL_LOCAL(is_static), TRACE2_DETAIL_LOCAL(site), TRACE2_DETAIL_LOCAL(region), \
         TRACE2_DETAIL_LOCAL(is_entered), __VA_ARGS__)
#  define TRACE2_DETAIL_REGION(...) TRACE2_DETAIL_LOCALS(TRACE2_DETAIL_ENTER, __VA_ARGS__)
#  define TRACE2_DETAIL_REGION_F(...) TRACE2_DETAIL_LOCALS(TRACE2_DETAIL_ENTER_F, __VA_ARGS__)
#else
// clang warns of functions and captures that only a discarded statement uses; g++ arranges the code
// around any other differently.
#  ifdef __clang__
#    define TRACE2_DETAIL_NEVER if (false)
#  else
#    define TRACE2_DETAIL_NEVER if constexpr (false)
#  endif
#  define TRACE2_DETAIL_IF_ENABLED(...)    \
    do {                                   \
      TRACE2_DETAIL_NEVER { __VA_ARGS__; } \
    } while (false)
#  define TRACE2_DETAIL_SCOPE(name, type, ...)                                         \
    do {                                                                               \
      TRACE2_DETAIL_NEVER { auto const TRACE2_DETAIL_LOCAL(name) = type __VA_ARGS__; } \
    } while (false)
#  define TRACE2_DETAIL_MEASURE(...) \
    TRACE2_DETAIL_IF_ENABLED(auto const trace2_detail_interval_ = (__VA_ARGS__).measure())
#  define TRACE2_DETAIL_DATA(...) TRACE2_CALL(data, __VA_ARGS__)
#  define TRACE2_DETAIL_MESSAGE(verb, ...) TRACE2_CALL(verb, ::trace2::call_site{}, __VA_ARGS__)
#  define TRACE2_DETAIL_REGION(...) \
    TRACE2_DETAIL_SCOPE(region, ::trace2::basic_region<TRACE2_TRACER>, {__VA_ARGS__})
#  define TRACE2_DETAIL_REGION_F(category, label, ...)                 \
    TRACE2_DETAIL_SCOPE(region, ::trace2::basic_region<TRACE2_TRACER>, \
                        {::trace2::call_site{}, category, label, {}, __VA_ARGS__})
#endif

/// Any verb of the tracer: TRACE2_CALL(cmd_name, "scan"), TRACE2_CALL(def_param, "jobs", "8").
#define TRACE2_CALL(verb, ...) TRACE2_DETAIL_IF_ENABLED(TRACE2_TRACER::verb(__VA_ARGS__))

/// An event of the program's own: TRACE2_EMIT(cache_hit{.key = key}).
#define TRACE2_EMIT(...) \
  TRACE2_DETAIL_IF_ENABLED(::trace2::detail::emit_event<TRACE2_TRACER>(__VA_ARGS__))

/// TRACE2_DATA("index", "entries", entries.size()), optionally followed by a repo_id.
#define TRACE2_DATA(...) TRACE2_DETAIL_DATA(__VA_ARGS__)

/// TRACE2_DATA_JSON("index", "statistics", statistics), optionally followed by a repo_id.
#define TRACE2_DATA_JSON(...) TRACE2_CALL(data_json, __VA_ARGS__)

/// TRACE2_PRINTF("%d of %d", done, all): a message, formatted only while somebody listens.
#define TRACE2_PRINTF(...) TRACE2_DETAIL_MESSAGE(print_f, __VA_ARGS__)

/// TRACE2_ERROR("cannot open '%s'", path): format and message are kept apart.
#define TRACE2_ERROR(...) TRACE2_DETAIL_MESSAGE(error_f, __VA_ARGS__)

/// TRACE2_REGION("index", "load"): region_enter now, region_leave at the end of the scope;
/// optionally followed by a repo_id. The names last as long as the scope. One per line.
#define TRACE2_REGION(...) TRACE2_DETAIL_REGION(__VA_ARGS__)

/// TRACE2_REGION_F("dir", "read", "%s", path): with a message, formatted only while somebody
/// listens.
#define TRACE2_REGION_F(...) TRACE2_DETAIL_REGION_F(__VA_ARGS__)

/// TRACE2_THREAD("hash"): names the thread until the end of the scope.
#define TRACE2_THREAD(...) \
  TRACE2_DETAIL_SCOPE(thread, ::trace2::basic_thread_scope<TRACE2_TRACER>, {__VA_ARGS__})

/// TRACE2_COUNTER_ADD(files, 1): adds to a trace2::counter.
#define TRACE2_COUNTER_ADD(counter, ...) TRACE2_DETAIL_IF_ENABLED((counter).add(__VA_ARGS__))

/// TRACE2_TIMER(reading): an interval of a trace2::timer until the end of the scope.
#define TRACE2_TIMER(...) TRACE2_DETAIL_MEASURE(__VA_ARGS__)
