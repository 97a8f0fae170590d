// The clients of the control of this process, and what is done for them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/control/backend.hpp>
#include <trace2/control/connection.hpp>
#include <trace2/control/protocol.hpp>
#include <trace2/control/status.hpp>
#include <trace2/control/switches.hpp>
#include <trace2/control/system.hpp>
#include <trace2/detail/system/exchange.hpp>
#include <trace2/process/state/state.hpp>
#include <trace2/value/buffer.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <new>
#include <string_view>

#include <poll.h>

namespace trace2 { inline namespace v0 { namespace detail {

/// Constant-initialised and never destroyed. Threads: one at a time; `leave_to_parent` runs in the
/// child of a fork.
class control_clients {
  auto for_each_held() const noexcept {
    return [this](auto const& use) {
      for (auto const* each : connections_)
        if (each != nullptr && each->is_holding) use(each->held());
    };
  }

 public:
  /// Greets a client, if it is the user of this process. Takes over the descriptor.
  [[gnu::cold]] void welcome(int fd) noexcept {
    auto* const connection = new (std::nothrow) control_connection{fd};
    if (connection == nullptr) {
      control_system::close(fd);
      return;
    }
    control_connection** const place = connection->is_of_own_user() ? find_place() : nullptr;
    if (place == nullptr) {
      delete connection;
      return;
    }
    // Before the client knows that it is connected: a child that is forked then leaves it alone.
    *place = connection;
    buffer line;
    line.append(control_protocol::greeting);
    line.append('\n');
    if (line.failed() || !connection->send(line.view())) delete exchange(*place, nullptr);
  }

  /// Waits for requests, or for a client at the descriptor `door`, but not for long; obeys the
  /// requests. True if there is one at the door.
  [[gnu::cold]] bool serve(int door, control_backend const& by) noexcept {
    // No more than there are: the limit of descriptors is one of their number here.
    pollfd watched[1 + most]{{door, POLLIN, 0}};
    std::size_t count = 1;
    for (auto const* each : connections_)
      if (each != nullptr) watched[count++] = {each->fd(), POLLIN, 0};
    int const ready = control_system::poll(watched, count, attentive);
    // A process that may have no descriptors must not become busy.
    if (ready < 0) control_system::pause(100);
    std::int64_t const now = control_system::monotonic_nanoseconds();
    by_ = &by;
    pollfd const* next = watched;
    for (control_connection*& each : connections_) {
      if (each == nullptr) continue;
      bool const goes_on = (++next)->revents == 0
                               ? each->is_open() && !each->is_late(now)
                               : each->read([&](std::string_view request) {
                                   buffer lines;
                                   answer(*each, request, lines);
                                   return !lines.failed() && each->send(lines.view());
                                 });
      if (!goes_on) end(each);
    }
    switches_.retry(by, now, for_each_held());
    return watched[0].revents != 0;
  }

  bool are_there() const noexcept {
    for (auto const* each : connections_)
      if (each != nullptr) return true;
    return false;
  }
  /// True if `serve` has work to do without any of them.
  bool have_left_work() const noexcept { return switches_.is_unfinished(); }

  /// In the child of a fork, at once: clients wait for the end of the parent's descriptors. The
  /// memory stays, because another thread of the parent may have held the heap.
  void leave_to_parent() noexcept {
    for (control_connection*& each : connections_)
      if (each != nullptr) exchange(each, nullptr)->leave_to_parent();
    switches_.leave_to_parent();
  }
  /// True if clients have changed something; in the child of a fork those of the parent.
  bool have_changed() const noexcept { return switches_.is_changed() || have_left_work(); }
  /// Switches to what the present clients want.
  [[gnu::cold]] void apply(control_backend const& by) noexcept {
    buffer reason;
    switches_.apply(by, for_each_held(), reason);
  }

 private:
  static constexpr std::size_t most = 8;
  static constexpr int attentive = 1000;  // milliseconds between looks at silent clients

  /// A client that changes nothing makes room for the next: the one that has been silent longest.
  [[gnu::cold]] control_connection** find_place() noexcept {
    control_connection** oldest = nullptr;
    for (control_connection*& each : connections_) {
      if (each == nullptr) return &each;
      if (!each->is_holding &&
          (oldest == nullptr || each->last_request() < (*oldest)->last_request()))
        oldest = &each;
    }
    if (oldest != nullptr) end(*oldest);
    return oldest;
  }

  [[gnu::cold]] void end(control_connection*& ended) noexcept {
    control_connection* const connection = exchange(ended, nullptr);
    bool const was_holding = connection->is_holding;
    delete connection;
    if (was_holding) apply(*by_);
  }

  [[gnu::cold]] void answer(control_connection& from, std::string_view request,
                            buffer& lines) noexcept {
    buffer reason;
    char const* const refusal = obey(from, request, lines, reason);
    lines.append(refusal == nullptr ? "ok" : "error ");
    if (refusal != nullptr) lines.append(refusal);
    lines.append('\n');
  }

  /// Null, or the reason why not, which may lie in `reason`.
  [[gnu::cold]] char const* obey(control_connection& from, std::string_view request, buffer& lines,
                                 buffer& reason) noexcept {
    std::string_view const verb = control_protocol::take_word(request);
    if (verb == "status" && request.empty()) {
      append_status(lines, *by_);
      return nullptr;
    }
    if (verb == "set") return note(from, request);
    if (verb == "switch" && request.empty()) return hold(from, reason);
    if (verb == "restore" && request.empty()) {
      from.forget();
      return exchange(from.is_holding, false) ? switches_.apply(*by_, for_each_held(), reason)
                                              : nullptr;
    }
    return "unknown request";
  }

  [[gnu::cold]] char const* note(control_connection& from, std::string_view request) noexcept {
    std::string_view what = control_protocol::take_word(request);
    std::string_view const name = what.substr(0, what.find('.'));
    what.remove_prefix(name.size() < what.size() ? name.size() + 1 : name.size());
    std::string_view target;
    bool is_attached = false;
    by_->for_each_target([&](target_facts const& each) {
      if (each.name != name) return;
      target = each.name;
      is_attached = each.is_attached;
    });
    if (target.empty()) return "there is no such target";
    if (is_attached) return "the program has attached a destination of its own to this target";
    buffer value;
    if (request.empty() || request.find(' ') != request.npos ||
        !control_protocol::append_meaning(value, request))
      return "misspelt value";
    auto const* const present = this_process.configuration.load_acquire();
    if (present == nullptr) return "no session is open";
    return from.next().note(*present, target, what, value.view());
  }

  [[gnu::cold]] char const* hold(control_connection& from, buffer& reason) noexcept {
    if (from.next().size() == 0) return "no setting was noted";
    char const* refusal = nullptr;
    for (auto const* each : connections_)
      if (each != nullptr && each != &from && each->is_holding &&
          each->held().collides_with(from.next()))
        refusal = "another client has changed this target";
    if (refusal == nullptr) {
      bool const was_holding = exchange(from.is_holding, true);
      from.exchange();
      refusal = switches_.apply(*by_, for_each_held(), reason);
      if (refusal != nullptr) {
        from.exchange();
        from.is_holding = was_holding;
        apply(*by_);
      }
    }
    from.next().forget();
    return refusal;
  }

  control_backend const* by_ = nullptr;  ///< of the session that has begun last
  control_connection* connections_[most]{};
  control_switches switches_;
};

}}}  // namespace trace2::v0::detail
