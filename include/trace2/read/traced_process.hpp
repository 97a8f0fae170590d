// The state of a trace's processes, threads and open regions at one point of the stream.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/child_waits.hpp>
#include <trace2/read/command_text.hpp>
#include <trace2/read/cut_text.hpp>
#include <trace2/read/exit_code.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/open_children.hpp>
#include <trace2/read/open_region.hpp>
#include <trace2/read/open_tasks.hpp>
#include <trace2/read/process_state.hpp>
#include <trace2/read/wall_clock.hpp>
#include <trace2/value/duration.hpp>
#include <trace2/value/text_list.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read {

/// A thread from its first event on, with the regions that are open in it, the outermost first.
/// `tag` belongs to the tracker's visitor.
struct traced_thread {
  std::string name;       ///< as in the events: "main", "th01:hash"
  moment begin{};         ///< moment of its first event
  moment last{};          ///< never goes back, whatever the writer's clock does
  moment before{};        ///< moment of the event before the last one
  /// The moment at which the first region, child or run of a task begins on it.
  moment first_inside = moment::max();
  int outermost = std::numeric_limits<int>::max();  ///< least level of the regions that it has left
  int open_regions = 1;    ///< as the writer counts them, the thread included (R-PRF-09)
  std::uint64_t number{};  ///< counts the threads of the trace, from 1 on
  std::uint64_t tag{};     ///< the visitor's; 0 at the beginning
  /// Time in outermost regions; outside of any in waiting for children and in tasks.
  nanoseconds inside{};
  std::vector<open_region> regions{};         ///< its open regions; of a task, see `regions_around`
  std::vector<displaced_region> displaced{};  ///< regions that it has gone on outside of
  child_waits waits{};                        ///< children that it may be waiting for
  open_task* task = nullptr;                  ///< the one that it runs
  int open_around_task = 1;                   ///< `open_regions` outside of it

  /// True for the main thread of its process.
  bool is_main() const noexcept { return is_main_thread(name); }

  /// The open regions of the task that it runs; while it runs none, its own.
  std::vector<open_region> const& regions_around() const noexcept {
    return task != nullptr ? task->regions : regions;
  }

  /// Something that takes its time begins.
  void begin_inside(moment at) noexcept { first_inside = std::min(first_inside, at); }

  /// Accounts for time inside the innermost region, or inside the thread itself.
  void spend(nanoseconds time) noexcept {
    nanoseconds& inside_of = regions.empty() ? inside : regions.back().inside;
    inside_of += time;
  }
};

/// A process of the trace: one session id, from its first event on.
struct traced_process {
  static constexpr std::size_t longest = label_table::longest;  ///< longest name below, in bytes

  std::string sid;             ///< session id (R-SID-01)
  std::string exe;             ///< name of the program, without directories
  std::string verb;            ///< name of the latest cmd_name; for a dashed command: its own name
  std::string mode;            ///< of the latest cmd_mode
  std::string subcommand;      ///< Git's subcommand in its arguments
  moment begin{};              ///< the moment of its beginning
  moment last{};               ///< moment of its latest event
  moment origin{};             ///< moment from which the process counts its absolute times
  wall_clock clock{};          ///< the translation of the times of its lines
  clock_step latest_step{};    ///< the latest setting of the wall clock that its lines tell
  bool is_fine = false;        ///< its times are known to the nanosecond
  bool awaits_origin = false;  ///< the time of day is known, but not the absolute time at it
  /// Its trace begins long after it, as one that "trace2 attach" has switched on, and tells nothing
  /// of the time before.
  bool begins_late = false;
  /// The process's own account of its whole time; nothing until its end.
  std::optional<fine_duration> elapsed{};
  std::uint32_t number{};                        ///< counts the processes of the trace, from 1 on
  process_state state = process_state::running;  ///< its end, as far as read
  exit_code code{};                              ///< nothing if no event has told one
  bool is_detached = false;                      ///< a fork of it goes on after its end
  bool has_overlaps = false;                     ///< of regions, of which a remark tells
  bool has_counted_remarks = false;              ///< which are made at its end
  bool is_leaving = false;                       ///< only late events are expected
  std::uint64_t tag{};                           ///< the visitor's; 0 at the beginning
  std::size_t text_bytes{};                      ///< that its table has taken for its names
  std::map<std::string, traced_thread, std::less<>> threads{};  ///< by name
  open_children children{};                                     ///< children that have not ended
  open_tasks tasks{};                                           ///< tasks that have not ended

  /// Takes the names from a command line; for the tracker.
  void set_arguments(text_list argv) {
    exe = argv.empty() ? std::string_view{} : cut_text(program_name(argv.items[0]), longest);
    subcommand = cut_text(subcommand_of(argv), longest);
  }

  /// A "git foo" that runs "git-foo" reports a placeholder as its name (R-HIER-04); the subcommand
  /// replaces it.
  void set_verb(std::string_view name) {
    verb = name == "_run_dashed_" && !subcommand.empty() ? subcommand : cut_text(name, longest);
  }

  /// Takes the process's own account of its end; the latest counts, and the longest time.
  void set_end(process_state how, read::exit_code told, std::optional<fine_duration> own_time) {
    state = how;
    code = told;
    if (own_time && (!elapsed || own_time->in_nanoseconds() > elapsed->in_nanoseconds()))
      elapsed = own_time;
  }

  /// Takes the name of a variant; for the tracker.
  void set_mode(std::string_view name) { mode = cut_text(name, longest); }

  /// Number of ancestors in the session id (R-SID-05).
  int depth() const noexcept {
    int slashes = 0;
    for (char const c : sid) slashes += c == '/';
    return slashes;
  }
  /// The component that this process has added to its parent's session id.
  std::string_view component() const noexcept {
    return std::string_view{sid}.substr(sid.rfind('/') + 1);
  }
  /// The session id of the parent; empty for the first process of a chain.
  std::string_view parent_sid() const noexcept {
    std::size_t const slash = sid.rfind('/');
    return slash == sid.npos ? std::string_view{} : std::string_view{sid}.substr(0, slash);
  }
  /// The process id at the end of the session id; 0 if it has none.
  std::uint32_t pid() const noexcept { return pid_of(sid); }
  /// The name for people: "git clone", "git-upload-pack".
  std::string name() const {
    std::string result = exe.empty() ? std::string{component()} : exe;
    bool const says_verb = exe == verb || exe.ends_with("-" + verb);
    if (!verb.empty() && !says_verb) result.append(" ").append(verb);
    return result;
  }
};

}}}  // namespace trace2::v0::read
