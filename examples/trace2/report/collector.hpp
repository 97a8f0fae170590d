// Collects what a report draws: single regions, waits and marks, beside the model of the trace.
#pragma once

#include <trace2/detail/text/buffer.hpp>
#include <trace2/detail/text/json_value.hpp>
#include <trace2/event/stopwatch.hpp>
#include <trace2/read/key_memo.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/model.hpp>
#include <trace2/read/model_builder.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/plain_event.hpp>
#include <trace2/read/saturating.hpp>
#include <trace2/read/tracker_visitor.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "longest_slices.hpp"
#include "numbered_places.hpp"
#include "numbered_texts.hpp"
#include "region_histograms.hpp"
#include "region_messages.hpp"

namespace trace2_program {

/// A thread waited for a child.
struct wait {
  trace2::read::node_index child{};
  std::int64_t since{};
  std::int64_t time{};
};

/// Something that happened at one moment.
struct mark {
  enum class kind : unsigned char { data, error, message, signal, exec, timer, counter };

  mark::kind what{};
  trace2::read::node_index thread{};
  std::int64_t at{};
  int depth{};                     ///< regions around it
  trace2::read::label_id label{};  ///< of data, timers and counters
  std::uint32_t text{};            ///< number of a text: the value or message
};

/// A visitor for a tracker with the same label table. Memory: that of a model, and what the limits
/// below allow.
class report_collector : public trace2::read::model_builder {
 public:
  static constexpr std::size_t most_slices = 200'000;
  static constexpr std::size_t most_waits = 200'000;
  static constexpr std::size_t most_marks = 100'000;
  static constexpr std::size_t most_errors = 20'000;  ///< beside other marks

  explicit report_collector(trace2::read::label_table& labels)
      : model_builder{labels}, labels_{labels} {}

  void region_entered(trace2::read::traced_process& process, trace2::read::traced_thread& thread,
                      trace2::read::open_region& region, trace2::read::occurrence const& what) {
    model_builder::region_entered(process, thread, region, what);
    region.mark = places_.number_of(what, texts_);
    known_places_.remember(what.label_key, region.mark);
    auto const* const enter = what.get<trace2::event::region_enter>();
    if (enter != nullptr && !enter->msg.empty() && !messages_.keep(region.number, enter->msg))
      ++messages_left_out_;
  }
  void region_left(trace2::read::traced_process& process, trace2::read::traced_thread& thread,
                   trace2::read::closed_region const& closed) {
    model_builder::region_left(process, thread, closed);
    histograms_.add(closed.region.label, closed.total, process.is_fine);
    std::string_view const message = messages_.take(closed.region.number);
    slice one{.begin = closed.region.begin,
              .total = closed.whole(),
              .own = closed.whole() - closed.region.inside,
              .thread = index_of(thread.tag),
              .label = closed.region.label,
              .depth = closed.region.level - 1,
              .is_complete = closed.is_complete};
    // The model counts what belongs to no thread.
    if (thread.tag != no_tag && slices_.admits(one)) {
      one.message = texts_.number_of(message);
      one.place = closed.region.mark;
      slices_.add(one);
    }
  }
  void child_waited(trace2::read::traced_thread& thread, std::uint64_t tag, std::int64_t since,
                    std::int64_t time) {
    model_builder::child_waited(thread, tag, since, time);
    if (tag == no_tag || time <= 0) return;
    bool const goes_on = !waits_.empty() && waits_.back().child == index_of(tag) &&
                         waits_.back().since + waits_.back().time == since;
    if (goes_on)
      waits_.back().time = trace2::read::saturating_add(waits_.back().time, time);
    else if (waits_.size() < most_waits)
      waits_.push_back({index_of(tag), since, time});
    else
      ++waits_left_out_;
  }

  // ---- plain events ----

  using takes_plain_events = report_collector;

  bool knows(trace2::read::plain_event const& what) const noexcept {
    using sort = trace2::read::plain_event::sort;
    return model_builder::knows(what) &&
           (what.what != sort::region_enter || known_places_.find(what.label_key) != nullptr) &&
           (what.what != sort::number || !is_any_mark_left());
  }
  void plain_region_entered(trace2::read::traced_thread& thread, trace2::read::open_region& region,
                            trace2::read::plain_event const& what) {
    model_builder::plain_region_entered(thread, region, what);
    region.mark = *known_places_.find(what.label_key);
  }
  void plain_number(trace2::read::plain_event const& what) noexcept {
    model_builder::plain_number(what);
    ++marks_left_out_;
  }

  // ---- all events ----

