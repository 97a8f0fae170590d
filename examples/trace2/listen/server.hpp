// The event loop of a listener: one thread, which waits in one place.
#pragma once

#include <trace2/export/summarize.hpp>
#include <trace2/export/summary_text.hpp>
#include <trace2/read/model.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../messages.hpp"
#include "../otlp_http/settings.hpp"
#include "../privacy.hpp"
#include "connections.hpp"
#include "datagrams.hpp"
#include "endpoint.hpp"
#include "executor.hpp"
#include "finished_command.hpp"
#include "forwarding.hpp"
#include "input_pipe.hpp"
#include "intake.hpp"
#include "kept_files.hpp"
#include "losses.hpp"
#include "readiness.hpp"
#include "received_trace.hpp"
#include "screen.hpp"
#include "senders.hpp"
#include "signals.hpp"

namespace trace2_program::listening {

struct server_options {
  trace2::read::selection selection{};
  privacy shown_as = privacy::open;
  admission who{};
  trace2::exporter::text_style style{};
  std::string command{};  ///< of the user, for each match; may be empty
};

class server {
 public:
  explicit server(server_options options)
      : options_{std::move(options)},
        connections_{ready_, intake_, losses_, options_.who},
        datagrams_{intake_, senders_, losses_, options_.who},
        trace_{options_.selection, options_.shown_as, losses_,
               [this](finished_command const& command) { tell(command); }} {
    ready_.add(signals_.fd(), of_signals);
    if (!options_.command.empty())
      executor_.emplace(options_.command, signals_.mask_before(), losses_);
  }
  server(server const&) = delete;
  server& operator=(server const&) = delete;

  void add(endpoint at) {
    ready_.add(at.socket.get(), of_endpoints + endpoints_.size());
    endpoints_.push_back(std::move(at));
  }
  void add_input() {
    if (!input_) input_.emplace(ready_, intake_, of_input);
  }

  /// Keeps what arrives from now on. Empty, or the reason why it can't be kept.
  std::string keep(keeping how) {
    kept_ = std::make_unique<kept_files>(std::move(how), losses_);
    return kept_->open();
  }

  /// Sends the spans of what finishes from now on. Empty, or the reason why it can't. `to` lives
  /// longer.
  std::string send_to(otlp_http::endpoints const& to) {
    forwarding_ =
        std::make_unique<forwarding>(to, options_.selection.needs_ends(), trace_.labels(), losses_);
    trace_.give_to(forwarding_->spans());
    ready_.add(forwarding_->fd(), of_forwarding);
    return forwarding_->start();
  }

  /// Listens until a signal ends it, or until standard input does if there is nothing else.
  void run() {
    while (!is_ending_) {
      for (::epoll_event const& event : ready_.wait(patience())) take(event.data.u64);
      if (input_) {
        if (input_->is_file()) input_->read();
        if (input_->is_over() && endpoints_.empty()) is_ending_ = true;
      }
      connections_.relieve();
      look(clock::now() + share);
      if (input_) input_->go_on();
      look_after();
      show();
      if (screen_.is_closed()) is_ending_ = true;
    }
    end();
  }

  /// What was received, for the summary. Call it once, behind `run`.
  trace2::read::model complete() {
    auto result = trace_.complete();
    if (forwarding_ != nullptr) forwarding_->end();
    screen_.flush();
    return result;
  }

  /// Waits for what is being sent, seconds at most but for a disk that hangs, and says what has
  /// become of it. Call it behind `complete`. False if something was neither accepted nor kept.
  bool finish_sending() { return forwarding_ == nullptr || forwarding_->finish(); }

  losses const& lost() const noexcept { return losses_; }
  trace2::read::label_table const& labels() const noexcept { return trace_.labels(); }
  screen& shown() noexcept { return screen_; }

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
  int patience() const {
    int const own = patience_without_spans();
    if (forwarding_ == nullptr) return own;
    auto const earlier = [](int a, int b) {
      return a < 0 || b < 0 ? std::max(a, b) : std::min(a, b);
    };
    return earlier(own, earlier(trace_.patience(), forwarding_->spans().patience()));
  }
  int patience_without_spans() const noexcept {
    if (!intake_.waiting().empty() || (input_ && input_->is_file())) return 0;
    if (kept_ != nullptr && kept_->has_work()) return 0;
    if (screen_.has_unwritten()) return 50;
    if (is_any_shown_ || is_picture_old_) return static_cast<int>(picture.count());
    if (!senders_.empty()) return 2'000;
    return -1;
  }

