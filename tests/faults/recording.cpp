// Each system call of the recorder fails, with each errno value that is plausible for it, once and
// from then on. The program goes on, the recording is readable, and events that are not in it were
// counted.
#include <trace2/read/recorded_events.hpp>
#include <trace2/trace2.hpp>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "failing_calls.hpp"
#include "report.hpp"
#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/temporary_directory.hpp"
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

namespace {

using faults::failing_calls;
using faults::libc_call;

/// The notes of a traced process, in memory that its parent shares.
struct notes {
  static constexpr std::size_t most = 4096;

  bool is_open;
  bool is_done;
  bool has_changed_errno;
  unsigned made;
  unsigned count;
  std::uint64_t emitted;
  std::uint64_t lost;
  libc_call const* calls[most];  ///< the same places in parent and child
};

void trace(notes& shown, auto const& action) {
  constexpr int mark = 4711;
  errno = mark;
  failing_calls::arm(action);
  shown.has_changed_errno = shown.has_changed_errno || errno != mark;
}

/// Fills several chunks, in all sizes.
void record(notes& shown, std::string const& text) {
  trace(shown, [] { trace2::tracer::thread_start("worker"); });
  for (int n = 0; n < 30; ++n) {
    trace(shown, [&] {
      TRACE2_DATA("faults", "n", n);
      TRACE2_DATA("faults", "n", text);
    });
    shown.emitted += 2;
  }
  trace(shown, [] { trace2::tracer::thread_exit(); });
}

int run(notes& shown, std::string const& text) {
  char const* const argv[] = {"recording", nullptr};
  ::alarm(60);
  std::optional<trace2::session> session;
  trace(shown, [&] { session.emplace(1, argv, trace2::session_options{.program_version = "1"}); });
  auto& state = trace2::target<trace2::flight_recorder>::state;
  auto* const file = state.destination();
  shown.is_open = file != nullptr;
  record(shown, text);
  std::thread{[&] { record(shown, text); }}.join();
  trace(shown, [&] { session->end(); });
  shown.lost = state.lost();
  shown.made = failing_calls::made;
  for (libc_call const* const each : failing_calls::calls)
    if (shown.count < notes::most) shown.calls[shown.count++] = each;
  shown.is_done = true;
  return 0;
}

class rounds {
 public:
  rounds(char const* kind, char const* mode, double time) : report_{.kind = kind}, time_{time} {
    void* const place =
        ::mmap(nullptr, sizeof(notes), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    REQUIRE(place != MAP_FAILED);
    shown_ = static_cast<notes*>(place);
    mode_ = mode;
  }
  ~rounds() { ::munmap(shown_, sizeof(notes)); }

  void run() {
    struct fault {
      unsigned first;
      unsigned count;
      int error;
    };
    check(0, 0, 0);
    REQUIRE(shown_->is_open);
    std::vector<libc_call const*> const calls{shown_->calls, shown_->calls + shown_->count};
    std::vector<fault> all;
    for (unsigned first = 1; first <= calls.size(); ++first)
      for (unsigned const count : {1U, 3U, UINT_MAX}) {
        for (int const error : calls[first - 1]->errors) all.push_back({first, count, error});
        all.push_back({first, count, 0});
      }
    unsigned long const seed = faults::seed();
    std::shuffle(all.begin(), all.end(), std::minstd_rand{static_cast<std::uint32_t>(seed)});
    double const end = faults::now() + time_;
    std::size_t done = 0;
    for (; done < all.size() && (report_.made == 0 || faults::now() < end); ++done)
      check(all[done].first, all[done].count, all[done].error);
    std::printf("%s: %zu of %zu faults in %zu calls, seed %lu\n", report_.kind, done, all.size(),
                calls.size(), seed);
    report_.print();
    CHECK(report_.is_good());
  }

 private:
  void check(unsigned first, unsigned count, int error) {
    ++report_.rounds;
    problem_.clear();
    *shown_ = {};
    std::string const path = directory_ / "recording";
    ::unlink(path.c_str());
    int const status = support::run_in_child([&] {
      ::setenv("TRACE2_BINARY", path.c_str(), 1);
      ::setenv("TRACE2_BINARY_MODE", mode_, 1);
      failing_calls::first = first;
      failing_calls::count = count;
      failing_calls::error = error;
      return ::run(*shown_, text_);
    });
    report_.made += shown_->made;
    if (status == -SIGALRM) {
      ++report_.hangs;
      problem_ = "it hangs";
    } else if (status != 0 || !shown_->is_done) {
      ++report_.crashes;
      problem_ = "it ended with " + std::to_string(status);
    } else if (shown_->has_changed_errno) {
      ++report_.crashes;
      problem_ = "errno has changed";
    } else if (shown_->is_open) {
      check_recording(path);
    }
    if (problem_.empty()) return;
    INFO((first == 0                            ? "nothing"
          : shown_->calls[first - 1] == nullptr ? "it"
                                                : shown_->calls[first - 1]->name)
         << " fails at call " << first << ", " << count << " times, with " << error);
    FAIL_CHECK(problem_);
  }

  void check_recording(std::string const& path) {
    trace2::read::flight_recording recording;
    if (std::string const wrong = recording.open(path.c_str()); !wrong.empty())
      return lose("the recording " + wrong);
    std::uint64_t arrived = 0;
    trace2::read::recorded_events events{recording};
    while (auto const* const event = events.next()) {
      auto const* const data = event->get<trace2::event::data>();
      arrived += data != nullptr && data->key == "n";
    }
    if (recording.damages() != 0) lose("the recording is damaged");
    if (arrived + shown_->lost < shown_->emitted)
      lose(std::to_string(shown_->emitted) + " emitted, " + std::to_string(arrived) + " arrived, " +
           std::to_string(shown_->lost) + " counted as lost");
  }

  void lose(std::string const& problem) {
    ++report_.losses;
    problem_ += problem;
  }

  faults::report report_;
  double time_;
  char const* mode_ = nullptr;
  support::temporary_directory directory_;
  std::string text_ = std::string(10'000, 'x');
  notes* shown_ = nullptr;
  std::string problem_;
};

}  // namespace

TEST_CASE("no error of a recording's file harms", "[R-LIM-03]") {
  rounds{"recording,grow", "grow", faults::seconds(2) / 2}.run();
  // A ring that is not filled: nothing is overwritten.
  rounds{"recording,ring", "ring", faults::seconds(2) / 2}.run();
}