  void event(trace2::read::moment const& now) {
    model_builder::event(now);
    std::visit([&](auto const& event) { note(event, now); }, now.occurrence.event);
  }

  // ---- after the tracker's `finish` ----

  longest_slices& slices() noexcept { return slices_; }
  std::vector<wait> const& waits() const noexcept { return waits_; }
  std::uint64_t waits_left_out() const noexcept { return waits_left_out_; }
  std::vector<mark> const& marks() const noexcept { return marks_; }
  std::uint64_t marks_left_out() const noexcept { return marks_left_out_; }
  std::uint64_t errors_left_out() const noexcept { return errors_left_out_; }
  std::uint64_t messages_left_out() const noexcept { return messages_left_out_; }
  region_histograms const& histograms() const noexcept { return histograms_; }
  numbered_texts& texts() noexcept { return texts_; }

 private:
  // ---- marks ----

  template <class Event>
  void note(Event const&, trace2::read::moment const&) {}
  void note(trace2::event::data const& event, trace2::read::moment const& now) {
    event.value.visit([&](auto value) {
      if constexpr (std::is_same_v<decltype(value), trace2::text>) {
        note_value(event, value, now);
      } else {
        value_.clear();
        trace2::detail::append_json(value_, value);
        note_value(event, value_.view(), now);
      }
    });
  }
  void note(trace2::event::data_json const& event, trace2::read::moment const& now) {
    note_value(event, event.value.text, now);
  }
  void note(trace2::event::printf const& event, trace2::read::moment const& now) {
    if (has_room(now)) add(mark::kind::message, {}, event.msg, now);
  }
  void note(trace2::event::signal const& event, trace2::read::moment const& now) {
    if (has_room(now)) add(mark::kind::signal, {}, std::to_string(event.signo), now);
  }
  void note(trace2::event::exec const& event, trace2::read::moment const& now) {
    if (has_room(now)) add(mark::kind::exec, {}, event.exe, now);
  }
  void note(trace2::event::error const& event, trace2::read::moment const& now) {
    if (now.thread.tag == no_tag || errors_ >= most_errors) {
      ++errors_left_out_;
      return;
    }
    ++errors_;
    add(mark::kind::error, {}, event.msg, now);
  }

  template <trace2::event::sum_of Whose>
  void note(trace2::event::timer_sum<Whose> const& event, trace2::read::moment const& now) {
    if (!has_room(now)) return;
    value_.clear();
    value_.append_decimal(event.t_total.in_microseconds());
    value_.append(' ');
    value_.append_decimal(event.intervals);
    add(mark::kind::timer, labels_.id_of(event.category, event.name), value_.view(), now);
  }
  template <trace2::event::sum_of Whose>
  void note(trace2::event::counter_sum<Whose> const& event, trace2::read::moment const& now) {
    if (!has_room(now)) return;
    value_.clear();
    value_.append_decimal(event.count);
    add(mark::kind::counter, labels_.id_of(event.category, event.name), value_.view(), now);
  }

  template <class Data>
  void note_value(Data const& event, std::string_view value, trace2::read::moment const& now) {
    if (has_room(now)) add(mark::kind::data, labels_.id_of(event.category, event.key), value, now);
  }

  bool has_room(trace2::read::moment const& now) noexcept {
    if (now.thread.tag != no_tag && is_any_mark_left()) return true;
    ++marks_left_out_;
    return false;
  }
  bool is_any_mark_left() const noexcept { return marks_.size() - errors_ < most_marks; }

  void add(mark::kind what, trace2::read::label_id label, std::string_view text,
           trace2::read::moment const& now) {
    marks_.push_back({.what = what,
                      .thread = index_of(now.thread.tag),
                      .at = now.at,
                      .depth = static_cast<int>(now.thread.regions.size()),
                      .label = label,
                      .text = texts_.number_of(text)});
  }

  trace2::read::label_table& labels_;
  numbered_texts texts_;
  longest_slices slices_{most_slices};
  region_histograms histograms_;
  numbered_places places_;
  trace2::read::key_memo<std::uint32_t, 512> known_places_;  ///< by keys of labels
  region_messages messages_;
  std::vector<wait> waits_;
  std::vector<mark> marks_;
  std::size_t errors_ = 0;  ///< among the marks
  std::uint64_t waits_left_out_ = 0;
  std::uint64_t marks_left_out_ = 0;
  std::uint64_t errors_left_out_ = 0;
  std::uint64_t messages_left_out_ = 0;
  trace2::detail::buffer value_;
};

}  // namespace trace2_program
