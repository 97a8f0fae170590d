// Writes whole lines to a channel that may take them in pieces, late, or not at all: a pipe, a
// terminal, a socket, a file on a full disk. A cut line is finished before another one follows;
// lines that can't be delivered are counted.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/fork_count.hpp>
#include <trace2/detail/system/function_ref.hpp>
#include <trace2/detail/system/sink_system.hpp>
#include <trace2/detail/system/system_calls.hpp>
#include <trace2/detail/text/view_of.hpp>
#include <trace2/detail/text/whole_lines.hpp>
#include <trace2/detail/time/wait_budget.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include <sys/types.h>

namespace trace2 { inline namespace v0 { namespace detail {

/// True if a destination that failed like this may work again without being opened anew.
[[gnu::noinline, gnu::cold]] constexpr bool is_passing_error(int error) noexcept {
  switch (error) {
    case EAGAIN:
    case EBUSY:                     // another thread's turn
    case system_calls::other_file:  // another file has the number for now
    case EINTR:
    case ENOBUFS:
    case ENOMEM:
    case ENOSPC:
    case system_calls::over_quota:
    case EFBIG:
    case EIO:
    case EMSGSIZE:
      return true;
    default:
      return false;
  }
}

/// The writer of one channel. Threads: any at any time for `drop` and the counts; one at a time for
/// all other functions.
template <class System = sink_system>
class line_writer {
 public:
  /// If the rest of a cut line is longer, it is given up and the line is closed.
  static constexpr std::size_t most_kept = 64 * 1024;
  static constexpr std::size_t any_size = static_cast<std::size_t>(-1);

  // The room for a cut line stays uninitialised: as long as no line is cut it costs no memory.
  line_writer() noexcept {}  // NOLINT(modernize-use-equals-default)

  /// Writes once, without waiting, and returns the number of bytes taken or a negated errno value.
  using attempt_once = function_ref<ssize_t(std::string_view bytes)>;

  /// Sends lines, of which the first `sent` bytes are out already. Each piece is made of whole
  /// lines and has at most `unit` bytes, or is a single line.
  ///
  /// Returns 0, or the errno value of the failure; `lines` then begins with the first line that is
  /// left to the caller. After a passing error the rest of a cut line is kept here.
  int write(int fd, std::string_view& lines, std::size_t sent, std::size_t unit,
            attempt_once attempt) noexcept {
    leave_to_parent();
    budget_.start_call();
    // The rest of an earlier line makes no sense behind a line that is cut itself.
    if (sent != 0) forget_kept();
    if (int const error = finish_kept(fd, attempt); error != 0) return error;
    while (!lines.empty()) {
      std::string_view const piece = leading_lines(lines, unit);
      std::string_view rest = piece.substr(sent);
      int const error = push(fd, rest, attempt);
      sent = piece.size() - rest.size();
      bool const was_cut = is_cut(piece, sent);
      if (error != 0 && (error != EMSGSIZE || was_cut)) {
        if (is_passing_error(error) && was_cut)
          keep_back(lines, sent, error);
        else
          lines.remove_prefix(line_start(piece, sent));
        return error;
      }
      drop(rest, error);  // empty, or a message that is too long for its socket
      lines.remove_prefix(piece.size());
      sent = 0;
    }
    return 0;
  }

  /// Counts lines that can't be delivered, and keeps the reason.
  [[gnu::noinline, gnu::cold]] void drop(std::string_view lines, int error) noexcept {
    if (lines.empty()) return;
    reason_.store_relaxed(error);
    undelivered_.fetch_add(count_lines(lines));
  }

  /// True when called for the first time in the child of a fork. A cut line is the parent's to
  /// finish.
  bool leave_to_parent() noexcept {
    if (owner_ == fork_count::current()) return false;
    owner_ = fork_count::current();
    forget_kept();
    return true;
  }

  /// Forgets the rest of a cut line, for which no reader waits any more.
  void forget_kept() noexcept { kept_end_ = kept_begin_ = 0; }

  /// Number of lines dropped, and of lines kept back that are still to be finished.
  std::uint64_t undelivered() const noexcept { return undelivered_.load_relaxed(); }
  /// The errno value for the latest of these lines.
  int reason() const noexcept { return reason_.load_relaxed(); }

 private:
  static bool is_cut(std::string_view piece, std::size_t sent) noexcept {
    return sent != 0 && piece[sent - 1] != '\n';
  }

  static std::size_t line_start(std::string_view piece, std::size_t sent) noexcept {
    if (sent == 0) return 0;
    std::size_t const before = piece.rfind('\n', sent - 1);
    return before == std::string_view::npos ? 0 : before + 1;
  }

  /// Writes `bytes`, and removes the written ones from their beginning.
  int push(int fd, std::string_view& bytes, attempt_once attempt) noexcept {
    std::int64_t since = 0;
    while (!bytes.empty()) {
      ssize_t const taken = attempt(bytes);
      if (taken > 0) {
        bytes.remove_prefix(static_cast<std::size_t>(taken));
        budget_.restore();
        since = 0;
        continue;
      }
      int const error = taken == 0 ? EIO : static_cast<int>(-taken);
      if ((error != EAGAIN && error != EINTR) || !may_try_again(fd, error, since)) return error;
    }
    return 0;
  }

  /// Waits for room, unless a signal has interrupted the write. Some channels say for ever that
  /// they have room and take nothing, or that a signal came: the attempts since the last failure,
  /// at `since`, take time from the call as a wait does.
  bool may_try_again(int fd, int error, std::int64_t& since) noexcept {
    std::int64_t const now = System::monotonic_nanoseconds();
    if (since != 0) budget_.waited(since, now, false);
    since = now;
    auto const milliseconds = static_cast<int>(budget_.left(now) / 1'000'000);
    if (milliseconds <= 0) return false;
    if (error == EINTR) return true;
    bool const room = System::wait_writable(fd, milliseconds) != 0;
    since = System::monotonic_nanoseconds();
    budget_.waited(now, since, !room);
    return room;
  }

  int finish_kept(int fd, attempt_once attempt) noexcept {
    if (kept_begin_ == kept_end_) return 0;
    std::string_view rest = view_of(kept_ + kept_begin_, kept_end_ - kept_begin_);
    int const error = push(fd, rest, attempt);
    kept_begin_ = kept_end_ - rest.size();
    if (error == 0) undelivered_.fetch_add(0 - kept_lines_);
    return error;
  }

  /// Keeps the bytes behind the first `sent` ones: all of them if there is room, else only the rest
  /// of the cut line.
  void keep_back(std::string_view& lines, std::size_t sent, int error) noexcept {
    std::size_t size = lines.size() - sent;
    if (size > most_kept) size = first_line(lines.substr(sent));
    std::string_view const rest = lines.substr(sent, size);
    lines.remove_prefix(sent + size);
    drop(rest, error);
    bool const fits = size <= most_kept;
    kept_lines_ = fits ? count_lines(rest) : 0;
    kept_begin_ = 0;
    kept_end_ = fits ? size : 1;
    std::memcpy(kept_, fits ? rest.data() : "\n", kept_end_);
  }

  wait_budget budget_;
  atomic<std::uint64_t> undelivered_{0};
  atomic<int> reason_{0};
  unsigned owner_ = fork_count::current();
  std::uint64_t kept_lines_ = 0;
  std::size_t kept_begin_ = 0;
  std::size_t kept_end_ = 0;
  char kept_[most_kept];
};

}}}  // namespace trace2::v0::detail
