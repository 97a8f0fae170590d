// The changes of targets that others hold, from outside the process, and how they end.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/control/backend.hpp>
#include <trace2/control/derived_settings.hpp>
#include <trace2/detail/system/diagnostic.hpp>
#include <trace2/detail/system/environment.hpp>
#include <trace2/detail/system/sink_system.hpp>
#include <trace2/detail/text/text_store.hpp>
#include <trace2/process/state/state.hpp>
#include <trace2/process/threads/thread_registry.hpp>
#include <trace2/session/destination.hpp>
#include <trace2/session/opening.hpp>
#include <trace2/settings/settings.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/settings_source.hpp>

#include <cstddef>
#include <cstdint>
#include <new>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// The settings that one client has noted.
class noted_settings {
 public:
  /// Notes a setting of a target; null, or the reason why not. `target` is the name that the
  /// program has for it.
  [[gnu::cold]] char const* note(settings const& of, std::string_view target, std::string_view what,
                                 std::string_view value) noexcept {
    if (what.empty() && !is_destination(value)) return "a target needs 0 or an absolute path";
    if (value.find('\0') != value.npos) return "a value with a zero byte";
    setting found{};
    if (!find(target, what, found)) return "there is no such setting";
    if (changes_.size() == most) return "too many settings";
    changed_setting const change{texts_.keep(of.variable(found).view()), texts_.keep(value)};
    targets_.push_back(texts_.keep(target));
    if (!texts_.failed()) changes_.push_back(change);
    return texts_.failed() || targets_.failed() || changes_.failed() ? "no memory" : nullptr;
  }

  void forget() noexcept {
    this->~noted_settings();
    ::new (static_cast<void*>(this)) noted_settings;
  }

  std::size_t size() const noexcept { return changes_.size(); }
  changed_setting const* begin() const noexcept { return changes_.begin(); }
  changed_setting const* end() const noexcept { return changes_.end(); }
  /// True if it changes a target of the other settings as well.
  bool collides_with(noted_settings const& other) const noexcept {
    for (std::string_view const one : targets_)
      for (std::string_view const another : other.targets_)
        if (one == another) return true;
    return false;
  }

 private:
  static constexpr std::size_t most = 32;

  static bool is_destination(std::string_view value) noexcept {
    using form = destination::form;
    form const kind = parse_destination(value).kind;
    return !value.empty() && (kind == form::off || kind == form::path || kind == form::unix_socket);
  }
  static bool find(std::string_view target, std::string_view what, setting& result) noexcept {
    struct entry {
      std::string_view name;
      setting (*make)(std::string_view) noexcept;
    };
    constexpr entry known[] = {{"", &setting::target},         {"brief", &setting::brief},
                               {"buffer", &setting::buffer},   {"filter", &setting::filter},
                               {"nesting", &setting::nesting}, {"mode", &setting::mode},
                               {"size", &setting::size}};
    for (entry const& each : known)
      if (each.name == what) return result = each.make(target), true;
    return false;
  }

  text_store texts_;
  basic_buffer<changed_setting> changes_;
  basic_buffer<std::string_view> targets_;
};

/// Puts the changes of all clients on top of the settings that the program has by itself. Threads:
/// one at a time.
class control_switches {
 public:
  /// Applies these changes and no others: `for_each(use)` calls `use` with each `noted_settings`.
  /// Null when all targets are as wanted, or else the reason why not, which may lie in `reason`.
  /// Without changes the program gets the very settings back that it had.
  [[gnu::cold]] char const* apply(control_backend const& by, auto const& for_each,
                                  buffer& reason) noexcept {
    retries_left_ = most_retries;
    return try_to_apply(by, for_each, reason);
  }

  /// Applies them again if that has failed, because a thread took too long or there was no room:
  /// the change of a client that has gone would stay. Not at once, and not for ever.
  [[gnu::cold]] void retry(control_backend const& by, std::int64_t now,
                           auto const& for_each) noexcept {
    if (!is_unfinished() || now < retry_at_) return;
    --retries_left_;
    buffer reason;
    try_to_apply(by, for_each, reason);
  }
  bool is_unfinished() const noexcept { return retry_at_ != never && retries_left_ > 0; }

