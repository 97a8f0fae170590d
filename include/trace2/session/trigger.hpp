// Keeps the ring of the process's recording when a trigger fires, as the settings say.
//
// The file of the ring gets a second name, and its present chunks are overwritten no more: new ones
// take the events of the time after. When that time is over, the recording goes on in a new file,
// which takes the first name. So nothing is copied, and a process that dies meanwhile has kept its
// ring already.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/static_site.hpp>
#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/diagnostic.hpp>
#include <trace2/detail/system/errno_guard.hpp>
#include <trace2/detail/system/exchange.hpp>
#include <trace2/detail/system/fork_count.hpp>
#include <trace2/detail/system/signal_handler.hpp>
#include <trace2/detail/text/buffer.hpp>
#include <trace2/detail/time/clock.hpp>
#include <trace2/event/data.hpp>
#include <trace2/event/detail/untyped_event.hpp>
#include <trace2/process/circumstances.hpp>
#include <trace2/process/identity.hpp>
#include <trace2/process/own_place.hpp>
#include <trace2/process/state.hpp>
#include <trace2/process/thread_registry.hpp>
#include <trace2/recording/event_record.hpp>
#include <trace2/recording/recorder.hpp>
#include <trace2/recording/recording_file.hpp>
#include <trace2/session/recording_path.hpp>
#include <trace2/session/recording_succession.hpp>
#include <trace2/session/trigger_rules.hpp>
#include <trace2/settings/settings.hpp>

#include <cstdint>
#include <string_view>

#include <errno.h>
#include <signal.h>
#include <stdio.h>

namespace trace2 { inline namespace v0 { namespace detail {

/// Threads: see `recording_succession`.
class ring_trigger {
 public:
  static constexpr setting trigger{{"binary", "trigger"}, {"binary", "trigger"}};

  [[gnu::cold]] static void opened(settings const& from) noexcept {
    auto const name = from.variable(trigger);
    // Threads may be reading the rules of the recording before.
    trigger_rules& rules = rooms_[rules_.load_relaxed() == &rooms_[0] ? 1 : 0];
    rules = trigger_rules{from.text(trigger), [&](std::string_view item) {
                            warn({"'", item, "' in ", name.view(), " is no trigger"});
                          }};
    bool const has_rules = !rules.is_empty();
    if (has_rules && !succession::is_ring())
      warn({name.view(), " keeps nothing: the recording is no ring"});
    window_end_ = next_fire_ = 0;
    count_for(from);
    missed_.store_relaxed(0);
    use(has_rules && succession::is_ring() ? &rules : nullptr);
    if (auto const* const used = rules_.load_relaxed(); used != nullptr && used->signal != 0)
      watch(used->signal, name.view());
  }

  [[gnu::cold]] static void closing() noexcept {
    auto const* const rules = rules_.load_relaxed();
    use(nullptr);
    if (rules != nullptr && rules->signal != 0) signal_handler{&handle}.give_back(rules->signal);
  }

  static bool has_same(settings const& one, settings const& other) noexcept {
    return one.text(trigger) == other.text(trigger);
  }

  /// Ends the time after a trigger: the recording goes on in a new file.
  static std::int64_t tend(std::int64_t now) noexcept {
    if (window_end_ == 0) return succession::never;
    if (now < window_end_) return window_end_;
    window_end_ = 0;
    // On a full disk the ring goes on in the file that was to be kept.
    if (!succession::begin_next([] {}))
      if (auto* const ring = succession::recorder(); ring != nullptr) ring->keep_ring(false);
    return succession::never;
  }

  static void left(static_site& site, std::int64_t begin, std::int64_t end) noexcept {
    auto const* const rules = rules_.load_acquire();
    if (rules == nullptr) return;
    std::int64_t const length = clock::nanoseconds(end) - clock::nanoseconds(begin);
    if (length > rules->shortest()) [[unlikely]]
      was_slow(*rules, site.category(), site.label(), length, circumstances_at(site.at(), end));
  }

  static void stored(untyped_record const& event) noexcept {
    auto const* const rules = rules_.load_acquire();
    if (rules == nullptr) return;
    if (rules->on_error && event.event.name() == "error")
      fire(event, [](buffer& why) { why.append("error"); });
    if (rules->has_regions() && event.event.name() == "region_leave")
      was_slow(*rules, event.event.category(), event.event.label(),
               event.event.t_rel().in_microseconds() * 1000, event);
  }

 private:
  using succession = recording_succession;
  using erased_data = without_type<event::data, 0, true>;

  static void use(trigger_rules const* rules) noexcept {
    rules_.store_release(rules);
    recording::recorder::watch_leaving(rules != nullptr && rules->has_regions());
  }

  [[gnu::cold]] static void was_slow(trigger_rules const& rules, std::string_view category,
                                     std::string_view label, std::int64_t length,
                                     circumstances const& at) noexcept {
    auto const* const rule = rules.find(category, label, length);
    if (rule == nullptr) return;
    constexpr std::int64_t microsecond = 1000;
    fire(at, [&](buffer& why) {
      append_parts(why, {category, "/", label, " took "});
      why.append_decimal(length / microsecond);
      append_parts(why, {" us: ", rule->text});
    });
  }

  static circumstances circumstances_at(call_site at, std::int64_t now) noexcept {
    return circumstances_of({.at = at,
                             .ticks = now,
                             .wall = clock::wall_microseconds(now),
                             .t_abs = this_process.elapsed(now)},
                            *this_process.identity.load_acquire(), thread_registry::known());
  }

