// The spans and metrics of processes that finish, on their way to a receiver of OpenTelemetry.
#pragma once

#include <trace2/read/keyed_hash.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/occurrence.hpp>

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "convert/otlp.hpp"
#include "convert/otlp_metrics.hpp"
#include "convert/otlp_receiver.hpp"
#include "convert/otlp_schema.hpp"
#include "input/follower.hpp"
#include "listen/losses.hpp"
#include "listen/outgoing.hpp"
#include "otlp_http/batch.hpp"
#include "otlp_http/message.hpp"
#include "otlp_http/settings.hpp"
#include "output/left_out.hpp"

namespace trace2::program::listening {

/// Follows processes a second time, because for a receiver they end when they finish, and not when
/// no late event can come any more. The spans of a process that goes on for long are sent in
/// between, unless only its end tells whether it is chosen.
class live_spans final : private otlp_receiver {
 public:
  /// All of them live longer.
  live_spans(otlp_http::endpoints const& to, bool needs_ends, read::label_table& labels,
             outgoing& out, losses& lost);
  live_spans(live_spans const&) = delete;
  live_spans& operator=(live_spans const&) = delete;

  /// Takes an event of a process that has not finished. An event that is refused here was refused
  /// before.
  void take(read::occurrence const& event) { (void)tracker_.take(event); }

  /// The process has finished.
  void finish(std::string_view sid, bool is_chosen);

  /// Milliseconds until something is to be sent; negative when there is nothing.
  int patience() const;
  /// Sends what has waited for more for long enough.
  void send_old();
  /// Sends the rest, when all processes have finished.
  void end();

  program::left_out left_out() const { return spans_.left_out(); }

 private:
  using clock = std::chrono::steady_clock;

  /// A few processes make one request, and a single one appears soon.
  static constexpr std::chrono::seconds age{5};

  static constexpr std::string_view key_of_sid = "trace2.cmd.sid";

  struct piece {
    otlp_http::signal of{};
    otlp_http::message encoded{};
  };

  static std::size_t size_of(piece const& of) noexcept;

  otlp_http::batch& batch_of(otlp_http::signal of) noexcept;

  // ---- calls of the exporter ----

  bool append(otlp_event const& event, std::string& to) override;
  bool append(otlp_span const& span, std::string& to) override { return traces_.append(span, to); }
  bool take(otlp_traces const& of) override;
  bool take(otlp_metrics_message const& of) override;

  template <class Message>
  bool take(Message const& items, otlp_resource const& of_process, otlp_http::signal of) {
    otlp_http::batch& to = batch_of(of);
    if (!to.encode(items)) return false;
    needs_ends_ ? keep({of, to.take_encoded()}, of_process) : add(to, of);
    return true;
  }

  /// Keeps items until the end of their process.
  void keep(piece one, otlp_resource const& of_process);

  static std::string sid_of(otlp_resource const& process);

  void add(otlp_http::batch& to, otlp_http::signal of);

  void send_all();
  void send(otlp_http::batch& from, otlp_http::signal of);

  bool needs_ends_;
  bool is_measured_;
  outgoing& out_;
  losses& lost_;
  otlp_http::batch traces_;
  otlp_http::batch metrics_;
  clock::time_point oldest_{};  ///< when the first of what the batches hold has come
  std::unordered_map<std::string, std::vector<piece>, read::table_hash>
      undecided_;  ///< by session id
  std::size_t undecided_size_ = 0;
  otlp spans_;
  follower tracker_;
};

}  // namespace trace2::program::listening
