// Brings spans or metrics to a receiver: in batches, again after failures, and over a spool while
// nobody accepts them.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "otlp_http/backoff.hpp"
#include "otlp_http/batch.hpp"
#include "otlp_http/client.hpp"
#include "otlp_http/message.hpp"
#include "otlp_http/settings.hpp"
#include "otlp_http/spool.hpp"
#include "otlp_http/surroundings.hpp"
#include "otlp_http/verdict.hpp"
#include "output/messages.hpp"

namespace trace2::program::otlp_http {

/// Each item that it takes is accepted by the receiver, or kept in the spool, or counted and
/// reported. It waits for the receiver: who has other things to do, such as an event loop, has it
/// in a thread of its own, or with `retry_for` 0 and a short `timeout`. Memory: two messages. Not
/// for several threads at once.
class delivery {
 public:
  using clock = surroundings::clock;

  /// Both live longer.
  explicit delivery(settings const& of, surroundings& in = of_command());
  delivery(delivery const&) = delete;
  delivery& operator=(delivery const&) = delete;

  /// Sends what earlier calls, or this object, have left in the spool.
  void resume();
  /// When `resume` may find something to do; nothing while the spool is known to be empty.
  std::optional<clock::time_point> due() const;

  /// As that of a batch.
  bool append(auto const& item, std::string& to) { return batch_.append(item, to); }
  /// False when the items are too long for one message; then it has taken none of them.
  template <class Message>
  bool take(Message const& items) {
    if (!batch_.encode(items)) return false;
    if (!batch_.has_room()) flush();
    batch_.add();
    return true;
  }

  /// Sends a message that others have made of items of this kind.
  void send(message const& what);

  /// Sends what has been taken so far, however little.
  void flush();

  /// True if nobody has accepted the latest message.
  bool is_down() const noexcept { return is_down_; }
  /// Waits no more than another delivery, if that has found the same receiver down.
  void follow(delivery const& other);

  /// True if all items so far were accepted or are kept, and no setting stands in the way.
  bool is_whole() const noexcept;

  /// Says what was not accepted, and what has become of it.
  void report() const;

 private:
  static constexpr std::chrono::seconds between_probes{30};
  static constexpr std::chrono::milliseconds no_time{0};

  struct tally {
    std::uint64_t items = 0;
    std::string reason;  ///< the first one

    void add(std::uint64_t more, std::string const& why);
  };

  char const* noun() const noexcept;

  static std::string because(tally const& of);

  static bool is_answered(verdict const& of) noexcept;

  /// Sends a message of the spool. One that has failed often is not tried for long, and tells
  /// nothing of the receiver: new messages need not wait for its end.
  spool::fate send_again(message const& what, spool::entry const& of);

  /// The items are no longer those that this object has kept.
  void take_off(message const& what, spool::entry const& of) noexcept;

  /// Sends a message until it is answered, or until it has been tried for so long.
  verdict deliver(message const& what, std::chrono::milliseconds patience);

  void note(verdict const& result, message const& what);

  void keep(message const& what, bool is_failure = false);

  /// Of each kind the first; `report` has the sums.
  void tell_of_trouble();

  settings const& settings_;
  surroundings& in_;
  client client_;
  spool spool_;
  batch batch_;
  bool is_down_ = false;
  bool needs_settings_ = false;
  bool is_any_waiting_ = true;  ///< in the spool, as far as it is known
  bool has_said_spool_ = false;
  unsigned failed_in_a_row_ = 0;  ///< messages of the spool
  bool has_said_ = false;
  bool has_said_kept_ = false;
  bool has_said_lost_ = false;
  clock::time_point next_probe_{};
  clock::time_point next_look_ = clock::time_point::min();  ///< while the receiver is not down
  std::string down_because_;
  std::uint64_t resent_ = 0;
  tally waiting_;  ///< of earlier calls
  tally rejected_;
  tally unknown_;
  tally unwanted_;
  tally lost_;
  tally kept_;
};

}  // namespace trace2::program::otlp_http
