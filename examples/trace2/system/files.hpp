// Files by their descriptors. As in the library, a descriptor of Windows is a number that holds a
// handle, and 0, 1 and 2 are the standard handles.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace trace2::program {

inline constexpr int standard_input = 0;
inline constexpr int standard_output = 1;
inline constexpr int standard_error = 2;

/// Which file it is, among all that the system has at the same time.
struct file_number {
  std::uint64_t device = 0;
  std::array<std::uint64_t, 2> index{};
  friend auto operator<=>(file_number const&, file_number const&) = default;
};

struct file_facts {
  bool is_regular = false;
  bool is_directory = false;
  file_number number{};
  std::uint64_t links = 0;
  bool is_own = false;       ///< belongs to this user; all files do on Windows
  unsigned group = 0;        ///< 0 on Windows, as the next
  unsigned permissions = 0;  ///< the twelve bits of chmod(2)
};

// Nothing where the system can't tell, as of a file that isn't there.
std::optional<file_facts> facts_of(int fd);
std::optional<file_facts> facts_of(std::string const& path);
/// Of the link itself, if it is one.
std::optional<file_facts> facts_of_link(std::string const& path);

// The following return a descriptor, which children don't have, or the negated errno value.

/// `waits`: for the writer of a named pipe.
int open_to_read(std::string const& path, bool waits = true);
/// Makes the file if there is none.
int open_to_write(std::string const& path, bool follows_link);
/// Fails with -EEXIST if there is one.
int open_new(std::string const& path, bool is_private = false);

/// 0 or the negated errno value: some file systems say only now that they could not write.
int close_file(int fd) noexcept;

/// At most `size` bytes from an offset on. Returns their number, or a negative number.
std::ptrdiff_t read_at(int fd, char* room, std::size_t size, std::int64_t offset) noexcept;

/// The size of a file; negative if it has none, as a pipe.
std::int64_t size_of(int fd) noexcept;

/// Cuts a file. 0 or the negated errno value.
int cut_file(int fd, std::int64_t size) noexcept;

/// The place in a file at which the next read begins; negative without one, as of a pipe.
std::int64_t place_in(int fd) noexcept;
void go_to_place(int fd, std::int64_t place) noexcept;

/// Makes a file the standard input. The descriptor is still the caller's.
void become_standard_input(int fd) noexcept;

/// A path by which this process opens the file again; empty where the system has none.
std::string path_of(int fd);

/// False if it stays.
bool remove_file(char const* path) noexcept;
/// Removes it if it is empty.
void remove_directory(char const* path) noexcept;

}  // namespace trace2::program
