// The trace that arrives: from whole lines to commands, and to the summary of all.
#pragma once

#include <trace2/read/byte_source.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/text_target.hpp>

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "anonymise/privacy.hpp"
#include "input/follower.hpp"
#include "input/selected_processes.hpp"
#include "input/text_events.hpp"
#include "listen/command_watch.hpp"
#include "listen/lingering.hpp"
#include "listen/live_spans.hpp"
#include "listen/losses.hpp"
#include "model/model.hpp"

namespace trace2::program::listening {

/// A source that ends for now, and goes on with what it is given next.
class resumed_source final : public read::byte_source {
 public:
  /// The text must outlive the reading of it.
  void give(std::string_view text) noexcept { rest_ = text; }

  std::ptrdiff_t read(char* room, std::size_t size) override;
  std::size_t position() const noexcept override { return position_; }

 private:
  std::string_view rest_;
  std::size_t position_ = 0;
};

/// Follows what all writers send as one trace.
class received_trace {
 public:
  received_trace(selection const& of, privacy as, losses& lost,
                 std::function<void(finished_command const&)> tell);

  /// Gives `spans`, which lives as long, what is chosen, without the secrets that writers have
  /// left.
  void give_to(live_spans& spans);

  /// Takes whole lines of a writer; 0 is one that has no end.
  void take(writer_id writer, std::string_view lines);

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
  void look_after();
  /// Milliseconds until then; negative for no need.
  int patience() const { return lingering_.wait(lingering::clock::now()); }

  command_watch const& watch() const noexcept { return watch_; }
  read::label_table const& labels() const noexcept { return labels_; }
  read::label_table& labels() noexcept { return labels_; }

  /// Ends the trace: what still runs is unfinished. Call once, as the last call.
  model complete();

 private:
  void pass_on(read::occurrence const& shown);

  void note_finished();

  void refuse(std::string_view reason) { lost_.add(loss::unknown_line, reason); }

  losses& lost_;
  selected_processes chosen_;
  private_events changes_;
  read::label_table labels_;
  command_watch watch_;
  follower tracker_;
  resumed_source source_;
  text_events events_;
  private_events without_secrets_{privacy::redacted};
  live_spans* spans_ = nullptr;
  std::vector<std::pair<std::string, bool>> finished_;  ///< session ids, and whether chosen
  lingering lingering_;
};

}  // namespace trace2::program::listening
