// Remarks: what is odd in a trace, so that some of its numbers rest on a guess.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/cut_text.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read {

/// The kind of oddity.
enum class remark_kind : unsigned char {
  clock_set,            ///< the wall clock was set while the process ran
  guessed_child,        ///< two children of the parent fit the process equally well
  overlapping_regions,  ///< a region of a thread ended after one in which it began
  unmatched_end,        ///< no event told the beginning of what ended
  contradicting_times,  ///< a measured time and the times of its beginning and end disagree by
                        ///< more than 1 % and by more than a process is held up (10 ms)
  number_out_of_range   ///< a number was larger than the reader's, and was cut
};

/// A name for programs: "clock-set".
inline std::string_view name_of(remark_kind kind) noexcept {
  static constexpr std::string_view names[] = {
      "clock-set",     "guessed-child",       "overlapping-regions",
      "unmatched-end", "contradicting-times", "number-out-of-range"};
  return names[static_cast<unsigned char>(kind)];
}

/// One oddity of a process, for people and for programs.
struct remark {
  remark_kind kind{};       ///< for programs
  std::string sid{};        ///< of the process
  std::string process{};    ///< its name for people
  std::string where{};      ///< a region, a child or a number of the process; empty: all of it
  std::string text{};       ///< what is odd, as the rest of a sentence: "the clock was set by +5 s"
  std::uint64_t count = 1;  ///< how often it was noticed; the text says so

  /// One line for people: "git gc: region gc/all: the clock was set by +5 s".
  std::string line() const {
    std::string result = process;
    if (!where.empty()) result.append(result.empty() ? "" : ": ").append(where);
    return result.append(result.empty() ? "" : ": ").append(text);
  }
};

/// The remarks on a trace, in the order in which they were found. Memory: bounded, and what finds
/// no room is counted.
class remark_list {
 public:
  static constexpr std::size_t most = 1'000;        ///< remarks
  static constexpr std::size_t longest_text = 300;  ///< bytes of each text; the rest is cut off

  /// Keeps a remark, or counts it as left out.
  void add(remark added) {
    for (std::string* const text : {&added.sid, &added.process, &added.where, &added.text})
      text->resize(cut_text(*text, longest_text).size());
    if (all_.size() < most)
      all_.push_back(std::move(added));
    else
      ++left_out_;
  }

  /// The first remark.
  auto begin() const noexcept { return all_.begin(); }
  /// The place behind the last remark.
  auto end() const noexcept { return all_.end(); }
  /// True without remarks.
  bool empty() const noexcept { return all_.empty(); }
  /// Number of remarks that were kept.
  std::size_t size() const noexcept { return all_.size(); }
  /// Number of remarks for which there was no room.
  std::uint64_t left_out() const noexcept { return left_out_; }

 private:
  std::vector<remark> all_;
  std::uint64_t left_out_ = 0;
};

}}}  // namespace trace2::v0::read
