// Defines what model_relatives.hpp, likeliest_child.hpp, command_words.hpp, child_time.hpp,
// region_tree.hpp, model.hpp, nesting_limit.hpp, thread_role.hpp, run_command.hpp and
// clock_steps.hpp declare.
#include "model/model_relatives.hpp"

#include <trace2/read/command_text.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/open_region.hpp>
#include <trace2/read/process_state.hpp>
#include <trace2/read/shown.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "model/child_time.hpp"
#include "model/clock_steps.hpp"
#include "model/command_words.hpp"
#include "model/likeliest_child.hpp"
#include "model/model.hpp"
#include "model/nesting_limit.hpp"
#include "model/node_index.hpp"
#include "model/region_tree.hpp"
#include "model/run_command.hpp"
#include "model/thread_role.hpp"

namespace trace2::program::relatives {

// ---- model_relatives.hpp ----

bool has_replaced_parent(model const& trace, process_node const& process) noexcept {
  process_node const& parent = trace.processes[process.parent];
  return read::has_replaced(parent.state, read::pid_of(parent.sid), read::pid_of(process.sid));
}

void match_by_pid(model& trace) {
  using key = std::pair<node_index, std::int64_t>;
  match<key, first_child>(
      trace,
      [](child_node const& child) { return key{child.process, child.pid > 0 ? child.pid : -1}; },
      [](process_node const& process) { return key{process.parent, read::pid_of(process.sid)}; });
}

void match_by_likelihood(model& trace) {
  match<node_index, likeliest_child>(
      trace,
      [](child_node const& child) {
        bool const was_started = child.pid != -1 || !child.duration;
        return was_started ? child.process : no_node;
      },
      [](process_node const& process) { return process.parent; });
}

node_index part_at(model const& trace, node_index process, read::moment at) noexcept {
  for (node_index next = trace.processes[process].detached;
       next != no_node && at >= trace.processes[next].begin; next = trace.processes[next].detached)
    process = next;
  return process;
}

std::vector<read::moment> last_ends(model const& trace) {
  std::vector<read::moment> ends;
  ends.reserve(trace.processes.size());
  for (process_node const& process : trace.processes) ends.push_back(process.end);
  for (process_node const& process : trace.processes)
    for (process_node const* part = &process; is_successor(trace, *part);
         part = &trace.processes[part->parent])
      ends[part->parent] = std::max(ends[part->parent], process.end);
  return ends;
}

void detach_outliving(model& trace) {
  std::vector<read::moment> const ends = last_ends(trace);
  std::vector<node_index> apart;
  for (node_index i = 0; i < trace.processes.size(); ++i) {
    process_node const& process = trace.processes[i];
    if (process.parent == no_node || is_successor(trace, process)) continue;
    process_node const& parent = trace.processes[process.parent];
    read::moment const end = ends[process.parent];
    // Where the clock was set, only durations tell.
    bool const goes_on = parent.state != read::process_state::running &&
                         parent.clock_step == read::no_time && ends[i] > end + tolerance;
    bool const is_longer = ends[i] - process.begin > end - parent.begin;
    if (goes_on || is_longer) apart.push_back(i);
  }
  for (node_index const i : apart) {
    process_node& process = trace.processes[i];
    if (process.child != no_node) {
      std::erase(trace.children[process.child].sessions, i);
      trace.children[process.child].has_outlived = true;
    }
    process.detached_from = std::exchange(process.parent, no_node);
    process.child = no_node;
    process.is_guessed_child = false;
    trace.roots.push_back(i);
  }
  if (!apart.empty()) std::sort(trace.roots.begin(), trace.roots.end());
}

void remark_guesses(model& trace) {
  for (process_node const& process : trace.processes)
    if (process.is_guessed_child)
      trace.remarks.add({.kind = read::remark_kind::guessed_child,
                         .sid = process.sid,
                         .process = process.name,
                         .where = "child " + trace.children[process.child].command,
                         .text = "other children of the parent fit this process as well"});
}

}  // namespace trace2::program::relatives

