// The record of a definition that has no number yet.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/recording/layout.hpp>
#include <trace2/recording/record_writer.hpp>
#include <trace2/value/buffer.hpp>

namespace trace2 { inline namespace v0 { namespace detail { namespace recording {

/// Holds the record on the stack if it fits: a signal may have interrupted the heap, and the
/// definitions that signals cause do fit.
class described_definition {
 public:
  /// `describe(record_writer&)` writes the record.
  template <class Describe>
  described_definition(kind what, Describe const& describe) noexcept : record_{on_stack_, what} {
    describe(record_);
    if (!on_stack_.failed()) return;
    record_ = {on_heap_, what};
    describe(record_);
  }
  described_definition(described_definition const&) = delete;
  described_definition& operator=(described_definition const&) = delete;

  record_writer& record() noexcept { return record_; }

 private:
  char memory_[1024];
  buffer on_stack_{memory_, sizeof memory_};
  buffer on_heap_;
  record_writer record_;
};

}}}}  // namespace trace2::v0::detail::recording
