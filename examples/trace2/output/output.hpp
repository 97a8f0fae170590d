// The output of a command: standard output or a file, buffered, and quiet when its reader has gone.
#pragma once

#include <trace2/sink.hpp>

#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

#include "output/messages.hpp"
#include "output/replacement_file.hpp"
#include "system/files.hpp"

namespace trace2 { inline namespace v0 {
class shared_directory;
}}  // namespace trace2::v0

namespace trace2::program {

/// Unlike the sinks of the library it waits for its reader: a converter has nothing else to do. A
/// file changes when it is complete, not before, unless it can't be replaced. In a directory that
/// all users share, what belongs to another one is refused and stays as it is.
class output final : public trace2::sink {
 public:
  /// Opens a file; standard output for an empty path and for "-". A name of standard output or
  /// error is the descriptor itself, so that the output goes on where others have stopped.
  explicit output(std::string const& path);
  /// Takes a descriptor, which stays open.
  explicit output(int fd) noexcept : fd_{fd} {}
  output(output const&) = delete;
  output& operator=(output const&) = delete;
  ~output();

  void write(std::string_view bytes) noexcept override;

  int error() const noexcept override { return error_; }
  /// Why it could not be opened or written; for people.
  std::string reason() const;
  bool is_terminal() const noexcept override;

  /// The width of the terminal in characters; without a terminal the largest number.
  std::size_t width() const noexcept;
  /// The width of texts that have one everywhere: 80 where there is no terminal.
  std::size_t text_width() const noexcept;

  /// Leaves the output as it was, if no more than the buffer has been written yet.
  void abandon() noexcept { is_abandoned_ = true; }

  /// Writes the buffer; false when this fails.
  bool flush() noexcept;

  /// Writes all, and puts the file into its place; false when this fails.
  bool commit() noexcept;

 private:
  static constexpr std::size_t enough = std::size_t{64} * 1024;

  static bool is_name_of(int fd, std::string_view path);

  bool is_paged() const noexcept;

  /// What another user puts there meanwhile is not opened either.
  int open_to_write(trace2::shared_directory const& parent) const noexcept;
  int target() const noexcept { return replacement_.fd() >= 0 ? replacement_.fd() : fd_; }

  int fd_ = standard_output;
  int error_ = 0;
  bool is_to_be_emptied_ = false;
  bool is_abandoned_ = false;
  bool is_strangers_ = false;
  std::string path_;
  file_facts before_{};
  replacement_file replacement_;
  std::string buffer_;
};

/// Ends a command: its output is complete, or not made at all. Reports why it is incomplete, unless
/// its reader has just gone.
int finish(output& out, followed result);

}  // namespace trace2::program
