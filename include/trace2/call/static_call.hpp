// What macros make of calls whose names are literals: they pass one pointer for all that is known
// at compile time.
#pragma once

#include <trace2/call/static_site.hpp>
#include <trace2/call/verb_table.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/data_value.hpp>
#include <trace2/value/repo_id.hpp>
#include <trace2/value/text.hpp>

#include <concepts>
#include <cstdarg>
#include <cstdint>
#include <new>
#include <string_view>
#include <type_traits>

namespace trace2 { inline namespace v0 { namespace detail {

/// The verb `data` while tracing is on. Each kind of value as it is, because the size of a call is
/// that of what it hands over. Numbers are copied, as by `data_value`: a reference would need a
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

/// What the regions of macros have in common. Each is made in two steps: with what is known at
/// compile time, and, only while tracing is on, with the names or the message. It is left by the
/// table that it was entered by, and not if it wasn't entered because an argument has thrown.
class scoped_region {
 public:
  explicit scoped_region(verb_table const* on) noexcept : on_{on} {}
  scoped_region(scoped_region const&) = delete;
  scoped_region& operator=(scoped_region const&) = delete;

  verb_table const* on() const noexcept { return on_; }
  bool entered() noexcept {
    entered_by_ = on_;
    return true;
  }

 protected:
  ~scoped_region() = default;
  verb_table const* entered_by() const noexcept { return entered_by_; }

 private:
  verb_table const* const on_;
  verb_table const* entered_by_ = nullptr;
};

/// A region whose names are literals.
template <class Tracer>
class static_region : public scoped_region {
 public:
  [[nodiscard]] explicit static_region(static_site& site) noexcept
      : scoped_region{Tracer::verbs()}, site_{&site} {}
  [[gnu::always_inline]] ~static_region() {
    if (auto const* const table = entered_by(); seldom(table)) table->leave(*site_);
  }

  void enter(text, text) const noexcept { on()->enter(*site_); }
  /// Never called: macros call the table itself, because nothing can pass on what a call of
  /// printf's kind was given; but their messages are checked against this.
  [[gnu::format(__printf__, 4, 5)]] void enter_f(text, text, char const*, ...) const noexcept {}

 private:
  static_site* const site_;
};

/// A region with other names, or of a repository.
template <class Tracer>
class named_region : public scoped_region {
 public:
  [[nodiscard]] explicit named_region(static_site const&, call_site at = call_site::here()) noexcept
      : scoped_region{Tracer::verbs()}, at_{at} {}
  ~named_region() {
    if (seldom(entered_by())) leave();
  }

  [[gnu::noinline]] void enter(lasting_text category, lasting_text label,
                               repo_id repo = {}) noexcept {
    ::new (&names_) names{category, label, repo};
    on()->region_enter(category, label, repo, at_);
  }
  [[gnu::format(__printf__, 4, 5)]] void enter_f(lasting_text category, lasting_text label,
                                                 char const* format, ...) noexcept {
    ::new (&names_) names{category, label, {}};
    std::va_list values;
    va_start(values, format);
    on()->vregion_enter(at_, category, label, {}, format, values);
    va_end(values);
  }

 private:
  struct names {
    text category;
    text label;
    repo_id repo;
  };

  [[gnu::noinline]] void leave() const noexcept {
    // It may have outlived the session that it was entered in.
    if (is_on()) entered_by()->region_leave(names_.category, names_.label, names_.repo, at_);
  }

  call_site const at_;
  // Nothing before they are entered, because that would be done while tracing is off.
  union {
    names names_;
  };
};

template <class Tracer, bool IsStatic>
using region_of = std::conditional_t<IsStatic, static_region<Tracer>, named_region<Tracer>>;

}}}  // namespace trace2::v0::detail
