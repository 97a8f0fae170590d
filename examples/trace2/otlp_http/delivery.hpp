// Brings spans or metrics to a receiver: in batches, again after failures, and over a spool while
// nobody accepts them.
#pragma once

#include <trace2/export/otlp_schema.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "../messages.hpp"
#include "backoff.hpp"
#include "batch.hpp"
#include "client.hpp"
#include "message.hpp"
#include "settings.hpp"
#include "spool.hpp"
#include "surroundings.hpp"
#include "verdict.hpp"

namespace trace2_program::otlp_http {

/// Each item that it takes is accepted by the receiver, or kept in the spool, or counted and
/// reported. It waits for the receiver: who has other things to do, such as an event loop, has it
/// in a thread of its own, or with `retry_for` 0 and a short `timeout`. Memory: two messages. Not
/// for several threads at once.
class delivery {
 public:
  using clock = surroundings::clock;

  /// Both live longer.
  explicit delivery(settings const& of, surroundings& in = of_command())
      : settings_{of},
        in_{in},
        client_{of, in},
        spool_{of.spool, of.spool_limit, of.url},
        batch_{of.of, of.as, of.is_gzip} {}
  delivery(delivery const&) = delete;
  delivery& operator=(delivery const&) = delete;

  /// Sends what earlier calls, or this object, have left in the spool.
  void resume() {
    is_any_waiting_ = false;
    spool_.send([this](message const& what, bool is_own) {
      if (in_.has_time())
        if (verdict const result = deliver(what); is_answered(result)) {
          if (is_own)
            kept_.items -= std::min(kept_.items, what.items);
          else if (result.is == verdict::kind::accepted)
            resent_ += what.items - result.rejected;
          note(result, what);
          return true;
        }
      is_any_waiting_ = true;
      return false;
    });
  }
  /// When `resume` may find something to do; nothing while the spool is known to be empty.
  std::optional<clock::time_point> due() const {
    if (!is_any_waiting_) return {};
    return is_down_ ? next_probe_ : clock::time_point::min();
  }

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
  void send(message const& what) {
    // While nobody accepts messages, one after some time finds out whether this is still so.
    bool const is_hopeless = needs_settings_ && !in_.goes_on();
    if (is_down_ && (is_hopeless || clock::now() < next_probe_)) return keep(what);
    verdict const result = deliver(what);
    is_answered(result) ? note(result, what) : keep(what);
  }

  /// Sends what has been taken so far, however little.
  void flush() {
    if (!batch_.is_empty()) send(batch_.take());
  }

  /// Whether nobody has accepted the latest message.
  bool is_down() const noexcept { return is_down_; }
  /// Waits no more than another delivery, if that has found the same receiver down.
  void follow(delivery const& other) {
    if (!other.is_down_ || is_down_ || other.settings_.shown() != settings_.shown()) return;
    is_down_ = true;
    down_because_ = other.down_because_;
    next_probe_ = other.next_probe_;
  }

  /// Whether all items so far were accepted or are kept, and no setting stands in the way.
  bool is_whole() const noexcept {
    return rejected_.items + unknown_.items + lost_.items == 0 && !needs_settings_;
  }

  /// Says what was not accepted, and what has become of it.
  void report() const {
    std::string const to = settings_.shown();
    if (resent_ != 0) say(to + ": has got " + counted(resent_, noun()) + " of earlier calls");
    if (kept_.items != 0)
      say(to + ": " + kept_.reason + "; " + counted(kept_.items, noun()) + " " +
          (kept_.items == 1 ? "is" : "are") + " kept in " + spool_.path() +
          ", and will be sent by the next call");
    if (rejected_.items != 0)
      say(to + ": rejected " + counted(rejected_.items, noun()) + because(rejected_));
    else if (!rejected_.reason.empty())
      say(to + ": warns: " + rejected_.reason);
    if (unknown_.items != 0)
      say(to + ": did perhaps not accept " + counted(unknown_.items, noun()) + because(unknown_));
    if (unwanted_.items != 0)
      say(to + ": takes no metrics (" + unwanted_.reason + "); " +
          counted(unwanted_.items, noun()) + " left out. OTEL_METRICS_EXPORTER=none sends none");
    if (lost_.items != 0) say(to + ": " + counted(lost_.items, noun()) + " lost" + because(lost_));
  }

