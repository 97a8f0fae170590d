// Lines that come as datagrams, each of which is one line of some process.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "listen/connections.hpp"
#include "listen/intake.hpp"
#include "listen/losses.hpp"
#include "listen/senders.hpp"
#include <sys/socket.h>
#include <sys/uio.h>

namespace trace2::program::listening {

/// Reads datagram sockets. The kernel names the sender of each datagram.
class datagrams {
 public:
  datagrams(intake& to, senders& from, losses& lost, admission who)
      : to_{to}, senders_{from}, lost_{lost}, who_{who}, room_(longest_datagram) {}
  datagrams(datagrams const&) = delete;
  datagrams& operator=(datagrams const&) = delete;

  /// Prepares a socket, before somebody knows its path.
  static void prepare(int socket) noexcept;

  /// Reads those that wait, some at a time. True if there may be more.
  bool read(int socket);

 private:
  static constexpr std::size_t longest_datagram = std::size_t{256} * 1024;
  static constexpr std::size_t most_at_once = std::size_t{64} * 1024;  ///< bytes of lines

  /// False when there is none. A size of 0 is one that is left out.
  bool receive(int socket, ::pid_t& sender, std::size_t& size);

  void hand_over(::pid_t from, std::string& lines);

  intake& to_;
  senders& senders_;
  losses& lost_;
  admission who_;
  std::vector<char> room_;
};

}  // namespace trace2::program::listening
