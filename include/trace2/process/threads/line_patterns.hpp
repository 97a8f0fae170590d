// Lines that a thread writes again and again. The lines of one site differ in times and a number
// alone. So a site's later lines are made from the line before: only times and number are
// exchanged.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/static_site.hpp>
#include <trace2/detail/system/function_ref.hpp>
#include <trace2/event/detail/untyped_event.hpp>
#include <trace2/event/record.hpp>
#include <trace2/format.hpp>
#include <trace2/format/detail/line_pattern.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/duration.hpp>
#include <trace2/value/format_settings.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

template <std::size_t Count>
class basic_line_patterns;
using line_patterns = basic_line_patterns<16>;
class call_context;

/// A site event on its way to the targets: its site and the number of open regions say everything
/// else. Only targets that look at the event make a whole one of it.
struct site_event {
  using use_record = function_ref<void(untyped_record const& record)>;

  call_context const& from;
  line_patterns& patterns;  ///< of its thread
  static_site const& site;
  /// Compared by its address. Patterns are forgotten where another id may get the same address.
  char const* sid = nullptr;
  int open_regions;
  bool is_end;  ///< the second event of its site
  std::int64_t wall;
  site_values values;
  /// Calls `use` with the event, as it would be at another moment and with other values.
  void (*with_record)(site_event const& call, std::int64_t wall, site_values const& values,
                      use_record use) noexcept;

  void with_own_record(use_record use) const noexcept { with_record(*this, wall, values, use); }
};

/// The patterns of a thread's latest lines. Memory: 8 KiB, from the thread's first line of a
/// site event on. Threads: one. A template, as is the pattern, so that units without a session
/// don't compile the functions.
template <std::size_t Count>
class basic_line_patterns {
 public:
  constexpr basic_line_patterns() noexcept = default;

  /// Forgets all patterns: the thread has another name, or the process another id, from now on.
  void forget() noexcept {
    for (known& each : known_) each.forget();
  }

  /// The line that a target has of a site event, valid until the thread's next one; empty when it
  /// is not known. `lane` is a small number that differs between formats.
  [[gnu::noinline]] std::string_view line_of(writer with, format_settings const& settings,
                                             site_event const& call, unsigned lane) noexcept {
    if (known_.empty()) [[unlikely]]
      return {};
    known& found = known_[place_of(call, lane)];
    if (!found.is_learnt || !found.is_of(with, settings, call)) return {};
    return found.pattern.line_of(call.wall, call.values);
  }

  /// Learns the line that `with` has written of a site event, unless others take turns with it.
  [[gnu::noinline, gnu::cold]] void learn(std::string_view line, writer with,
                                          format_settings const& settings, site_event const& call,
                                          unsigned lane) noexcept {
    if (!make_room()) return;
    known& found = known_[place_of(call, lane)];
    if (!found.is_of(with, settings, call)) found.begin(with, settings, call);
    found.is_learnt = false;
    if (++found.seen % worth_learning != 0) return;
    found.is_learnt = found.pattern.learn(
        line, call.wall, call.values,
        [&](buffer& other, std::int64_t wall, site_values const& values) {
          call.with_record(call, wall, values,
                            [&](untyped_record const& record) { with(other, settings, record); });
          complete_line(other);
        });
  }

 private:
  static constexpr std::size_t count = Count;
  /// Sites that take turns in one room shall not learn all the time.
  static constexpr unsigned worth_learning = 2;

  struct known {
    /// True if the line is that of the event, as far as the event's values don't matter.
    bool is_of(writer with, format_settings const& settings,
               site_event const& call) const noexcept {
      return site == &call.site && write == with && sid == call.sid &&
             open_regions == call.open_regions && brief == settings.brief &&
             nesting_limit == settings.nesting_limit;
    }
    void begin(writer with, format_settings const& settings, site_event const& call) noexcept {
      site = &call.site;
      write = with;
      sid = call.sid;
      open_regions = call.open_regions;
      brief = settings.brief;
      nesting_limit = settings.nesting_limit;
      seen = 0;
    }
    void forget() noexcept { site = nullptr; }

    static_site const* site = nullptr;
    writer write = nullptr;
    char const* sid = nullptr;
    int open_regions = 0;
    int nesting_limit = 0;
    bool brief = false;
    bool is_learnt = false;
    unsigned seen = 0;  ///< lines since the latest attempt to learn
    line_pattern<> pattern;
  };

  /// Sites of one function are neighbours, and so are their patterns.
  static std::size_t place_of(site_event const& call, unsigned lane) noexcept {
    std::size_t const number = reinterpret_cast<std::uintptr_t>(&call.site) / sizeof(static_site);
    return (number + (call.is_end ? count / 2 : 0) + lane * (count / 4)) % count;
  }

  bool make_room() noexcept {
    if (!known_.empty()) return true;
    if (!known_.reserve(count)) return false;
    for (std::size_t i = 0; i < count; ++i) known_.push_back({});
    return true;
  }

  basic_buffer<known> known_;
};

}}}  // namespace trace2::v0::detail
