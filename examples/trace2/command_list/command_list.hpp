// The commands of a trace as a list: one row for each process.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event/lifecycle.hpp>
#include <trace2/event/parameter.hpp>
#include <trace2/read/command_text.hpp>
#include <trace2/read/cut_text.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/limits.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/read/tracker_visitor.hpp>
#include <trace2/value/reflect.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "input/selection.hpp"
#include "output/left_out.hpp"

namespace trace2::program {

/// A command. Its wall time is in seconds in JSON and CSV.
struct listed_command {
  std::string begin{};
  read::fine_duration wall{};
  std::optional<std::int64_t> code{};
  std::string_view state{};
  std::string command{};
  std::string repository{};  ///< path of the worktree; empty if no event tells it
  std::string sid{};
  std::optional<std::uint32_t> pid{};
  read::moment at{};  ///< its beginning
};
BOOST_DESCRIBE_STRUCT(listed_command, (), (begin, wall, code, state, command, repository, sid, pid))

/// The orders of a list.
enum class list_order : unsigned char { newest, oldest, slowest, fastest };

/// Collects the chosen commands of a trace. Use it with a tracker, whatever the selection needs:
/// one reading is enough. Memory: about `most_bytes` for the first rows of the order; the rows
/// beyond are counted.
class command_list : public read::tracker_visitor {
 public:
  /// `most`: the rows that are wanted.
  command_list(selection of, list_order order,
               std::size_t most = std::numeric_limits<std::size_t>::max(),
               std::size_t most_bytes = read::limits::export_memory);
  command_list(command_list const&) = delete;
  command_list& operator=(command_list const&) = delete;

  void event(read::traced_event const& now) override;

  void process_ended(read::traced_process& process) override;

  /// The rows in their order, at most as many as wanted. Call it once, behind the tracker's
  /// `finish`.
  std::vector<listed_command> take();

  /// The number of commands that are chosen, also beyond the wanted rows.
  std::uint64_t count() const noexcept { return count_; }
  /// The wanted commands for which there was no room.
  program::left_out const& left_out() const noexcept { return left_out_; }

 private:
  static constexpr std::size_t longest = 300;  ///< bytes of a text

  struct texts {
    std::string command{};
    std::string repository{};
  };

  /// The tracker bounds the number of running processes.
  texts& texts_of(read::traced_process const& process) { return running_[process.number]; }

  static void note_repository(std::string& to, std::string_view worktree);

  void add(read::traced_process const& process, texts of);

  static std::size_t size_of(listed_command const& row);

  /// Keeps the first rows of the order.
  void keep(std::size_t count);

  bool precedes(listed_command const& a, listed_command const& b) const noexcept;

  selection selection_;
  list_order order_;
  std::size_t wanted_;
  std::size_t most_;  ///< rows to keep: fewer than wanted when they find no room
  std::size_t most_bytes_;
  std::unordered_map<std::uint32_t, texts> running_;
  std::vector<listed_command> rows_;
  std::size_t bytes_ = 0;
  std::uint64_t count_ = 0;
  program::left_out left_out_;
};

}  // namespace trace2::program
