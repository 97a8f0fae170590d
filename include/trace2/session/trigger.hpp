// Keeps the ring of the process's recording when a trigger fires, as the settings say.
//
// The file of the ring gets a second name, and its present chunks are overwritten no more: new ones
// take the events of the time after. When that time is over, or when the new chunks are full, the
// recording goes on in a new file, which takes the first name. So nothing is copied, no event is
// missing between others, and a process that dies meanwhile has kept its ring already.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/static_site.hpp>
#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/diagnostic.hpp>
#include <trace2/detail/system/errno_guard.hpp>
#include <trace2/detail/system/exchange.hpp>
#include <trace2/detail/system/fork_count.hpp>
#include <trace2/detail/system/signal_handler.hpp>
#include <trace2/detail/time/clock.hpp>
#include <trace2/event/data.hpp>
#include <trace2/event/detail/untyped_event.hpp>
#include <trace2/process/state/identity.hpp>
#include <trace2/process/state/own_place.hpp>
#include <trace2/process/state/state.hpp>
#include <trace2/process/threads/call_context.hpp>
#include <trace2/process/threads/thread_registry.hpp>
#include <trace2/recording/event_record.hpp>
#include <trace2/recording/recorder.hpp>
#include <trace2/recording/recording_file.hpp>
#include <trace2/session/recording_path.hpp>
#include <trace2/session/recording_succession.hpp>
#include <trace2/session/trigger_rules.hpp>
#include <trace2/settings/settings.hpp>
#include <trace2/value/buffer.hpp>

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
    window_size_ = succession::no_size;
    not_kept_ = 0;
    unsaid_ = 0;
    diagnoses_ = from.diagnoses();
    count_for(from);
    missed_.store_relaxed(0);
    use(has_rules && succession::is_ring() ? &rules : nullptr);
    if (auto const* const used = rules_.load_relaxed(); used != nullptr && used->signal != 0)
      watch(used->signal, name.view());
  }

  [[gnu::cold]] static void closing() noexcept {
    auto const* const rules = rules_.load_relaxed();
    use(nullptr);
    say_why_not_kept();
    if (rules != nullptr && rules->signal != 0) signal_handler{&handle}.give_back(rules->signal);
  }

  static bool has_same(settings const& one, settings const& other) noexcept {
    return one.text(trigger) == other.text(trigger);
  }

  /// Ends the time after a trigger: the recording goes on in a new file.
  static std::int64_t tend(std::int64_t now) noexcept {
    if (window_end_ == 0) return succession::never;
    auto const* const open = succession::recorder();
    if (now < window_end_ && open != nullptr && open->size() < window_size_) return window_end_;
    window_end_ = 0;
    succession::be_kept_to_size(window_size_ = succession::no_size);
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
    succession::lock const own;
    auto const* const rules = rules_.load_acquire();
    if (!own || now < next_fire_ || rules == nullptr) {
      missed_.fetch_add(1);
      return;
    }
    int const error = keep_ring(*rules, now);
    recording_file* const file = succession::file();
    if (file == nullptr) return;
    recording_file& to = *file;
    if (error != 0) {
      say(to, at, "triggers_not_kept", ++not_kept_, is_in_handler);
      if (not_kept_ == 1) unsaid_ = error;
      // A message needs locks that the code which a handler interrupts may hold.
      if (!is_in_handler) say_why_not_kept();
      return;
    }
    char memory[512];
    buffer why{memory, sizeof memory};
    say_why(why);
    say(to, at, "trigger", why.view(), is_in_handler);
    if (std::uint64_t const missed = missed_.exchange(0); missed != 0)
      say(to, at, "triggers_passed_over", missed, is_in_handler);
    succession::be_due(window_end_);
  }

  /// 0, or the errno value that says why that is not possible.
  static int keep_ring(trigger_rules const& rules, std::int64_t now) noexcept {
    auto* const ring = succession::recorder();
    if (ring == nullptr) return EBADF;
    next_fire_ = now + (rules.every > rules.after ? rules.every : rules.after);
    ring->keep_ring(true);
    if (int const error = name_file(rules.kept); error != 0) return ring->keep_ring(false), error;
    window_end_ = now + rules.after;
    succession::be_kept_to_size(window_size_ = ring->size() + ring->room_behind_kept());
    return 0;
  }

  /// Once, to a person who asks; the recording has the number.
  [[gnu::cold]] static void say_why_not_kept() noexcept {
    int const error = exchange(unsaid_, 0);
    if (error != 0 && diagnoses_)
      warn({"the ring is not kept beside '", first_path_.c_str(), "': ", error_text(error)});
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
    oldest_ = 1;
  }

  /// The newest files stay. A name that is taken belongs to an earlier process. The errno value if
  /// the file has got no further name: the next file would take its only one.
  static int name_file(unsigned most) noexcept {
    constexpr int most_tries = 100;
    if (!succession::is_named()) return EEXIST;
    path_text ring{succession::path_memory(false), succession::path()};
    int error = EEXIST;
    for (int i = 0; i < most_tries && error == EEXIST; ++i) {
      path_text kept{succession::path_memory(true), first_path_.c_str(), ending, ++kept_};
      if (ring.get() == nullptr || kept.get() == nullptr) return ENAMETOOLONG;
      error = ::link(ring.get(), kept.get()) == 0 ? 0 : errno;
      if (error == 0 || error == EEXIST) continue;
      // A file system without second names.
      error = ::rename(ring.get(), kept.get()) == 0 ? 0 : errno;
      if (error != 0) --kept_;
      break;
    }
    if (error == 0) remove_oldest(most);
    return error;
  }
  /// Others may have files of such names, which stay.
  static void remove_oldest(unsigned most) noexcept {
    for (; oldest_ + most <= kept_; ++oldest_)
      if (path_text oldest{succession::path_memory(true), first_path_.c_str(), ending, oldest_};
          oldest.get() != nullptr && recording_path::is_of_process(oldest.get()))
        ::unlink(oldest.get());
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
  static inline constinit std::uint64_t window_size_ = succession::no_size;  ///< of the file
  static inline constinit std::int64_t next_fire_ = 0;
  static inline constinit unsigned forks_ = 0;
  static inline constinit recording_path destination_;
  static inline constinit recording_path first_path_;
  static inline constinit std::uint64_t kept_ = 0;    ///< the latest number
  static inline constinit std::uint64_t oldest_ = 1;  ///< numbers below it have been looked at
  static inline constinit std::uint64_t not_kept_ = 0;
  static inline constinit int unsaid_ = 0;  ///< errno value: why a ring was not kept
  static inline constinit bool diagnoses_ = false;
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
