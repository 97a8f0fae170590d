// The connections of a listener. None of them can take the place or the time of others.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <list>
#include <unordered_map>

#include "listen/intake.hpp"
#include "listen/limits.hpp"
#include "listen/losses.hpp"
#include "listen/readiness.hpp"
#include "system/owned_descriptor.hpp"
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

namespace trace2::program::listening {

/// Whose lines are taken: by default those of this user and of root.
struct admission {
  bool is_for_all = false;

  bool admits(::uid_t user) const noexcept;
};

/// Descriptors that connections may take. The limit of the process is raised as far as it may be.
std::size_t room_for_connections() noexcept;

class connections {
 public:
  connections(readiness& ready, intake& to, losses& lost, admission who)
      : ready_{ready}, to_{to}, lost_{lost}, who_{who} {}
  connections(connections const&) = delete;
  connections& operator=(connections const&) = delete;

  std::size_t size() const noexcept { return all_.size(); }

  /// Takes those that wait at a socket, some at a time. True if there may be more.
  bool accept_from(int socket);

  /// Reads what a connection has sent. Nothing for one that has been closed meanwhile, and nothing
  /// while there is no room.
  void read(writer_id number);

  /// Closes the connections that have sent most, as long as there is too much. Looks at all
  /// connections: call it once in each turn, not for each connection.
  void relieve();

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

  std::size_t size_of(table::value_type const& of) const noexcept;

  void add(owned_descriptor fd, ::pid_t process);

  void note_line(connection& of);

  /// Closes one that has never sent a line, or one of a process that has many.
  bool make_room();

  void cut_off(table::iterator one);

  void close(table::iterator one);

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

}  // namespace trace2::program::listening
