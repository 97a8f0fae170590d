// Follows the commands that run, tells of each one that finishes, and builds the model of all for
// the summary.
#pragma once

#include <trace2/event/data.hpp>
#include <trace2/event/lifecycle.hpp>
#include <trace2/event/parameter.hpp>
#include <trace2/read/command_text.hpp>
#include <trace2/read/cut_text.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/plain_event.hpp>
#include <trace2/read/shown.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/read/tracker_visitor.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "input/selection.hpp"
#include "listen/finished_command.hpp"
#include "listen/time_shares.hpp"
#include "listen/waiting_lines.hpp"
#include "model/model_builder.hpp"

namespace trace2::program::listening {

/// A command that runs now.
struct running_command {
  read::moment begin{};
  std::string command{};
  std::string place{};
  std::string doing{};  ///< the child it waits for, or its innermost region; may be empty
};

/// The visitor of a listener's tracker. A command has finished with its last event, or when its
/// writer ends without one: then it is called unfinished. Its writer is the one that has sent its
/// latest event: a process that opens its targets anew, or that somebody else has traced meanwhile,
/// comes back by another connection. A tracker keeps processes longer, for events that come late.
class command_watch : public program::model_builder {
 public:
  /// `tell` receives the chosen commands that finish.
  command_watch(read::label_table& labels, model_limits const& limits, selection of,
                std::function<void(finished_command const&)> tell)
      : model_builder{labels, limits},
        names_{labels},
        selection_{std::move(of)},
        tell_{std::move(tell)} {}

  /// `finished(process, is_chosen)` is called for all commands that finish.
  using finish_call = std::function<void(read::traced_process const&, bool)>;
  void set_finished(finish_call finished) { finished_ = std::move(finished); }
  /// True if the process of the latest event had finished before.
  bool is_late() const noexcept { return is_late_; }

  /// Names the writer of the events that follow; 0 for a writer that has no end.
  void set_writer(writer_id writer) noexcept { writer_ = writer; }

  /// Calls those unfinished that the writer has not finished. `heir(process)` is the writer of one
  /// that goes on; 0 of one that does not.
  template <class Heir>
  void end_writer(writer_id writer, Heir const& heir) {
    auto const found = of_writers_.find(writer);
    if (found == of_writers_.end()) return;
    std::vector<std::uint32_t> const numbers = std::move(found->second);
    of_writers_.erase(found);
    for (std::uint32_t const number : numbers) {
      auto const known = watched_.find(number);
      if (known == watched_.end()) continue;
      watched& one = known->second;
      writer_id const next = one.is_told ? 0 : heir(*one.process);
      next == 0 ? finish(one, one.process->last) : give(one, next);
    }
  }

  /// Calls `use(process)` for the processes that the writer has begun.
  template <class Use>
  void each_of(writer_id writer, Use const& use) const {
    auto const found = of_writers_.find(writer);
    if (found == of_writers_.end()) return;
    for (std::uint32_t const number : found->second)
      if (auto const known = watched_.find(number); known != watched_.end())
        use(*known->second.process);
  }
  /// True if a connection is open that no other process has used.
  bool has_own_connection(read::traced_process const& process) const {
    auto const known = watched_.find(process.number);
    if (known == watched_.end() || !is_connection(known->second.writer)) return false;
    auto const found = of_writers_.find(known->second.writer);
    return found != of_writers_.end() && found->second.size() == 1;
  }

  /// Calls `show(command)` for the chosen ones that run now, those that began first in front; at
  /// most so many. Returns the number of the others.
  template <class Show>
  std::size_t each_running(std::size_t most, Show const& show) const {
    std::vector<watched const*> all;
    for (auto const& [number, one] : watched_)
      if (!one.is_told && may_be_chosen(one)) all.push_back(&one);
    std::size_t const shown = std::min(most, all.size());
    std::partial_sort(
        all.begin(), all.begin() + static_cast<std::ptrdiff_t>(shown), all.end(),
        [](watched const* a, watched const* b) { return a->process->number < b->process->number; });
    for (std::size_t i = 0; i < shown; ++i) {
      watched const& one = *all[i];
      show(running_command{one.process->begin, command_of(one), one.place, doing(*one.process)});
    }
    return all.size() - shown;
  }

  /// Processes that were given up, since the last call, before their end was known.
  std::size_t take_given_up() noexcept { return std::exchange(given_up_, 0); }
  /// No process is given up from now on: the trace is over.
  void end() noexcept { is_over_ = true; }

  // ---- calls of the tracker ----

  bool takes_plain(read::plain_event const&) const noexcept override { return false; }

  void process_began(read::traced_process& process, read::traced_process* parent) override {
    model_builder::process_began(process, parent);
    watched& added = watched_[process.number];
    added.process = &process;
    give(added, writer_);
  }

  void region_left(read::traced_process& process, read::traced_thread& thread,
                   read::closed_region const& closed) override {
    model_builder::region_left(process, thread, closed);
    if (thread.is_main()) entry_of(process).shares.add_region(closed.region.label, closed.self());
  }

  void child_ended(read::traced_event const& now, read::open_child const& child) override {
    model_builder::child_ended(now, child);
    entry_of(now.process).shares.add_child(child.label, child.begin, now.at);
  }

