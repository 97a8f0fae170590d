// The choice of commands, and of their events: one concept for everything that shows a trace.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event/data.hpp>
#include <trace2/event/lifecycle.hpp>
#include <trace2/event/parameter.hpp>
#include <trace2/event/region.hpp>
#include <trace2/event/stopwatch.hpp>
#include <trace2/read/command_text.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/process_time.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/read/tracker_visitor.hpp>
#include <trace2/settings/filter.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace trace2 { inline namespace v0 { namespace read {

/// The conditions under which a command is chosen: it must fulfil all that are set. A command is a
/// process.
struct selection_options {
  // ---- known from the first event of a process on ----
  std::string sid{};                    ///< its session id, or the last component of it
  std::optional<std::uint32_t> pid{};   ///< its process id
  std::optional<std::int64_t> since{};  ///< it began at this moment or later
  std::optional<std::int64_t> until{};  ///< it began earlier
  // ---- known at the end of a process ----
  std::string command{};                       ///< a part of its name or command line
  std::string repository{};                    ///< a part of the path of its worktree
  std::optional<fine_duration> slower_than{};  ///< its wall time is longer
  bool is_failed = false;                      ///< its exit code is not 0, or a signal killed it

  // ---- known of each event ----
  std::string categories{};  ///< patterns of `event_filter`: of regions, data, timers and counters
};

/// Tells which commands are chosen, and which of their events are wanted. Copies share nothing.
/// Threads: any number at once.
class selection {
 public:
  selection() = default;
  explicit selection(selection_options options) : options_{std::move(options)} {}

  selection_options const& options() const noexcept { return options_; }

  /// Whether it leaves anything out.
  bool is_any() const noexcept { return chooses_commands() || chooses_events(); }
  /// Whether it chooses among commands at all.
  bool chooses_commands() const noexcept { return needs_ids() || needs_ends(); }
  /// Whether only the end of a process tells if it is chosen.
  bool needs_ends() const noexcept {
    return !options_.command.empty() || !options_.repository.empty() || options_.slower_than ||
           options_.is_failed;
  }
  /// Whether it chooses among the events of a process.
  bool chooses_events() const noexcept { return !options_.categories.empty(); }

  /// Whether a process is chosen, as far as its session id and its beginning tell. A session id
  /// without a time has the beginning `otherwise`.
  bool admits(std::string_view sid, std::int64_t otherwise) const {
    std::string_view const component = sid.substr(sid.rfind('/') + 1);
    if (!options_.sid.empty() && sid != options_.sid && component != options_.sid) return false;
    if (options_.pid && pid_of(component) != *options_.pid) return false;
    if (!options_.since && !options_.until) return true;
    std::int64_t const of_sid = begin_of(component);
    std::int64_t const begin = of_sid != 0 ? of_sid : otherwise;
    return (!options_.since || begin >= moment_at(*options_.since)) &&
           (!options_.until || begin < moment_at(*options_.until));
  }

  /// Takes note of an event of a process; `facts`, at first 0, keeps it until the end of the
  /// process.
  void note(moment const& now, std::uint64_t& facts) const {
    occurrence const& what = now.occurrence;
    if (auto const* const start = what.get<event::start>(); start && !options_.command.empty())
      if (contains(command_text(start->argv, longest_command), options_.command))
        facts |= has_command;
    if (auto const* const repo = what.get<event::def_repo>(); repo && !options_.repository.empty())
      if (contains(repo->worktree, options_.repository)) facts |= has_repository;
    if (chooses_events() && names_of(what) && wants(what)) facts |= has_category;
  }

  /// Whether a process is chosen, at its end.
  bool chooses(traced_process const& process, std::uint64_t facts) const {
    if (!admits(process.sid, process.begin)) return false;
    if (!options_.command.empty() && (facts & has_command) == 0 &&
        !contains(process.name(), options_.command))
      return false;
    if (!options_.repository.empty() && (facts & has_repository) == 0) return false;
    if (options_.slower_than &&
        process.last - process.begin <= options_.slower_than->in_nanoseconds())
      return false;
    return !options_.is_failed || process.code > 0;
  }

  /// Whether a process had an event of the categories; true if none are set.
  bool has_wanted_events(std::uint64_t facts) const noexcept {
    return !chooses_events() || (facts & has_category) != 0;
  }

  /// Whether an event is wanted, whatever its process is. Events without a category are.
  bool wants(occurrence const& what) const {
    if (!chooses_events()) return true;
    auto const found = names_of(what);
    return !found || event_filter{options_.categories}.wants(found->first, found->second);
  }

 private:
  bool needs_ids() const noexcept {
    return !options_.sid.empty() || options_.pid || options_.since || options_.until;
  }

  static constexpr std::uint64_t has_command = 1;
  static constexpr std::uint64_t has_repository = 2;
  static constexpr std::uint64_t has_category = 4;
  static constexpr std::size_t longest_command = 4'096;

  using names = std::pair<std::string_view, std::string_view>;

  static bool contains(std::string_view text, std::string_view part) noexcept {
    return text.find(part) != text.npos;
  }

  /// Category and name of an event that has them.
  static std::optional<names> names_of(occurrence const& what) {
    return std::visit([](auto const& event) { return names_of(event); }, what.event);
  }
  template <class Event>
  static std::optional<names> names_of(Event const& event) {
    if constexpr (requires { event.category, event.label; })
      return names{event.category, event.label};
    else if constexpr (requires { event.category, event.key; })
      return names{event.category, event.key};
    else if constexpr (requires { event.category, event.name; })
      return names{event.category, event.name};
    else
      return {};
  }

  selection_options options_;
};

}}}  // namespace trace2::v0::read
