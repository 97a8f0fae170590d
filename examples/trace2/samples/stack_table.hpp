// The functions and call stacks of samples: each is kept once, and has a number.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/keyed_hash.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace trace2::program {

/// A function that a sample has met. Texts may be hostile.
struct sampled_function {
  std::string name;
  std::string file;  ///< program or library, without directories; empty if unknown
};

/// The numbers are valid as long as the table.
using function_id = std::uint32_t;
using stack_id = std::uint32_t;

/// A call stack is a function and the stack of its caller, so stacks are the nodes of a call tree.
/// Memory: less than 180 MB. Names are cut; a function without room is the function `other`, and a
/// call without room is left out at the inner end of its stack.
class stack_table {
 public:
  static constexpr function_id other = 0;   ///< called "..."
  static constexpr stack_id no_caller = 0;  ///< around the outermost functions
  static constexpr std::size_t longest = 512;  ///< bytes of a function's name
  static constexpr std::size_t longest_file = 128;

  /// The most functions, each with up to 1.5 KB because it is a key too, and stacks of 40 bytes.
  struct limits {
    std::size_t functions = 50'000;
    std::size_t stacks = 2'500'000;
  };
  explicit stack_table(limits const& most) : most_{most} {}
  stack_table() : stack_table{limits{}} {}

  function_id function(std::string_view name, std::string_view file);
  /// The stack of a function that the innermost one of another stack has called.
  stack_id called(stack_id by, function_id what);

  sampled_function const& function(function_id of) const noexcept { return functions_[of]; }
  std::size_t function_count() const noexcept { return functions_.size(); }
  function_id innermost(stack_id of) const noexcept { return stacks_[of].function; }
  /// A caller has a smaller number than what it has called.
  stack_id caller(stack_id of) const noexcept { return stacks_[of].caller; }
  std::size_t stack_count() const noexcept { return stacks_.size(); }
  /// Calls that found no room.
  std::uint64_t left_out() const noexcept { return left_out_; }

  /// Replaces all names by numbers, and those of files too.
  void anonymise();

 private:
  struct stack {
    stack_id caller;
    function_id function;
    stack_id next;  ///< of the same place in the hash table; `no_caller` behind the last
  };

  void grow();
  stack_id& place_of(stack_id caller, function_id function);

  limits most_;
  std::vector<sampled_function> functions_{{"...", {}}};
  std::vector<stack> stacks_{{no_caller, other, no_caller}};
  std::vector<stack_id> places_{no_caller, no_caller};  ///< a hash table of the newest ones
  std::unordered_map<std::string, function_id, read::table_hash, std::equal_to<>> known_functions_;
  std::string key_;
  std::uint64_t left_out_ = 0;
};

}  // namespace trace2::program