  /// Keeps the ring, unless it was kept shortly before. `say_why` writes to a buffer.
  template <class Why>
  [[gnu::noinline, gnu::cold]] static void fire(circumstances const& at, Why const& say_why,
                                                bool is_in_handler = false) noexcept {
    std::int64_t const now = clock::nanoseconds(clock::now());
    succession::turn const own;
    auto const* const rules = rules_.load_acquire();
    if (!own || now < next_fire_ || rules == nullptr || !keep_ring(*rules, now)) {
      missed_.fetch_add(1);
      return;
    }
    recording_file* const file = succession::file();
    if (file == nullptr) return;
    recording_file& to = *file;
    char memory[512];
    buffer why{memory, sizeof memory};
    say_why(why);
    say(to, at, "trigger", why.view(), is_in_handler);
    if (std::uint64_t const missed = missed_.exchange(0); missed != 0)
      say(to, at, "triggers_passed_over", missed, is_in_handler);
    succession::be_due(window_end_);
  }

  /// False if that is not possible, now or for a while.
  static bool keep_ring(trigger_rules const& rules, std::int64_t now) noexcept {
    auto* const ring = succession::recorder();
    if (ring == nullptr) return false;
    next_fire_ = now + (rules.every > rules.after ? rules.every : rules.after);
    ring->keep_ring(true);
    if (!name_file(rules.kept)) return ring->keep_ring(false), false;
    window_end_ = now + rules.after;
    return true;
  }

  /// Counts the files of one process and one destination by the first path that its recording has
  /// there: `reconfigure` begins others.
  static void count_for(settings const& from) noexcept {
    std::string_view const destination = from.text(setting::target("binary"));
    unsigned const forks = exchange(forks_, fork_count::current());
    if (forks == forks_ && destination == destination_.c_str()) return;
    destination_.set(destination);
    first_path_.set(succession::path());
    kept_ = 0;
  }

  /// The newest files stay. A name that is taken belongs to an earlier process. False if the file
  /// has got no further name: the next file would take its only one.
  static bool name_file(unsigned most) noexcept {
    constexpr int most_tries = 100;
    path_text ring{succession::room(false), succession::path()};
    bool is_named = false;
    if (!succession::is_named()) return false;
    for (int i = 0; i < most_tries && !is_named; ++i) {
      path_text kept{succession::room(true), first_path_.c_str(), ending, ++kept_};
      if (ring.get() == nullptr || kept.get() == nullptr) return false;
      is_named = ::link(ring.get(), kept.get()) == 0;
      if (is_named || errno == EEXIST) continue;
      // A file system without second names.
      is_named = ::rename(ring.get(), kept.get()) == 0;
      break;
    }
    if (!is_named || kept_ <= most) return is_named;
    if (path_text oldest{succession::room(true), first_path_.c_str(), ending, kept_ - most};
        oldest.get() != nullptr)
      ::unlink(oldest.get());
    return true;
  }

  static void say(recording_file& to, circumstances const& at, std::string_view key,
                  data_value const& value, bool is_in_handler) noexcept {
    event::data const said{.t_abs = at.t_abs,
                           .nesting = at.thread.open_regions,
                           .category = "trace2",
                           .key = key,
                           .value = value};
    erased_data const erased{said};
    untyped_record const record{at, erased};
    char memory[2048];
    buffer bytes{memory, sizeof memory};
    recording::event_record::write(bytes, record);
    if (bytes.failed() || bytes.empty()) return to.drop();
    if (is_in_handler)
      to.store_in_handler(bytes.view());
    else
      to.store(bytes.view());
  }

  /// A signal that the program handles or ignores stays its own business.
  static void watch(int signo, std::string_view name) noexcept {
    event::data const example{};
    erased_data const erased{example};
    recording::define(erased);
    recording::recorder::expect_signals();
    signal_handler const ours{&handle};
    if (!ours.has(signo) && !ours.take(signo)) warn({"the program handles the signal of ", name});
  }
  static void handle(int signo) noexcept {
    errno_guard const guard;
    // A forked child that has not traced yet has no id of its own, and its parent's ring.
    if (this_process.identity.load_acquire() == nullptr ||
        this_process.begin_child.load_relaxed() != nullptr)
      return;
    auto const at = circumstances_at(own_place("trace2/session/trigger.hpp"), clock::now());
    fire(
        at, [signo](buffer& why) { why.append(signo == SIGUSR1 ? "signal:USR1" : "signal:USR2"); },
        true);
  }

  static constexpr std::string_view ending = ".kept.";

  static inline constinit trigger_rules rooms_[2]{};
  static inline constinit atomic<trigger_rules const*> rules_{nullptr};
  static inline constinit atomic<std::uint64_t> missed_{0};
  static inline constinit std::int64_t window_end_ = 0;  ///< 0: nothing is being kept
  static inline constinit std::int64_t next_fire_ = 0;
  static inline constinit unsigned forks_ = 0;
  static inline constinit recording_path destination_;
  static inline constinit recording_path first_path_;
  static inline constinit std::uint64_t kept_ = 0;
};

inline constinit recording_watcher watcher_of_triggers{.opened = &ring_trigger::opened,
                                                       .closing = &ring_trigger::closing,
                                                       .has_same = &ring_trigger::has_same,
                                                       .tend = &ring_trigger::tend,
                                                       .left = &ring_trigger::left,
                                                       .stored = &ring_trigger::stored};
/// Before main.
inline bool const triggers = recording_succession::add(watcher_of_triggers);

}}}  // namespace trace2::v0::detail
