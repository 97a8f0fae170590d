// A program that reads traces: it shows the slowest regions of text traces and recordings.
// Usage: read_trace TRACE..., where a TRACE is a file, a directory of files, or - for standard
// input.
#include <trace2/read/input.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/problem.hpp>
#include <trace2/read/recorded_events.hpp>
#include <trace2/read/recordings.hpp>
#include <trace2/read/shown.hpp>
#include <trace2/read/text_stream.hpp>
#include <trace2/read/tracker.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

namespace {

namespace read = trace2::read;

/// Keeps the slowest regions. The tracker matches the beginnings and ends of regions, and calls the
/// function below at each end.
class slowest : public read::tracker_visitor {
 public:
  void region_left(read::traced_process& process, read::traced_thread& thread,
                   read::closed_region const& closed) override {
    if (kept_.size() == most && closed.total <= kept_.back().time) return;
    region const added{closed.total, closed.region.label, process.name(), thread.name};
    kept_.insert(std::upper_bound(kept_.begin(), kept_.end(), added, is_slower), added);
    if (kept_.size() > most) kept_.pop_back();
  }

  void print(read::label_table const& labels) const {
    for (region const& each : kept_) {
      auto const [category, label] = labels[each.label];
      std::string const where = each.process + " (" + each.thread + "): ";
      std::string const text = where + std::string{category} + "/" + std::string{label};
      // A trace may hold what a terminal must not get to see.
      std::printf("%12.6f s  %s\n", static_cast<double>(each.time.count()) / 1e9,
                  read::shown_text(text).c_str());
    }
  }

 private:
  static constexpr std::size_t most = 10;

  struct region {
    read::nanoseconds time;
    read::label_id label;
    std::string process;
    std::string thread;
  };
  static bool is_slower(region const& a, region const& b) { return a.time > b.time; }

  std::vector<region> kept_;  // the slowest first
};

}  // namespace

int main(int argc, char** argv) {
  constexpr int most_shown = 20;
  int problems = 0;
  auto const report = [&](read::problem const& met) {
    if (++problems > most_shown) return;
    std::string const file = read::shown_text(met.file);
    std::string const reason = read::shown_text(met.reason);
    std::fprintf(stderr, "%s:%llu: %s\n", file.c_str(), static_cast<unsigned long long>(met.line),
                 reason.c_str());
  };

  slowest regions;
  read::label_table labels;
  read::tracker tracker{regions, labels};
  for (read::input_file const& file : read::find_files({argv + 1, argv + argc})) {
    read::opened_input input = read::open_input(file, {}, report);
    if (input.events != nullptr) {
      read::text_stream events{input, file.path, report};
      while (auto const* event = events.next())
        if (char const* refusal = tracker.take(*event))
          report({file.path, events.line_number(), refusal});
    }
    if (input.recording != nullptr) {
      read::recorded_events events{*input.recording};
      while (auto const* event = events.next())
        if (char const* refusal = tracker.take(*event)) report({file.path, 0, refusal});
      auto const losses = read::merged_recordings::losses_of(*input.recording);
      if (losses.dropped + losses.damages + losses.left_out != 0)
        report({file.path, 0, "lacks events"});
    }
  }
  tracker.finish();
  regions.print(labels);
  if (problems > most_shown) std::fprintf(stderr, "%d more problems\n", problems - most_shown);
  return problems == 0 ? 0 : 1;
}