  void take(std::uint64_t number) {
    if (number >= of_endpoints)
      take_from(endpoints_[number - of_endpoints]);
    else if (number >= first_connection)
      connections_.read(number);
    else if (number == of_signals)
      take_signals();
    else if (number == of_input)
      input_->read();
    else
      say_told();
  }

  /// True if there may be more.
  bool take_from(endpoint const& at) {
    return at.is_stream ? connections_.accept_from(at.socket.get())
                        : datagrams_.read(at.socket.get());
  }

  void take_signals() {
    while (int const signal = signals_.next())
      if (signal == SIGINT || signal == SIGTERM)
        is_ending_ = true;
      else if (signal == SIGHUP && kept_ != nullptr)
        kept_->reopen();
      else if (signal == SIGCHLD && executor_)
        executor_->go_on();
  }

  /// Looks at lines that have arrived, up to a moment.
  void look(clock::time_point until) {
    waiting_lines& waiting = intake_.waiting();
    while (!waiting.empty()) {
      waiting_lines::piece const piece = waiting.take();
      if (!piece.lines.empty()) trace_.take(piece.writer, piece.lines);
      if (piece.is_last)
        trace_.end(piece.writer, [&](auto const& process) {
          return is_ending_ ? 0 : senders_.heir_of(process, piece.process);
        });
      is_picture_old_ = screen_.is_terminal();
      if (clock::now() >= until) return;
    }
  }

  /// Does what can wait, but not for ever.
  void look_after() {
    constexpr unsigned seldom = 16;
    if (kept_ != nullptr && kept_->has_work() &&
        (intake_.waiting().empty() || ++turns_ % seldom == 0))
      kept_->step();
    if (forwarding_ != nullptr) {
      trace_.look_after();
      forwarding_->spans().send_old();
    }
    auto const now = clock::now();
    if (senders_.empty() || now < next_search_) return;
    next_search_ = now + search;
    senders_.look();
  }

  void tell(finished_command const& command) {
    screen_.line(line_of(command, screen_.width()));
    if (!executor_) return;
    // What the user's command writes comes below.
    if (screen_.is_terminal()) screen_.clear();
    executor_->run(command);
  }

  void say_apart(std::string const& message) {
    screen_.clear();
    say(message);
  }

  /// Says what the thread that sends has to say.
  void say_told() {
    for (std::string const& message : forwarding_->take_told()) say_apart(message);
  }

  /// Shows what has finished, and on a terminal what runs.
  void show() {
    auto const now = clock::now();
    if (screen_.takes_picture() && (now >= next_picture_ || screen_.has_unwritten())) {
      next_picture_ = now + picture;
      is_picture_old_ = false;
      screen_.live(lines_of_running());
    }
    screen_.flush();
  }

  std::vector<std::string> lines_of_running() {
    using namespace std::chrono;
    std::vector<std::string> lines;
    std::int64_t const now =
        duration_cast<nanoseconds>(system_clock::now().time_since_epoch()).count();
    std::size_t const width = screen_.width();
    std::size_t const others =
        trace_.watch().each_running(screen_.live_lines(), [&](running_command const& one) {
          std::string doing = trace2::exporter::shown_text(one.doing);
          if (!doing.empty()) doing += "\u2026";
          lines.push_back(options_.style.dim(columns(time_of_day(one.begin), ">",
                                                     std::max<std::int64_t>(now - one.begin, 0),
                                                     one.command, one.place, doing, width)));
        });
    if (others != 0)
      lines.push_back(options_.style.dim("... " + std::to_string(others) + " more run"));
    is_any_shown_ = !lines.empty();
    return lines;
  }

  /// Nobody waits for this program from now on: it takes what has arrived, and then has time.
  void end() {
    screen_.clear();
    // Writers that never stop don't keep it.
    constexpr int most_rounds = 64;
    for (endpoint const& at : endpoints_)
      for (int i = 0; i < most_rounds && take_from(at); ++i) look(clock::time_point::max());
    endpoints_.clear();
    connections_.end_all([this] { look(clock::time_point::max()); });
    if (input_) input_->end();
    senders_.end_all();
    look(clock::time_point::max());
    if (kept_ != nullptr) kept_->end();
    // What follows may wait for readers of the output, or for commands of the user.
    signals_.release();
    screen_.flush();
    if (executor_) executor_->end();
  }

  server_options options_;
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

}  // namespace trace2_program::listening
