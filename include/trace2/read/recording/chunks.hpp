// The file of a recording, by its chunks. No byte of the file is trusted: a crash, a disk or an
// attacker may have written any of them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/file.hpp>
#include <trace2/detail/system/system_calls.hpp>
#include <trace2/read/problem.hpp>
#include <trace2/read/recording/chunk_search.hpp>
#include <trace2/read/recording/recorded_bytes.hpp>
#include <trace2/recording/layout.hpp>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read { namespace recording {

/// Turns the header of a file into one of this machine.
inline layout::file_header converted(layout::file_header head, byte_order order) noexcept {
  head.endian = converted(head.endian, order);
  head.version = converted(head.version, order);
  head.first_chunk = converted(head.first_chunk, order);
  head.flags = converted(head.flags, order);
  head.pid = converted(head.pid, order);
  head.dropped = converted(head.dropped, order);
  head.is_finished = converted(head.is_finished, order);
  head.empty_regions.cost = converted(head.empty_regions.cost, order);
  head.empty_regions.length = converted(head.empty_regions.length, order);
  head.latest_index = converted(head.latest_index, order);
  return head;
}

/// Turns the header of a file into one of this machine, and tells the byte order of the file.
/// Returns an empty text, or the problem as the rest of a sentence about the file.
inline std::string convert_header(layout::file_header& head, byte_order& order) {
  if (std::memcmp(head.magic, layout::file_magic, sizeof head.magic) != 0) return "is no recording";
  order = head.endian == layout::endian_mark ? byte_order::same : byte_order::reversed;
  head = converted(head, order);
  if (head.endian != layout::endian_mark) return "has a damaged header";
  if (head.version != layout::version) return "is a recording of another version";
  if (head.first_chunk < sizeof head || head.first_chunk % layout::word != 0)
    return "has a damaged header";
  return {};
}

/// The file of a recording. `scan` finds its chunks; the writer may still run, so the next scan may
/// find further ones.
class file {
 public:
  file() = default;
  file(file const&) = delete;
  file& operator=(file const&) = delete;
  ~file() {
    if (fd_ >= 0) trace2::detail::system_calls::close(fd_);
  }

  /// Returns an empty text, or the problem as the rest of a sentence about the file.
  std::string open(char const* path) {
    return take(trace2::detail::system_calls::open(path, trace2::detail::open_mode::read |
                                                       trace2::detail::open_mode::without_waiting));
  }
  /// Takes a descriptor, which the object closes; a negative one is a negated errno value.
  std::string take(int fd) {
    fd_ = fd;
    if (fd_ < 0) return "can't be opened: " + reason_of(-fd_);
    trace2::detail::file_status status;
    if (int const result = trace2::detail::system_calls::status(fd_, status); result < 0)
      return "can't be read: " + reason_of(-result);
    if (!status.is_regular()) return "is no file";
    return read_header();
  }

  /// Reads the header and looks for all chunks again.
  void scan() {
    read_header();
    scan({.begin = header_.first_chunk});
  }

  /// A part of the file: from one place to another one, and chunks in front of it.
  struct part {
    std::vector<std::uint64_t> apart{};
    std::uint64_t begin = 0;
    std::uint64_t end = ~std::uint64_t{0};
  };
  /// Looks for the chunks of a part.
  void scan(part const& of) {
    chunk_search<file> search{*this, order_};
    for (std::uint64_t const place : of.apart) search.look_at(place);
    search.run(of.begin, of.end);
    chunks_ = std::move(search.chunks());
    std::sort(chunks_.begin(), chunks_.end(),
              [](chunk const& a, chunk const& b) { return a.serial < b.serial; });
    damages_ = search.damages();
    left_out_ = search.left_out();
  }

  /// Reads bytes at an offset in the file, which belong to the chunk that begins at `head` and has
  /// that serial number. They are fewer when the file has become shorter, and none when the chunk
  /// has been replaced meanwhile.
  void load(std::uint64_t head, std::uint64_t serial, std::uint64_t offset, std::size_t size,
            std::string& bytes) const {
    bytes.resize(size);
    std::size_t const got = read_at(offset, bytes.data(), size);
    layout::chunk_header now{};
    read_at(head, reinterpret_cast<char*>(&now), sizeof now);
    bytes.resize(converted(now.serial, order_) == serial ? got / layout::word * layout::word : 0);
  }

  /// Bytes of records that `load` has read.
  recorded_bytes recorded(std::string_view bytes) const noexcept { return {bytes, order_}; }

  byte_order order() const noexcept { return order_; }
  layout::file_header const& header() const noexcept { return header_; }
  /// The chunks that the latest scan has found, in the order of their beginnings.
  std::vector<chunk> const& chunks() const noexcept { return chunks_; }
  /// Number of damaged places that the latest scan has met.
  std::uint64_t damages() const noexcept { return damages_; }
  /// Number of chunks beyond the limit of a scan.
  std::uint64_t left_out() const noexcept { return left_out_; }

  /// Reads the header again. Returns an empty text, or the problem as the rest of a sentence.
  std::string read_header() {
    layout::file_header header{};
    if (read_at(0, reinterpret_cast<char*>(&header), sizeof header) < sizeof header)
      return "is no recording: it is too short";
    byte_order order{};
    std::string problem = convert_header(header, order);
    if (!problem.empty()) return problem;
    header_ = header;
    order_ = order;
    return {};
  }

  // ---- called by the search ----

  std::size_t read_at(std::uint64_t offset, char* room, std::size_t size) const {
    std::size_t done = 0;
    while (done < size) {
      auto const got =
          trace2::detail::system_calls::read_at(fd_, room + done, size - done, offset + done);
      if (got <= 0) break;
      done += static_cast<std::size_t>(got);
    }
    return done;
  }

  std::uint64_t size() const {
    trace2::detail::file_status status;
    return trace2::detail::system_calls::status(fd_, status) < 0
               ? 0
               : status.size();
  }

  /// The next place where a chunk may begin, past the holes of the file.
  std::uint64_t next_data(std::uint64_t at, std::uint64_t size) const {
    if (at >= size) return size;
    std::uint64_t const data = trace2::detail::system_calls::next_data(fd_, at, size);
    return data == size ? size : at + (data - at) / layout::granule * layout::granule;
  }

 private:
  int fd_ = -1;
  layout::file_header header_{};
  byte_order order_ = byte_order::same;
  std::vector<chunk> chunks_;
  std::uint64_t damages_ = 0;
  std::uint64_t left_out_ = 0;
};

}}}}  // namespace trace2::v0::read::recording
