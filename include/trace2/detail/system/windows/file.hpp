// How files are opened, and their status.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <compare>
#include <cstdint>

namespace trace2 { inline namespace v0 { namespace detail {

/// How to open a file. Children don't inherit it.
enum class open_mode : int {
  read = 1,
  append = 2,  ///< each write goes to the end, also of several processes (NTFS)
  read_and_write = 3,
  or_create = 4,         ///< a file that doesn't exist
  only_create = 8,       ///< -EEXIST if it exists
  no_link = 16,          ///< the link itself, if the name is a symbolic link's
  without_waiting = 32,  ///< without effect
  marked = 64,           ///< without effect
};

/// Which file it is, among all that the system has at the same time.
struct file_number {
  std::uint64_t device = 0;
  std::uint64_t index[2]{};
  friend auto operator<=>(file_number const&, file_number const&) = default;
};

/// The status of a file, of no file at first.
class file_status {
 public:
  enum class kind : unsigned char { none, regular, directory, link, pipe, character_device };

  file_status() = default;
  explicit file_status(kind is) noexcept : kind_{is} {}
  file_status(kind is, file_number const& number, std::uint64_t size, std::int64_t changed_at,
              std::uint64_t links) noexcept
      : kind_{is}, number_{number}, size_{size}, changed_at_{changed_at}, links_{links} {}

  bool is_regular() const noexcept { return kind_ == kind::regular; }
  bool is_directory() const noexcept { return kind_ == kind::directory; }
  bool is_link() const noexcept { return kind_ == kind::link; }
  bool is_pipe() const noexcept { return kind_ == kind::pipe; }
  bool is_socket() const noexcept { return false; }
  bool is_character_device() const noexcept { return kind_ == kind::character_device; }

  std::uint64_t size() const noexcept { return size_; }

  /// The moment at which the contents changed last, in microseconds since the epoch.
  std::int64_t changed_at() const noexcept { return changed_at_; }

  file_number number() const noexcept { return number_; }
  /// Files have no owner that this library could compare: all are the user's.
  unsigned owner() const noexcept { return 0; }
  std::uint64_t links() const noexcept { return links_; }
  unsigned permissions() const noexcept { return 0600; }

 private:
  kind kind_ = kind::none;
  file_number number_{};
  std::uint64_t size_ = 0;
  std::int64_t changed_at_ = 0;
  std::uint64_t links_ = 0;
};

}}}  // namespace trace2::v0::detail
