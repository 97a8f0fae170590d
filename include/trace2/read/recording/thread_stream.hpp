// Reads the events of one thread of a recording, in the order of their emission.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event/region.hpp>
#include <trace2/event/task.hpp>
#include <trace2/read/cache_lines.hpp>
#include <trace2/read/event_list.hpp>
#include <trace2/read/limits.hpp>
#include <trace2/read/memory_budget.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/recording/chunks.hpp>
#include <trace2/read/recording/dictionary.hpp>
#include <trace2/read/recording/record_walk.hpp>
#include <trace2/read/recording/recorded_bytes.hpp>
#include <trace2/read/recording/schema.hpp>
#include <trace2/read/recording/segment_reader.hpp>
#include <trace2/read/recording/site_memo.hpp>
#include <trace2/read/recording/stored_event.hpp>
#include <trace2/read/recording/task_table.hpp>
#include <trace2/recording/layout.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read { namespace recording {

/// Memory: some bytes per segment and open region, and one window into the current segment; all of
/// it from the budget, which must outlive the stream, as must the table of tasks.
class thread_stream {
 public:
  thread_stream(file const& from, dictionary const& words, task_table& tasks, memory_budget& memory)
      : words_{&words}, tasks_{&tasks}, records_{from, memory}, sites_{words}, memory_{memory} {
    current_.thread = name_;
    current_.thread_key = new_key();
  }
  thread_stream(thread_stream const&) = delete;
  thread_stream& operator=(thread_stream const&) = delete;

  /// Adds records of a chunk behind those that the stream has already. False when the budget is
  /// used up.
  bool add(segment const& more, bool is_new) { return records_.add(more, is_new); }

  /// The latest event, completed by what all threads have recorded until then.
  stored_event const* completed() {
    if (concerns_tasks_) tasks_->complete(current_);
    return &current_;
  }

  /// The next event; null when there is none at the moment. Counts damages. Once it is the first
  /// one of all threads, it has to be completed.
  stored_event const* next(std::uint64_t& damages) {
    while (records_.next()) {
      record_walk const& record = records_.record();
      bool const is_frequent = record.kind() == layout::kind::region_enter ||
                               record.kind() == layout::kind::region_leave ||
                               record.kind() == layout::kind::data_signed;
      switch (is_frequent ? read_short(record) : understand(record)) {
        [[likely]] case meaning::event:
          return &current_;
        case meaning::damage:
          ++damages;
          break;
        case meaning::nothing:
          break;
      }
    }
    return nullptr;
  }

  /// Number of records that were too large for the budget, and of regions too many to know when
  /// they began.
  std::uint64_t left_out() const noexcept { return records_.left_out() + surplus_regions_; }

 private:
  enum class meaning { event, nothing, damage };

  /// Longer names are cut. They are far longer than those that the library gives.
  static constexpr std::size_t longest_name = 4'096;

  /// A limit for a number that may be forged.
  static constexpr int most_regions = 1'000'000;

  [[gnu::noinline]] meaning understand(record_walk const& record) {
    field_reader fields{record.fields()};
    switch (record.kind()) {
      case layout::kind::state:
        return read_state(layout::upper_of(record.head()), fields);
      case layout::kind::time:
        anchor_ = fields.get<std::int64_t>();
        return meaning::nothing;
      case layout::kind::event:
        return read_event(layout::upper_of(record.head()), fields);
      case layout::kind::wait_enter:
      case layout::kind::wait_leave:
      case layout::kind::data_signed:
      case layout::kind::data_unsigned:
      case layout::kind::data_floating:
        return read_short(record);
      case layout::kind::task_begin:
      case layout::kind::task_end:
      case layout::kind::task_run:
      case layout::kind::task_pause:
        return read_task(record, fields);
      case layout::kind::task:
        return read_running(fields);
      default:
        return meaning::nothing;
    }
  }

  meaning read_state(std::uint32_t number, field_reader& fields) {
    if (number != current_.thread_number) regions_.clear();
    current_.thread_number = number;
    anchor_ = fields.get<std::int64_t>();
    auto const size = fields.get<std::uint32_t>();
    auto const open = fields.get<std::uint32_t>();
    if (auto const name = fields.take(size).substr(0, longest_name); name != name_) {
      name_ = name;
      current_.thread = name_;
      current_.thread_key = new_key();
    }
    fields.take((layout::word - size % layout::word) % layout::word);
    regions_.swap(regions_before_);
    regions_.clear();
    current_.task = 0;
    surplus_ = 0;
    std::size_t const known = fields.rest().size() / layout::word;
    // Of very many regions the record lists the innermost ones only.
    unknown_ = open > known ? std::min<std::size_t>(open - known, most_regions) : 0;
    for (std::size_t i = std::min<std::size_t>(open, known); i > 0; --i)
      enter(words_->nanoseconds(fields.get<std::int64_t>()));
    return fields.failed() ? meaning::damage : meaning::nothing;
  }

  /// The regions that a state record has listed are those of a task. Around it are those from
  /// before the record, unless records are missing: the task_run may come only now.
  meaning read_running(field_reader& fields) {
    current_.task = fields.get<std::uint64_t>();
    regions_.swap(regions_before_);
    unknown_ = 0;
    tasks_->restore(current_.task, regions_before_);
    return fields.failed() ? meaning::damage : meaning::nothing;
  }

