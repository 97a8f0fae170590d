// Builds the model of a trace from the calls of a tracker.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/buffer.hpp>
#include <trace2/detail/text/json_value.hpp>
#include <trace2/read/command_text.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/interval_distribution.hpp>
#include <trace2/read/key_memo.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/model.hpp>
#include <trace2/read/model_children.hpp>
#include <trace2/read/model_relatives.hpp>
#include <trace2/read/other_event.hpp>
#include <trace2/read/plain_event.hpp>
#include <trace2/read/region_messages.hpp>
#include <trace2/read/region_tree.hpp>
#include <trace2/read/saturating.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/read/tracker_visitor.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read {

/// The visitor that builds a model. Use it with a tracker that has the same label table; after the
/// tracker's `finish`, `complete` returns the model. What finds no room there is counted in it. A
/// visitor that collects more derives from it, and passes on the calls that it hides.
class model_builder : public model_children {
 public:
  explicit model_builder(label_table& labels, model_limits const& limits = {})
      : model_children{labels, limits} {}

  void process_began(traced_process& process, traced_process*) {
    ++model_.process_count;
    model_.is_fine = model_.is_fine || process.is_fine;
    if (model_.processes.size() >= limits_.processes ||
        !memory_.take(2 * sizeof(process_node) + process.sid.size())) {
      ++model_.missing.processes;
      return;
    }
    process.tag = tag_of(model_.processes.size());
    model_.processes.push_back({.sid = process.sid, .begin = process.begin, .end = process.begin});
  }

  void thread_began(traced_process& process, traced_thread& thread) {
    if (is_control_thread(thread.name)) return;
    ++model_.thread_count;
    if (process.tag == no_tag || model_.threads.size() >= limits_.threads ||
        !memory_.take(2 * sizeof(thread_node) + thread.name.size() + region_tree::per_node)) {
      ++model_.missing.threads;
      return;
    }
    thread.tag = tag_of(model_.threads.size());
    model_.processes[index_of(process.tag)].threads.push_back(index_of(thread.tag));
    model_.threads.push_back({.name = thread.name,
                              .process = index_of(process.tag),
                              .root = regions_.add_root(thread.begin)});
  }

  void region_entered(traced_process&, traced_thread& thread, open_region& region,
                      occurrence const& what) {
    if (node_index const node = place(thread, region); node != no_node)
      note_message(model_, node, what, memory_, limits_.child_text);
  }

  void region_left(traced_process& process, traced_thread& thread, closed_region const& closed) {
    add_region(closed);
    open_region const& region = closed.region;
    if (!region.only_waits || region.tag == no_tag) [[likely]]
      return;
    std::int64_t const begin = saturating_add(closed.end, -closed.whole());
    history_.waited({index_of(process.tag), index_of(region.tag), begin, closed.end});
    note_wait({thread.number, index_of(region.tag), begin, closed.end,
               saturating_add(closed.whole(), -region.inside)});
  }

  // ---- plain events ----

  using takes_plain_events = model_builder;

  void plain_event(std::int64_t at, int nesting) noexcept {
    model_.begin = model_.event_count == 0 ? at : std::min(model_.begin, at);
    model_.end = model_.event_count == 0 ? at : std::max(model_.end, at);
    ++model_.event_count;
    model_.deepest = std::max(model_.deepest, nesting);
  }
  /// False if the event must come as an occurrence: then its label is looked up.
  bool knows(read::plain_event const& what) const noexcept {
    return what.what != read::plain_event::sort::number ||
           data_sums_.find(what.label_key) != nullptr;
  }
  void plain_region_entered(traced_thread& thread, open_region& region, read::plain_event const&) {
    node_index const node = place(thread, region);
    if (node != no_node && model_.regions[node].has_message)
      note_message(model_, node, std::string_view{}, memory_, limits_.child_text);
  }
  void plain_number(read::plain_event const& what) noexcept {
    memory_.add_value(**data_sums_.find(what.label_key), what.wall, what.number);
  }

  // ---- all events ----

  void event(moment const& now) {
    plain_event(now.at, now.occurrence.nesting.value_or(0));
    std::visit([&](auto const& event) { add(event, now); }, now.occurrence.event);
  }

  void thread_ended(traced_process&, traced_thread& thread) {
    if (thread.tag == no_tag) return;
    thread_node& node = model_.threads[index_of(thread.tag)];
    node.begin = thread.begin;
    node.end = thread.last;
    region_node& root = model_.regions[node.root];
    root.count = 1;
    root.total = node.end - node.begin;
    root.inside = thread.inside;
  }

  void process_ended(traced_process& process) {
    bool const is_incomplete = process.state == process_state::running;
    std::string const name = process.name();
    command_statistics& sums = memory_.entry_of(model_.command_sums, labels_.id_of({}, name));
    memory_.add_value(sums.walls, process.last - process.begin);
    sums.failed += !is_incomplete && process.code > 0 ? 1 : 0;
    sums.incomplete += is_incomplete ? 1 : 0;
    for (open_child const& child : process.children)
      ++memory_.entry_of(model_.child_sums, child.label).incomplete;
    model_.begin = std::min(model_.begin, process.begin);
    if (process.tag == no_tag) return;
    process_node& node = model_.processes[index_of(process.tag)];
    node.name = memory_.kept(name);
    node.begin = process.begin;
    node.end = process.last;
    node.state = process.state;
    node.code = process.code;
  }

