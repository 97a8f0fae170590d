// Settings that are made of others and some changes, without a look at the environment: the thread
// that makes them must not read what the program may be writing.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/exchange.hpp>
#include <trace2/detail/system/leaked.hpp>
#include <trace2/detail/system/sink_system.hpp>
#include <trace2/settings/settings.hpp>
#include <trace2/value/settings_source.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 {

[[gnu::cold]] inline settings::settings(settings const& before, changed_setting const* changes,
                                        std::size_t count) noexcept
    : config_{before.config_} {
  source_ = {.prefix = texts_.keep(before.source_.prefix),
             .system_file = texts_.keep(before.source_.system_file),
             .user_files = {texts_.keep(before.source_.user_files[0]),
                            texts_.keep(before.source_.user_files[1])},
             .is_git = before.source_.is_git};
  auto const keep = [this](auto& to, std::string_view name, std::string_view value,
                           std::string_view place = {}) {
    to.add(texts_.keep(name), texts_.keep(value), texts_.keep(place));
  };
  // Of variables the first counts, of entries the last.
  for (std::size_t i = 0; i < count; ++i) keep(variables_, changes[i].variable, changes[i].value);
  for (auto const& each : before.variables_) keep(variables_, each.name, each.value);
  for (auto const& each : before.entries_) keep(entries_, each.name, each.value, each.place);
}

namespace detail {

/// Makes such settings, and keeps their memory bounded however many a process has. Threads: one at
/// a time.
template <class System = sink_system>
class basic_derived_settings {
 public:
  /// The settings; null when there is no memory, or when all that are kept may be in use.
  /// `is_in_use(settings)` says of which that is so. Others are made anew, but none within ten
  /// seconds of the call that found it out of use first: a thread may be reading it. If that leaves
  /// no room, `is_nobody_reading()` is asked, and may wait.
  [[gnu::cold]] settings const* make(settings const& before, changed_setting const* changes,
                                     std::size_t count, auto const& is_in_use,
                                     auto const& is_nobody_reading) noexcept {
    auto* const derived = leaked<settings>::make(before, changes, count);
    if (derived == nullptr) return nullptr;
    if (!derived->is_complete()) return leaked<settings>::give_back(*derived), nullptr;
    std::int64_t const now = System::monotonic_nanoseconds();
    entry* chosen = nullptr;
    for (entry& each : kept_) {
      bool const is_used = each.made != nullptr && is_in_use(*each.made);
      if (exchange(each.is_used, is_used) || is_used) each.last_used = now;
      if (each.made != nullptr && each.made->is_same_as(*derived)) {
        leaked<settings>::give_back(*derived);
        each = {each.made, now, true};
        return each.made;
      }
      bool const is_free = each.made == nullptr || now - each.last_used > quarantine;
      if (is_free && (chosen == nullptr || each.last_used < chosen->last_used)) chosen = &each;
    }
    if (chosen == nullptr && is_nobody_reading())
      for (entry& each : kept_)
        if (!each.is_used && (chosen == nullptr || each.last_used < chosen->last_used))
          chosen = &each;
    if (chosen != nullptr && chosen->made != nullptr)
      leaked<settings>::give_back(*exchange(chosen->made, nullptr));
    if (chosen == nullptr) return leaked<settings>::give_back(*derived), nullptr;
    *chosen = {derived, now, true};
    return derived;
  }

 private:
  static constexpr std::int64_t quarantine = 10'000'000'000;  // nanoseconds
  static constexpr std::size_t most = 64;

  struct entry {
    settings* made = nullptr;
    std::int64_t last_used = 0;
    bool is_used = false;  ///< or just made, as the latest call knew
  };
  entry kept_[most]{};
};

using derived_settings = basic_derived_settings<>;

}  // namespace detail
}}  // namespace trace2::v0
