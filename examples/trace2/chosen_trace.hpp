// The inputs of a command, and which of their processes are chosen.
#pragma once

#include <trace2/export/explanation.hpp>
#include <trace2/read/byte_source.hpp>
#include <trace2/read/input.hpp>
#include <trace2/read/limits.hpp>
#include <trace2/read/recording/empty_region.hpp>
#include <trace2/read/saturating.hpp>
#include <trace2/read/selected_processes.hpp>
#include <trace2/read/selection.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "messages.hpp"
#include "owned_descriptor.hpp"
#include "privacy.hpp"
#include <fcntl.h>
#include <unistd.h>

namespace trace2_program {

/// The inputs of a command, and what is chosen of them.
class chosen_trace {
 public:
  explicit chosen_trace(std::vector<trace2::read::input_file> files,
                        trace2::read::selection const& of = {}, privacy as = privacy::open,
                        bool is_followed_again = false)
      : files_{std::move(files)}, processes_{of}, privacy_{as}, events_{as} {
    if (of.needs_ends() || is_followed_again)
      for (trace2::read::input_file& file : files_) keep_for_two_readings(file);
  }
  chosen_trace(chosen_trace const&) = delete;
  chosen_trace& operator=(chosen_trace const&) = delete;

  std::vector<trace2::read::input_file> const& files() const noexcept { return files_; }
  trace2::read::selected_processes& processes() noexcept { return processes_; }
  /// Whether nothing is left out.
  bool is_all_chosen() const noexcept { return !processes_.of().is_any(); }
  privacy shown_as() const noexcept { return privacy_; }
  /// Makes of events what may be shown. Events are chosen before.
  private_events& events() noexcept { return events_; }
  /// Whether the whole of the inputs could be kept.
  bool is_whole() const noexcept { return is_whole_; }

  /// Of the targets only EVENT leaves out what is nested deeper than a limit.
  void note_limited_target() noexcept { gaps_.is_limited = true; }
  void note_ring() noexcept { gaps_.is_ring = true; }
  trace2::exporter::possible_gaps gaps() const noexcept { return gaps_; }

  /// Of several recordings the most expensive one counts.
  void note_empty_region(std::optional<trace2::read::empty_region> const& told) noexcept {
    bool const is_most = told && (!empty_region_ || told->cost.in_nanoseconds() >
                                                        empty_region_->cost.in_nanoseconds());
    if (is_most) empty_region_ = told;
  }
  std::optional<trace2::read::empty_region> const& empty_region() const noexcept {
    return empty_region_;
  }

  /// Events that recordings had no room for.
  void note_dropped(std::uint64_t count) noexcept {
    constexpr std::uint64_t most = INT64_MAX;
    dropped_ =
        trace2::read::saturating_add(dropped_, static_cast<std::int64_t>(std::min(count, most)));
  }
  std::int64_t dropped() const noexcept { return dropped_; }

  /// Makes standard input begin again.
  void rewind() const {
    if (begin_of_input_ >= 0) ::lseek(STDIN_FILENO, begin_of_input_, SEEK_SET);
  }

 private:
  /// A pipe is copied to a temporary file.
  void keep_for_two_readings(trace2::read::input_file& file) {
    if (!file.is_pipe) return;
    bool const is_input = file.path == "-";
    if (is_input) begin_of_input_ = ::lseek(STDIN_FILENO, 0, SEEK_CUR);
    if (is_input && begin_of_input_ >= 0) return;
    int const fd =
        is_input ? STDIN_FILENO : ::open(file.path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (fd < 0) return;  // Reading it will tell why.
    trace2::read::descriptor_source source{fd};
    bool is_cut = false;
    constexpr std::size_t most = trace2::read::limits::temporary_file;
    owned_descriptor copy{trace2::read::input::copy_to_file(source, most, is_cut)};
    is_whole_ = is_whole_ && copy && !is_cut;
    if (is_cut)
      say(file.path + ": the rest behind " + std::to_string(most / trace2::read::limits::mebibyte) +
          " MiB is left out, because the options need to read a pipe twice");
    if (!copy) {
      say(file.path +
          ": can't be copied for reading it twice: " + trace2::read::reason_of(-copy.get()));
    } else if (is_input) {
      ::dup2(copy.get(), STDIN_FILENO);
      begin_of_input_ = 0;
      rewind();
    } else {
      file.path = "/dev/fd/" + std::to_string(copy.get());
      copies_.push_back(std::move(copy));
      file.is_pipe = false;
    }
  }

  std::vector<trace2::read::input_file> files_;
  trace2::read::selected_processes processes_;
  privacy privacy_;
  private_events events_;
  std::vector<owned_descriptor> copies_;
  ::off_t begin_of_input_ = -1;
  bool is_whole_ = true;
  trace2::exporter::possible_gaps gaps_{.is_limited = false};
  std::optional<trace2::read::empty_region> empty_region_{};
  std::int64_t dropped_ = 0;
};

/// The inputs that a command line names, and the choice among what they hold.
struct wanted_trace {
  std::vector<std::string> const& paths;
  trace2::read::selection selection{};
  privacy shown_as = privacy::open;
};

}  // namespace trace2_program
