// The trace that arrives: from whole lines to commands, and to the summary of all.
#pragma once

#include <trace2/read/byte_source.hpp>
#include <trace2/read/event_stream.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/model.hpp>
#include <trace2/read/selected_processes.hpp>
#include <trace2/read/text_target.hpp>
#include <trace2/read/tracker.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../privacy.hpp"
#include "command_watch.hpp"
#include "limits.hpp"
#include "lingering.hpp"
#include "live_spans.hpp"
#include "losses.hpp"

namespace trace2_program::listening {

/// A source that ends for now, and goes on with what it is given next.
class resumed_source final : public trace2::read::byte_source {
 public:
  /// The text must outlive the reading of it.
  void give(std::string_view text) noexcept { rest_ = text; }

  std::ptrdiff_t read(char* room, std::size_t size) override {
    std::string_view const piece = rest_.substr(0, size);
    std::copy(piece.begin(), piece.end(), room);
    rest_.remove_prefix(piece.size());
    position_ += piece.size();
    return static_cast<std::ptrdiff_t>(piece.size());
  }
  std::size_t position() const noexcept override { return position_; }

 private:
  std::string_view rest_;
  std::size_t position_ = 0;
};

/// Follows what all writers send as one trace.
class received_trace {
 public:
  received_trace(trace2::read::selection const& of, privacy as, losses& lost,
                 std::function<void(finished_command const&)> tell)
      : lost_{lost},
        chosen_{known_early(of)},
        changes_{as},
        labels_{most_names, names_memory},
        watch_{labels_, of_summary, of, std::move(tell)},
        tracker_{watch_, labels_, of_tracker},
        events_{source_, "", [this](trace2::read::problem const& found) { refuse(found.reason); },
                longest_line} {}

  /// Gives `spans`, which lives as long, what is chosen, without the secrets that writers have
  /// left.
  void give_to(live_spans& spans) {
    spans_ = &spans;
    watch_.set_finished([this](trace2::read::traced_process const& process, bool is_chosen) {
      finished_.emplace_back(process.sid, is_chosen);
    });
  }

  /// Takes whole lines of a writer; 0 is one that has no end.
  void take(writer_id writer, std::string_view lines) {
    auto const target = trace2::read::target_of(lines);
    if (target && *target != trace2::read::text_target::event)
      return lost_.add(loss::other_target, {},
                       static_cast<std::uint64_t>(std::count(lines.begin(), lines.end(), '\n')));
    watch_.set_writer(writer);
    source_.give(lines);
    while (auto const* const event = events_.next()) {
      if (!chosen_.keeps(*event)) continue;
      auto const& shown = changes_.shown(*event);
      if (char const* const refusal = tracker_.take(shown)) refuse(refusal);
      if (spans_ != nullptr) pass_on(shown);
    }
    if (std::size_t const count = watch_.take_given_up(); count != 0)
      lost_.add(loss::given_up, {}, count);
  }

  /// The writer has gone. `heir(process)` is the writer of a process that goes on without it; 0 of
  /// one that does not.
  template <class Heir>
  void end(writer_id writer, Heir const& heir) {
    std::vector<std::string> gone;
    if (spans_ != nullptr && is_connection(writer))
      watch_.each_of(writer, [&](auto const& process) { gone.push_back(process.sid); });
    watch_.end_writer(writer, heir);
    note_finished();
    for (std::string const& sid : gone)
      if (auto const is_chosen = lingering_.take(sid)) spans_->finish(sid, *is_chosen);
  }

  /// Gives up waiting for forks of commands that have finished some time ago.
  void look_after() {
    lingering_.take_due(
        lingering::clock::now(),
        [this](std::string const& sid) {
          auto const* const process = tracker_.find(sid);
          return process != nullptr && watch_.has_own_connection(*process);
        },
        [this](std::string const& sid, bool is_chosen) { spans_->finish(sid, is_chosen); });
  }
  /// Milliseconds until then; negative for no need.
  int patience() const { return lingering_.wait(lingering::clock::now()); }

  command_watch const& watch() const noexcept { return watch_; }
  trace2::read::label_table const& labels() const noexcept { return labels_; }
  trace2::read::label_table& labels() noexcept { return labels_; }

  /// Ends the trace: what still runs is unfinished. Call it once, at last.
  trace2::read::model complete() {
    watch_.end();
    tracker_.finish();
    note_finished();
    lingering_.take_due(
        lingering::clock::time_point::max(), [](auto const&) { return false; },
        [this](std::string const& sid, bool is_chosen) { spans_->finish(sid, is_chosen); });
    return watch_.complete();
  }

 private:
  /// The part of a choice that is known of each event, without waiting for the end of its process.
  static trace2::read::selection known_early(trace2::read::selection const& of) {
    trace2::read::selection_options options = of.options();
    options.command.clear();
    options.repository.clear();
    options.slower_than.reset();
    options.is_failed = false;
    return trace2::read::selection{std::move(options)};
  }

  void pass_on(trace2::read::occurrence const& shown) {
    if (watch_.is_late() && !lingering_.has(std::string{shown.sid}))
      lost_.add(loss::late_event);
    else
      spans_->take(changes_.is_open() ? without_secrets_.shown(shown) : shown);
    note_finished();
  }

  void note_finished() {
    if (finished_.empty()) return;
    auto const now = lingering::clock::now();
    for (auto& [sid, is_chosen] : finished_) lingering_.add(std::move(sid), is_chosen, now);
    finished_.clear();
  }

  void refuse(std::string_view reason) { lost_.add(loss::unknown_line, reason); }

  losses& lost_;
  trace2::read::selected_processes chosen_;
  private_events changes_;
  trace2::read::label_table labels_;
  command_watch watch_;
  trace2::read::tracker<command_watch> tracker_;
  resumed_source source_;
  trace2::read::event_stream events_;
  private_events without_secrets_{privacy::redacted};
  live_spans* spans_ = nullptr;
  std::vector<std::pair<std::string, bool>> finished_;  ///< session ids, and whether chosen
  lingering lingering_;
};

}  // namespace trace2_program::listening
