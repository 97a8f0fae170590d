// Lines that come as datagrams, each of which is one line of some process.
#pragma once

#include <cstddef>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "connections.hpp"
#include "intake.hpp"
#include "losses.hpp"
#include "senders.hpp"
#include <sys/socket.h>
#include <sys/uio.h>

namespace trace2_program::listening {

/// Reads datagram sockets. The kernel names the sender of each datagram.
class datagrams {
 public:
  datagrams(intake& to, senders& from, losses& lost, admission who)
      : to_{to}, senders_{from}, lost_{lost}, who_{who}, room_(longest_datagram) {}
  datagrams(datagrams const&) = delete;
  datagrams& operator=(datagrams const&) = delete;

  /// Prepares a socket, before somebody knows its path.
  static void prepare(int socket) noexcept {
    int const yes = 1;
    ::setsockopt(socket, SOL_SOCKET, SO_PASSCRED, &yes, sizeof yes);
  }

  /// Reads those that wait, some at a time. True if there may be more.
  bool read(int socket) {
    constexpr int at_once = 256;
    std::string lines;
    ::pid_t from = 0;
    bool may_be_more = true;
    for (int i = 0; i < at_once && may_be_more; ++i) {
      ::pid_t sender = 0;
      std::size_t size = 0;
      may_be_more = receive(socket, sender, size);
      if (size == 0) continue;
      // Who sends a datagram may lose it; who writes to a connection would wait for room.
      if (to_.size() > waiting_of_all / 2) {
        lost_.add(loss::dropped_datagram);
        continue;
      }
      if (sender != from || lines.size() > most_at_once)
        hand_over(std::exchange(from, sender), lines);
      lines.append(room_.data(), size);
      if (lines.back() != '\n') lines += '\n';
    }
    hand_over(from, lines);
    return may_be_more;
  }

 private:
  static constexpr std::size_t longest_datagram = std::size_t{256} * 1024;
  static constexpr std::size_t most_at_once = std::size_t{64} * 1024;  ///< bytes of lines

  /// False when there is none. A size of 0 is one that is left out.
  bool receive(int socket, ::pid_t& sender, std::size_t& size) {
    // There is room for nothing else, so that nobody hands over descriptors.
    alignas(::cmsghdr) char control[CMSG_SPACE(sizeof(::ucred))];
    ::iovec whole{room_.data(), room_.size()};
    ::msghdr message{};
    message.msg_iov = &whole;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    ::ssize_t const got = ::recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (got < 0) return false;
    ::ucred of{};
    ::cmsghdr const* const first = CMSG_FIRSTHDR(&message);
    bool const is_known = first != nullptr && first->cmsg_type == SCM_CREDENTIALS;
    if (is_known) std::memcpy(&of, CMSG_DATA(first), sizeof of);
    if (!is_known || !who_.admits(of.uid)) {
      lost_.add(loss::foreign);
    } else if ((message.msg_flags & MSG_TRUNC) != 0) {
      lost_.add(loss::cut_datagram);
    } else {
      sender = of.pid;
      size = static_cast<std::size_t>(got);
    }
    return true;
  }

  void hand_over(::pid_t from, std::string& lines) {
    if (lines.empty()) return;
    to_.take_lines(senders_.watch(from), std::exchange(lines, {}));
  }

  intake& to_;
  senders& senders_;
  losses& lost_;
  admission who_;
  std::vector<char> room_;
};

}  // namespace trace2_program::listening
