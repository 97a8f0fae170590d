// The calls that macros make where names are literals: such a call passes one pointer, to the
// call's constant part.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/printf_style.hpp>
#include <trace2/call/region.hpp>
#include <trace2/call/static_site.hpp>
#include <trace2/call/verb_table.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/data_value.hpp>
#include <trace2/value/repo_id.hpp>
#include <trace2/value/text.hpp>

#include <concepts>
#include <cstdarg>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace trace2 { inline namespace v0 { namespace detail {

/// The verb `data` while tracing is on. One overload per kind of value: passing it unconverted
/// keeps call sites small. Numbers are copied, as by `data_value`: a reference would need a
/// definition of a class's static constant.
template <class Number>
requires std::is_arithmetic_v<Number>
void data(verb_table const& on, static_site& site, Number value) noexcept {
  if constexpr (std::floating_point<Number>)
    on.data_floating(site, static_cast<double>(value));
  else if constexpr (std::same_as<Number, char> || std::same_as<Number, bool>)
    on.data_other(site, value, {});
  else if constexpr (std::signed_integral<Number>)
    on.data_signed(site, value);
  else
    on.data_unsigned(site, value);
}
template <class Value>
requires(!std::is_arithmetic_v<Value>)
void data(verb_table const& on, static_site& site, Value const& value) noexcept {
  if constexpr (std::convertible_to<Value const&, char const*>)
    on.data_chars(site, value);
  else if constexpr (std::convertible_to<Value const&, std::string_view>)
    on.data_text(site, value);
  else
    on.data_other(site, value, {});
}
inline void data(verb_table const& on, static_site& site, data_value value, repo_id repo) noexcept {
  on.data_other(site, value, repo);
}

/// A region whose names are literals: the table that it was entered by, which also leaves it.
template <class Tracer>
class site_region {
 public:
  site_region() noexcept {}
  site_region(site_region const&) = delete;
  site_region& operator=(site_region const&) = delete;
  [[gnu::always_inline]] ~site_region() {
    if (seldom(entered_by_)) entered_by_->leave(*site_);
  }

  void entered(verb_table const& by, static_site& site) noexcept {
    entered_by_ = &by;
    site_ = &site;
  }

 private:
  verb_table const* entered_by_ = nullptr;
  /// Uninitialised while `entered_by_` is null, so that compilers see a constant.
  static_site* site_;
};

/// The object behind TRACE2_REGION.
template <class Tracer, bool IsStatic>
using region_for = std::conditional_t<IsStatic, site_region<Tracer>, basic_region<Tracer>>;

template <class Region>
inline constexpr bool is_static = false;
template <class Tracer>
inline constexpr bool is_static<site_region<Tracer>> = true;

// Called while tracing is on. A region whose argument throws is neither entered nor left.

template <class Tracer>
void start(site_region<Tracer>& region, verb_table const& on, static_site& site, text,
           text) noexcept {
  on.enter(site);
  region.entered(on, site);
}
template <class Tracer>
void start(basic_region<Tracer>& region, verb_table const&, static_site& site,
           lasting_text category, lasting_text label, repo_id repo = {}) noexcept {
  region.enter(category, label, repo, site.at());
}

// With a message, macros call the table themselves, because no function can pass on the arguments
// of a call of printf's kind. `started` follows that call. `start_f` takes the place of both, and
// has the compiler check every message.

template <class Tracer>
void started(site_region<Tracer>& region, verb_table const& on, static_site& site) noexcept {
  region.entered(on, site);
}
template <class Tracer>
void started(basic_region<Tracer>&, verb_table const&, static_site&) noexcept {}

template <class Tracer>
[[gnu::format(TRACE2_DETAIL_PRINTF_STYLE, 5, 6)]] void start_f(site_region<Tracer>&, static_site&,
                                                               text, text, char const*,
                                                               ...) noexcept {}
template <class Tracer>
[[gnu::format(TRACE2_DETAIL_PRINTF_STYLE, 5, 6)]] void start_f(basic_region<Tracer>& region,
                                                               static_site& site,
                                                               lasting_text category,
                                                               lasting_text label,
                                                               char const* format, ...) noexcept {
  std::va_list values;
  va_start(values, format);
  region.venter(site.at(), category, label, {}, format, values);
  va_end(values);
}

}}}  // namespace trace2::v0::detail
