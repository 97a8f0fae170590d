// The connections of a listener. None of them can take the place or the time of others.
#pragma once

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <list>
#include <string>
#include <unordered_map>
#include <utility>

#include "../owned_descriptor.hpp"
#include "intake.hpp"
#include "limits.hpp"
#include "losses.hpp"
#include "readiness.hpp"
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

namespace trace2_program::listening {

/// Whose lines are taken: by default those of this user and of root.
struct admission {
  bool is_for_all = false;

  bool admits(::uid_t user) const noexcept {
    return is_for_all || user == 0 || user == ::geteuid();
  }
};

/// Descriptors that connections may take. The limit of the process is raised as far as it may be.
inline std::size_t room_for_connections() noexcept {
  constexpr std::size_t own = 64;  // descriptors of this program
  struct ::rlimit files {};
  if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return own;
  files.rlim_cur = files.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &files);
  ::getrlimit(RLIMIT_NOFILE, &files);
  std::size_t const all = files.rlim_cur;
  return all < 2 * own ? all / 2 : std::min(all - own, most_clients);
}

class connections {
 public:
  connections(readiness& ready, intake& to, losses& lost, admission who)
      : ready_{ready}, to_{to}, lost_{lost}, who_{who} {}
  connections(connections const&) = delete;
  connections& operator=(connections const&) = delete;

  std::size_t size() const noexcept { return all_.size(); }

  /// Takes those that wait at a socket, some at a time. True if there may be more.
  bool accept_from(int socket) {
    constexpr int at_once = 64;
    relieve();
    for (int i = 0; i < at_once; ++i) {
      owned_descriptor fd{::accept4(socket, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK)};
      if (!fd) {
        // The system has no room for more. It would ask again and again.
        if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)
          ::poll(nullptr, 0, 1);
        return false;
      }
      ::ucred sender{};
      ::socklen_t size = sizeof sender;
      if (::getsockopt(fd.get(), SOL_SOCKET, SO_PEERCRED, &sender, &size) != 0) continue;
      if (!who_.admits(sender.uid)) {
        lost_.add(loss::foreign, "user " + std::to_string(sender.uid));
        continue;
      }
      if (all_.size() >= most_ && !make_room()) {
        lost_.add(loss::refused, "process " + std::to_string(sender.pid));
        continue;
      }
      add(std::move(fd), sender.pid);
    }
    return true;
  }

  /// Reads what a connection has sent. Nothing for one that has been closed meanwhile, and nothing
  /// while there is no room.
  void read(writer_id number) {
    auto const found = all_.find(number);
    if (found == all_.end() || to_.is_full()) return;
    constexpr int most_pieces = 4;
    for (int i = 0; i < most_pieces; ++i) {
      ::ssize_t const got = ::recv(found->second.fd.get(), room_.data(), room_.size(), 0);
      if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) return close(found);
      if (got < 0) return;
      bool const is_any =
          to_.take(number, found->second.cutter, {room_.data(), static_cast<std::size_t>(got)});
      if (is_any) note_line(found->second);
      if (to_.waiting().size_of(number) > waiting_of_client) return cut_off(found);
      if (static_cast<std::size_t>(got) < room_.size()) return;
    }
  }

  /// Closes those that have sent most, as long as there is too much. It looks at all of them, so it
  /// is for each turn and not for each connection.
  void relieve() {
    while (to_.is_full() && !all_.empty()) {
      auto largest = all_.begin();
      for (auto each = all_.begin(); each != all_.end(); ++each)
        if (size_of(*each) > size_of(*largest)) largest = each;
      // What waits is looked at soon. Nothing but their end takes the beginnings of lines away.
      if (size_of(*largest) < fair && !to_.waiting().empty()) return;
      cut_off(largest);
    }
  }

  /// Reads what is left in all of them, and closes them. Calls `look` when much waits.
  template <class Look>
  void end_all(Look const& look) {
    while (!all_.empty()) {
      if (to_.size() > waiting_of_all / 2) look();
      relieve();
      if (all_.empty()) return;
      writer_id const number = all_.begin()->first;
      read(number);
      if (auto const found = all_.find(number); found != all_.end()) close(found);
    }
  }

 private:
  struct connection {
    owned_descriptor fd;
    ::pid_t process;
    line_cutter cutter{};
    bool has_spoken = false;                 ///< it has sent a line
    std::list<writer_id>::iterator place{};  ///< in one of the lists
  };
  using table = std::unordered_map<writer_id, connection>;

  static constexpr std::size_t fair = waiting_of_all / 64;
  static constexpr std::size_t crowd = 8;  ///< connections that one process needs at most

  std::size_t size_of(table::value_type const& of) const noexcept {
    return to_.waiting().size_of(of.first) + of.second.cutter.size();
  }

  void add(owned_descriptor fd, ::pid_t process) {
    writer_id const number = first_connection + count_++;
    if (!ready_.add(fd.get(), number)) return lost_.add(loss::refused);
    connection& added = all_.emplace(number, connection{std::move(fd), process}).first->second;
    added.place = silent_.insert(silent_.end(), number);
    ++of_process_[process];
  }

  void note_line(connection& of) {
    auto& from = of.has_spoken ? spoken_ : silent_;
    spoken_.splice(spoken_.end(), from, of.place);
    of.has_spoken = true;
  }

  /// Closes one that has never sent a line, or one of a process that has many.
  bool make_room() {
    while (!silent_.empty()) {
      writer_id const number = silent_.front();
      read(number);
      auto const found = all_.find(number);
      if (found == all_.end()) return true;
      if (found->second.has_spoken) continue;
      lost_.add(loss::idle, "process " + std::to_string(found->second.process));
      close(found);
      return true;
    }
    int left = 64;
    for (writer_id const number : spoken_) {
      auto const found = all_.find(number);
      if (of_process_[found->second.process] <= crowd) {
        if (--left == 0) return false;
        continue;
      }
      lost_.add(loss::idle, "process " + std::to_string(found->second.process));
      close(found);
      return true;
    }
    return false;
  }

  void cut_off(table::iterator one) {
    lost_.add(loss::slow_reading, "process " + std::to_string(one->second.process));
    // The beginning of a line would keep its room.
    to_.forget(one->second.cutter);
    close(one);
  }

  void close(table::iterator one) {
    connection& of = one->second;
    to_.end(one->first, of.cutter, of.process);
    (of.has_spoken ? spoken_ : silent_).erase(of.place);
    if (auto const found = of_process_.find(of.process); --found->second == 0)
      of_process_.erase(found);
    ready_.remove(of.fd.get());
    all_.erase(one);
  }

  readiness& ready_;
  intake& to_;
  losses& lost_;
  admission who_;
  std::size_t most_ = room_for_connections();
  std::uint64_t count_ = 0;
  table all_;
  std::list<writer_id> silent_;  ///< those without a line yet, the oldest first
  std::list<writer_id> spoken_;  ///< the one that has been silent for longest first
  std::unordered_map<::pid_t, std::size_t> of_process_;
  std::array<char, 64 * 1024> room_{};
};

}  // namespace trace2_program::listening
