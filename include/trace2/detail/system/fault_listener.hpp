// The interface of objects that want to know when mapped memory has lost its file.
// SPDX-License-Identifier: BSL-1.0
#pragma once

namespace trace2 { inline namespace v0 { namespace detail {

/// Is told that guarded memory has lost its file.
class fault_listener {
 public:
  /// Runs in a signal handler of the thread that has touched the memory.
  virtual void lose() noexcept = 0;

 protected:
  ~fault_listener() = default;
};

}}}  // namespace trace2::v0::detail
