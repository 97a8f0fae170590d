// The contents of files: digests and comparisons.
#pragma once

#include <trace2/trace2.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "descriptor.hpp"
#include "find.hpp"
#include "problems.hpp"
#include <fcntl.h>
#include <unistd.h>

namespace dupes {

// Timers and counters: a region for each of many files would be too much.
inline trace2::timer const hashing{"content", "hash", trace2::sum_scope::per_thread};
inline trace2::timer const comparing{"content", "compare", trace2::sum_scope::per_thread};
inline trace2::counter const bytes_read{"content", "bytes_read", trace2::sum_scope::per_thread};

/// A file open for reading. After an error it has no more content.
class input_file {
 public:
  // Another object may have taken the place of the file meanwhile. The flags protect from a
  // symbolic link and from a pipe without a writer.
  explicit input_file(std::string const& path)
      : descriptor_{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)},
        error_{descriptor_ ? 0 : errno} {}

  /// The next bytes, as many as `room` can hold; fewer only at the end.
  std::span<char const> read(std::span<char> room) {
    std::size_t size = 0;
    while (error_ == 0 && size < room.size()) {
      ::ssize_t const got = ::read(descriptor_.value(), room.data() + size, room.size() - size);
      if (got == 0) break;
      if (got > 0)
        size += static_cast<std::size_t>(got);
      else if (errno != EINTR)
        error_ = errno;
    }
    TRACE2_COUNTER_ADD(bytes_read, size);
    return room.first(size);
  }

  /// The `errno` value of the error, or 0.
  int error() const { return error_; }

 private:
  descriptor descriptor_;
  int error_;
};

using piece = std::array<char, 65536>;

/// The 64-bit FNV-1a digest of the first `limit` bytes; none if they can't be read.
inline std::optional<std::uint64_t> digest_of(file const& file, std::uint64_t limit,
                                              problem_log& problems) {
  TRACE2_TIMER(hashing);
  input_file input{file.path};
  std::uint64_t digest = 0xcbf29ce484222325;
  piece room;
  while (limit > 0) {
    auto const content =
        input.read(std::span{room}.first(std::min<std::uint64_t>(limit, room.size())));
    if (content.empty()) break;
    for (char const c : content) digest = (digest ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    limit -= content.size();
  }
  if (input.error() == 0) return digest;
  problems.add("read", file.path, input.error());
  return {};
}

/// Compares byte by byte. A file whose size has changed since it was found is equal to none.
inline bool have_same_content(file const& a, file const& b, problem_log& problems) {
  TRACE2_TIMER(comparing);
  input_file input_a{a.path};
  input_file input_b{b.path};
  piece room_a;
  piece room_b;
  std::uint64_t size = 0;
  for (;;) {
    auto const content_a = input_a.read(room_a);
    auto const content_b = input_b.read(room_b);
    if (!std::ranges::equal(content_a, content_b)) break;
    size += content_a.size();
    if (content_a.empty()) break;
  }
  if (input_a.error() != 0) problems.add("read", a.path, input_a.error());
  if (input_b.error() != 0) problems.add("read", b.path, input_b.error());
  return input_a.error() == 0 && input_b.error() == 0 && size == a.size && size == b.size;
}

}  // namespace dupes