namespace trace2::program {

// ---- model_relatives.hpp ----

void tie_relatives(model& trace) {
  std::unordered_map<std::string_view, node_index, read::table_hash> by_sid;
  auto const count = static_cast<node_index>(trace.processes.size());
  by_sid.reserve(count);
  for (node_index i = 0; i < count; ++i) by_sid.emplace(trace.processes[i].sid, i);

  for (node_index i = 0; i < count; ++i) {
    process_node& process = trace.processes[i];
    std::size_t const slash = process.sid.rfind('/');
    if (slash != process.sid.npos && process.detached_from == no_node)
      if (auto const parent = by_sid.find(std::string_view{process.sid}.substr(0, slash));
          parent != by_sid.end())
        process.parent = relatives::part_at(trace, parent->second, process.begin);
    if (process.parent == no_node) trace.roots.push_back(i);
  }

  follow_clock_steps(trace);
  // Matches by process id are certain and come first.
  relatives::match_by_pid(trace);
  relatives::match_by_likelihood(trace);
  relatives::remark_guesses(trace);
  relatives::detach_outliving(trace);
  for (child_node& child : trace.children)
    std::stable_sort(child.sessions.begin(), child.sessions.end(),
                     [&trace](node_index a, node_index b) {
                       return trace.processes[a].begin < trace.processes[b].begin;
                     });
  for (node_index i = 0; i < count; ++i) {
    process_node const& process = trace.processes[i];
    if (process.parent != no_node && process.child == no_node)
      trace.processes[process.parent].strangers.push_back(i);
  }
}

}  // namespace trace2::program

