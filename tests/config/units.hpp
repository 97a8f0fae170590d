// The units of the program, each with settings of its own.
#pragma once

namespace units {

struct result {
  int evaluated = 0;  ///< arguments of macros
  bool is_enabled = false;
};

result by_default();
result compiled_out();
result sharing();
result with_own_targets();

}  // namespace units
