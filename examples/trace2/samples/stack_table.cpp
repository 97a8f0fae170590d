// Defines what stack_table.hpp and sample_set.hpp declare.
#include "samples/stack_table.hpp"

#include <trace2/read/cut_text.hpp>

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include "samples/sample_set.hpp"

namespace trace2::program {

// ---- stack_table.hpp ----

function_id stack_table::function(std::string_view name, std::string_view file) {
  name = read::cut_text(name, longest);
  file = read::cut_text(file, longest);
  key_.assign(name).append(1, '\0').append(file);
  if (auto const known = known_functions_.find(std::string_view{key_});
      known != known_functions_.end())
    return known->second;
  constexpr std::size_t per_function = 2 * sizeof(sampled_function) + 96;
  if (!memory_.take(per_function + 2 * key_.size())) {
    ++left_out_;
    return other;
  }
  auto const added = static_cast<function_id>(functions_.size());
  functions_.push_back({std::string{name}, std::string{file}});
  known_functions_.emplace(key_, added);
  return added;
}

stack_id stack_table::called(stack_id by, function_id what) {
  for (stack_id at = place_of(by, what); at != no_caller; at = stacks_[at].next)
    if (stacks_[at].caller == by && stacks_[at].function == what) return at;
  constexpr std::size_t per_stack = 2 * sizeof(stack) + 4 * sizeof(stack_id);
  if (!memory_.take(per_stack)) {
    ++left_out_;
    return by;
  }
  if (stacks_.size() == places_.size()) grow();
  auto const added = static_cast<stack_id>(stacks_.size());
  stack_id& place = place_of(by, what);
  stacks_.push_back({by, what, std::exchange(place, added)});
  return added;
}

stack_id& stack_table::place_of(stack_id caller, function_id function) {
  // The highest bits of the hash are those that collide least.
  std::uint64_t const hash = read::table_hash{}(std::uint64_t{caller} << 32 | function);
  return places_[hash * places_.size() >> 32];
}

void stack_table::grow() {
  places_.assign(2 * places_.size(), no_caller);
  for (stack_id each = 1; each < stacks_.size(); ++each)
    stacks_[each].next =
        std::exchange(place_of(stacks_[each].caller, stacks_[each].function), each);
}

void stack_table::anonymise() {
  std::unordered_map<std::string, std::size_t> files;
  for (std::size_t i = 1; i < functions_.size(); ++i) {
    sampled_function& each = functions_[i];
    // These are perf's and this program's own words.
    if (each.name != "[unknown]" && each.name != "tracing")
      each.name = "function " + std::to_string(i);
    if (!each.file.empty() && !each.file.starts_with("[kernel"))
      each.file =
          "file " + std::to_string(files.try_emplace(each.file, files.size() + 1).first->second);
  }
}

// ---- sample_set.hpp ----

void sample_set::sort() {
  std::stable_sort(samples.begin(), samples.end(), [](stack_sample const& a, stack_sample const& b) {
    return std::tie(a.tid, a.at) < std::tie(b.tid, b.at);
  });
  end_waits();
}

void sample_set::end_waits() {
  auto end = samples.begin();
  for (auto each = samples.begin(); each != samples.end(); ++each) {
    auto const next = each + 1;
    bool const is_latest = next == samples.end() || next->tid != each->tid;
    if (each->kind != sample_kind::running) {
      // Nothing tells the end of a thread's last wait, which is its own end mostly.
      if (each->kind == sample_kind::resumed || is_latest) continue;
      bool const is_of_stack =
          each->kind == sample_kind::switched || each->kind == sample_kind::switched_ready;
      if (is_of_stack && (next->kind == sample_kind::waits || next->kind == sample_kind::preempted)) {
        next->stack = each->stack;
        continue;
      }
      if (each->kind == sample_kind::switched) each->kind = sample_kind::waits;
      if (each->kind == sample_kind::switched_ready) each->kind = sample_kind::preempted;
      each->waited = next->at - each->at;
      each->is_end_known = next->kind == sample_kind::resumed;
      if (each->is_end_known) each->at += each->waited / 2;
    }
    *end++ = *each;
  }
  samples.erase(end, samples.end());
}

std::int64_t sample_set::interval() const {
  std::vector<std::int64_t> gaps;
  std::uint64_t running = 0;
  stack_sample const* latest = nullptr;
  for (stack_sample const& one : samples) {
    if (one.kind != sample_kind::running) continue;
    ++running;
    if (latest != nullptr && latest->tid == one.tid) gaps.push_back(one.at - latest->at);
    latest = &one;
  }
  bool const is_clock = event.starts_with("cpu-clock") || event.starts_with("task-clock");
  if (is_clock && period_sum != 0 && running != 0)
    return static_cast<std::int64_t>(period_sum / running);
  constexpr std::size_t fewest = 20;
  if (gaps.size() < fewest) return 0;
  auto const middle = gaps.begin() + static_cast<std::ptrdiff_t>(gaps.size() / 2);
  std::nth_element(gaps.begin(), middle, gaps.end());
  return *middle;
}

}  // namespace trace2::program
