// Opens the targets that the settings ask for.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/targets.hpp>
#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/diagnostic.hpp>
#include <trace2/detail/system/environment.hpp>
#include <trace2/detail/system/exchange.hpp>
#include <trace2/detail/system/leaked.hpp>
#include <trace2/detail/system/sink_system.hpp>
#include <trace2/process/dispatcher.hpp>
#include <trace2/process/state/identity.hpp>
#include <trace2/process/state/state.hpp>
#include <trace2/process/target.hpp>
#include <trace2/process/target_state.hpp>
#include <trace2/process/threads/thread_registry.hpp>
#include <trace2/session/destination.hpp>
#include <trace2/session/missing_parts.hpp>
#include <trace2/session/rotation_hooks.hpp>
#include <trace2/settings/filter.hpp>
#include <trace2/settings/settings.hpp>
#include <trace2/sink.hpp>
#include <trace2/sink/buffered.hpp>
#include <trace2/sink/descriptor.hpp>
#include <trace2/sink/unix_socket.hpp>

#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// Reads the settings of one target, which are found by its name.
class target_opening {
 public:
  constexpr explicit target_opening(std::string_view target) noexcept : target_{target} {}

  bool is_asked_for(settings const& from) const noexcept {
    return parse_destination(value(from)).kind != destination::form::off;
  }
  /// Asks for all settings that the target would have, so that none seems to be misspelt.
  [[gnu::cold]] void look_at_settings(settings const& from) const noexcept {
    value(from);
    for (auto* const make : {&setting::brief, &setting::filter, &setting::buffer})
      from.text(make(target_));
    if (has_nesting_limit()) from.text(setting::nesting(target_));
  }
  /// The settings by which the target was opened last; null before.
  settings const* opened_by() const noexcept { return opened_by_.load_acquire(); }
  /// The settings whose text the filter borrows; null before.
  settings const* filtered_by() const noexcept { return filtered_by_.load_acquire(); }

  /// The session id must be known, because files of a process are named after it.
  /// `reason` may be null.
  [[gnu::cold]] destination_context context(settings const& from, buffer* reason) noexcept {
    // Others may be reading the name.
    if (variable_name const name = from.variable(setting::target(target_));
        name.view() != variable_.view())
      variable_ = name;
    return {.variable = variable_.view(),
            .place = from.place(setting::target(target_)),
            .file_name = this_process.identity.load_relaxed()->component(),
            .max_files = from.number(setting::max_files(), 0, 0),
            .debug = from.diagnoses(),
            .reason = reason};
  }
  /// `opened` is an `opened_sink` or an `opened_recording`.
  [[gnu::cold]] target_options options(settings const& from, destination_context const& context,
                                       auto const& opened) noexcept {
    filtered_by_.store_release(&from);
    return {.format = {.brief = from.flag(setting::brief(target_), false),
                       .nesting_limit = nesting_limit(from)},
            .filter = event_filter{from.text(setting::filter(target_))},
            .variable = context.variable,
            .diagnoses = context.debug,
            .is_overloaded = opened.is_overloaded,
            .is_own_file = opened.is_own_file};
  }

 protected:
  [[gnu::cold]] bool says_same(setting const& what, settings const& next) const noexcept {
    settings const* const from = opened_by();
    return from != nullptr && from->text(what) == next.text(what);
  }
  void opened(settings const& from) noexcept { opened_by_.store_release(&from); }

  std::string_view target() const noexcept { return target_; }
  std::string_view value(settings const& from) const noexcept {
    return from.text(setting::target(target_));
  }

 private:
  /// Of Git's three only EVENT has a limit.
  bool has_nesting_limit() const noexcept { return target_ != "normal" && target_ != "perf"; }
  [[gnu::cold]] int nesting_limit(settings const& from) const noexcept {
    constexpr int usual = 2;
    return has_nesting_limit() ? from.number(setting::nesting(target_), 1, usual) : usual;
  }