namespace trace2::program::relatives {

// ---- likeliest_child.hpp ----

read::moment end_of(child_node const& child) noexcept {
  if (!child.duration || child.is_left_alone) return read::moment::max();
  return child.begin + *child.duration + tolerance;
}

child_clock::child_clock(model const& trace, std::vector<node_index> const& children)
    : child_clock{trace} {
  begin(children);
}

void child_clock::begin(std::vector<node_index> const& children) {
  children_ = &children;
  begun_ = 0;
  ends_.clear();
  by_begin_.resize(children.size());
  std::iota(by_begin_.begin(), by_begin_.end(), std::size_t{0});
  std::sort(by_begin_.begin(), by_begin_.end(),
            [this](std::size_t a, std::size_t b) { return child(a).begin < child(b).begin; });
}

choice first_child::take(process_node const& process) {
  clock_.advance(
      process.begin, [this](std::size_t place) { running_.insert(place); },
      [this](std::size_t place) { running_.erase(place); });
  return {running_.empty() ? no_node : clock_.node_of(*running_.begin())};
}

choice likeliest_child::take(process_node const& process) {
  clock_.advance(
      process.begin, [this](std::size_t place) { begins(place); },
      [this](std::size_t place) { ends(place); });
  // Most children have the process with their id by now.
  command_words const words = free_.empty() ? command_words{} : command_words{process.command};
  for (named_children const* const known : {&by_whole_, &by_program_}) {
    std::string const& sought = known == &by_whole_ ? words.whole : words.program;
    if (sought.empty()) continue;
    // Of equal children, the first one also has the first process.
    auto const first = known->lower_bound({sought, 0});
    if (best const found =
            best_of(process, true, first, known->end(),
                    [&](auto const& each) { return each.first == sought ? each.second : none; });
        found.place != none) {
      ends(found.place);
      return {clock_.node_of(found.place), is_guess(found)};
    }
  }
  // A script may run anything, and the latest one most likely does. Git runs what it is told.
  auto const place_of = [](std::size_t place) { return place; };
  std::size_t others = 0;
  for (auto const* const among : {&busy_scripts_, &scripts_, &free_}) {
    best const found = best_of(process, false, among->rbegin(), among->rend(), place_of);
    bool const is_worse = among == &busy_scripts_ && !scripts_.empty();
    if (is_worse) others = found.count;
    if (is_worse || found.place == none) continue;
    free_.erase(found.place);
    if (scripts_.erase(found.place) != 0) busy_scripts_.insert(found.place);
    bool const is_unlikely = among == &free_ && !words.whole.empty();
    return {clock_.node_of(found.place), is_guess(found) || others != 0 || is_unlikely};
  }
  return {};
}

bool likeliest_child::is_guess(best const& found) {
  if (found.count > 1) is_doubtful_[found.latest_equal] = true;
  return found.count > 1 || is_doubtful_[found.place];
}

void likeliest_child::begins(std::size_t place) {
  if (!clock_.child(place).sessions.empty()) {
    busy_scripts_.insert(place);
    return;
  }
  command_words const& words = words_[place] = command_words{clock_.child(place).command};
  free_.insert(place);
  if (!words.whole.empty()) by_whole_.emplace(words.whole, place);
  if (!words.program.empty()) by_program_.emplace(words.program, place);
  if (!words.is_git) scripts_.insert(place);
}

void likeliest_child::ends(std::size_t place) {
  free_.erase(place);
  scripts_.erase(place);
  busy_scripts_.erase(place);
  by_whole_.erase({words_[place].whole, place});
  by_program_.erase({words_[place].program, place});
}

int likeliest_child::fitness(child_node const& child, process_node const& process,
                             bool is_same) noexcept {
  constexpr read::nanoseconds most_rounded{10'000};
  bool const begins_before = child.begin <= process.begin + most_rounded;
  bool const ends_behind = process.end <= end_of(child);
  bool const is_alike = !is_same || !child.code || !process.code || child.code == process.code;
  return (begins_before ? 4 : 0) + (ends_behind ? 2 : 0) + (is_alike ? 1 : 0);
}

}  // namespace trace2::program::relatives

namespace trace2::program {

// ---- command_words.hpp ----

std::string take_word(std::string_view& line) {
  constexpr auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\n'; };
  auto const is_special = [is_blank](char c) {
    return is_blank(c) || c == '\'' || c == '"' || c == '\\';
  };
  std::string word;
  std::size_t at = 0;
  while (at < line.size() && is_blank(line[at])) ++at;
  for (char quote = '\0'; at < line.size(); ++at) {
    std::size_t const begin = at;
    while (at < line.size() && !is_special(line[at])) ++at;
    word.append(line, begin, at - begin);
    if (at == line.size()) break;
    char const c = line[at];
    if (quote == '\0' && is_blank(c)) break;
    if (c == quote)
      quote = '\0';
    else if (quote == '\0' && (c == '\'' || c == '"'))
      quote = c;
    else if (c == '\\' && quote != '\'' && at + 1 < line.size())
      word += line[++at];
    else
      word += c;
  }
  while (at < line.size() && is_blank(line[at])) ++at;
  line.remove_prefix(at);
  return word;
}

command_words::command_words(std::string_view line) {
  constexpr std::size_t compared = 60;
  std::string first = take_word(line);
  if (std::string_view rest = line; is_shell(first) && take_word(rest) == "-c") {
    first = take_word(rest);
    line = {};
  }
  std::string inner;
  bool const is_windows_path = first.size() > 2 && first[1] == ':';
  if (first.find(' ') != first.npos && !is_windows_path) {
    inner = line.empty() ? first : first.append(" ").append(line);
    line = inner;
    first = take_word(line);
  }
  std::string_view name = read::program_name(first);
  is_git = name == "git";
  bool const is_dashed = name.starts_with("git-");
  whole = is_dashed ? std::string_view{"git"} : name;
  if (is_dashed) whole.append(1, '\0').append(name.substr(4));
  program = whole;
  bool is_in_front = is_git;
  std::string option;
  while (whole.size() < compared && !line.empty()) {
    std::string const word = take_word(line);
    whole.append(1, '\0').append(word);
    if (!is_in_front) continue;
    is_in_front = word.starts_with('-') || read::takes_next_argument(option);
    option = word;
    program = whole;
  }
  whole.resize(std::min(whole.size(), compared));
  program.resize(std::min(program.size(), compared));
}

bool command_words::is_shell(std::string_view program) noexcept {
  std::string_view const name = read::program_name(program);
  return name == "sh" || name == "bash" || name == "dash";
}

// ---- child_time.hpp ----

bool is_successor(model const& trace, process_node const& process) noexcept {
  if (process.parent == no_node || process.child != no_node) return false;
  process_node const& before = trace.processes[process.parent];
  if (before.state != read::process_state::transformed) return false;
  std::uint32_t const pid = read::pid_of(process.sid);
  std::uint32_t const pid_before = read::pid_of(before.sid);
  if (pid != 0 && pid_before != 0) return pid == pid_before;
  return process.begin >= before.end - relatives::tolerance;
}

std::vector<node_index> with_successors(model const& trace, std::vector<node_index> processes) {
  for (std::size_t i = 0; i < processes.size(); ++i)
    for (node_index const next : trace.processes[processes[i]].strangers)
      if (is_successor(trace, trace.processes[next])) processes.push_back(next);
  if (processes.size() == 1) return processes;  // most; to sort one takes memory
  std::stable_sort(processes.begin(), processes.end(), [&trace](auto a, auto b) {
    return trace.processes[a].begin < trace.processes[b].begin;
  });
  return processes;
}

process_span span_of(model const& trace, node_index index) {
  process_span result;
  read::moment last = trace.processes[index].end;
  for (node_index const one : with_successors(trace, {index})) {
    process_node const& process = trace.processes[one];
    result.wall += process.wall();
    if (process.begin > last) result.between += process.begin - last;
    last = std::max(last, process.end);
  }
  return result;
}

bool runs_inside(process_node const& session, child_node const& child) noexcept {
  if (std::uint32_t const pid = read::pid_of(session.sid); pid != 0)
    return child.pid > 0 && pid != static_cast<std::uint32_t>(child.pid);
  if (session.command.empty() || child.command.empty()) return false;
  // The first argument may itself be a command line for a shell.
  auto const program_of = [](std::string_view command) {
    return read::program_name(read::first_word(read::first_word(command)));
  };
  return program_of(session.command) != program_of(child.command);
}

child_time time_of(model const& trace, child_node const& child) {
  child_time result;
  result.duration = child.duration.value_or(
      std::max(trace.processes[child.process].end - child.begin, read::no_time));
  result.is_outlasted = child.has_outlived;
  if (child.sessions.empty()) return result;
  result.is_outlasted = child.is_left_alone || child.has_outlived;
  if (child.is_left_alone) return result;
  read::moment const begin = trace.processes[child.sessions.front()].begin;
  read::nanoseconds covered{};
  read::moment last = begin;
  for (node_index const session : with_successors(trace, child.sessions)) {
    process_node const& process = trace.processes[session];
    read::moment const end = process.end;
    if (process.begin > last) result.between += process.begin - last;
    covered += std::max(end - std::max(process.begin, last), read::no_time);
    if (process.begin < last) result.is_parallel = true;
    last = std::max(last, end);
  }
  result.is_outlasted = result.is_outlasted || covered > result.duration;
  read::nanoseconds left = std::max(result.duration - covered, read::no_time);
  result.start = std::clamp(begin - child.begin, read::no_time, left);
  result.between = std::min(result.between, left - result.start);
  result.end = left - result.start - result.between;
  result.is_script = std::all_of(child.sessions.begin(), child.sessions.end(), [&](auto session) {
    return runs_inside(trace.processes[session], child);
  });
  if (result.is_script) {
    result.between = left;
    result.start = result.end = read::no_time;
  }
  return result;
}

// ---- region_tree.hpp ----

node_index region_tree::add_root(read::moment begin, read::label_id label) {
  return add({label, region_kind::region, begin}, no_node);
}

node_index region_tree::find(read::open_region const& region, node_index parent) {
  return find(item_of(region), parent);
}

node_index region_tree::add_root_around(node_index inner, read::open_region const& region) {
  if (nodes_.size() >= most_) return no_node;
  node_index const root = add_root(nodes_[inner].begin, nodes_[inner].label);
  item const found = item_of(region);
  region_node& node = nodes_[inner];
  node.label = found.label;
  node.kind = found.kind;
  node.begin = found.begin;
  node.parent = root;
  nodes_[root].first_child = nodes_[root].last_child = inner;
  return root;
}

node_index region_tree::find(item const& sought, node_index parent) {
  // Most regions have the same label as the region before in the same parent.
  node_index& latest = latest_in_[parent];
  if (latest != no_node && is(latest, sought)) return latest;
  node_index const found = search(sought, parent);
  latest_in_[parent] = found;
  return found;
}

region_tree::item region_tree::item_of(read::open_region const& region) noexcept {
  return {region.label, region.only_waits ? region_kind::wait : region_kind::region, region.begin};
}

bool region_tree::is(node_index node, item const& sought) const noexcept {
  return nodes_[node].label == sought.label && nodes_[node].kind == sought.kind;
}

node_index region_tree::search(item const& sought, node_index parent) {
  int count = 0;
  for (node_index node = nodes_[parent].first_child; node != no_node && count < few;
       node = nodes_[node].next, ++count)
    if (is(node, sought)) return node;
  return count < few ? add_inside(sought, parent) : search_table(sought, parent);
}

node_index region_tree::search_table(item const& sought, node_index parent) {
  static_assert(read::label_table::default_most < std::uint32_t{1} << kind_shift);
  std::uint64_t const key = std::uint64_t{parent} << 32 |
                            std::uint64_t{static_cast<unsigned>(sought.kind)} << kind_shift |
                            sought.label;
  if (auto const found = known_.find(key); found != known_.end()) return found->second;
  node_index const added = add_inside(sought, parent);
  if (added != no_node) known_.emplace(key, added);
  return added;
}

node_index region_tree::add_inside(item const& added, node_index parent) {
  return nodes_.size() < most_ ? add(added, parent) : no_node;
}

node_index region_tree::add(item const& added, node_index parent) {
  auto const index = static_cast<node_index>(nodes_.size());
  nodes_.push_back(
      {.label = added.label, .kind = added.kind, .parent = parent, .begin = added.begin});
  latest_in_.push_back(no_node);
  if (parent == no_node) return index;
  region_node& around = nodes_[parent];
  if (around.first_child == no_node)
    around.first_child = index;
  else
    nodes_[around.last_child].next = index;
  around.last_child = index;
  return index;
}

// ---- model.hpp ----

model::model() = default;
model::~model() = default;
model::model(model&&) noexcept = default;
model& model::operator=(model&&) noexcept = default;

read::nanoseconds region_node::self() const noexcept {
  read::nanoseconds const others = inside + waited;
  return others < total ? total - others : read::no_time;
}

read::fine_duration timer_statistics::shortest() const noexcept {
  return length_of(lengths.shortest(), std::min(min, max));
}

read::fine_duration timer_statistics::length_of(read::nanoseconds of_distribution,
                                                read::fine_duration of_events) const noexcept {
  bool const is_of_all = lengths.count() != 0 && lengths.count() == intervals;
  return is_of_all ? read::fine_duration{of_distribution, true} : of_events;
}

std::string data_statistics::latest() const {
  return latest_number ? std::to_string(*latest_number) : latest_text;
}

// ---- nesting_limit.hpp ----

bool is_at_nesting_limit(model const& trace, read::label_table const& labels) {
  constexpr double much = 0.1;
  if (trace.deepest != 2) return false;
  read::nanoseconds at_limit{};
  for (region_node const& node : trace.regions) {
    if (node.parent == no_node) continue;
    region_node const& around = trace.regions[node.parent];
    bool const is_at_limit = around.parent != no_node && around.kind != region_kind::run;
    if (is_at_limit) at_limit += node.self();
  }
  read::nanoseconds whole{};
  bool is_unlimited = true;
  for (node_index const root : trace.roots) {
    whole += span_of(trace, root).total();
    is_unlimited = is_unlimited && command_run_by(trace, labels, trace.processes[root]) != nullptr;
  }
  return !is_unlimited && read::share_of(at_limit, whole) >= much;
}

// ---- thread_role.hpp ----

std::string_view role_of(std::string_view thread) noexcept {
  std::size_t const colon = thread.find(':');
  bool const is_numbered = thread.starts_with("th") && colon != thread.npos && colon > 2 &&
                           thread.find_first_not_of("0123456789", 2) == colon;
  return is_numbered ? thread.substr(colon + 1) : thread;
}

// ---- run_command.hpp ----

child_node const* command_run_by(model const& trace, read::label_table const& labels,
                                 process_node const& process) {
  if (!process.name.ends_with(" run") || process.children.size() != 1) return nullptr;
  child_node const& child = trace.children[process.children.front()];
  return labels[child.what].category == "command" ? &child : nullptr;
}

// ---- clock_steps.hpp ----

namespace {

/// The times in which children of a process may run something.
class child_spans {
 public:
  child_spans(model const& trace, process_node const& parent) {
    for (node_index const i : parent.children) {
      child_node const& child = trace.children[i];
      spans_.push_back({child.begin, relatives::end_of(child), child.pid});
    }
    std::sort(spans_.begin(), spans_.end(),
              [](span const& a, span const& b) { return a.begin < b.begin; });
    read::moment last = read::moment::min();
    for (span& each : spans_) {
      // The end of a child that nobody waits for says nothing.
      bool const is_known = each.end != read::moment::max();
      each.last = last = is_known ? std::max(last, each.end) : last;
      by_pid_.push_back(each);
    }
    std::stable_sort(by_pid_.begin(), by_pid_.end(),
                     [](span const& a, span const& b) { return a.pid < b.pid; });
  }