 private:
  static constexpr std::chrono::seconds between_probes{30};

  struct tally {
    std::uint64_t items = 0;
    std::string reason;  ///< the first one

    void add(std::uint64_t more, std::string const& why) {
      items += more;
      if (reason.empty()) reason = why;
    }
  };

  char const* noun() const noexcept {
    return settings_.of == signal::traces ? "span" : "data point";
  }

  static std::string because(tally const& of) {
    return of.reason.empty() ? std::string{} : ": " + of.reason;
  }

  static bool is_answered(verdict const& of) noexcept {
    return of.is != verdict::kind::again && of.is != verdict::kind::later;
  }

  /// Sends a message until it is answered, or until it has been tried for long enough.
  verdict deliver(message const& what) {
    auto const end = clock::now() + (is_down_ ? std::chrono::milliseconds{0} : settings_.retry_for);
    for (backoff waits;;) {
      answer const got = client_.post(what);
      verdict result = judge(got, what, settings_.of);
      is_down_ = !is_answered(result);
      needs_settings_ = result.is == verdict::kind::later;
      if (!is_down_) return result;
      auto const wait = waits.next(got.retry_after);
      bool is_last = needs_settings_ || clock::now() + wait > end;
      if (!is_last) {
        if (!std::exchange(has_said_, true))
          in_.tell(settings_.shown() + ": " + result.reason + "; trying again");
        is_last = !in_.wait(wait);
      }
      if (is_last) {
        down_because_ = result.reason;
        next_probe_ = clock::now() + std::max<clock::duration>(wait, between_probes);
        return result;
      }
    }
  }

  void note(verdict const& result, message const& what) {
    switch (result.is) {
      case verdict::kind::accepted:
        rejected_.add(result.rejected, result.reason);
        break;
      case verdict::kind::unwanted:
        unwanted_.add(what.items, result.reason);
        break;
      case verdict::kind::unknown:
        unknown_.add(what.items, result.reason);
        break;
      default:
        lost_.add(what.items, result.reason);
    }
    tell_of_trouble();
  }

  void keep(message const& what) {
    std::string const problem = spool_.put(what);
    if (problem.empty())
      kept_.add(what.items, down_because_);
    else
      lost_.add(what.items, down_because_ + "; " + problem);
    is_any_waiting_ = is_any_waiting_ || problem.empty();
    tell_of_trouble();
  }

  /// Of each kind the first; `report` has the sums.
  void tell_of_trouble() {
    if (!in_.goes_on()) return;
    std::string const to = settings_.shown() + ": ";
    if (kept_.items != 0 && !std::exchange(has_said_kept_, true))
      in_.tell(to + kept_.reason + "; what it does not accept is kept in " + spool_.path());
    for (tally const* const of : {&rejected_, &unknown_, &lost_})
      if (of->items != 0 && !std::exchange(has_said_lost_, true))
        in_.tell(to + "not all is accepted" + because(*of) + "; further ones are counted");
  }

  settings const& settings_;
  surroundings& in_;
  client client_;
  spool spool_;
  batch batch_;
  bool is_down_ = false;
  bool needs_settings_ = false;
  bool is_any_waiting_ = true;  ///< in the spool, as far as it is known
  bool has_said_ = false;
  bool has_said_kept_ = false;
  bool has_said_lost_ = false;
  clock::time_point next_probe_{};
  std::string down_because_;
  std::uint64_t resent_ = 0;
  tally rejected_;
  tally unknown_;
  tally unwanted_;
  tally lost_;
  tally kept_;
};

}  // namespace trace2_program::otlp_http
