// Memory runs out at each allocation of a program that uses all verbs and targets. The program goes
// on without a crash or an exception, lines that arrive are whole, and the others are counted: in the
// trace or on standard error, to a person who asks. A target that stays off says why.
//
// The counts of the library alone are not enough: it knew of losses for whose report it had no
// memory, and a target that was off counted as no loss.
#include <trace2/detail/text/json_text.hpp>
#include <trace2/read/flight_recorder.hpp>
#include <trace2/trace2.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "failing_memory.hpp"
#include "report.hpp"
#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/count.hpp"
#include "support/temporary_directory.hpp"
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

namespace {

using faults::failing_memory;

struct own_event {
  static constexpr std::string_view event_name = "own_event";
  int number = 1;
  std::string_view words = "of its own";
  void normal(auto& line) const { line << words; }
};
BOOST_DESCRIBE_STRUCT(own_event, (), (number, words))

trace2::counter const counted{"faults", "counted", trace2::sum_scope::per_thread};
trace2::timer const timed{"faults", "timed", trace2::sum_scope::per_thread};

constexpr std::string_view target_names[] = {"normal", "perf", "event", "binary"};
constexpr std::size_t recording = 3;
constexpr std::size_t target_count = std::size(target_names);

/// The notes of a traced process, in memory that its parent shares.
struct notes {
  unsigned allocations;
  unsigned made;
  bool has_changed_errno;
  bool is_done;
  std::array<bool, target_count> is_open;
  std::array<std::uint64_t, target_count> lost;
};

/// Lets the library run out of memory, and compares errno before and after.
void trace(notes& shown, auto const& action) {
  constexpr int mark = 4711;
  errno = mark;
  failing_memory::arm(action);
  shown.has_changed_errno = shown.has_changed_errno || errno != mark;
}

void measure() {
  TRACE2_TIMER(timed);
  TRACE2_COUNTER_ADD(counted, 2);
}

void trace_in_thread(notes& shown) {
  trace(shown, [] {
    TRACE2_THREAD("worker");
    TRACE2_REGION("faults", "in a thread");
    TRACE2_DATA("faults", "thread", 1);
    measure();
  });
}

/// A thread that never says its name.
void trace_as_nobody(notes& shown) {
  trace(shown, [] {
    TRACE2_DATA("faults", "nobody", 1);
    measure();
  });
}

template <auto Action>
void run_in_thread(notes& shown) {
  pthread_t thread;
  auto* const start = +[](void* to) -> void* {
    Action(*static_cast<notes*>(to));
    failing_memory::is_armed = true;  // for the end of the thread
    return nullptr;
  };
  if (::pthread_create(&thread, nullptr, start, &shown) == 0) ::pthread_join(thread, nullptr);
}

void use_all_verbs(notes& shown, std::string_view long_text) {
  trace(shown, [&] {
    trace2::cmd_name("faults");
    trace2::cmd_mode("mode");
    trace2::cmd_path("/path");
    trace2::cmd_alias("alias", {"a", "b"});
    trace2::def_param("param", "value", trace2::scope::local);
    trace2::repo_id repo;
    trace2::def_repo(repo, "/worktree");
    TRACE2_DATA("faults", "of a repo", 1, repo);
    TRACE2_ERROR("error at https://user:password@host/ %d", 1);
    TRACE2_PRINTF("printed %d", 1);
    TRACE2_EMIT(own_event{});
    TRACE2_DATA("faults", "text", "short");
    TRACE2_DATA("faults", "long", long_text);
    TRACE2_DATA("faults", "floating", 0.5);
    TRACE2_DATA_JSON("faults", "json", 17);
    trace2::child const child{{.argv = {"child", "--token=secret"}}};
    child.exited_with(1, 0);
    trace2::exec const replaced{"program", {"program", "argument"}};
    replaced.failed(ENOENT);
    measure();
  });
  trace(shown, [&] {
    for (int depth = 0; depth < 3; ++depth) {
      TRACE2_REGION("faults", "literal");
      TRACE2_REGION("faults", long_text);
      TRACE2_REGION_F("faults", "with a message", "%d", depth);
      TRACE2_DATA("faults", "depth", depth);
    }
  });
  run_in_thread<&trace_in_thread>(shown);
  run_in_thread<&trace_as_nobody>(shown);
  run_in_thread<&trace_in_thread>(shown);
}

/// The traced process.
int run(notes& shown, std::string_view long_text) {
  char const* const argv[] = {"memory", "argument", nullptr};
  ::alarm(60);
  std::optional<trace2::session> session;
  trace(shown, [&] { session.emplace(2, argv, trace2::session_options{.program_version = "1"}); });
  trace2::sink* sinks[] = {trace2::target<trace2::format::normal>::state.destination(),
                           trace2::target<trace2::format::perf>::state.destination(),
                           trace2::target<trace2::format::json>::state.destination()};
  auto* const file = trace2::target<trace2::flight_recorder>::state.destination();
  std::size_t next = 0;
  for (trace2::sink* const sink : sinks) shown.is_open[next++] = sink != nullptr;
  shown.is_open[recording] = file != nullptr;
  use_all_verbs(shown, long_text);
  trace(shown, [&] { session->end(); });
  shown.lost = {trace2::target<trace2::format::normal>::state.lost(),
                trace2::target<trace2::format::perf>::state.lost(),
                trace2::target<trace2::format::json>::state.lost(),
                trace2::target<trace2::flight_recorder>::state.lost()};
  shown.allocations = failing_memory::allocations;
  shown.made = failing_memory::made;
  shown.is_done = true;
  return 0;
}

/// Which targets are on.
struct configuration {
  char const* kind;
  bool has_text;
  bool has_buffer;
  bool has_recording;
  bool is_ring;
};

class rounds {
 public:
  explicit rounds(configuration const& chosen, double time)
      : report_{.kind = chosen.kind}, time_{time} {
    void* const place =
        ::mmap(nullptr, sizeof(notes), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    REQUIRE(place != MAP_FAILED);
    shown_ = static_cast<notes*>(place);
    for (std::string_view const& name : target_names) {
      bool const is_recording = name == target_names[recording];
      if (is_recording ? !chosen.has_recording : !chosen.has_text) continue;
      is_wanted_[static_cast<std::size_t>(&name - target_names)] = true;
      std::string variable = name == "normal" ? "TRACE2" : "TRACE2_" + std::string{name};
      for (char& c : variable) c = static_cast<char>(::toupper(c));
      variables_.emplace_back(variable, directory_ / name);
      if (!is_recording && chosen.has_buffer) variables_.emplace_back(variable + "_BUFFER", "4k");
      if (is_recording && chosen.is_ring) variables_.emplace_back(variable + "_MODE", "ring");
    }
  }
  ~rounds() { ::munmap(shown_, sizeof(notes)); }

  /// Every allocation fails once, for three times, and from then on. When there is not enough time,
  /// a random part of them does.
  void run() {
    check(0, 0);
    expected_ = arrived_;
    unsigned const allocations = shown_->allocations;
    REQUIRE(allocations != 0);
    REQUIRE(*std::max_element(expected_.begin(), expected_.end()) > 10);
    constexpr unsigned counts[] = {1, 3, 1'000'000};
    std::vector<std::pair<unsigned, unsigned>> all;
    for (unsigned first = 1; first <= allocations; ++first)
      for (unsigned const count : counts) all.emplace_back(first, count);
    unsigned long const seed = faults::seed();
    std::shuffle(all.begin(), all.end(), std::minstd_rand{static_cast<std::uint32_t>(seed)});
    double const end = faults::now() + time_;
    std::size_t done = 0;
    for (; done < all.size() && (report_.made == 0 || faults::now() < end); ++done)
      check(all[done].first, all[done].second);
    std::printf("%s: %zu of %zu combinations of %u allocations, seed %lu\n", report_.kind, done,
                all.size(), allocations, seed);
    report_.print();
    CHECK(report_.is_good());
  }

 private:
  void check(unsigned first, unsigned count) {
    ++report_.rounds;
    problem_.clear();
    *shown_ = {};
    for (std::string_view const name : target_names) ::unlink((directory_ / name).c_str());
    std::string const errors = directory_ / "errors";
    int const status = support::run_in_child([&] {
      if (std::freopen(errors.c_str(), "w", stderr) == nullptr) return 1;
      ::setenv("TRACE2_DST_DEBUG", "1", 1);
      for (auto const& [name, value] : variables_) ::setenv(name.c_str(), value.c_str(), 1);
      failing_memory::first = first;
      failing_memory::count = count;
      return ::run(*shown_, long_text_);
    });
    said_ = support::content_of(errors);
    report_.made += shown_->made;
    if (status == -SIGALRM) {
      ++report_.hangs;
      problem_ += "it hangs; ";
    } else if (status != 0 || !shown_->is_done) {
      ++report_.crashes;
      problem_ += "it ended with " + std::to_string(status) + "; ";
    } else if (shown_->has_changed_errno) {
      ++report_.crashes;
      problem_ += "errno has changed; ";
    }
    if (problem_.empty())
      for (std::size_t i = 0; i < target_count; ++i) check_target(i, first == 0);
    if (problem_.empty()) return;
    INFO("allocations " << first << " to " << first + count - 1 << " fail");
    FAIL_CHECK(problem_);
  }

  /// Lines are whole; with those that were counted as lost there are as many as without faults.
  void check_target(std::size_t index, bool is_first) {
    std::string const path = directory_ / target_names[index];
    arrived_[index] = index == recording ? count_records(path) : count_lines(index, path);
    if (is_first || !is_wanted_[index]) return;
    if (!shown_->is_open[index] && said_.empty()) {
      ++report_.losses;
      problem_ += std::string{target_names[index]} + " is off without a word; ";
    }
    if (!shown_->is_open[index]) return;
    std::string const lost = std::to_string(shown_->lost[index]);
    if (shown_->lost[index] != 0 && said_.find(" lost " + lost + " lines") == said_.npos) {
      ++report_.losses;
      problem_ += std::string{target_names[index]} + " says nothing of " + lost + " lost lines; ";
    }
    if (arrived_[index] + shown_->lost[index] >= expected_[index] &&
        arrived_[index] <= expected_[index])
      return;
    ++report_.losses;
    problem_ += std::string{target_names[index]} + ": " + std::to_string(expected_[index]) +
                " expected, " + std::to_string(arrived_[index]) + " arrived, " +
                std::to_string(shown_->lost[index]) + " counted as lost; ";
  }

  /// Lines that say what is missing have a key that says of what.
  void check_report(std::string_view line) {
    if (line.find("\"category\":\"trace2\"") == line.npos || line.find("\"key\":") != line.npos)
      return;
    ++report_.losses;
    problem_.append("a report without a key: ").append(line).append("; ");
  }

  /// Lines that say what is missing, and sums: a sum without memory is no lost line, but one of the
  /// "uncounted_sums".
  static bool is_report(std::string_view line) {
    for (std::string_view const word :
         {"lost_lines/", "uncounted_sums", "surplus_", "timer", "counter"})
      if (line.find(word) != line.npos) return true;
    return false;
  }

  std::uint64_t count_lines(std::size_t index, std::string const& path) {
    std::string const text = support::content_of(path);
    std::uint64_t count = 0;
    for (std::string_view rest = text; !rest.empty();) {
      std::size_t const end = rest.find('\n');
      std::string_view const line = rest.substr(0, end);
      bool const is_whole = end != rest.npos && is_line_of(index, line);
      if (!is_whole) {
        ++report_.losses;
        problem_.append("a line is torn: ").append(line).append("; ");
      }
      check_report(line);
      count += !is_report(line);
      rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
    }
    return count;
  }

  static bool is_line_of(std::size_t index, std::string_view line) {
    if (target_names[index] == "event") return trace2::detail::is_json(line);
    if (target_names[index] == "perf") {
      constexpr int columns = 9;
      auto const found = std::count(line.begin(), line.end(), '|') + 1;
      return found == columns;
    }
    return line.size() > 30;
  }

  std::uint64_t count_records(std::string const& path) {
    if (!shown_->is_open[recording]) return 0;
    trace2::read::flight_recording events;
    if (std::string const wrong = events.open(path.c_str()); !wrong.empty()) {
      ++report_.losses;
      problem_ += "the recording " + wrong + "; ";
      return 0;
    }
    trace2::buffer line;
    std::uint64_t count = 0;
    while (auto const* const event = events.next()) {
      line.clear();
      events.write<trace2::format::json>(line, {.nesting_limit = 99}, *event);
      check_report(line.view());
      count += !is_report(line.view());
    }
    if (events.damages() != 0) {
      ++report_.losses;
      problem_ += "the recording is damaged; ";
    }
    return count;
  }

  faults::report report_;
  double time_;
  support::temporary_directory directory_;
  std::vector<std::pair<std::string, std::string>> variables_;
  std::string long_text_ = std::string(10'000, 'x');
  notes* shown_ = nullptr;
  std::array<std::uint64_t, target_count> expected_{};
  std::array<std::uint64_t, target_count> arrived_{};
  std::array<bool, target_count> is_wanted_{};
  std::string said_;  ///< on standard error
  std::string problem_;
};

}  // namespace

TEST_CASE("a region that finds no memory is lost, and no mistake of the program", "[R-LIM-03]") {
  // Small stacks of regions come from memory that the process has already.
  constexpr int deepest = 1100;
  support::temporary_directory const directory;
  std::string const path = directory / "event";
  for (bool const has_objects : {true, false}) {
    INFO("objects: " << has_objects);
    ::unlink(path.c_str());
    CHECK(support::run_in_child([&] {
            ::setenv("TRACE2_EVENT", path.c_str(), 1);
            ::setenv("TRACE2_EVENT_NESTING", "9999", 1);
            char const* const argv[] = {"memory", nullptr};
            trace2::session const traced{1, argv};
            TRACE2_DATA("faults", "memory for lines", 1);
            failing_memory::count = 1;
            auto const nest = [&](auto const& self, int depth) -> void {
              if (depth == 0) return;
              // Nothing but the stack of regions asks for memory.
              failing_memory::first = failing_memory::allocations + 1;
              failing_memory::is_armed = failing_memory::made == 0;
              if (has_objects) {
                TRACE2_REGION("faults", "object");
                self(self, depth - 1);
              } else {
                trace2::region_enter("faults", "verb");
                self(self, depth - 1);
                trace2::region_leave("faults", "verb");
              }
              failing_memory::is_armed = false;
            };
            nest(nest, deepest);
            traced.end();
            return static_cast<int>(failing_memory::made);
          }) == 1);
    std::string const trace = support::content_of(path);
    auto const count = [&](std::string_view word) { return support::count(trace, word); };
    CAPTURE(trace);
    CHECK(count("\"region_enter\"") == deepest);
    CHECK(count("\"region_leave\"") == deepest - 1);
    CHECK(count("misplaced_region") == 0);
    CHECK(count("surplus_region_leave") == 0);
    CHECK(count("\"lost_lines/") == 1);
    CHECK(count("\"lost_lines/event\",\"value\":\"1\"}") == 1);
  }
}

TEST_CASE("a program whose memory runs out traces what it can", "[R-LIM-03]") {
  constexpr configuration all[] = {
      {"memory,text", true, false, false, false},
      {"memory,buffered", true, true, false, false},
      {"memory,recording", false, false, true, false},
      {"memory,ring", false, false, true, true},
      {"memory,all", true, true, true, false},
  };
  for (configuration const& chosen : all)
    rounds{chosen, faults::seconds(2.5) / std::size(all)}.run();
}