  /// True if a process whose times were put back lies inside of a child: of one with its process
  /// id, if there is such a child.
  bool hold(process_node const& process, read::nanoseconds put_back) const noexcept {
    read::moment const begin = process.begin - put_back;
    read::moment const end = process.end - put_back;
    if (auto const [first, last] = with_pid_of(process); first != last)
      return std::any_of(first, last, [begin, end](span const& each) {
        return each.begin - relatives::tolerance <= begin && end <= each.end;
      });
    auto const behind = std::upper_bound(
        spans_.begin(), spans_.end(), begin,
        [](read::moment at, span const& each) { return at < each.begin - relatives::tolerance; });
    return behind != spans_.begin() && end <= (behind - 1)->last;
  }

 private:
  struct span {
    read::moment begin;
    read::moment end;
    int pid;
    read::moment last{};  ///< the latest end of it and those that began before
  };
  using iterator = std::vector<span>::const_iterator;

  std::pair<iterator, iterator> with_pid_of(process_node const& process) const noexcept {
    constexpr int most_compared = 32;  // a hostile trace has thousands
    auto const pid = static_cast<std::int64_t>(read::pid_of(process.sid));
    if (pid == 0) return {by_pid_.end(), by_pid_.end()};
    auto const first =
        std::lower_bound(by_pid_.begin(), by_pid_.end(), pid,
                         [](span const& each, std::int64_t of) { return each.pid < of; });
    auto last = first;
    while (last != by_pid_.end() && last->pid == pid && last - first < most_compared) ++last;
    return {first, last};
  }

