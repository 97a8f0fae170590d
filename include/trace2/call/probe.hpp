// Static probes at the calls of macros, which gdb, perf, bpftrace and SystemTap find in the file of
// the program. macros.hpp includes this only with TRACE2_USDT=1.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/static_call.hpp>
#include <trace2/call/static_site.hpp>
#include <trace2/call/verb_table.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/duration.hpp>
#include <trace2/value/number.hpp>
#include <trace2/value/text.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

// Absent, config.hpp has said so to a unit that wants probes.
#if __has_include(<sys/sdt.h>)
#  include <sys/sdt.h>

#  ifdef _SDT_HAS_SEMAPHORES
#    error "trace2: TRACE2_USDT=1 can't be in a unit whose own probes have semaphores"
#  endif

namespace trace2 { inline namespace v0 { namespace detail {

/// A text as a C string; null if it is a part of one, or no constant has its end.
constexpr char const* c_string_of(text known) noexcept {
  bool const has_end = !known.is_absent() && __builtin_constant_p(known.data()[known.size()]);
  return has_end && known.data()[known.size()] == '\0' ? known.data() : nullptr;
}

/// The arguments of the probes at one place: C strings; a name that is no literal is null.
struct probe_site {
  char const* file;
  char const* category;
  char const* label;
  int line;

