// Builds the model of a trace from the calls of a tracker.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/command_text.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/key_memo.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/other_event.hpp>
#include <trace2/read/plain_event.hpp>
#include <trace2/read/remark.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/read/tracker_visitor.hpp>
#include <trace2/value/buffer.hpp>

#include <cstdint>
#include <string_view>

#include "model/model.hpp"
#include "model/model_children.hpp"
#include "model/region_tree.hpp"
#include "statistics/interval_distribution.hpp"

namespace trace2::program {

class place_listener;
struct thread_place;

/// The visitor that builds a model. Use it with a tracker that has the same label table; after the
/// tracker's `finish`, `complete` returns the model. Nodes that find no room there are counted. A
/// visitor that collects more derives from it, passes on the calls that it overrides, and lets
/// `takes_plain` return false unless it overrides the calls for plain events, too.
class model_builder : public model_children {
 public:
  explicit model_builder(read::label_table& labels, model_limits const& limits = {});
  ~model_builder() override;

  /// Has it told which nodes are the innermost ones, at each event. It must outlive the tracker.
  void tell(place_listener& listener) noexcept { listener_ = &listener; }

  void process_began(read::traced_process& process, read::traced_process*) override;

  void thread_began(read::traced_process& process, read::traced_thread& thread) override;

  void region_entered(read::traced_process&, read::traced_thread& thread, read::open_region& region,
                      read::occurrence const& what) override;

  void region_left(read::traced_process& process, read::traced_thread& thread,
                   read::closed_region const& closed) override;

  // ---- plain events ----

  /// False if the event must come as an occurrence: then its label is looked up.
  bool takes_plain(read::plain_event const& what) const noexcept override;
  void plain_region_entered(read::traced_thread& thread, read::open_region& region,
                            read::plain_event const& what) override;
  void plain_region_left(read::traced_thread& thread, read::plain_event const& what) override;
  void plain_number(read::traced_thread& thread, read::plain_event const& what) override;

  // ---- all events ----

  void remarked(read::traced_process&, read::remark const& told) override;

  void event(read::traced_event const& now) override;

  void thread_ended(read::traced_process&, read::traced_thread& thread) override;

  void process_detached(read::traced_event const& now) override { detach(now); }

  void process_ended(read::traced_process& process) override;

  /// Links processes to their parents and children to their sessions, and returns the model.
  model complete();

 private:
  /// The node of a region that has just begun; `no_node` when there is no room.
  node_index place(read::traced_thread const& thread, read::open_region& region);

  /// What was the thread's node so far becomes the node of a region around all that is known of it.
  node_index enclose(read::traced_thread const& thread, read::open_region const& region);

  // ---- places ----

  /// Tells the thread's innermost node after an event.
  void tell_place(read::traced_thread const& thread) {
    if (listener_ != nullptr) [[unlikely]]
      tell_listener(thread);
  }
  [[gnu::cold]] void tell_listener(read::traced_thread const& thread);
  thread_place innermost_of(read::traced_thread const& thread);

  // ---- events ----

  void count_event(read::moment at, int nesting) noexcept;

  template <class Event>
  void add(Event const&, read::traced_event const&) {}

  process_node* node_of(read::traced_event const& now) noexcept;

  void add(event::start const& event, read::traced_event const& now);
  void add(event::def_repo const& event, read::traced_event const& now);

  void add(event::error const& event, read::traced_event const& now);

  void add(event::too_many_files const&, read::traced_event const&) { ++model_.overload_count; }

  void add(event::timer const& event, read::traced_event const& now);

  void add(event::counter const& event, read::traced_event const&);

  void add(event::data const& event, read::traced_event const& now);
  void add(event::data_json const& event, read::traced_event const& now);

  void add(read::other_event const& event, read::traced_event const&);

  /// Notes a phase that has ended.
  void add_phase(event::data_json const& event, read::traced_event const& now);

  static constexpr std::size_t most_phases = 20'000;
  static constexpr std::size_t most_timers = 50'000;

  timer_statistics& sums_of(std::string_view category, std::string_view timer);
  template <class Data>
  data_statistics& sums_of(Data const& event, read::traced_event const& now) {
    read::text_key const key = now.occurrence.label_key;
    if (data_statistics* const* const known = data_sums_.find(key)) return **known;
    read::label_id const label = labels_.id_of(event.category, event.key);
    data_statistics& sums = memory_.entry_of(model_.data_sums, label);
    // Else each event has to report that it has no sums of its own.
    if (key != read::no_key && label != read::label_table::other &&
        model_.data_sums.contains(label))
      data_sums_.remember(key, &sums);
    return sums;
  }

  read::key_memo<data_statistics*, 512> data_sums_;  ///< the elements of a map stay in place
  buffer line_;
  place_listener* listener_ = nullptr;
};

}  // namespace trace2::program
