// The samples that a report shows one by one, so that its page sums up those of any span of time.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/moment.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/model.hpp"
#include "report/json_stream.hpp"
#include "report/numbered_texts.hpp"
#include "report/numbering.hpp"
#include "samples/sampled_trace.hpp"
#include "samples/stack_table.hpp"

namespace trace2::program {

/// The samples of threads that are shown, and of the other threads of processes. Where they or the
/// calls of their stacks are too many, one in 2, 4, 8, ... is kept: shares stay what they are, and
/// their uncertainty grows. All arguments must outlive it.
class report_samples {
 public:
  static constexpr std::size_t most_samples = 200'000;
  static constexpr std::size_t most_calls = 400'000;

  report_samples(sampled_trace const& of, model const& trace, report_numbering const& numbers);

  /// Writes members of an object; report/trace.mjs describes them.
  void write(json_stream& out, numbered_texts& texts) const;

  /// Samples in the trace that are not written.
  std::uint64_t left_out() const noexcept { return in_trace_ - rows_.size(); }

 private:
  struct row {
    std::int64_t place;    ///< row of a thread, or of a process behind all threads
    read::nanoseconds at;  ///< since the beginning of the trace
    stack_id stack;
  };
  /// A function, and by how many calls its caller stands in front of it; 0 for none.
  struct call {
    function_id function;
    std::size_t distance;
  };

  /// Nothing for a sample of a process that is left out. Its place has one of the two nodes.
  std::optional<row> row_of(stack_sample const& one, sample_place const& place) const;
  /// False if the samples or their calls are too many.
  bool keep_one_in(std::size_t every);
  void write_calls(json_stream& out, numbered_texts& texts,
                   std::vector<std::size_t>& call_numbers) const;

  sampled_trace const& samples_;
  model const& trace_;
  report_numbering const& numbers_;
  std::size_t every_ = 1;
  std::uint64_t in_trace_ = 0;
  std::vector<row> rows_;
  std::vector<bool> is_called_;  ///< by stack: one of the samples has it, or begins with it
};

}  // namespace trace2::program