  meaning read_task(record_walk const& record, field_reader& fields) {
    bool const has_site = record.kind() <= layout::kind::task_end;
    std::uint32_t const number = layout::middle_of(record.head());
    site const* const where = has_site ? sites_.find(number) : nullptr;
    if (has_site && where == nullptr) return meaning::damage;
    set_short(record, where);
    concerns_tasks_ = true;
    current_.value = fields.get<std::uint64_t>();
    if (record.kind() == layout::kind::task_run) current_.task = current_.value;
    if (record.kind() == layout::kind::task_pause) current_.task = 0;
    current_.open_regions = has_site ? open_regions() : static_cast<int>(number) + 1;
    return fields.failed() ? meaning::damage : meaning::event;
  }

  int open_regions() const noexcept {
    return static_cast<int>(
        std::min<std::size_t>(unknown_ + regions_.size() + surplus_, most_regions));
  }

  void set_time(std::int64_t ticks) {
    if (!period_.covers(ticks) || revision_ != words_->revision()) [[unlikely]]
      look_up(ticks);
    current_.nanoseconds = period_.nanoseconds(ticks);
    current_.wall_nanoseconds = period_.wall_nanoseconds(ticks);
  }
  [[gnu::noinline]] void look_up(std::int64_t ticks) {
    period_ = words_->period_of(ticks);
    current_.started = words_->started_nanoseconds();
    revision_ = words_->revision();
  }

  meaning read_event(std::uint32_t number, field_reader& fields) {
    auto const ticks = fields.get<std::int64_t>();
    set_time(ticks);
    current_.told_t_abs = fields.get<std::int64_t>();
    current_.told_wall = fields.get<std::int64_t>();
    current_.line = fields.get<std::int32_t>();
    current_.open_regions = std::clamp(fields.get<std::int32_t>(), 0, most_regions);
    current_.repo = fields.get<std::int32_t>();
    fields.get<std::uint32_t>();
    current_.file = fields.get_text();
    current_.members = fields.rest();
    current_.what = words_->find_schema(number);
    current_.kind = layout::kind::event;
    current_.where = nullptr;
    if (fields.failed() || current_.what == nullptr) return meaning::damage;
    event_kind const listed = current_.what->listed;
    current_.since.reset();
    if (listed == kind_of<event::region_enter>) {
      enter(current_.nanoseconds);
    } else if (listed == kind_of<event::region_leave> && open_regions() > current_.open_regions) {
      // Else a state record in front of the event leaves the region out.
      if (!regions_.empty() && surplus_ == 0) current_.since = regions_.back();
      leave();
    } else if (listed == kind_of<event::task_run>) {
      current_.task = field_reader{current_.members}.get<std::uint64_t>();
    } else if (listed == kind_of<event::task_pause>) {
      current_.task = 0;
    }
    concerns_tasks_ = is_about_task(*current_.what) || current_.task != 0;
    return meaning::event;
  }

  meaning read_short(record_walk const& record) {
    site const* const where = sites_.find(layout::middle_of(record.head()));
    if (where == nullptr) return meaning::damage;
    set_short(record, where);
    concerns_tasks_ = current_.task != 0;
    recorded_bytes const value = record.fields();
    current_.value = value.empty() ? 0 : value.front<std::uint64_t>();
    if (current_.task != 0) return meaning::event;  // the table of tasks knows the rest
    std::int64_t const now = current_.nanoseconds;
    current_.since = regions_.empty() ? now : regions_.back();
    if (current_.is_leave()) leave();
    current_.open_regions = open_regions();
    if (current_.is_enter()) enter(now);
    return meaning::event;
  }

  /// Sets what all short records have.
  void set_short(record_walk const& record, site const* where) {
    current_.what = nullptr;
    if (where != current_.where || where == nullptr) {
      current_.where = where;
      current_.line = where == nullptr ? 0 : static_cast<int>(where->line);
      current_.file =
          where == nullptr ? std::string_view{} : where->view(where->file, where->has_file);
    }
    set_time(trace2::detail::wrapping_sum(anchor_, layout::upper_of(record.head())));
    current_.repo = -1;
    current_.kind = record.kind();
  }

  void enter(std::int64_t begin) {
    if (surplus_ == 0 && (regions_.size() < regions_.capacity() || grow_regions()))
      return regions_.push_back(begin);
    ++surplus_;
    ++surplus_regions_;
  }
  [[gnu::noinline]] bool grow_regions() {
    std::size_t const more = std::max<std::size_t>(regions_.capacity(), 4);
    if (regions_.size() >= limits::open_regions || !memory_.take(more * sizeof(std::int64_t)))
      return false;
    regions_.reserve(regions_.capacity() + more);
    return true;
  }

  void leave() noexcept {
    if (surplus_ != 0)
      --surplus_;
    else if (!regions_.empty())
      regions_.pop_back();
    else if (unknown_ != 0)
      --unknown_;
  }

  dictionary const* words_;
  task_table* tasks_;
  segment_reader records_;
  std::string name_ = "main";  // thread of the events among the definitions
  std::int64_t anchor_ = 0;
  std::vector<std::int64_t, whole_cache_lines<std::int64_t>> regions_;  // beginnings, nanoseconds
  decltype(regions_) regions_before_;  // in front of the latest state record
  bool concerns_tasks_ = false;        // the latest event is of a task, or about one
  std::size_t unknown_ = 0;            // further ones around them
  std::size_t surplus_ = 0;            // further ones inside them
  stored_event current_;

  site_memo sites_;
  dictionary::period period_{};
  std::uint64_t revision_ = 0;
  std::uint64_t surplus_regions_ = 0;
  memory_share memory_;
};

}}}}  // namespace trace2::v0::read::recording
