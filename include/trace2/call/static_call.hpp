// The calls that macros make where names are literals: such a call passes one pointer, to the
// call's constant part.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/caller.hpp>
#include <trace2/call/region.hpp>
#include <trace2/call/static_site.hpp>
#include <trace2/call/verb_table.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/data_value.hpp>
#include <trace2/value/number.hpp>
#include <trace2/value/text.hpp>

#include <concepts>
#include <cstdarg>
#include <type_traits>

namespace trace2 { inline namespace v0 { namespace detail {

/// The verb `data` while tracing is on. Each kind of value has its overload: passing the value
/// unconverted keeps call sites small. Numbers are copied, as by `data_value`: a reference would
/// need a definition of a class's static constant.
template <written_number Number>
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
requires(!written_number<Value>)
void data(verb_table const& on, static_site& site, Value const& value) noexcept {
  if constexpr (std::convertible_to<Value const&, char const*>)
    on.data_chars(site, value);
  else if constexpr (std::convertible_to<Value const&, text>)
    on.data_text(site, value);
  else
    on.data_other(site, value, {});
}
inline void data(verb_table const& on, static_site& site, data_value value, repo_id repo) noexcept {
  on.data_other(site, value, repo);
}

// Optimised code keeps a region in registers if even the cleanup after an exception is inlined.
// Without optimisation a call takes less time to compile.
#ifdef __OPTIMIZE__
#  define TRACE2_DETAIL_INLINE_OPTIMISED [[gnu::always_inline]]
#else
#  define TRACE2_DETAIL_INLINE_OPTIMISED
#endif

/// A region whose names are literals: the table that it was entered by, which also leaves it.
template <class Tracer>
class site_region {
 public:
  static constexpr bool is_static = true;

  TRACE2_DETAIL_INLINE_OPTIMISED explicit site_region(static_site& region_site) noexcept
      : entered_by_{Tracer::verbs()}, site_{&region_site} {
    if (seldom(entered_by_)) entered_by_->enter(region_site);
  }
  /// Not entered: macros call the table themselves, because no function can pass on the arguments
  /// of a call of printf's kind. `entered` follows that call.
  TRACE2_DETAIL_INLINE_OPTIMISED explicit site_region(message_site& region_site) noexcept
      : site_{&region_site} {}
  site_region(site_region const&) = delete;
  site_region& operator=(site_region const&) = delete;
  TRACE2_DETAIL_INLINE_OPTIMISED ~site_region() {
    if (seldom(entered_by_)) entered_by_->leave(*site_);
  }

  void entered(verb_table const& by) noexcept { entered_by_ = &by; }

  // The macros call this of a named region only.
  void enter(text, text) noexcept {}
  [[gnu::format(TRACE2_DETAIL_PRINTF_STYLE, 5, 6)]] void enter_f(call_site, text, text, char const*,
                                                                 ...) noexcept {}

 private:
  verb_table const* entered_by_ = nullptr;
  static_site* site_;
};

/// A region with a name that is no literal. While tracing is on, the region is entered after its
/// arguments are evaluated: a region whose argument throws is neither entered nor left.
template <class Tracer>
class named_region : public basic_region<Tracer> {
 public:
  static constexpr bool is_static = false;

  explicit named_region(static_site&) noexcept {}

  [[gnu::format(TRACE2_DETAIL_PRINTF_STYLE, 5, 6)]] void enter_f(call_site at,
                                                                 lasting_text category,
                                                                 lasting_text label,
                                                                 char const* format, ...) noexcept {
    std::va_list values;
    va_start(values, format);
    this->venter(at, category, label, {}, format, values);
    va_end(values);
  }

  // The macros call this of a region with a site only.
  void entered(verb_table const&) noexcept {}
};

/// The object behind TRACE2_REGION.
template <class Tracer, bool IsStatic>
using region_for = std::conditional_t<IsStatic, site_region<Tracer>, named_region<Tracer>>;

}}}  // namespace trace2::v0::detail
