// Processes, threads and regions of a trace, as far as they are known at one point of the stream.
#pragma once

#include <trace2/event/child.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/value.hpp>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace trace2::inline v0::read {

/// Times are microseconds since the epoch. `tag` belongs to whoever follows the trace.
struct open_region {
  label_id label{};
  int level{};  ///< 1 for the outermost one of a thread
  std::int64_t begin{};
  std::int64_t nested{};   ///< time spent in regions directly inside
  std::uint64_t number{};  ///< counts the regions of the trace, from 1 on
  std::uint64_t tag{};
};

struct traced_thread {
  std::string name;
  std::int64_t begin{};
  std::int64_t last{};     ///< never moves back, whatever the writer's clock does
  int open_regions = 1;    ///< as the writer counts them, itself included (R-PRF-09)
  std::uint64_t number{};  ///< counts the threads of the trace, from 1 on
  std::uint64_t tag{};
  std::vector<open_region> regions{};

  bool is_main() const noexcept { return name == "main" || name == "MainThread"; }
};

/// A child process as its parent sees it, until the parent has collected it. What is not `id` and
/// `begin` belongs to whoever follows the trace.
struct open_child {
  int id{};
  std::int64_t begin{};
  label_id label{};
  std::uint64_t tag{};
};

/// What a child runs: the program of its command line, which may be one for a shell; of Git also
/// its command; of a hook its own name.
inline std::string program_of(event::child_start const& event) {
  if (!event.hook_name.empty()) return std::string{event.hook_name};
  std::string_view program = event.argv.empty() ? std::string_view{} : event.argv.items[0];
  if (event.use_shell) program = program.substr(0, program.find(' '));
  std::string name{program.substr(program.rfind('/') + 1)};
  if (name == "git" && event.argv.count > 1 && !event.argv.items[1].starts_with('-'))
    name.append(" ").append(event.argv.items[1]);
  return name;
}

enum class process_state : unsigned char {
  running,     ///< nothing says that it ended
  ended,       ///< its last event was there
  killed,      ///< by the signal that it has reported itself
  transformed  ///< into another program
};

/// The process id that a session id ends with (R-SID-01); 0 if it has none.
inline std::uint32_t pid_of(std::string_view sid) noexcept {
  std::size_t const mark = sid.rfind("-P");
  std::uint32_t pid = 0;
  if (mark != sid.npos && sid.find('/', mark) == sid.npos)
    std::from_chars(sid.data() + mark + 2, sid.data() + sid.size(), pid, 16);
  return pid;
}

/// One session id.
struct traced_process {
  static constexpr std::size_t longest = label_table::longest;  ///< of the names below, in bytes

  std::string sid;
  std::string exe;   ///< file name of argv[0], without ".exe"
  std::string verb;  ///< of the latest cmd_name; of a dashed command: its name
  std::string mode;
  std::string subcommand;  ///< the first argument that is neither an option nor the value of one
  std::int64_t begin{};
  std::int64_t last{};
  std::int64_t origin{};   ///< the instant from which the process counts its absolute times
  std::uint32_t number{};  ///< counts the processes of the trace, from 1 on
  process_state state = process_state::running;
  int code = -1;            ///< exit code; 128 plus the number of a signal; -1: nobody knows
  bool is_leaving = false;  ///< nothing but late events is expected
  std::uint64_t tag{};
  std::unordered_map<std::string, traced_thread> threads{};
  std::vector<open_child> children{};

  void set_arguments(text_list argv) {
    std::string_view path = argv.empty() ? std::string_view{} : argv.items[0];
    if (std::size_t const slash = path.find_last_of("/\\"); slash != path.npos)
      path.remove_prefix(slash + 1);
    if (path.ends_with(".exe") || path.ends_with(".EXE")) path.remove_suffix(4);
    exe = path.substr(0, longest);
    subcommand.clear();
    for (std::size_t i = 1; i < argv.count && subcommand.empty(); ++i)
      if (std::string_view const argument = argv.items[i]; argument == "-c" || argument == "-C")
        ++i;
      else if (!argument.starts_with('-'))
        subcommand = argument.substr(0, longest);
  }

  /// "git foo" that runs "git-foo" calls itself by a name that says nothing (R-HIER-04).
  void set_verb(std::string_view name) {
    verb = name == "_run_dashed_" && !subcommand.empty() ? subcommand : name.substr(0, longest);
  }

  void set_mode(std::string_view name) { mode = name.substr(0, longest); }

  /// Number of ancestors in the session id (R-SID-05).
  int depth() const noexcept {
    int slashes = 0;
    for (char const c : sid) slashes += c == '/';
    return slashes;
  }
  /// What this process has added to its parent's session id.
  std::string_view component() const noexcept {
    return std::string_view{sid}.substr(sid.rfind('/') + 1);
  }
  /// The session id of the parent; empty for the first process of a chain.
  std::string_view parent_sid() const noexcept {
    std::size_t const slash = sid.rfind('/');
    return slash == sid.npos ? std::string_view{} : std::string_view{sid}.substr(0, slash);
  }
  std::uint32_t pid() const noexcept { return pid_of(sid); }
  /// What a person calls it: "git clone", "git-upload-pack".
  std::string name() const {
    std::string result = exe.empty() ? std::string{component()} : exe;
    bool const says_verb = exe == verb || exe.ends_with("-" + verb);
    if (!verb.empty() && !says_verb) result.append(" ").append(verb);
    return result;
  }
};

}  // namespace trace2::inline v0::read
