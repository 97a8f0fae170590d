// The choice of commands, and of their events: one concept for everything that shows a trace.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/moment.hpp>
#include <trace2/read/occurrence.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "input/selection_options.hpp"

namespace trace2 { inline namespace v0 { namespace read {
struct traced_event;
struct traced_process;
}}}  // namespace trace2::v0::read

namespace trace2::program {

/// Tells which commands are chosen, and which of their events are wanted. Copies share nothing.
/// Threads: any number at once.
class selection {
 public:
  selection() = default;
  explicit selection(selection_options options) : options_{std::move(options)} {}

  selection_options const& options() const noexcept { return options_; }

  /// True if it leaves anything out.
  bool is_any() const noexcept { return chooses_commands() || chooses_events(); }
  /// True if it chooses among commands at all.
  bool chooses_commands() const noexcept { return needs_ids() || needs_ends(); }
  /// True if only the end of a process tells if it is chosen.
  bool needs_ends() const noexcept;
  /// The same choice without what only the end of a process tells.
  selection known_early() const;
  /// True if it chooses among the events of a process.
  bool chooses_events() const noexcept { return !options_.categories.empty(); }

  /// True if a process is chosen, as far as its session id and its beginning tell. A session id
  /// without a time has the beginning `otherwise`.
  bool admits(std::string_view sid, read::moment otherwise) const;

  /// Takes note of an event of a process; `facts`, at first 0, keeps it until the end of the
  /// process.
  void note(read::traced_event const& now, std::uint64_t& facts) const;

  /// True if a process is chosen, at its end.
  bool chooses(read::traced_process const& process, std::uint64_t facts) const;

  /// True if a process had an event of the categories; true if none are set.
  bool has_wanted_events(std::uint64_t facts) const noexcept;

  /// True if an event is wanted, whatever its process is. Events without a category are.
  bool wants(read::occurrence const& what) const;

 private:
  bool needs_ids() const noexcept;

  static constexpr std::uint64_t has_command = 1;
  static constexpr std::uint64_t has_repository = 2;
  static constexpr std::uint64_t has_category = 4;
  static constexpr std::uint64_t is_of_group = 8;
  static constexpr int first_condition = 4;  ///< the bits from here on: which of `where` are met
  static constexpr std::size_t longest_command = 4'096;

  using names = std::pair<std::string_view, std::string_view>;

  void note(event::data const& datum, std::uint64_t& facts) const;
  bool meets_conditions(std::uint64_t facts) const noexcept;

  static bool contains(std::string_view text, std::string_view part) noexcept;

  /// Category and name of an event that has them.
  static std::optional<names> names_of(read::occurrence const& what);
  selection_options options_;
};

}  // namespace trace2::program
