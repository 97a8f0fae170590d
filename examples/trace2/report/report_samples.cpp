// Defines what report_samples.hpp declares.
#include "report/report_samples.hpp"

#include <trace2/read/saturating.hpp>

#include <unordered_map>

#include "report/kept_processes.hpp"

namespace trace2::program {

report_samples::report_samples(sampled_trace const& of, model const& trace,
                               report_numbering const& numbers)
    : samples_{of}, trace_{trace}, numbers_{numbers} {
  while (!keep_one_in(every_)) every_ *= 2;
}

bool report_samples::keep_one_in(std::size_t every) {
  stack_table const& stacks = samples_.set().stacks;
  auto const& all = samples_.set().samples;
  rows_.clear();
  is_called_.assign(stacks.stack_count(), false);
  in_trace_ = 0;
  std::size_t calls = 0;
  std::size_t shown = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    sample_place const& place = samples_.joined().places[i];
    if (place.region == no_node && place.process == no_node) continue;
    ++in_trace_;
    auto const one = row_of(all[i], place);
    if (!one || shown++ % every != 0) continue;
    rows_.push_back(*one);
    for (stack_id at = one->stack; at != stack_table::no_caller && !is_called_[at];
         at = stacks.caller(at)) {
      is_called_[at] = true;
      ++calls;
    }
    if (rows_.size() > most_samples || calls > most_calls) return false;
  }
  return true;
}

std::optional<report_samples::row> report_samples::row_of(stack_sample const& one,
                                                          sample_place const& place) const {
  node_index const thread = place.region == no_node ? no_node : numbers_.thread_of(place.region);
  node_index const process = thread == no_node ? place.process : trace_.threads[thread].process;
  std::int64_t const number = numbers_.processes().number_of(process);
  if (number == kept_processes::none) return {};
  std::int64_t const at = read::saturating_add(one.at, -trace_.processes[process].put_back);
  return row{thread == no_node ? static_cast<std::int64_t>(numbers_.threads().size()) + number
                               : numbers_.of_thread(thread),
             read::saturating_add(at, -trace_.begin), one.stack};
}

void report_samples::write(json_stream& out, numbered_texts& texts) const {
  out.name("sampled").text(samples_.summary());
  out.name("sample_interval").time(samples_.interval());
  out.name("one_sample_in").number(static_cast<std::int64_t>(every_));
  std::vector<std::size_t> call_numbers(is_called_.size());
  write_calls(out, texts, call_numbers);
  out.name("samples").open('{');
  out.differences("place", rows_, [](row const& one) { return one.place; });
  out.time_differences("at", rows_, [](row const& one) { return one.at; });
  out.column("call", rows_, [&](row const& one) { return call_numbers[one.stack]; });
  out.close('}');
}

void report_samples::write_calls(json_stream& out, numbered_texts& texts,
                                 std::vector<std::size_t>& call_numbers) const {
  stack_table const& stacks = samples_.set().stacks;
  std::vector<call> calls;
  std::vector<function_id> functions;
  std::unordered_map<function_id, std::size_t> function_numbers;
  // A caller stands in front of what it calls.
  for (stack_id i = 0; i < is_called_.size(); ++i) {
    if (!is_called_[i]) continue;
    std::size_t const by = call_numbers[stacks.caller(i)];
    function_id const function = stacks.innermost(i);
    if (function_numbers.try_emplace(function, functions.size()).second)
      functions.push_back(function);
    calls.push_back({function, by == 0 ? 0 : calls.size() + 1 - by});
    call_numbers[i] = calls.size();
  }
  auto const of = [this](function_id id) -> auto const& { return samples_.function(id); };
  out.name("functions").open('{');
  out.column("name", functions, [&](auto id) { return texts.number_of(of(id).name); });
  out.column("file", functions, [&](auto id) { return texts.number_of(of(id).file); });
  out.close('}').name("calls").open('{');
  out.column("function", calls, [&](call const& one) { return function_numbers[one.function]; });
  out.column("distance", calls, [](call const& one) { return one.distance; });
  out.close('}');
}

}  // namespace trace2::program
