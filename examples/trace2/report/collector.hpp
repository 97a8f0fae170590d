// Collects what a report draws: single regions, waits and marks, beside the model of the trace.
#pragma once

#include <trace2/event/stopwatch.hpp>
#include <trace2/read/key_memo.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/plain_event.hpp>
#include <trace2/read/tracker_visitor.hpp>
#include <trace2/value/buffer.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "model/model.hpp"
#include "model/model_builder.hpp"
#include "report/longest_slices.hpp"
#include "report/numbered_places.hpp"
#include "report/numbered_texts.hpp"
#include "report/region_histograms.hpp"

namespace trace2::program {

/// A thread waited for a child.
struct wait {
  node_index child{};
  read::moment since{};
  read::nanoseconds time{};
};

/// Something that happened at one moment.
struct mark {
  enum class kind : unsigned char { data, error, message, signal, exec, timer, counter };

  mark::kind what{};
  node_index thread{};
  read::moment at{};
  int depth{};             ///< regions around it
  read::label_id label{};  ///< of data, timers and counters
  std::uint32_t text{};    ///< number of a text: the value or message
};

/// A visitor for a tracker with the same label table. Memory: that of a model, and what the limits
/// below allow.
class report_collector : public program::model_builder {
 public:
  static constexpr std::size_t most_slices = 200'000;
  static constexpr std::size_t most_waits = 200'000;
  static constexpr std::size_t most_marks = 100'000;
  static constexpr std::size_t most_errors = 20'000;  ///< beside other marks

  explicit report_collector(read::label_table& labels) : model_builder{labels}, labels_{labels} {}

  void region_entered(read::traced_process& process, read::traced_thread& thread,
                      read::open_region& region, read::occurrence const& what) override;
  void region_left(read::traced_process& process, read::traced_thread& thread,
                   read::closed_region const& closed) override;
  void child_waited(read::traced_thread& thread, std::uint64_t tag, read::moment since,
                    read::nanoseconds time) override;

  // ---- plain events ----

  bool takes_plain(read::plain_event const& what) const noexcept override;
  void plain_region_entered(read::traced_thread& thread, read::open_region& region,
                            read::plain_event const& what) override;
  void plain_number(read::traced_thread& thread, read::plain_event const& what) override;

  // ---- all events ----

  void event(read::traced_event const& now) override;

  // ---- after the tracker's `finish` ----

  longest_slices& slices() noexcept { return slices_; }
  std::vector<wait> const& waits() const noexcept { return waits_; }
  std::uint64_t waits_left_out() const noexcept { return waits_left_out_; }
  std::vector<mark> const& marks() const noexcept { return marks_; }
  std::uint64_t marks_left_out() const noexcept { return marks_left_out_; }
  std::uint64_t errors_left_out() const noexcept { return errors_left_out_; }
  region_histograms const& histograms() const noexcept { return histograms_; }
  numbered_texts& texts() noexcept { return texts_; }

 private:
  // ---- marks ----

  template <class Event>
  void note(Event const&, read::traced_event const&) {}
  void note(trace2::event::data const& event, read::traced_event const& now);
  void note(trace2::event::data_json const& event, read::traced_event const& now);
  void note(trace2::event::printf const& event, read::traced_event const& now);
  void note(trace2::event::signal const& event, read::traced_event const& now);
  void note(trace2::event::exec const& event, read::traced_event const& now);
  void note(trace2::event::error const& event, read::traced_event const& now);

  template <trace2::event::sum_of Whose>
  void note(trace2::event::timer_sum<Whose> const& event, read::traced_event const& now) {
    if (!has_room(now)) return;
    value_.clear();
    value_.append_decimal(event.t_total.in_microseconds());
    value_.append(' ');
    value_.append_decimal(event.intervals);
    add(mark::kind::timer, labels_.id_of(event.category, event.name), value_.view(), now);
  }
  template <trace2::event::sum_of Whose>
  void note(trace2::event::counter_sum<Whose> const& event, read::traced_event const& now) {
    if (!has_room(now)) return;
    value_.clear();
    value_.append_decimal(event.count);
    add(mark::kind::counter, labels_.id_of(event.category, event.name), value_.view(), now);
  }

  template <class Data>
  void note_value(Data const& event, std::string_view value, read::traced_event const& now) {
    if (has_room(now)) add(mark::kind::data, labels_.id_of(event.category, event.key), value, now);
  }

  bool has_room(read::traced_event const& now) noexcept;
  bool is_any_mark_left() const noexcept { return marks_.size() - errors_ < most_marks; }

  void add(mark::kind what, read::label_id label, std::string_view text,
           read::traced_event const& now);

  read::label_table& labels_;
  numbered_texts texts_;
  longest_slices slices_{most_slices};
  region_histograms histograms_;
  numbered_places places_;
  read::key_memo<std::uint32_t, 512> known_places_;  ///< by keys of labels
  std::vector<wait> waits_;
  std::vector<mark> marks_;
  std::size_t errors_ = 0;  ///< among the marks
  std::uint64_t waits_left_out_ = 0;
  std::uint64_t marks_left_out_ = 0;
  std::uint64_t errors_left_out_ = 0;
  trace2::buffer value_;
};

}  // namespace trace2::program
