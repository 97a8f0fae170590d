// Reads the records of chunks in the order of the file.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/limits.hpp>
#include <trace2/read/recording/chunks.hpp>
#include <trace2/read/recording/record_walk.hpp>
#include <trace2/read/recording/segment_reader.hpp>
#include <trace2/recording/layout.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace trace2 { inline namespace v0 { namespace read { namespace recording {

/// The part of a chunk that has been read, and the thread of its last records.
struct progress {
  std::size_t end = 0;
  std::uint32_t thread = 0;
  bool is_damaged = false;
};

/// Memory: a window, however large chunks and records are. The file must outlive it.
class chunk_reader {
 public:
  explicit chunk_reader(file const& from) noexcept : file_{&from} {}

  /// Calls `use(record, progress, place, 1)` with each record behind the progress, and advances it;
  /// short records come together, with their number, and null for the record. Of a record larger
  /// than the largest definition `use` sees only the first bytes. False when the walk meets a
  /// damage.
  template <class Use>
  bool walk(chunk const& of, progress& at, Use const& use) {
    for (std::size_t size = window; !at.is_damaged && at.end < of.contents();) {
      std::size_t const wanted = std::min(of.contents() - at.end, size);
      file_->load(of.offset, of.serial, of.offset + sizeof(layout::chunk_header) + at.end, wanted,
                  bytes_);
      record_walk record{file_->recorded(bytes_)};
      std::size_t const begin = at.end;
      auto const pass = [&](record_walk const* passed, std::size_t bytes, std::uint64_t count) {
        auto const first = static_cast<std::uint32_t>(at.end);
        at.end += bytes;
        use(passed, at, segment{of.offset, of.serial, first, static_cast<std::uint32_t>(at.end)},
            count);
      };
      for (;;) {
        std::size_t const before = record.rest().size();
        std::size_t const count = record.pass_short();
        if (count != 0) pass(nullptr, before - record.rest().size(), count);
        if (!record.next()) break;
        pass(&record, record.size(), 1);
      }
      has_met_tasks_ = has_met_tasks_ || record.has_passed_tasks();
      if (!record.is_cut() || bytes_.size() < wanted) {
        if (at.end - begin < wanted) return true;  // the next record isn't there
      } else if (record.size() == 0 || record.size() > of.contents() - at.end) {
        at.is_damaged = true;
        return false;
      } else if (record.size() > size && record.size() <= limits::definition) {
        size = record.size();
      } else if (record.size() > size) {
        record.take_rest();
        pass(&record, record.size(), 1);
      }
    }
    return true;
  }

  /// Calls `use(record)` with the records in front of the first event.
  template <class Use>
  void walk_preamble(chunk const& of, Use const& use) {
    constexpr std::size_t most = 2 * layout::granule;  // no writer makes longer ones
    file_->load(of.offset, of.serial, of.offset + sizeof(layout::chunk_header),
                std::min(of.contents(), most), bytes_);
    for (record_walk record{file_->recorded(bytes_)}; record.next();) {
      layout::kind const kind = record.kind();
      if (kind != layout::kind::state && kind != layout::kind::task && kind != layout::kind::clock)
        return;
      use(record);
    }
  }

  /// True if a short record has been about a task.
  bool has_met_tasks() const noexcept { return has_met_tasks_; }

 private:
  static constexpr std::size_t window = std::size_t{64} << 10;

  file const* file_;
  std::string bytes_;
  bool has_met_tasks_ = false;
};

}}}}  // namespace trace2::v0::read::recording
