// Writers that are known by the id of their process alone: they send datagrams, or have closed
// their connection.
#pragma once

#include <trace2/read/traced_process.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <unordered_set>

#include "../owned_descriptor.hpp"
#include "intake.hpp"
#include "line_cutter.hpp"
#include "waiting_lines.hpp"
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace trace2_program::listening {

/// Whether a process runs. One that has ended does not, also before somebody has waited for it.
inline bool is_running(::pid_t process) noexcept {
#ifdef SYS_pidfd_open
  if (owned_descriptor const of{static_cast<int>(::syscall(SYS_pidfd_open, process, 0))}) {
    ::pollfd end{of.get(), POLLIN, 0};
    return ::poll(&end, 1, 0) == 0;
  }
#endif
  return ::kill(process, 0) == 0 || errno != ESRCH;
}

/// That one of them has ended nobody says, so it is looked for.
class senders {
 public:
  explicit senders(intake& to) : to_{to} {}
  senders(senders const&) = delete;
  senders& operator=(senders const&) = delete;

  bool empty() const noexcept { return all_.empty(); }

  /// The writer that this process is; 0 if there is no room for it.
  writer_id watch(::pid_t process) {
    if (process <= 0) return 0;
    if (all_.size() >= most && !all_.contains(process)) return 0;
    all_.insert(process);
    return first_sender_of_datagrams | static_cast<writer_id>(process);
  }

  /// The writer that `process` is without its connection, which was made by the process `client`; 0
  /// of one that has ended. It may come back by another connection.
  writer_id heir_of(trace2::read::traced_process const& process, ::pid_t client) {
    bool const goes_on = process.state == trace2::read::process_state::running && client > 0 &&
                         process.pid() == static_cast<std::uint32_t>(client) && is_running(client);
    return goes_on ? watch(client) : 0;
  }

  /// Ends those that no longer run.
  void look() {
    std::erase_if(all_, [this](::pid_t process) {
      if (is_running(process)) return false;
      end(process);
      return true;
    });
  }
  /// Ends all of them.
  void end_all() {
    for (::pid_t const process : all_) end(process);
    all_.clear();
  }

 private:
  static constexpr std::size_t most = 10'000;

  void end(::pid_t process) {
    line_cutter none;
    to_.end(first_sender_of_datagrams | static_cast<writer_id>(process), none);
  }

  intake& to_;
  std::unordered_set<::pid_t> all_;
};

}  // namespace trace2_program::listening
