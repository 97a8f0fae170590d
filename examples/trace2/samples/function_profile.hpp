// Which functions samples have met: their own samples, and those of what they have called.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "samples/sample_join.hpp"
#include "samples/stack_table.hpp"

namespace trace2::program {

/// A function among samples.
struct function_share {
  function_id function{};
  std::uint64_t own{};  ///< samples in it
  std::uint64_t all{};  ///< samples in it or in what it has called
};

/// Sums up samples by function.
class function_profile {
 public:
  explicit function_profile(stack_table const& stacks) : stacks_{stacks} {}

  void add(std::vector<stack_count> const& more);

  std::uint64_t samples() const noexcept { return samples_; }

  /// The functions, those with most samples of their own first, then those with most callees.
  /// Without callers of nearly all samples, and without a caller whose samples are nearly all in
  /// another one that it has called: these only led there.
  std::vector<function_share> shares() const;

  /// The samples by stack, without callers of nearly all samples, which only led to their place: of
  /// these the innermost is there, and the two around it, unless they begin a program or thread.
  /// Each stack is a list of functions, the outermost first.
  struct path {
    std::vector<function_id> functions;
    std::uint64_t samples;
  };
  std::vector<path> paths() const;

 private:
  /// With which the shown stacks of nearly all samples begin; `no_caller` if they differ.
  stack_id trunk() const;
  stack_id with_callers(stack_id of) const;

  stack_table const& stacks_;
  std::vector<stack_count> counts_;
  std::uint64_t samples_ = 0;
};

/// Half of the interval that has the share of `part` in 19 of 20 cases, if `whole` samples were
/// taken by chance: "2" means that 40 % may be 38 to 42.
double uncertainty_of(std::uint64_t part, std::uint64_t whole) noexcept;

/// Half of the interval that has the expected number in 19 of 20 cases, if `count` samples were
/// taken by chance.
double uncertainty_of(std::uint64_t count) noexcept;

/// "spin (program)": safe to show.
std::string shown_function(sampled_function const& of);

}  // namespace trace2::program
