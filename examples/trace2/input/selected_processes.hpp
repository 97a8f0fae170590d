// Lets the events of chosen commands, and of everything that they run, pass through a stream.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/keyed_hash.hpp>
#include <trace2/read/limits.hpp>
#include <trace2/read/memory_budget.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/tracker_visitor.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "input/selection.hpp"

namespace trace2::program {

/// Decides for each event whether its process, or one above it in its session id, is chosen.
///
/// A selection that needs the ends of processes needs two readings of a trace: the first one by a
/// tracker with `chooser`, the second one through `keeps`. Every other selection decides while it
/// streams. Memory: at most `limits::selection_memory`, however long the trace is.
class selected_processes {
 public:
  explicit selected_processes(selection const& of = {})
      : selection_{of}, leaves_out_{of.is_any()} {}

  selection const& of() const noexcept { return selection_; }

  /// True if an event is shown. Cost: that of comparing two session ids, while the process is the
  /// same as before.
  bool keeps(read::occurrence const& what);

  /// The same for all events of a process without their categories. `at` is the time of one of
  /// them.
  bool keeps_process(std::string_view sid, read::moment at);

  /// True if any event was kept, or could have been.
  bool is_any_kept() const noexcept { return is_any_kept_ || !selection_.chooses_commands(); }
  /// Number of chosen commands for which there was no room, and which are left out.
  std::uint64_t left_out() const noexcept { return left_out_; }

  /// Chooses a process by its session id.
  void choose(std::string_view sid);

  /// The visitor of the first reading.
  class chooser : public read::tracker_visitor {
   public:
    explicit chooser(selected_processes& to) noexcept : to_{to} {}

    void event(read::traced_event const& now) override {
      to_.selection_.note(now, now.process.tag);
    }
    void process_ended(read::traced_process& process) override;

   private:
    selected_processes& to_;
  };

 private:
  static constexpr std::size_t per_text = 128;  ///< what a table takes for a text, besides it
  static constexpr std::size_t longest_sid = read::tracker_limits{}.sid_bytes;

  /// The hash of no text. Nobody knows it, so that no trace can be written whose ids collide.
  static std::uint64_t hash_of_nothing();
  /// A hash that goes on where it was for a shorter text, so that the cost of looking for all
  /// processes above one does not grow with the square of its session id.
  static std::uint64_t hash_of(std::string_view text, std::uint64_t of_before = hash_of_nothing());

  /// A session id with its hash. Tables keep it: one that passes by others in a bucket would read
  /// the whole of each for its hash.
  template <class Text>
  struct hashed {
    explicit hashed(std::string_view sid) : hashed{sid, hash_of(sid)} {}
    hashed(std::string_view sid, std::uint64_t its_hash) : text{sid}, hash{its_hash} {}
    Text text;
    std::uint64_t hash;
  };
  using hashed_sid = hashed<std::string_view>;
  using kept_sid = hashed<std::string>;

  struct hash_of_sid {
    using is_transparent = void;
    template <class Text>
    std::size_t operator()(hashed<Text> const& sid) const noexcept {
      return static_cast<std::size_t>(sid.hash);
    }
  };
  struct same_sid {
    using is_transparent = void;
    template <class A, class B>
    bool operator()(hashed<A> const& a, hashed<B> const& b) const noexcept {
      return a.hash == b.hash && a.text == b.text;
    }
  };

  bool decide(std::string_view sid, read::moment at);

  bool is_chosen(hashed_sid const& sid, read::moment at) const;

  selection selection_;
  bool leaves_out_;  ///< the selection does
  std::unordered_set<kept_sid, hash_of_sid, same_sid> chosen_;
  std::unordered_map<kept_sid, bool, hash_of_sid, same_sid> decided_;
  read::memory_budget memory_{read::limits::selection_memory / 2};
  read::memory_budget decisions_{read::limits::selection_memory /
                                 2};  ///< forgotten as a whole when it is full
  std::string latest_;
  bool latest_is_kept_ = false;
  bool is_any_kept_ = false;
  std::uint64_t left_out_ = 0;
};

}  // namespace trace2::program
