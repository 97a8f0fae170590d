// Writers that are known by the id of their process alone: they send datagrams, or have closed
// their connection.
#pragma once

#include <trace2/read/traced_process.hpp>

#include <cstddef>
#include <unordered_set>

#include "listen/intake.hpp"
#include "listen/waiting_lines.hpp"
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace trace2::program::listening {

/// True if a process runs. A process that has ended doesn't, even before somebody has waited for
/// it.
bool is_running(::pid_t process) noexcept;

/// That one of them has ended nobody says, so it is looked for.
class senders {
 public:
  explicit senders(intake& to) : to_{to} {}
  senders(senders const&) = delete;
  senders& operator=(senders const&) = delete;

  bool empty() const noexcept { return all_.empty(); }

  /// The writer that this process is; 0 if there is no room for it.
  writer_id watch(::pid_t process);

  /// The writer that `process` is without its connection, which was made by the process `client`; 0
  /// of one that has ended. That writer may come back by another connection.
  writer_id heir_of(read::traced_process const& process, ::pid_t client);

  /// Ends those that no longer run.
  void look();
  /// Ends all of them.
  void end_all();

 private:
  static constexpr std::size_t most = 10'000;

  void end(::pid_t process);

  intake& to_;
  std::unordered_set<::pid_t> all_;
};

}  // namespace trace2::program::listening