  std::vector<span> spans_;  ///< by begin
  std::vector<span> by_pid_;
};

/// Subtracts from all times of the processes what their own node says.
void put_back(model& trace) {
  auto const of = [&trace](node_index process) { return trace.processes[process].put_back; };
  auto const change = [](read::moment& time, read::nanoseconds by) {
    if (by != read::no_time) time = read::bounded_moment(time - by);
  };
  for (process_node& process : trace.processes) {
    change(process.begin, process.put_back);
    change(process.end, process.put_back);
  }
  auto const change_tree = [&](node_index root, node_index process) {
    if (of(process) == read::no_time) return;
    std::vector<node_index> left{root};
    while (!left.empty()) {
      region_node& region = trace.regions[left.back()];
      left.pop_back();
      change(region.begin, of(process));
      for (node_index inner = region.first_child; inner != no_node;
           inner = trace.regions[inner].next)
        left.push_back(inner);
    }
  };
  for (thread_node& thread : trace.threads) {
    change(thread.begin, of(thread.process));
    change(thread.end, of(thread.process));
    change_tree(thread.root, thread.process);
  }
  for (task_node const& task : trace.tasks) change_tree(task.root, task.process);
  for (child_node& child : trace.children) change(child.begin, of(child.process));
  task_history& history = trace.task_times;
  for (task_history::stretch& stretch : history.stretches) {
    change(stretch.begin, of(history.tasks[stretch.task].process));
    change(stretch.end, of(history.tasks[stretch.task].process));
  }
  for (task_history::task& task : history.tasks) {
    change(task.begin, of(task.process));
    change(task.end, of(task.process));
  }
  for (task_history::wait& wait : history.waits) {
    change(wait.begin, of(wait.process));
    change(wait.end, of(wait.process));
  }
  trace.begin = read::moment::max();
  trace.end = read::moment::min();
  for (process_node const& process : trace.processes) {
    trace.begin = std::min(trace.begin, process.begin);
    trace.end = std::max(trace.end, process.end);
  }
}

}  // namespace

void follow_clock_steps(model& trace) {
  std::vector<std::vector<node_index>> of_parents(trace.processes.size());
  bool is_any_set = false;
  for (node_index i = 0; i < trace.processes.size(); ++i)
    if (process_node const& process = trace.processes[i]; process.parent != no_node) {
      of_parents[process.parent].push_back(i);
      is_any_set = is_any_set || trace.processes[process.parent].clock_step != read::no_time;
    }
  if (!is_any_set) return;

  bool is_any_put_back = false;
  for (node_index i = 0; i < trace.processes.size(); ++i) {
    process_node const& parent = trace.processes[i];
    if (parent.clock_step == read::no_time || of_parents[i].empty()) continue;
    child_spans const spans{trace, parent};
    for (node_index const inner : of_parents[i]) {
      process_node& process = trace.processes[inner];
      if (process.has_parents_clock || process.put_back != read::no_time ||
          spans.hold(process, read::no_time) || !spans.hold(process, parent.clock_step))
        continue;
      // What it started has its clock.
      std::vector<node_index> all{inner};
      for (std::size_t next = 0; next < all.size(); ++next) {
        trace.processes[all[next]].put_back = parent.clock_step;
        all.insert(all.end(), of_parents[all[next]].begin(), of_parents[all[next]].end());
        if (node_index const rest = trace.processes[all[next]].detached; rest != no_node)
          all.push_back(rest);
      }
      is_any_put_back = true;
    }
  }
  if (is_any_put_back) put_back(trace);
}

}  // namespace trace2::program
