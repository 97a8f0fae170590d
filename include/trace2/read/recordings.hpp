// Several recordings as one: of the processes that worked on one thing.
#pragma once

#include <trace2/read/flight_recorder.hpp>
#include <trace2/read/problem.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace trace2::inline v0::read {

/// Recordings of any number of processes, merged by the time of day; the order within each process
/// is never touched.
class merged_recordings {
 public:
  struct entry {
    flight_recording* of = nullptr;
    flight_recording::event const* event = nullptr;
    explicit operator bool() const noexcept { return event != nullptr; }
  };

  /// Adds a recording, or all recordings of a directory. What can't be read is reported; false when
  /// that is all.
  bool add(std::string const& path, problem_handler const& report) {
    std::error_code error;
    if (!std::filesystem::is_directory(path, error)) return add_file(path, report);
    std::vector<std::string> files;
    for (auto const& file : std::filesystem::directory_iterator{path, error})
      if (!file.is_directory(error)) files.push_back(file.path().string());
    std::sort(files.begin(), files.end());
    bool is_any = false;
    // Other files may be there as well, such as those of other targets.
    for (std::string const& file : files) is_any = add_file(file, [](problem const&) {}) || is_any;
    if (!is_any) report({path, 0, "has no recording"});
    return is_any;
  }

  /// The next event of all, valid until the next call.
  entry next() {
    if (latest_ != nullptr) latest_->event = latest_->recording.next();
    latest_ = nullptr;
    for (auto const& known : all_)
      if (known->event != nullptr &&
          (latest_ == nullptr || known->event->wall_nanoseconds < latest_->event->wall_nanoseconds))
        latest_ = known.get();
    return latest_ == nullptr ? entry{} : entry{&latest_->recording, latest_->event};
  }

  /// Looks for what has been recorded since; false when no more can come.
  bool refresh() {
    bool is_live = false;
    for (auto const& known : all_) {
      // Asked first: what a process records before it ends is still found then.
      is_live = known->recording.is_live() || is_live;
      known->recording.refresh();
      if (known->event == nullptr) known->event = known->recording.next();
    }
    return is_live;
  }

  template <class Use>
  void for_each(Use&& use) const {
    for (auto const& known : all_) use(known->path, known->recording);
  }

 private:
  struct known_recording {
    std::string path;
    flight_recording recording{};
    flight_recording::event const* event = nullptr;
  };

  bool add_file(std::string const& path, problem_handler const& report) {
    auto added = std::make_unique<known_recording>();
    added->path = path;
    if (std::string const wrong = added->recording.open(path.c_str()); !wrong.empty()) {
      report({path, 0, wrong});
      return false;
    }
    added->event = added->recording.next();
    all_.push_back(std::move(added));
    return true;
  }

  std::vector<std::unique_ptr<known_recording>> all_;
  known_recording* latest_ = nullptr;
};

}  // namespace trace2::inline v0::read