  /// True if clients have changed anything; in the child of a fork, whatever the parent was doing.
  bool is_changed() const noexcept { return is_own(this_process.configuration.load_acquire()); }

  /// In the child of a fork, at once: it has the settings without the changes of the parent's
  /// clients, so that its session opens nothing for them. `apply` does the rest.
  void leave_to_parent() noexcept {
    if (!is_changed()) return;
    this_process.configuration.store_release(base_);
    applied_ = applying_ = nullptr;
    has_left_changes.store_release(true);
    retry_at_ = 1;
    retries_left_ = most_retries;
  }

 private:
  static constexpr int most_retries = 15;
  static constexpr std::int64_t never = 0;
  static constexpr std::int64_t retry_pause = 1'000'000'000;  // nanoseconds

  [[gnu::cold]] char const* try_to_apply(control_backend const& by, auto const& for_each,
                                         buffer& reason) noexcept {
    constexpr int most_attempts = 5;
    char const* refusal = nullptr;
    bool is_overtaken = true;
    for (int i = 0; i < most_attempts && is_overtaken; ++i) {
      is_overtaken = false;
      refusal = apply_once(by, for_each, reason, is_overtaken);
    }
    retry_at_ = refusal == nullptr ? never : sink_system::monotonic_nanoseconds() + retry_pause;
    return refusal;
  }

  /// `is_overtaken` if the program has reconfigured itself at the same moment.
  [[gnu::cold]] char const* apply_once(control_backend const& by, auto const& for_each,
                                       buffer& reason, bool& is_overtaken) noexcept {
    auto const* const present = this_process.configuration.load_acquire();
    if (present == nullptr) return "no session is open";
    // The program has reconfigured itself meanwhile: that is what changes are undone to.
    if (!is_own(present)) {
      base_ = present;
      applied_ = applying_ = nullptr;
    }
    basic_buffer<changed_setting> all;
    for_each([&](noted_settings const& each) { all.append(each.begin(), each.size()); });
    if (all.failed()) return "no memory";
    settings const* wanted = base_;
    if (!all.empty()) {
      wanted = kept_.make(
          *base_, all.begin(), all.size(),
          [&](settings const& each) { return is_in_use(by, each); },
          [] {
            return all_threads.wait_for_present_events() && settings_in_use::is_nobody_reading();
          });
      if (wanted == nullptr) return "too many different settings; try again later";
    }
    if (wanted == present && retry_at_ == never) return nullptr;
    applying_ = all.empty() ? nullptr : wanted;
    buffer why;
    bool const is_done = by.apply(*wanted, *present, why);
    auto const* const now = this_process.configuration.load_acquire();
    if (now == wanted) applied_ = applying_;
    is_overtaken = !is_done && now != wanted && now != present;
    if (is_done) return nullptr;
    reason.clear();
    append_parts(reason, {"can't switch ", why.view()});
    make_line(reason);
    if (!why.empty() && reason.c_str() != nullptr) return reason.data();
    return "can't switch: the session has ended, or a thread takes too long";
  }

  bool is_own(settings const* present) const noexcept {
    return present != nullptr && (present == applied_ || present == applying_);
  }

  bool is_in_use(control_backend const& by, settings const& used) const noexcept {
    bool is_used = this_process.configuration.load_acquire() == &used || &used == base_;
    by.for_each_target([&](target_facts const& each) {
      is_used = is_used || each.opened_by == &used || each.filtered_by == &used;
    });
    return is_used;
  }

  derived_settings kept_;
  settings const* base_ = nullptr;      ///< what the program has by itself
  settings const* applied_ = nullptr;   ///< what clients have made of it; null: nothing
  settings const* applying_ = nullptr;  ///< the same, from the beginning of an attempt on
  std::int64_t retry_at_ = never;       ///< if the latest attempt has failed
  int retries_left_ = 0;
};

}}}  // namespace trace2::v0::detail