  /// Links processes to their parents and children to their sessions, and returns the model.
  model complete() {
    complete_tasks();
    tie_relatives(model_);
    return std::move(model_);
  }

 private:
  /// The node of a region that has just begun; `no_node` when there is no room.
  node_index place(traced_thread const& thread, open_region& region) {
    bool const is_around_all =
        !region.is_begun && thread.regions.size() == 1 && region.begin == thread.first_inside;
    node_index const parent = node_around(thread, thread.regions.size() - 1);
    node_index const node = parent == no_node ? no_node
                            : is_around_all   ? enclose(thread, region)
                                              : regions_.find(region, parent);
    if (node == no_node)
      ++model_.missing.regions;
    else
      region.tag = tag_of(node);
    return node;
  }

  /// What was the thread's node so far becomes the node of a region around all that is known of it.
  node_index enclose(traced_thread const& thread, open_region const& region) {
    node_index& root = model_.threads[index_of(thread.tag)].root;
    node_index const around = regions_.add_root_around(root, region);
    return around == no_node ? no_node : std::exchange(root, around);
  }

  // ---- events ----

  template <class Event>
  void add(Event const&, moment const&) {}

  process_node* node_of(moment const& now) noexcept {
    return now.process.tag == no_tag ? nullptr : &model_.processes[index_of(now.process.tag)];
  }

  void add(event::start const& event, moment const& now) {
    if (auto* const node = node_of(now))
      node->command = memory_.kept(command_text(event.argv, limits_.text));
  }
  void add(event::def_repo const& event, moment const& now) {
    if (auto* const node = node_of(now); node != nullptr && node->repository.empty())
      memory_.assign(node->repository, event.worktree, limits_.text);
  }

  void add(event::error const& event, moment const& now) {
    if (auto* const node = node_of(now)) ++node->errors;
    label_id const format = labels_.id_of({}, event.fmt.empty() ? event.msg : event.fmt);
    error_statistics& sums = memory_.entry_of(model_.error_sums, format);
    if (++sums.count > 1 && now.at >= sums.first_at) return;
    sums.first_at = now.at;
    memory_.assign(sums.message, event.msg, limits_.text);
    std::string const name = now.process.name();
    memory_.assign(sums.process, name, name.size());
    sums.reporter = now.process.tag == no_tag ? no_node : index_of(now.process.tag);
  }

  void add(event::too_many_files const&, moment const&) { ++model_.overload_count; }

  void add(event::timer const& event, moment const&) {
    timer_statistics& sums = sums_of(event.category, event.name);
    sums.intervals += event.intervals;
    auto const nanoseconds = [](fine_duration time) { return time.in_nanoseconds(); };
    sums.total = saturating_add(sums.total, nanoseconds(event.t_total));
    sums.min = std::min(sums.min, nanoseconds(event.t_min));
    sums.max = std::max(sums.max, nanoseconds(event.t_max));
  }

  void add(event::counter const& event, moment const&) {
    memory_.entry_of(model_.counter_sums, labels_.id_of(event.category, event.name)) += event.count;
  }

  void add(event::data const& event, moment const& now) {
    data_statistics& sums = sums_of(event, now);
    event.value.visit([&](auto value) {
      using type = decltype(value);
      if constexpr (std::is_same_v<type, trace2::text>) {
        memory_.add_value(sums, now.at, value, limits_.text);
      } else if constexpr (std::is_same_v<type, std::int64_t>) {
        memory_.add_value(sums, now.at, value);
      } else {
        line_.clear();
        if constexpr (std::is_same_v<type, duration>)
          detail::append_json(line_, value);
        else
          line_.append_decimal(value);
        memory_.add_value(sums, now.at, line_.view(), limits_.text);
      }
    });
  }
  void add(event::data_json const& event, moment const& now) {
    if (model_.phase_sums.take(event, labels_, memory_.budget())) return;
    if (auto const told = interval_report::of(event.value.text); !told)
      memory_.add_value(sums_of(event, now), now.at, event.value.text, limits_.text);
    else if (told->is_of_process)
      memory_.add_lengths(sums_of(event.category, event.key).lengths, *told);
  }

  void add(other_event const& event, moment const&) {
    ++memory_.entry_of(model_.other_event_counts, labels_.id_of({}, event.event_name));
  }

  timer_statistics& sums_of(std::string_view category, std::string_view timer) {
    return memory_.entry_of(model_.timer_sums, labels_.id_of(category, timer));
  }
  template <class Data>
  data_statistics& sums_of(Data const& event, moment const& now) {
    text_key const key = now.occurrence.label_key;
    if (data_statistics* const* const known = data_sums_.find(key)) return **known;
    label_id const label = labels_.id_of(event.category, event.key);
    data_statistics& sums = memory_.entry_of(model_.data_sums, label);
    // Else each event has to report that it has no sums of its own.
    if (key != no_key && label != label_table::other && model_.data_sums.contains(label))
      data_sums_.remember(key, &sums);
    return sums;
  }

  key_memo<data_statistics*, 512> data_sums_;  ///< the elements of a map stay in place
  detail::buffer line_;
};

}}}  // namespace trace2::v0::read
