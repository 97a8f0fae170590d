// The inputs of a command, and which of their processes are chosen.
#pragma once

#include <trace2/read/empty_region.hpp>
#include <trace2/read/input_file.hpp>
#include <trace2/read/remark.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "anonymise/privacy.hpp"
#include "input/selection.hpp"
#include "system/owned_descriptor.hpp"
#include "why/possible_gaps.hpp"

namespace trace2::program {

class selected_processes;

/// The inputs of a command, and what is chosen of them.
class chosen_trace {
 public:
  explicit chosen_trace(std::vector<read::input_file> files, program::selection const& of = {},
                        privacy as = privacy::open, bool is_followed_again = false);
  ~chosen_trace();
  chosen_trace(chosen_trace const&) = delete;
  chosen_trace& operator=(chosen_trace const&) = delete;

  std::vector<read::input_file> const& files() const noexcept { return files_; }
  selected_processes& processes() noexcept { return *processes_; }
  /// True if nothing is left out.
  bool is_all_chosen() const noexcept;
  /// True if any event was kept, or could have been.
  bool is_any_kept() const noexcept;
  privacy shown_as() const noexcept { return privacy_; }
  /// Makes of events what may be shown. Events are chosen before.
  private_events& events() noexcept { return events_; }
  /// True if the whole of the inputs could be kept.
  bool is_whole() const noexcept { return is_whole_; }

  /// True if every file that was named could be read.
  bool is_all_readable() const noexcept { return is_all_readable_; }
  void note_unreadable() noexcept { is_all_readable_ = false; }

  /// Of the targets only EVENT leaves out what is nested deeper than a limit.
  void note_limited_target() noexcept { gaps_.is_limited = true; }
  void note_ring() noexcept { gaps_.is_ring = true; }
  /// NORMAL tells no parents of processes.
  void note_flat_target() noexcept { gaps_.is_flat = true; }
  possible_gaps gaps() const noexcept { return gaps_; }

  /// Of several recordings the most expensive one counts.
  void note_empty_region(std::optional<read::empty_region> const& told) noexcept;
  std::optional<read::empty_region> const& empty_region() const noexcept { return empty_region_; }

  /// Keeps the oddities that the tracker has found.
  void note_remarks(read::remark_list const& told) { remarks_ = told; }
  read::remark_list const& remarks() const noexcept { return remarks_; }

  /// Events that recordings had no room for.
  void note_dropped(std::uint64_t count) noexcept;
  std::int64_t dropped() const noexcept { return dropped_; }

  /// Makes standard input begin again.
  void rewind() const;

 private:
  /// A pipe is copied to a temporary file.
  void keep_for_two_readings(read::input_file& file);

  std::vector<read::input_file> files_;
  std::unique_ptr<selected_processes> processes_;
  privacy privacy_;
  private_events events_;
  std::vector<owned_descriptor> copies_;
  std::int64_t begin_of_input_ = -1;
  bool is_whole_ = true;
  bool is_all_readable_ = true;
  possible_gaps gaps_{.is_limited = false};
  std::optional<read::empty_region> empty_region_{};
  std::int64_t dropped_ = 0;
  read::remark_list remarks_;
};

/// The inputs that a command line names, and the choice among what they hold.
struct wanted_trace {
  std::vector<std::string> const& paths;
  program::selection selection{};
  privacy shown_as = privacy::open;
};

}  // namespace trace2::program
