// Walks from record to record in a part of a chunk.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/recording/recorded_bytes.hpp>
#include <trace2/recording/layout.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace read { namespace recording {

/// Walks from record to record, up to the first that isn't committed or that the bytes don't hold
/// as a whole.
class record_walk {
 public:
  explicit record_walk(recorded_bytes bytes) noexcept
      : rest_{bytes.view()}, order_{bytes.order()} {}

  /// Advances to the next record; false at the end. Inlined, as it is a part of every loop over
  /// events, and too large for compilers to see that.
  [[gnu::always_inline]] bool next() noexcept {
    if (rest_.size() < layout::word) return false;
    head_ = recorded_bytes{rest_, order_}.front<std::uint64_t>();
    if (head_ == 0) return false;
    size_ = layout::words_of(head_) * layout::word;
    is_cut_ = size_ == 0 || size_ > rest_.size();
    if (is_cut_) return false;
    fields_ = {rest_.data() + layout::word, size_ - layout::word};
    rest_.remove_prefix(size_);
    return true;
  }

  /// Passes over the next records as long as they are short ones, and returns their number.
  std::size_t pass_short() noexcept {
    std::size_t count = 0;
    for (; rest_.size() >= layout::word; ++count) {
      auto const head = recorded_bytes{rest_, order_}.front<std::uint64_t>();
      if (head == 0 || layout::kind_of(head) >= layout::kind::state) break;
      std::size_t const size = layout::words_of(head) * layout::word;
      if (size > rest_.size()) break;
      has_passed_tasks_ |= layout::kind_of(head) >= layout::kind::task_begin;
      rest_.remove_prefix(size);
    }
    return count;
  }
  /// True if one of these has been about a task.
  bool has_passed_tasks() const noexcept { return has_passed_tasks_; }

  std::uint64_t head() const noexcept { return head_; }
  layout::kind kind() const noexcept { return layout::kind_of(head_); }
  /// The bytes of the record behind its first word.
  recorded_bytes fields() const noexcept { return {fields_, order_}; }
  /// The bytes behind the record.
  std::string_view rest() const noexcept { return rest_; }

  /// True if the walk has ended at a record of which the bytes hold a part only.
  bool is_cut() const noexcept { return is_cut_; }
  /// The bytes that this record claims to have; 0 for a damaged one.
  std::size_t size() const noexcept { return size_; }
  /// Takes what there is of this record.
  void take_rest() noexcept {
    fields_ = rest_.substr(layout::word);
    rest_ = {};
  }

 private:
  std::string_view rest_;
  std::string_view fields_;
  byte_order order_;
  std::uint64_t head_ = 0;
  std::size_t size_ = 0;
  bool is_cut_ = false;
  bool has_passed_tasks_ = false;
};

}}}}  // namespace trace2::v0::read::recording