  void event(read::traced_event const& now) override {
    namespace event = trace2::event;
    model_builder::event(now);
    watched& one = entry_of(now.process);
    is_late_ = one.is_told;
    if (writer_ != 0 && one.writer != writer_) {
      forget_in(one.writer, now.process.number);
      give(one, writer_);
    }
    auto const& what = now.occurrence;
    if (selection_.is_any()) selection_.note(now, entry_of(now.process).facts);
    if (auto const* const start = what.get<event::start>())
      entry_of(now.process).command = read::shown_command(start->argv, longest);
    else if (auto const* const repo = what.get<event::def_repo>())
      note_place(entry_of(now.process), repo->worktree);
    else if (auto const* const data = what.get<event::data>(); data && data->category == own)
      note_loss(entry_of(now.process), *data);
    else if (what.get<event::atexit>() != nullptr || what.get<event::signal>() != nullptr)
      finish(entry_of(now.process), now.at);
  }

  void process_ended(read::traced_process& process) override {
    if (auto const known = watched_.find(process.number); known != watched_.end()) {
      watched& one = known->second;
      if (!one.is_told && !is_over_) ++given_up_;
      finish(one, process.last);
      forget_in(one.writer, process.number);
      watched_.erase(known);
      latest_ = nullptr;
    }
    model_builder::process_ended(process);
  }

 private:
  static constexpr std::size_t longest = 300;        ///< bytes of a text
  static constexpr std::string_view own = "trace2";  ///< what the library says of itself

  struct watched {
    read::traced_process* process = nullptr;
    writer_id writer{};
    std::uint64_t facts{};  ///< of the selection
    bool is_told = false;
    std::string command{};
    std::string place{};
    std::string losses{};
    time_shares shares{};
  };

  /// Most events belong to the same process as the one before.
  watched& entry_of(read::traced_process const& process) {
    if (latest_ == nullptr || latest_->process != &process) latest_ = &watched_[process.number];
    return *latest_;
  }

  static std::string command_of(watched const& one) {
    return one.command.empty() ? one.process->name() : one.command;
  }

  /// True if the command is not yet known to be left out.
  bool may_be_chosen(watched const& one) const {
    auto const& wanted = selection_.options();
    return selection_.admits(one.process->sid, one.process->begin) &&
           (wanted.command.empty() || command_of(one).find(wanted.command) != std::string::npos) &&
           (wanted.repository.empty() || one.place.find(wanted.repository) != std::string::npos);
  }

  static void note_place(watched& one, std::string_view worktree) {
    if (one.place.empty()) one.place = read::cut_text_visibly(worktree, longest);
  }

  static void note_loss(watched& one, trace2::event::data const& data) {
    if (one.losses.size() > longest) return;
    one.losses.append(one.losses.empty() ? "" : ", ").append(read::cut_text(data.key, longest));
    if (trace2::text const* const count = data.value.as_text())
      one.losses.append(" ").append(read::cut_text(*count, longest));
  }

  void give(watched& one, writer_id writer) {
    one.writer = writer;
    if (writer != 0) of_writers_[writer].push_back(one.process->number);
  }
  void forget_in(writer_id writer, std::uint32_t number) {
    auto const found = of_writers_.find(writer);
    if (found == of_writers_.end()) return;
    std::erase(found->second, number);
    if (found->second.empty()) of_writers_.erase(found);
  }

  std::string name_of(read::label_id label, bool is_child) const {
    auto const& [category, name] = names_[label];
    // A child's category is its class, which says less than its name.
    if (is_child && !name.empty()) return std::string{name};
    return read::joined_name(category, name);
  }

  std::string doing(read::traced_process const& process) const {
    read::open_region const* region = nullptr;
    for (auto const& [name, thread] : process.threads)
      if (thread.is_main() && !thread.regions.empty()) region = &thread.regions.back();
    read::open_child const* child = nullptr;
    for (read::open_child const& one : process.children) child = &one;
    if (child != nullptr && (region == nullptr || child->begin >= region->begin))
      return name_of(child->label, true);
    return region == nullptr ? std::string{} : name_of(region->label, false);
  }

  void finish(watched& one, read::moment at) {
    if (std::exchange(one.is_told, true)) return;
    read::traced_process const& process = *one.process;
    bool const is_chosen =
        selection_.chooses(process, one.facts) && selection_.has_wanted_events(one.facts);
    if (finished_) finished_(process, is_chosen);
    if (!is_chosen) return;
    finished_command told{
        .end = at,
        .wall = process.elapsed ? process.elapsed->in_nanoseconds() : process.last - process.begin,
        .command = command_of(one),
        .place = one.place,
        .state = read::name_of(process.state),
        .code = process.code,
        .losses = one.losses,
        .sid = process.sid,
        .pid = process.pid()};
    auto const* const most = one.shares.largest();
    if (most != nullptr && most->time > read::no_time && told.wall > read::no_time) {
      double const share = read::share_of(most->time, told.wall);
      told.most_percent = static_cast<int>(std::min(share, 1.0) * 100 + 0.5);
      if (told.most_percent > 0) told.most = name_of(most->label, most->is_child);
    }
    tell_(told);
  }

  read::label_table const& names_;
  selection selection_;
  std::function<void(finished_command const&)> tell_;
  finish_call finished_;
  writer_id writer_ = 0;
  std::unordered_map<std::uint32_t, watched> watched_;
  std::unordered_map<writer_id, std::vector<std::uint32_t>> of_writers_;
  watched* latest_ = nullptr;
  std::size_t given_up_ = 0;
  bool is_over_ = false;
  bool is_late_ = false;
};

}  // namespace trace2::program::listening