  std::string_view target_;
  variable_name variable_;
  // The thread of the control reads them while another changes the targets.
  atomic<settings const*> opened_by_{nullptr};
  atomic<settings const*> filtered_by_{nullptr};
};

/// Opens a target whose destinations are of one type: by `open_sink` of the class that is derived
/// from it, which also closes them. A unit without a session instantiates nothing of it.
template <class Opening, class Destination>
class target_opening_to : public target_opening {
 public:
  using target_opening::target_opening;

  /// Opens the destination that the settings ask for, if any.
  [[gnu::cold]] void open(auto& state, settings const& from, buffer* reason) noexcept {
    Destination* const last = exchange(used_, nullptr);
    if (is_asked_for(from)) {
      destination_context const context = this->context(from, reason);
      auto const opened = static_cast<Opening&>(*this).open_sink(from, context);
      use(opened.to);
      if (opened.to != nullptr) state.open(*opened.to, options(from, context, opened));
    }
    // Not before: the reader of a FIFO would see its end.
    if (last == nullptr || !all_threads.wait_for_others() || !Opening::settle(*last)) return;
    Opening::dispose(*last);
    state.forget_destination();
  }
  /// Another destination is in use from now on; null: none.
  void use(Destination* next) noexcept { used_ = next; }

 private:
  Destination* used_ = nullptr;  ///< that of the last session; the next one disposes of it
};

/// Opens the target of a format; all formats share its code.
class line_opening : public target_opening_to<line_opening, sink> {
 public:
  using target_opening_to::target_opening_to;

  /// Opens a sink, and leaves the one in use alone.
  template <class System = sink_system>
  [[gnu::cold]] opened_sink open_sink(settings const& from, destination_context context) noexcept {
    context.held_back = from.size(setting::buffer(target()));
    auto const* const rotation = hooks_of_rotation.load_acquire();
    sink* const rotating =
        rotation == nullptr ? nullptr : rotation->open(from, target(), value(from), context);
    opened_sink const opened = rotating != nullptr ? opened_sink{rotating}
                                                   : open_destination<System>(value(from), context);
    if (opened.to != nullptr) target_opening::opened(from);
    return opened;
  }

  /// A file of lines is gone on with, whoever has its name.
  static bool has_its_name(sink const&) noexcept { return false; }
  /// True if the settings want the sink that was opened last.
  [[gnu::cold]] bool has_same_sink(settings const& next) const noexcept {
    return says_same(setting::target(target()), next) &&
           says_same(setting::buffer(target()), next) &&
           (hooks_of_rotation.load_acquire() == nullptr ||
            (says_same(rotation_setting::size(target()), next) &&
             says_same(rotation_setting::age(target()), next) &&
             says_same(rotation_setting::keep(target()), next)));
  }

  /// Ends all use of a sink, which gets no event any more. False if a thread still uses it: one
  /// that ends may be delivering the lines that it has held back.
  template <class Buffered = buffered_sink>
  [[gnu::cold]] static bool settle(sink const& ended) noexcept {
    auto* const buffered = leaked<Buffered>::find(&ended);
    return buffered == nullptr || buffered->stop_holding();
  }
  /// Closes a sink, and gives its memory to later ones. No thread uses it.
  template <class Buffered = buffered_sink, class File = descriptor_sink,
            class Socket = unix_socket_sink>
  [[gnu::cold]] static void dispose(sink& ended) noexcept {
    sink* to = &ended;
    to->close();
    if (auto* const buffered = leaked<Buffered>::find(to); buffered != nullptr) {
      to = &buffered->destination();
      leaked<Buffered>::give_back(*buffered);
    }
    auto const* const rotation = hooks_of_rotation.load_acquire();
    if (rotation != nullptr && rotation->give_back(*to)) return;
    if (!leaked<File>::give_back_at(to)) leaked<Socket>::give_back_at(to);
  }
};

/// Warns, if the user wants to know of faults, of a target that the program attached too late.
[[gnu::cold]] inline void warn_of_late_target(std::string_view target) noexcept {
  settings_in_use const from;
  if (from.get() != nullptr && from->diagnoses())
    warn({"trace '", target, "' is off: it was attached after the session had begun"});
}