  constexpr probe_site(text category_text, text label_text,
                       call_site at = call_site::here()) noexcept
      : file{at.file},
        category{c_string_of(category_text)},
        label{c_string_of(label_text)},
        line{at.line} {}
};

/// The site behind an address that the compiler knows nothing of: else it would load each member
/// before a probe. So one register leads who listens to all of them.
[[gnu::always_inline]] inline probe_site const& behind_a_register(
    probe_site const& known) noexcept {
  auto const* site = &known;
  asm("" : "+r"(site));
  return *site;
}

// The operands of probes are constants or memory, which only who listens reads.
#  pragma push_macro("STAP_SDT_ARG_CONSTRAINT")
#  undef STAP_SDT_ARG_CONSTRAINT
#  define STAP_SDT_ARG_CONSTRAINT nm

// Each of these functions is one probe. They become part of their callers, so that every call of a
// macro has a probe of its own.

#  define TRACE2_DETAIL_PROBE_OF_PLACE(name)                                            \
    [[gnu::always_inline]] inline void probe_##name(probe_site const& known) noexcept { \
      probe_site const& site = behind_a_register(known);                                \
      STAP_PROBE4(trace2, name, site.category, site.label, site.file, site.line);       \
    }                                                                                   \
    static_assert(true)
#  define TRACE2_DETAIL_PROBE_OF_VALUE(name)                                             \
    template <class Value>                                                               \
    [[gnu::always_inline]] inline void probe_##name(probe_site const& known,             \
                                                    Value value) noexcept {              \
      probe_site const& site = behind_a_register(known);                                 \
      STAP_PROBE5(trace2, name, site.category, site.label, site.file, site.line, value); \
    }                                                                                    \
    static_assert(true)

TRACE2_DETAIL_PROBE_OF_PLACE(region_enter);
TRACE2_DETAIL_PROBE_OF_PLACE(region_leave);
TRACE2_DETAIL_PROBE_OF_VALUE(data);           // a number; of a duration its microseconds
TRACE2_DETAIL_PROBE_OF_VALUE(data_floating);  // the bits of a double
TRACE2_DETAIL_PROBE_OF_PLACE(data_other);

[[gnu::always_inline]] inline void probe_data_text(probe_site const& known, char const* begin,
                                                   std::size_t size) noexcept {
  probe_site const& site = behind_a_register(known);
  STAP_PROBE6(trace2, data_text, site.category, site.label, site.file, site.line, begin, size);
}

/// The format is the site's label.
[[gnu::always_inline]] inline void probe_error(probe_site const& known) noexcept {
  probe_site const& site = behind_a_register(known);
  STAP_PROBE3(trace2, error, site.label, site.file, site.line);
}

#  pragma pop_macro("STAP_SDT_ARG_CONSTRAINT")

/// The size of a C string in a probe, whose end nobody has looked for: as far as bpftrace reads.
inline constexpr std::size_t up_to_null = 0xffff;

template <class Value>
[[gnu::always_inline]] inline void probe_value(probe_site const& site,
                                               Value const& value) noexcept {
  if constexpr (std::floating_point<Value>)
    probe_data_floating(site, __builtin_bit_cast(std::uint64_t, static_cast<double>(value)));
  else if constexpr (std::signed_integral<Value>)
    probe_data(site, static_cast<std::int64_t>(value));
  else if constexpr (std::integral<Value>)
    probe_data(site, static_cast<std::uint64_t>(value));
  else if constexpr (std::is_enum_v<Value>)
    probe_value(site, static_cast<std::underlying_type_t<Value>>(value));
  else if constexpr (std::convertible_to<Value const&, char const*>)
    probe_data_text(site, value, up_to_null);
  else if constexpr (string_like<Value> || utf8_string_like<Value> || path_like<Value>)
    probe_data_text(site, text{value}.data(), text{value}.size());
  else if constexpr (std::convertible_to<Value const&, duration>)
    probe_data(site, duration{value}.in_microseconds());
  else
    probe_data_other(site);
}

// The verb `data`, whose value the probe shows whether tracing is on or not. Numbers are copied, as
// by `data`.

template <class Number, std::same_as<repo_id>... Repo>
requires written_number<Number>
[[gnu::always_inline]] inline void probed_data(verb_table const* on, static_site& site,
                                               probe_site const& shown, Number value,
                                               Repo... repo) noexcept {
  probe_value(shown, value);
  if (seldom(on)) detail::data(*on, site, value, repo...);
}
template <class Value, std::same_as<repo_id>... Repo>
requires(!written_number<Value>)
[[gnu::always_inline]] inline void probed_data(verb_table const* on, static_site& site,
                                               probe_site const& shown, Value const& value,
                                               Repo... repo) noexcept {
  probe_value(shown, value);
  if (seldom(on)) detail::data(*on, site, value, repo...);
}

// The same of a call with a name that is no literal: names are evaluated only while tracing is on.

template <class Tracer, class Number>
requires written_number<Number>
void probed_data(probe_site const& shown, text category, text key, Number value, repo_id repo = {},
                 call_site at = call_site::here()) noexcept {
  probe_value(shown, value);
  Tracer::data(category, key, value, repo, at);
}
template <class Tracer, class Value>
requires(!written_number<Value>)
void probed_data(probe_site const& shown, text category, text key, Value const& value,
                 repo_id repo = {}, call_site at = call_site::here()) noexcept {
  probe_value(shown, value);
  Tracer::data(category, key, value, repo, at);
}
template <class Number>
requires written_number<Number>
void probed_value(probe_site const& shown, Number value, repo_id = {}) noexcept {
  probe_value(shown, value);
}
template <class Value>
requires(!written_number<Value>)
void probed_value(probe_site const& shown, Value const& value, repo_id = {}) noexcept {
  probe_value(shown, value);
}

/// The probes at the beginning and the end of a scope, inside the region that is traced.
class probed_scope {
 public:
  [[gnu::always_inline]] explicit probed_scope(probe_site const& site) noexcept : site_{&site} {
    probe_region_enter(site);
  }
  probed_scope(probed_scope const&) = delete;
  probed_scope& operator=(probed_scope const&) = delete;
  [[gnu::always_inline]] ~probed_scope() { probe_region_leave(*site_); }

 private:
  probe_site const* site_;
};

}}}  // namespace trace2::v0::detail

// Added by the macros where a unit wants probes.
#  define TRACE2_DETAIL_PROBE_SITE(site, category, label)                                          \
    static constexpr ::trace2::detail::probe_site site {                                           \
      TRACE2_DETAIL_IS_LITERAL(category) ? ::trace2::detail::as_text(category) : ::trace2::text{}, \
          TRACE2_DETAIL_IS_LITERAL(label) ? ::trace2::detail::as_text(label) : ::trace2::text {}   \
    }
#  define TRACE2_DETAIL_PROBED_REGION(line, category, label)                    \
    TRACE2_DETAIL_PROBE_SITE(trace2_detail_probe_site_##line, category, label); \
    ::trace2::detail::probed_scope const trace2_detail_probe_##line{            \
        trace2_detail_probe_site_##line};
#  define TRACE2_DETAIL_PROBED_error_f(format)                       \
    TRACE2_DETAIL_PROBE_SITE(trace2_detail_probe_site_, "", format); \
    ::trace2::detail::probe_error(trace2_detail_probe_site_);
#  define TRACE2_DETAIL_PROBED_print_f(format)
#endif
