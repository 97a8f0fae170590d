// Lines that have arrived and wait for being looked at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>
#include <utility>

#include <sys/types.h>

namespace trace2::program::listening {

/// A writer, for as long as the program runs: a connection, the process that sends datagrams, or
/// standard input.
using writer_id = std::uint64_t;

/// Below them are writers that have no end, or none before that of the listener.
inline constexpr writer_id first_connection = 1'000;
inline constexpr writer_id first_sender_of_datagrams = writer_id{1} << 48;

/// True if forks share the writer's end with the process that has begun to write.
constexpr bool is_connection(writer_id writer) noexcept {
  return writer >= first_connection && writer < first_sender_of_datagrams;
}

/// A queue of whole lines, in the order of their arrival, that knows how much of it each writer
/// has.
class waiting_lines {
 public:
  struct piece {
    writer_id writer;
    std::string lines;
    bool is_last;     ///< the writer has gone
    ::pid_t process;  ///< that it was; 0 if nobody knows
  };

  void add(writer_id writer, std::string lines) { push({writer, std::move(lines), false, 0}); }
  void add_end(writer_id writer, ::pid_t process) { push({writer, {}, true, process}); }

  bool empty() const noexcept { return pieces_.empty(); }
  /// Bytes of all, with what the queue itself takes.
  std::size_t size() const noexcept { return size_; }
  std::size_t size_of(writer_id writer) const noexcept;

  piece take();

 private:
  static std::size_t size_of(piece const& of) noexcept { return sizeof of + of.lines.capacity(); }

  void push(piece next);

  std::deque<piece> pieces_;
  std::unordered_map<writer_id, std::size_t> sizes_;
  std::size_t size_ = 0;
};

}  // namespace trace2::program::listening
