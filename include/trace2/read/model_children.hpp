// The part of a model's builder that adds children, and the waits for them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event/child.hpp>
#include <trace2/read/command_text.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/model.hpp>
#include <trace2/read/model_tasks.hpp>
#include <trace2/read/saturating.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/read/tracker_visitor.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <variant>

namespace trace2 { inline namespace v0 { namespace read {

/// Adds the children of processes, and the time in which threads waited for them, to a model.
class model_children : public model_tasks {
 public:
  void child_started(moment const& now, open_child& child) {
    auto const& event = std::get<event::child_start>(now.occurrence.event);
    child.label = labels_.id_of(event.child_class, program_of(event));
    node_index const region = place_on(now.thread);
    if (region == no_node || model_.children.size() >= limits_.children ||
        !memory_.take(2 * (sizeof(child_node) + 2 * sizeof(node_index)))) {
      ++model_.missing.children;
      return;
    }
    child.tag = tag_of(model_.children.size());
    model_.processes[index_of(now.process.tag)].children.push_back(index_of(child.tag));
    model_.children.push_back({.process = index_of(now.process.tag),
                               .region = region,
                               .id = child.id,
                               .what = child.label,
                               .command = memory_.kept(title_of(event, limits_.child_text)),
                               .begin = child.begin});
  }

  void child_ended(moment const& now, open_child const& child) {
    std::int64_t const duration =
        now.occurrence.t_rel.value_or(fine_duration::nanoseconds(now.at - child.begin))
            .in_nanoseconds();
    auto const* const collected = now.occurrence.get<event::child_exit>();
    auto const* const ready = now.occurrence.get<event::child_ready>();
    child_statistics& sums = memory_.entry_of(model_.child_sums, child.label);
    memory_.add_value(sums.durations, duration);
    sums.failed += collected != nullptr && collected->code != 0 ? 1 : 0;
    sums.left_alone += ready != nullptr ? 1 : 0;
    if (child.tag == no_tag) return;
    child_node& node = model_.children[index_of(child.tag)];
    node.duration = duration;
    node.pid = collected != nullptr ? collected->pid : ready->pid;
    node.code = collected != nullptr ? collected->code : -1;
    node.is_left_alone = ready != nullptr;
    if (child.thread == &now.thread) add_wait_before(now, node);
  }

  void child_waited(traced_thread& thread, std::uint64_t tag, std::int64_t, std::int64_t time) {
    node_index const region = node_around(thread, thread.regions.size());
    if (tag == no_tag || region == no_node) return;
    child_node& node = model_.children[index_of(tag)];
    bool const is_at_end = region != node.region;
    if (is_at_end) node.end_region = region;
    std::int64_t& waited = is_at_end ? node.waited_at_end : node.waited;
    waited = saturating_add(waited, time);
  }

 protected:
  using model_tasks::model_tasks;
  ~model_children() = default;

  /// The end of a region that only waits.
  struct ended_wait {
    std::uint64_t thread{};
    node_index region{};
    std::int64_t begin{};
    std::int64_t end{};
    std::int64_t own{};
  };
  void note_wait(ended_wait const& latest) noexcept { latest_wait_ = latest; }

 private:
  /// A thread that collects a child right behind a region that only waits has waited for it there.
  void add_wait_before(moment const& now, child_node& child) {
    if (latest_wait_.thread != now.thread.number || latest_wait_.end != now.thread.before) return;
    ended_wait const wait = std::exchange(latest_wait_, {});
    std::int64_t const begin = std::max(wait.begin, child.begin);
    std::int64_t const time = std::min(wait.own, saturating_add(wait.end, -begin));
    if (time <= child.waited_at_end || wait.region == child.region) return;
    if (child.end_region != no_node) model_.regions[child.end_region].inside -= child.waited_at_end;
    child.end_region = wait.region;
    child.waited_at_end = time;
    region_node& around = model_.regions[wait.region];
    around.inside = saturating_add(around.inside, time);
  }

  ended_wait latest_wait_;
};

}}}  // namespace trace2::v0::read