template <class Kind>
struct opening_for {
  using type = line_opening;
};
/// Complete in session/flight_recorder.hpp.
template <>
struct opening_for<flight_recorder>;

template <class Kind>
inline constinit typename opening_for<Kind>::type opening_of{target<Kind>::name};

/// In the child of a fork: targets of the parent had been changed from outside, and the settings of
/// the child are those without the changes. Set at the fork, before the child's session begins.
inline constinit atomic<bool> has_left_changes{false};

template <class Targets>
class opening {
 public:
  /// True if the settings ask for a target, or the program has attached one.
  [[gnu::cold]] static bool is_wanted(settings const& from) noexcept {
    bool is_wanted = false;
    dispatcher<Targets>::for_each([&]<class Target>(Target each) {
      is_wanted = is_wanted || each.state.destination() != nullptr ||
                  opening_of<typename Target::kind>.is_asked_for(from);
    });
    return is_wanted;
  }

  /// With TRACE2_DST_DEBUG, names the settings without effect. Settings of lines may be meant for
  /// other programs, where this one has the target.
  [[gnu::cold]] static void tell_idle(settings const& from) noexcept {
    if (!from.diagnoses()) return;
    dispatcher<Targets>::for_each([&]<class Target>(Target) {
      if constexpr (writes_lines<typename Target::kind>)
        opening_of<typename Target::kind>.look_at_settings(from);
      else
        opening_of<typename Target::kind>.is_asked_for(from);
    });
    if constexpr (!is_listed<flight_recorder, Targets>) tell_no_recorder(from);
    from.tell_idle();
  }

  /// Opens each target that the settings ask for; true if any target is open then. A target that
  /// the program has attached stays as it is. `reason` says why the first one is off that can't be
  /// opened.
  [[gnu::cold]] static bool open(settings const& from, buffer* reason) noexcept {
    bool is_open = false;
    dispatcher<Targets>::for_each([&]<class Target>(Target each) {
      if (each.state.destination() == nullptr)
        opening_of<typename Target::kind>.open(each.state, from, reason);
      is_open = is_open || each.state.destination() != nullptr;
    });
    dispatcher<Targets>::tell_recorder();
    return is_open;
  }

  /// Switches all targets off and closes them.
  [[gnu::cold]] static void close() noexcept {
    close_if([](auto) { return true; });
  }

  /// In the child of a fork: replaces the files that only the parent writes to by new ones, and
  /// targets that only the parent was to have by those of the settings. True if any is open then.
  [[gnu::cold]] static bool open_own_files(settings const& from) noexcept {
    bool const has_left = has_left_changes.exchange(false);
    auto const is_parents = [&]<class Target>(Target each) {
      auto const& opening = opening_of<typename Target::kind>;
      target_options const& chosen = each.state.settings();
      return chosen.is_own_file || (has_left && !chosen.is_attached &&
                                    opening.opened_by() != nullptr && !opening.has_same_sink(from));
    };
    close_if(is_parents);
    bool is_open = false;
    dispatcher<Targets>::for_each([&]<class Target>(Target each) {
      each.state.forget_losses();
      bool const was_off = has_left && each.state.destination() == nullptr;
      if (is_parents(each) || was_off)
        opening_of<typename Target::kind>.open(each.state, from, nullptr);
      is_open = is_open || each.state.destination() != nullptr;
    });
    dispatcher<Targets>::tell_recorder();
    return is_open;
  }

 private:
  /// If a thread is still writing when the wait times out, the descriptor stays open: its number
  /// may already name another file.
  [[gnu::cold]] static void close_if(auto is_to_close) noexcept {
    dispatcher<Targets>::for_each([&](auto each) {
      if (is_to_close(each)) each.state.switch_off();
    });
    if (!all_threads.wait_for_others()) return;
    dispatcher<Targets>::for_each([&](auto each) {
      if (is_to_close(each)) each.state.close();
    });
  }
};

}}}  // namespace trace2::v0::detail
