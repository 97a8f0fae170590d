// The event loop of a listener: one thread, which waits in one place.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "anonymise/privacy.hpp"
#include "listen/connections.hpp"
#include "listen/datagrams.hpp"
#include "listen/endpoint.hpp"
#include "listen/executor.hpp"
#include "listen/finished_command.hpp"
#include "listen/forwarding.hpp"
#include "listen/input_pipe.hpp"
#include "listen/intake.hpp"
#include "listen/kept_files.hpp"
#include "listen/listener.hpp"
#include "listen/losses.hpp"
#include "listen/readiness.hpp"
#include "listen/received_trace.hpp"
#include "listen/screen.hpp"
#include "listen/senders.hpp"
#include "listen/signals.hpp"
#include "model/model.hpp"
#include "otlp_http/settings.hpp"
#include "output/messages.hpp"
#include "summary/summary_text.hpp"

namespace trace2::program::listening {

class server final : public listener {
 public:
  explicit server(listener_options options);
  server(server const&) = delete;
  server& operator=(server const&) = delete;

  void add(endpoint at) override;
  void add_input() override;
  std::string keep(keeping how) override;
  std::string send_to(otlp_http::endpoints const& to) override;
  void run() override;
  model complete() override;
  bool finish_sending() override { return forwarding_ == nullptr || forwarding_->finish(); }
  losses const& lost() const noexcept override { return losses_; }
  read::label_table const& labels() const noexcept override { return trace_.labels(); }
  int error() const noexcept override { return screen_.error(); }

 private:
  using clock = std::chrono::steady_clock;

  static constexpr std::uint64_t of_signals = 1;
  static constexpr writer_id of_input = 2;
  static constexpr std::uint64_t of_forwarding = 3;
  static constexpr std::uint64_t of_endpoints = std::uint64_t{1} << 62;  ///< above all writers

  /// The time for looking at lines, until writers are read again.
  static constexpr std::chrono::milliseconds share{5};
  static constexpr std::chrono::milliseconds picture{200};
  static constexpr std::chrono::seconds search{2};

  /// Milliseconds to wait for writers; negative without end.
  int patience() const;
  int patience_without_spans() const noexcept;

  void take(std::uint64_t number);

  /// True if there may be more.
  bool take_from(endpoint const& at);

  void take_signals();

  /// Looks at lines that have arrived, up to a moment.
  void look(clock::time_point until);

  /// Does what can wait, but not for ever.
  void look_after();

  void tell(finished_command const& command);

  void say_apart(std::string const& message);

  /// Says what the thread that sends has to say.
  void say_told();

  /// Shows what has finished, and on a terminal what runs.
  void show();

  std::vector<std::string> lines_of_running();

  /// Nobody waits for this program from now on: it takes what has arrived, and then has time.
  void end();

  listener_options options_;
  signals signals_;
  readiness ready_;
  losses losses_{[this](std::string const& message) { say_apart(message); }};
  screen screen_{losses_};
  std::unique_ptr<kept_files> kept_;  ///< null if nothing is kept
  intake intake_{losses_, [this](std::string_view lines) {
                   if (kept_ != nullptr) kept_->write(lines);
                 }};
  senders senders_{intake_};
  connections connections_;
  datagrams datagrams_;
  received_trace trace_;
  std::unique_ptr<forwarding> forwarding_;  ///< null if nothing is sent
  std::optional<executor> executor_;
  std::vector<endpoint> endpoints_;
  std::optional<input_pipe> input_;
  clock::time_point next_picture_{};
  clock::time_point next_search_{};
  unsigned turns_ = 0;
  bool is_any_shown_ = false;
  bool is_picture_old_ = false;  ///< lines have come since the latest picture
  bool is_ending_ = false;
};

}  // namespace trace2::program::listening
