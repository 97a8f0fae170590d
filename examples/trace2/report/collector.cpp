// Defines what collector.hpp, kept_processes.hpp, left_out_slices.hpp, longest_slices.hpp,
// numbered_places.hpp, numbered_texts.hpp, numbering.hpp, region_histograms.hpp declare.
#include "report/collector.hpp"

#include <trace2/read/append_json.hpp>
#include <trace2/read/moment.hpp>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "model/model.hpp"
#include "report/kept_processes.hpp"
#include "report/left_out_slices.hpp"
#include "report/longest_slices.hpp"
#include "report/numbered_places.hpp"
#include "report/numbered_texts.hpp"
#include "report/numbering.hpp"
#include "report/region_histograms.hpp"

namespace trace2::program {

// ---- collector.hpp ----

void report_collector::region_entered(read::traced_process& process, read::traced_thread& thread,
                                      read::open_region& region, read::occurrence const& what) {
  model_builder::region_entered(process, thread, region, what);
  region.mark = places_.number_of(what, texts_);
  known_places_.remember(what.label_key, region.mark);
}

void report_collector::region_left(read::traced_process& process, read::traced_thread& thread,
                                   read::closed_region const& closed) {
  model_builder::region_left(process, thread, closed);
  histograms_.add(closed.region.label, closed.total, process.is_fine);
  slice one{.begin = closed.region.begin,
            .total = closed.whole(),
            .self = closed.whole() - closed.region.inside,
            .thread = index_of(thread.tag),
            .label = closed.region.label,
            .depth = closed.region.level - 1,
            .is_complete = closed.is_complete};
  // The model counts what belongs to no thread.
  if (thread.tag != no_tag && slices_.admits(one)) {
    one.message = texts_.number_of(closed.region.message());
    one.place = closed.region.mark;
    slices_.add(one);
  }
}

void report_collector::child_waited(read::traced_thread& thread, std::uint64_t tag,
                                    read::moment since, read::nanoseconds time) {
  model_builder::child_waited(thread, tag, since, time);
  if (tag == no_tag || time <= read::no_time) return;
  bool const goes_on = !waits_.empty() && waits_.back().child == index_of(tag) &&
                       waits_.back().since + waits_.back().time == since;
  if (goes_on)
    waits_.back().time = waits_.back().time + time;
  else if (waits_.size() < most_waits)
    waits_.push_back({index_of(tag), since, time});
  else
    ++waits_left_out_;
}

bool report_collector::takes_plain(read::plain_event const& what) const noexcept {
  using sort = read::plain_event::sort;
  return model_builder::takes_plain(what) &&
         (what.what != sort::region_enter || known_places_.find(what.label_key) != nullptr) &&
         (what.what != sort::number || !is_any_mark_left());
}

void report_collector::plain_region_entered(read::traced_thread& thread, read::open_region& region,
                                            read::plain_event const& what) {
  model_builder::plain_region_entered(thread, region, what);
  region.mark = *known_places_.find(what.label_key);
}

void report_collector::plain_number(read::traced_thread& thread, read::plain_event const& what) {
  model_builder::plain_number(thread, what);
  ++marks_left_out_;
}

void report_collector::event(read::traced_event const& now) {
  model_builder::event(now);
  std::visit([&](auto const& event) { note(event, now); }, now.occurrence.event);
}

void report_collector::note(trace2::event::data const& event, read::traced_event const& now) {
  event.value.visit([&](auto value) {
    if constexpr (std::is_same_v<decltype(value), trace2::text>) {
      note_value(event, value, now);
    } else {
      value_.clear();
      read::append_json(value_, value);
      note_value(event, value_.view(), now);
    }
  });
}

void report_collector::note(trace2::event::data_json const& event, read::traced_event const& now) {
  note_value(event, event.value.text, now);
}

void report_collector::note(trace2::event::printf const& event, read::traced_event const& now) {
  if (has_room(now)) add(mark::kind::message, {}, event.msg, now);
}

void report_collector::note(trace2::event::signal const& event, read::traced_event const& now) {
  if (has_room(now)) add(mark::kind::signal, {}, std::to_string(event.signo), now);
}

void report_collector::note(trace2::event::exec const& event, read::traced_event const& now) {
  if (has_room(now)) add(mark::kind::exec, {}, event.exe, now);
}

void report_collector::note(trace2::event::error const& event, read::traced_event const& now) {
  if (now.thread.tag == no_tag || errors_ >= most_errors) {
    ++errors_left_out_;
    return;
  }
  ++errors_;
  add(mark::kind::error, {}, event.msg, now);
}

bool report_collector::has_room(read::traced_event const& now) noexcept {
  if (now.thread.tag != no_tag && is_any_mark_left()) return true;
  ++marks_left_out_;
  return false;
}

void report_collector::add(mark::kind what, read::label_id label, std::string_view text,
                           read::traced_event const& now) {
  marks_.push_back({.what = what,
                    .thread = index_of(now.thread.tag),
                    .at = now.at,
                    .depth = static_cast<int>(now.thread.regions.size()),
                    .label = label,
                    .text = texts_.number_of(text)});
}

// ---- kept_processes.hpp ----

kept_processes::kept_processes(model const& trace)
    : trace_{trace}, numbers_(trace.processes.size(), none) {
  for (std::size_t i = 0; i < trace.processes.size(); ++i)
    kept_.push_back(static_cast<node_index>(i));
  if (kept_.size() > most) {
    std::stable_sort(kept_.begin(), kept_.end(), [&](auto a, auto b) {
      auto const& left = trace.processes[a];
      auto const& right = trace.processes[b];
      bool const has_error = left.errors != 0;
      return has_error != (right.errors != 0) ? has_error : left.wall() > right.wall();
    });
    left_out_.assign(kept_.begin() + most, kept_.end());
    kept_.resize(most);
    std::sort(kept_.begin(), kept_.end());
  }
  for (std::size_t i = 0; i < kept_.size(); ++i) numbers_[kept_[i]] = static_cast<std::int64_t>(i);
  for (node_index const i : left_out_) leave_out(i);
}

std::int64_t kept_processes::number_around(node_index process) const noexcept {
  auto parent = trace_.processes[process].parent;
  while (parent != no_node && numbers_[parent] == none) parent = trace_.processes[parent].parent;
  return parent == no_node ? none : numbers_[parent];
}

void kept_processes::leave_out(node_index process) {
  auto const& node = trace_.processes[process];
  left_out_time_ += node.wall();
  groups_.add(static_cast<node_index>(number_around(process) + 1), 0, node.begin, node.wall());
}

// ---- left_out_slices.hpp ----

void left_out_slices::add(node_index thread, int depth, read::moment begin,
                          read::nanoseconds total) {
  left_out_group const added{begin, begin + total, total, 1};
  // Most slices of a depth are in the same step as the one before.
  known_group& latest = latest_[static_cast<std::size_t>(depth) % latest_.size()];
  std::int64_t const step = begin.since_epoch().count() >> shift_;
  bool const is_known = latest.group != nullptr && latest.step == step && latest.thread == thread &&
                        latest.depth == depth;
  if (is_known) [[likely]]
    return extend(*latest.group, added);
  latest = {thread, depth, step, &join({thread, depth, step}, added)};
  while (groups_.size() > most_ && shift_ < longest_shift) lengthen();
  if (groups_.size() <= most_) return;
  groups_.erase(std::prev(groups_.end()));
  latest_ = {};
}

void left_out_slices::extend(left_out_group& sum, left_out_group const& added) noexcept {
  sum.begin = std::min(sum.begin, added.begin);
  sum.end = std::max(sum.end, added.end);
  sum.time += added.time;
  sum.count += added.count;
}

left_out_group& left_out_slices::join(key const& at, left_out_group const& added) {
  auto const [place, is_new] = groups_.try_emplace(at, added);
  if (!is_new) extend(place->second, added);
  return place->second;
}

void left_out_slices::lengthen() {
  ++shift_;
  latest_ = {};
  std::map<key, left_out_group> const before = std::exchange(groups_, {});
  for (auto const& [at, group] : before)
    join({std::get<0>(at), std::get<1>(at), std::get<2>(at) >> 1}, group);
}

// ---- longest_slices.hpp ----

bool longest_slices::admits(slice const& one) {
  if (is_longer(one, shortest_)) return true;
  leave_out(one);
  return false;
}

void longest_slices::add(slice const& one) {
  slices_.push_back(one);
  if (slices_.size() > most_ + most_ / 4) leave_out_shorter();
}

bool longest_slices::is_longer(slice const& a, slice const& b) noexcept {
  if (a.total != b.total) return a.total > b.total;
  return a.depth != b.depth ? a.depth < b.depth : a.begin < b.begin;
}

void longest_slices::leave_out_shorter() {
  auto const kept_end = slices_.begin() + static_cast<std::ptrdiff_t>(most_);
  std::nth_element(slices_.begin(), kept_end - 1, slices_.end(), is_longer);
  shortest_ = *(kept_end - 1);
  std::for_each(kept_end, slices_.end(), [this](slice const& one) { leave_out(one); });
  slices_.erase(kept_end, slices_.end());
}

void longest_slices::leave_out(slice const& one) {
  count(one);
  groups_.add(one.thread, one.depth, one.begin, one.total);
}

void longest_slices::count(slice const& one) noexcept {
  ++left_out_;
  left_out_time_ += one.self;
}

// ---- numbered_places.hpp ----

std::uint32_t numbered_places::number_of(read::occurrence const& what, numbered_texts& texts) {
  if (what.file.empty()) return 0;
  place& known = known_[(static_cast<std::size_t>(what.line) + what.file.size()) % known_.size()];
  if (known.line != what.line || known.file != what.file) {
    known.file = what.file;
    known.line = what.line;
    known.number = texts.number_of(known.file + ":" + std::to_string(what.line));
  }
  return known.number;
}

// ---- numbered_texts.hpp ----

numbered_texts::numbered_texts() {
  texts_.emplace_back();
  number_of("\u2026");
}

std::uint32_t numbered_texts::number_of(std::string_view text) {
  if (text.empty()) return 0;
  if (auto const known = numbers_.find(text); known != numbers_.end()) return known->second;
  std::string shown = read::cut_text_visibly(text, longest);
  bool const is_cut = shown != text;
  if (auto const known = is_cut ? numbers_.find(shown) : numbers_.end(); known != numbers_.end())
    return known->second;
  if (texts_.size() == most) {
    ++left_out_;
    return no_room;
  }
  auto const number = static_cast<std::uint32_t>(texts_.size());
  numbers_.emplace(texts_.emplace_back(std::move(shown)), number);
  return number;
}

// ---- numbering.hpp ----

std::int64_t report_code(read::exit_code code) noexcept {
  return !code ? 0 : *code < 0 ? *code : *code + 1;
}

report_numbering::report_numbering(model const& trace) : trace_{trace}, kept_{trace} {
  find_places();
  number_threads();
  number_children();
}

bool report_numbering::is_kept(node_index thread) const noexcept {
  return kept_.number_of(trace_.threads[thread].process) != kept_processes::none;
}

std::int64_t report_numbering::of_thread(node_index thread) const noexcept {
  return static_cast<std::int64_t>(thread_numbers_[thread]);
}

std::int64_t report_numbering::of_child(node_index child) const noexcept {
  return static_cast<std::int64_t>(child_numbers_[child]);
}

std::uint32_t report_numbering::of_label(read::label_id id) {
  if (id >= label_numbers_.size()) label_numbers_.resize(std::size_t{id} + 1);
  if (label_numbers_[id] == 0) {
    labels_.push_back(id);
    label_numbers_[id] = static_cast<std::uint32_t>(labels_.size());
  }
  return label_numbers_[id] - 1;
}

void report_numbering::find_places() {
  places_.resize(trace_.regions.size());
  for (std::size_t i = 0; i < trace_.threads.size(); ++i)
    places_[trace_.threads[i].root].thread = static_cast<node_index>(i);
  // A region stands behind the one around it.
  for (std::size_t i = 0; i < trace_.regions.size(); ++i)
    if (node_index const parent = trace_.regions[i].parent; parent != no_node)
      places_[i] = {places_[parent].thread, places_[parent].depth + 1};
}

void report_numbering::number_threads() {
  thread_numbers_.resize(trace_.threads.size());
  for (std::size_t i = 0; i < trace_.threads.size(); ++i)
    if (is_kept(static_cast<node_index>(i))) {
      thread_numbers_[i] = threads_.size();
      threads_.push_back(static_cast<node_index>(i));
    }
}

void report_numbering::number_children() {
  child_numbers_.resize(trace_.children.size());
  for (std::size_t i = 0; i < trace_.children.size(); ++i)
    if (kept_.number_of(trace_.children[i].process) != kept_processes::none) {
      children_.push_back(static_cast<node_index>(i));
      child_numbers_[i] = children_.size();
    }
}

// ---- region_histograms.hpp ----

void region_histograms::add(read::label_id label, read::nanoseconds length, bool is_fine) {
  is_fine_ = is_fine_ || is_fine;
  if (counts* const of = counts_of(label))
    ++(*of)[step_of(static_cast<std::uint64_t>(std::max(length, read::no_time).count()))];
  else
    ++left_out_;
}

bool region_histograms::is_shown(std::size_t step) const noexcept {
  return is_fine_ || step == 0 || step > fine_steps;
}

read::nanoseconds region_histograms::begin_of(std::size_t step) noexcept {
  if (step == 0) return read::no_time;
  if (step <= fine_steps) return read::nanoseconds{std::int64_t{1} << (step - 1)};
  return (std::int64_t{1} << (step - fine_steps - 1)) * read::nanoseconds{1'000};
}

region_histograms::counts* region_histograms::counts_of(read::label_id label) {
  if (label >= known_.size()) known_.resize(label + 1);
  counts*& known = known_[label];
  if (known == nullptr && counts_.size() < most) known = &counts_[label];
  return known;
}

std::size_t region_histograms::step_of(std::uint64_t nanoseconds) noexcept {
  if (nanoseconds < 1'000) return static_cast<std::size_t>(std::bit_width(nanoseconds));
  auto const whole = static_cast<std::size_t>(std::bit_width(nanoseconds / 1'000));
  return std::min(fine_steps + whole, steps - 1);
}

}  // namespace trace2::program
