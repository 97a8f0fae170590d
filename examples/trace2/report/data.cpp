// Defines what data.hpp, html.hpp, explanation_json.hpp, json_stream.hpp, packed_output.hpp and
// report_samples.hpp declare.
#include "report/data.hpp"

#include <trace2/read/append_json.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/sink.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "anonymise/privacy.hpp"
#include "input/chosen_trace.hpp"
#include "input/inputs.hpp"
#include "input/joined_samples.hpp"
#include "model/model.hpp"
#include "output/left_out.hpp"
#include "output/messages.hpp"
#include "output/output.hpp"
#include "report/collector.hpp"
#include "report/explanation_json.hpp"
#include "report/html.hpp"
#include "report/json_stream.hpp"
#include "report/kept_processes.hpp"
#include "report/packed_output.hpp"
#include "report/report_samples.hpp"
#include "samples/sampled_trace.hpp"
#include "summary/summarize.hpp"
#include "summary/summary_json.hpp"
#include "trace2_report_page.hpp"  // made from report.html, report.css and the modules beside it
#include "why/critical_path.hpp"
#include "why/why.hpp"

namespace trace2::program {

// ---- data.hpp ----

report_data::report_data(report_collector& found, model const& trace,
                         read::label_table const& labels, bool is_anonymous,
                         sampled_trace const* samples)
    : found_{found},
      trace_{trace},
      labels_{labels},
      samples_{samples},
      is_anonymous_{is_anonymous},
      numbers_{trace} {
  slices_ = found.slices().take([this](slice const& one) { return numbers_.is_kept(one.thread); });
}

void report_data::write(trace2::sink& to, std::vector<explanation> const& commands) {
  note_routes(commands);
  // Tables first: they number the texts and labels that come last.
  json_stream out{to};
  out.open('{').name("program").text(std::string{"trace2 "} + program_version);
  out.name("anonymous").number(is_anonymous_ ? 1 : 0);
  out.name("begin").number(read::whole_microseconds(trace_.begin)).name("wall").time(trace_.wall());
  out.name("explained").open('[');
  for (auto const& command : commands) write_explanation(out, command, numbers_);
  out.close(']');
  write_summary(out);
  write_processes(out);
  write_threads(out);
  write_slices(out);
  write_children(out);
  write_waits(out);
  write_marks(out);
  write_stacks(out);
  if (samples_ != nullptr) write_samples(out);
  write_histograms(out);
  write_groups(out);
  write_left_out(out);
  write_texts(out);
  out.close('}');
}

void report_data::note_routes(std::vector<explanation> const& commands) {
  on_path_.resize(trace_.processes.size());
  for (explanation const& of : commands) {
    for (critical_path::stay const& stay : of.stays) on_path_[stay.process] = true;
    for (critical_threads::visit const& visit : of.visits) visits_[visit.thread] = visit;
    for (critical_path::followed_child const& one : of.followed) followed_[one.child] = one;
  }
}

read::nanoseconds report_data::relative(read::moment at) const noexcept {
  return at - trace_.begin;
}

read::nanoseconds report_data::relative(read::moment at, node_index process) const noexcept {
  return relative(at - trace_.processes[process].put_back);
}

void report_data::write_summary(json_stream& out) const {
  auto made = summarizer{trace_, labels_}.make();
  made.processes.clear();
  write_json(out.name("summary").value(), made);
}

void report_data::write_processes(json_stream& out) {
  auto const& rows = numbers_.processes().all();
  auto const of = [this](node_index i) -> auto const& { return trace_.processes[i]; };
  out.name("processes").open('{');
  out.column("name", rows, [&](auto i) { return text(of(i).name); });
  out.column("command", rows, [&](auto i) { return text(of(i).command); });
  out.column("repository", rows, [&](auto i) { return text(of(i).repository); });
  out.column("sid", rows, [&](auto i) { return text(of(i).sid); });
  out.column("parent", rows, [&](auto i) { return numbers_.processes().number_around(i) + 1; });
  out.column("child", rows,
             [&](auto i) { return of(i).child == no_node ? 0 : numbers_.of_child(of(i).child); });
  out.time_differences("begin", rows, [&](auto i) { return relative(of(i).begin); });
  out.times("wall", rows, [&](auto i) { return of(i).wall(); });
  out.column("code", rows, [&](auto i) { return report_code(of(i).code); });
  out.column("state", rows, [&](auto i) { return of(i).state; });
  out.column("errors", rows, [&](auto i) { return of(i).errors; });
  out.column("on_path", rows, [&](auto i) { return on_path_[i]; });
  out.close('}');
}

void report_data::write_threads(json_stream& out) {
  auto const of = [this](node_index i) -> auto const& { return trace_.threads[i]; };
  auto const& rows = numbers_.threads();
  out.name("threads").open('{');
  out.column("name", rows, [&](auto i) { return text(of(i).name); });
  out.column("process", rows,
             [&](auto i) { return numbers_.processes().number_of(of(i).process); });
  out.column("main", rows, [&](auto i) { return of(i).is_main(); });
  out.time_differences("begin", rows, [&](auto i) { return relative(of(i).begin); });
  out.times("wall", rows, [&](auto i) { return of(i).end - of(i).begin; });
  // When the critical path is in them, from their beginnings.
  auto const visit_of = [&](auto i) {
    auto const found = visits_.find(i);
    return found == visits_.end() ? critical_threads::visit{i, of(i).begin, of(i).begin}
                                  : found->second;
  };
  out.times("path_from", rows, [&](auto i) { return visit_of(i).begin - of(i).begin; });
  out.times("path_wall", rows, [&](auto i) { return visit_of(i).end - visit_of(i).begin; });
  out.close('}');
}

void report_data::write_slices(json_stream& out) {
  out.name("slices").open('{');
  out.differences("thread", slices_,
                  [&](slice const& one) { return numbers_.of_thread(one.thread); });
  out.time_differences("begin", slices_, [&](slice const& one) {
    return relative(one.begin, trace_.threads[one.thread].process);
  });
  out.times("wall", slices_, [](slice const& one) { return one.total; });
  out.times("inside", slices_, [](slice const& one) { return one.total - one.self; });
  out.column("depth", slices_, [](slice const& one) { return one.depth; });
  out.column("label", slices_, [&](slice const& one) { return numbers_.of_label(one.label); });
  out.column("message", slices_, [](slice const& one) { return one.message; });
  out.column("place", slices_, [](slice const& one) { return one.place; });
  out.column("unfinished", slices_, [](slice const& one) { return !one.is_complete; });
  out.close('}');
}

void report_data::write_children(json_stream& out) {
  auto const of = [this](node_index i) -> auto const& { return trace_.children[i]; };
  auto const& rows = numbers_.children();
  out.name("children").open('{');
  out.column("thread", rows,
             [&](auto i) { return numbers_.of_thread(numbers_.place_of(i).thread); });
  out.column("depth", rows, [&](auto i) { return numbers_.place_of(i).depth; });
  out.column("label", rows, [&](auto i) { return numbers_.of_label(of(i).what); });
  out.column("command", rows, [&](auto i) { return text(of(i).command); });
  out.time_differences("begin", rows, [&](auto i) { return relative(of(i).begin); });
  out.times("wall", rows, [&](auto i) {
    constexpr read::nanoseconds microsecond{1'000};
    return of(i).duration ? *of(i).duration + microsecond : read::no_time;
  });
  out.times("waited", rows, [&](auto i) { return of(i).waited; });
  out.column("pid", rows, [&](auto i) { return std::int64_t{of(i).pid} + 1; });
  out.column("code", rows, [&](auto i) { return report_code(of(i).code); });
  // When the critical path is in them, from their beginnings; 0 for all of the waits for them.
  auto const followed = [&](auto i) {
    auto const found = followed_.find(&of(i));
    return found == followed_.end() ? critical_path::followed_child{} : found->second;
  };
  out.column("on_path", rows, [&](auto i) { return followed(i).child != nullptr; });
  out.times("path_from", rows, [&](auto i) {
    bool const is_all = followed(i).end == read::moment{};
    return is_all ? read::no_time : followed(i).begin - of(i).begin;
  });
  out.times("path_wall", rows, [&](auto i) { return followed(i).end - followed(i).begin; });
  out.close('}');
}

void report_data::write_waits(json_stream& out) {
  std::vector<wait> rows;
  for (wait const& one : found_.waits())
    if (numbers_.of_child(one.child) != 0) rows.push_back(one);
  out.name("waits").open('{');
  out.differences("child", rows, [&](wait const& one) { return numbers_.of_child(one.child) - 1; });
  out.time_differences("begin", rows, [&](wait const& one) {
    return relative(one.since, trace_.children[one.child].process);
  });
  out.times("wall", rows, [](wait const& one) { return one.time; });
  out.close('}');
}

void report_data::write_marks(json_stream& out) {
  std::vector<mark> rows;
  for (mark const& one : found_.marks())
    if (numbers_.is_kept(one.thread)) rows.push_back(one);
  marks_left_out_ = found_.marks_left_out() + found_.marks().size() - rows.size();
  out.name("marks").open('{');
  out.column("kind", rows, [](mark const& one) { return one.what; });
  out.differences("thread", rows, [&](mark const& one) { return numbers_.of_thread(one.thread); });
  out.time_differences("at", rows, [&](mark const& one) {
    return relative(one.at, trace_.threads[one.thread].process);
  });
  out.column("depth", rows, [](mark const& one) { return one.depth; });
  out.column("label", rows, [&](mark const& one) {
    return has_label(one.what) ? std::int64_t{numbers_.of_label(one.label)} + 1 : 0;
  });
  out.column("text", rows, [](mark const& one) { return one.text; });
  out.close('}');
}

bool report_data::has_label(mark::kind what) noexcept {
  return what == mark::kind::data || what == mark::kind::timer || what == mark::kind::counter;
}

read::nanoseconds report_data::least_time(folded const& stacks) {
  if (stacks.sums().size() <= most_stacks) return read::no_time;
  std::vector<read::nanoseconds> times;
  for (auto const& [stack, sum] : stacks.sums()) times.push_back(sum.time);
  auto const last = times.begin() + most_stacks;
  std::nth_element(times.begin(), last, times.end(), std::greater<>{});
  // Slices as long as the first that finds no room give way, too.
  return *last + read::nanoseconds{1};
}

void report_data::write_stacks(json_stream& out) {
  folded const stacks{trace_, labels_, samples_};
  // Behind a tab, which names don't have, stand the samples of a stack.
  auto const write = [&out](std::string const& stack, folded::sum const& of) {
    out.text(stack + " " + read::microseconds_text(of.time) +
             (of.samples == 0 ? "" : "\t" + std::to_string(of.samples)));
  };
  out.name("stacks").open('[');
  read::nanoseconds const least = least_time(stacks);
  std::size_t room = most_stacks;
  for (auto const& [stack, sum] : stacks.sums())
    if (sum.time >= least && room != 0) {
      write(stack, sum);
      --room;
    } else {
      ++stacks_left_out_;
      stacks_left_out_time_ += sum.time;
    }
  if (stacks_left_out_ != 0)
    write(std::to_string(stacks_left_out_) + " more stacks", {.time = stacks_left_out_time_});
  out.close(']');
}

void report_data::write_samples(json_stream& out) {
  report_samples const shown{*samples_, trace_, numbers_};
  shown.write(out, found_.texts());
  samples_left_out_ = shown.left_out();
}

void report_data::write_histograms(json_stream& out) {
  region_histograms const& histograms = found_.histograms();
  out.name("histogram_steps").open('[');
  for (std::size_t i = 0; i < region_histograms::steps; ++i)
    if (histograms.is_shown(i)) out.number(region_histograms::begin_of(i).count());
  out.close(']');
  out.name("histograms").open('[');
  for (auto const& [id, counts] : histograms.all()) {
    out.open('[').number(numbers_.of_label(id));
    for (std::size_t i = 0; i < counts.size(); ++i)
      if (histograms.is_shown(i)) out.number(static_cast<std::int64_t>(counts[i]));
    out.close(']');
  }
  out.close(']');
}

void report_data::write_groups(json_stream& out) {
  write_groups(out, "more_slices", found_.slices().groups(), [this](node_index thread) {
    return numbers_.is_kept(thread) ? numbers_.of_thread(thread) : -1;
  });
  write_groups(out, "more_processes", numbers_.processes().groups(),
               [](node_index around) { return std::int64_t{around}; });
}

void report_data::write_left_out(json_stream& out) {
  out.name("left_out").open('[');
  auto const add = [&](std::string_view what, std::uint64_t count, read::nanoseconds time) {
    if (count == 0) return;
    out.open('[').text(what).number(static_cast<std::int64_t>(count)).time(time).close(']');
  };
  add("shorter processes", numbers_.processes().left_out(), numbers_.processes().left_out_time());
  add("shorter regions", found_.slices().left_out(), found_.slices().left_out_time());
  add("children", trace_.children.size() - numbers_.children().size(), {});
  add("waits", found_.waits_left_out(), {});
  add("values and messages", marks_left_out_, {});
  add("errors", found_.errors_left_out(), {});
  add("stacks", stacks_left_out_, stacks_left_out_time_);
  add("samples", samples_left_out_, {});
  add("regions in histograms", found_.histograms().left_out(), {});
  add("texts", found_.texts().left_out(), {});
  out.close(']');
}

void report_data::write_texts(json_stream& out) {
  out.name("labels").open('{');
  out.column("category", numbers_.labels(), [&](auto id) { return text(labels_[id].category); });
  out.column("name", numbers_.labels(), [&](auto id) { return text(labels_[id].name); });
  out.close('}').name("texts").open('[');
  for (std::string const& one : found_.texts().all()) out.text(one);
  out.close(']');
}

// ---- html.hpp ----

namespace {

/// The part of a trace that a page shows.
class reported_trace {
 public:
  reported_trace() = default;
  reported_trace(reported_trace const&) = delete;

  /// The collector of what is chosen, and its labels. Call `complete` when it has seen all.
  report_collector& collector() noexcept { return found_; }
  read::label_table& labels() noexcept { return labels_; }

  /// False if there is no command to show.
  bool complete(possible_gaps gaps, sampled_trace* samples = nullptr) {
    trace_ = found_.complete();
    samples_ = samples;
    if (samples != nullptr) samples->complete();
    commands_ = why{trace_, labels_, gaps}.explain_slowest(report_data::most_commands);
    return !commands_.empty();
  }

  /// Writes one JSON object. Only once.
  void write(trace2::sink& to, privacy as) {
    report_data{found_, trace_, labels_, as == privacy::anonymous, samples_}.write(to, commands_);
  }

  program::left_out left_out() const { return left_out_of(trace_.missing); }

 private:
  read::label_table labels_;
  report_collector found_{labels_};
  model trace_;
  sampled_trace const* samples_ = nullptr;
  std::vector<explanation> commands_;
};

/// Writes a page with data in its middle. Nothing in a trace becomes markup: the data are letters
/// and digits until the page's own script reads them.
template <class WriteData>
void write_page(output& out, WriteData const& write_data) {
  for (std::string_view const part : report_page::before_data) out.write(part);
  packed_output packed{out};
  write_data(packed);
  packed.finish();
  for (std::string_view const part : report_page::after_data) out.write(part);
}

}  // namespace

followed write_report(chosen_trace& chosen, std::string const& samples_path, output& out) {
  auto samples = samples_of(samples_path);
  if (!samples && !samples_path.empty()) return followed::nothing;
  reported_trace shown;
  if (samples) join(*samples, shown.collector(), chosen);
  followed const result =
      follow(chosen, shown.collector(), shown.labels(), [&out] { return out.error() != 0; });
  if (result == followed::nothing || !shown.complete(chosen.gaps(), samples ? &*samples : nullptr))
    return followed::nothing;
  write_page(out, [&](trace2::sink& to) { shown.write(to, chosen.shown_as()); });
  return report_left_out(shown.left_out(), result);
}

bool write_difference(chosen_trace& before, chosen_trace& after, comparison const& made,
                      output& out) {
  reported_trace shown[2];
  chosen_trace* const sides[] = {&before, &after};
  for (int i = 0; i < 2; ++i) {
    follow_again(*sides[i], shown[i].collector(), shown[i].labels());
    if (!shown[i].complete(sides[i]->gaps())) return false;
  }
  write_page(out, [&](trace2::sink& to) {
    json_stream data{to};
    data.open('{');
    shown[0].write(data.name("before").value(), before.shown_as());
    shown[1].write(data.name("after").value(), after.shown_as());
    write_json(data.name("comparison").value(), made);
    data.close('}');
  });
  return true;
}

// ---- explanation_json.hpp ----

void write_explanation(json_stream& out, explanation const& of, report_numbering& numbers) {
  using path = critical_path;
  out.open('{').name("command").text(of.command).name("wall").time(of.wall);
  out.name("process").number(of.process == no_node ? 0
                                                   : numbers.processes().number_of(of.process) + 1);
  out.name("candidates").number(static_cast<std::int64_t>(of.candidates));
  out.name("code").number(report_code(of.code));
  if (of.is_filtered) out.name("filtered").number(1);
  if (of.signal) out.name("signal").number(*of.signal);
  out.name("unfinished").number(of.is_unfinished ? 1 : 0);
  if (of.used) {
    out.name("user")
        .time(of.used->user.in_nanoseconds())
        .name("system")
        .time(of.used->system.in_nanoseconds());
    out.name("memory").number(of.used->most_memory);
  }
  out.name("rows").open('[');
  for (path::row const& row : of.rows) {
    out.open('[').text(name_of(row.kind));
    out.text(row.process).text(row.name);
    out.number(row.label == path::no_label ? 0 : std::int64_t{numbers.of_label(row.label)} + 1);
    out.time(row.time).number(static_cast<std::int64_t>(row.count)).close(']');
  }
  out.close(']').name("meanwhile").open('[');
  for (busy_process const& one : of.meanwhile)
    out.open('[').text(one.process).text(one.name).time(one.time).close(']');
  out.close(']').name("hints").open('[');
  for (hint const& one : of.hints) out.open('[').text(one.reason).text(one.remedy).close(']');
  out.close(']').close('}');
}

// ---- json_stream.hpp ----

json_stream& json_stream::open(char bracket) {
  separate();
  line_.append(bracket);
  is_first_ = true;
  return *this;
}

json_stream& json_stream::close(char bracket) {
  line_.append(bracket);
  is_first_ = false;
  return *this;
}

json_stream& json_stream::name(std::string_view member) {
  text(member);
  line_.append(':');
  is_first_ = true;
  return *this;
}

json_stream& json_stream::text(std::string_view value) {
  separate();
  read::append_json_string(line_, value);
  return *this;
}

json_stream& json_stream::number(std::int64_t value) {
  separate();
  line_.append_decimal(value);
  return *this;
}

json_stream& json_stream::time(read::nanoseconds length) {
  separate();
  line_.append(read::microseconds_text(length));
  return *this;
}

trace2::sink& json_stream::value() {
  separate();
  flush();
  return to_;
}

void json_stream::separate() {
  if (!is_first_) line_.append(',');
  is_first_ = false;
  if (line_.size() >= enough) flush();
}

void json_stream::flush() {
  to_.write(line_.view());
  line_.clear();
}

// ---- packed_output.hpp ----

packed_output::packed_output(trace2::sink& to) : to_{to} {
  constexpr int as_gzip = 16;
  constexpr int memory_level = 8;
  is_open_ = ::deflateInit2(&state_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + as_gzip,
                            memory_level, Z_DEFAULT_STRATEGY) == Z_OK;
  // The same bytes on each system, which zlib would name.
  constexpr int of_unix = 3;
  header_.os = of_unix;
  if (is_open_) ::deflateSetHeader(&state_, &header_);
}

packed_output::~packed_output() {
  if (is_open_) ::deflateEnd(&state_);
}

void packed_output::finish() {
  pack({}, Z_FINISH);
  if (left_ == 0) return;
  std::size_t const padding = 3 - left_;
  for (std::size_t i = left_; i < 3; ++i) group_[i] = 0;
  put_group();
  text_.resize(text_.size() - padding);
  text_.append(padding, '=');
  to_.write(text_);
  text_.clear();
}

void packed_output::pack(std::string_view bytes, int flush) noexcept {
  if (!is_open_) return;
  state_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  state_.avail_in = static_cast<uInt>(bytes.size());
  do {
    state_.next_out = room_.data();
    state_.avail_out = static_cast<uInt>(room_.size());
    ::deflate(&state_, flush);
    put(room_.size() - state_.avail_out);
  } while (state_.avail_out == 0);
}

void packed_output::put(std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    group_[left_++] = room_[i];
    if (left_ == group_.size()) put_group();
  }
  // The rest of a group stays for the next call.
  to_.write(text_);
  text_.clear();
}

void packed_output::put_group() {
  static constexpr char letters[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::uint32_t const bits =
      std::uint32_t{group_[0]} << 16 | std::uint32_t{group_[1]} << 8 | std::uint32_t{group_[2]};
  for (int shift = 18; shift >= 0; shift -= 6) text_ += letters[bits >> shift & 63];
  left_ = 0;
}

// ---- report_samples.hpp ----

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
  read::moment const at = one.at - trace_.processes[process].put_back;
  return row{thread == no_node ? static_cast<std::int64_t>(numbers_.threads().size()) + number
                               : numbers_.of_thread(thread),
             at - trace_.begin, one.stack};
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
