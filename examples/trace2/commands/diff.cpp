// Defines what diff.hpp declares.
#include "commands/diff.hpp"

#include <trace2/read/byte_source.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/limits.hpp>
#include <trace2/read/moment.hpp>

#include <cstddef>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "diff/compare.hpp"
#include "diff/comparison.hpp"
#include "diff/comparison_text.hpp"
#include "diff/datum_groups.hpp"
#include "diff/sample_collector.hpp"
#include "diff/sample_table.hpp"
#include "diff/sampled_runs.hpp"
#include "diff/summary_samples.hpp"
#include "input/found_inputs.hpp"
#include "input/inputs.hpp"
#include "input/joined_samples.hpp"
#include "input/selection.hpp"
#include "input/unpacked.hpp"
#include "model/model_builder.hpp"
#include "options/choosing.hpp"
#include "options/row_limit.hpp"
#include "output/colour.hpp"
#include "output/csv.hpp"
#include "output/messages.hpp"
#include "output/output.hpp"
#include "output/table.hpp"
#include "report/html.hpp"
#include "samples/sample_file.hpp"
#include "samples/sampled_trace.hpp"
#include "summary/summary_json.hpp"
#include "system/files.hpp"
#include "system/terminal.hpp"

namespace trace2::program {

namespace {

/// The exit code when something has become slower than allowed.
constexpr int slower = 3;

/// The files of one side: all summaries, or all something else.
struct compared_files {
  std::vector<read::input_file> summaries{};
  std::vector<read::input_file> traces{};
};

/// Opens a file, plain or compressed. Null if that fails, or if the file can be read only once.
std::unique_ptr<read::peeked_source> open_again(read::input_file const& file) {
  if (file.is_pipe || file.surplus != 0) return nullptr;
  int const fd = open_to_read(file.path);
  if (fd < 0) return nullptr;
  auto source =
      std::make_unique<read::peeked_source>(std::make_unique<read::descriptor_source>(fd));
  read::compression const packed = read::input::compression_of(source->beginning());
  if (packed == read::compression::none) return source;
  auto content = unpacked(packed, std::move(source));
  if (content == nullptr) return nullptr;
  return std::make_unique<read::peeked_source>(std::move(content));
}

bool is_summary(read::input_file const& file) {
  auto const source = open_again(file);
  return source != nullptr && program::is_summary(source->beginning());
}

/// The files of one input of a comparison that is written to `output`.
compared_files find_compared(std::string const& path, std::string const& output) {
  compared_files found;
  auto const is_compared = [](auto const& file) { return is_trace(file) || is_summary(file); };
  for (read::input_file& file : find_inputs({path}, output, is_compared))
    (is_summary(file) ? found.summaries : found.traces).push_back(std::move(file));
  // A directory of summaries may hold files of other kinds, as one of traces may.
  if (!found.summaries.empty())
    std::erase_if(found.traces, [](auto const& file) { return !is_trace(file); });
  return found;
}

/// The whole content of a file; nothing if it can't be read or is longer than any line may be.
std::optional<std::string> content_of(read::input_file const& file) {
  auto const source = open_again(file);
  if (source == nullptr) return {};
  std::string text;
  std::string room(read::peeked_source::most, '\0');
  while (text.size() <= read::limits::line) {
    std::ptrdiff_t const got = source->read(room.data(), room.size());
    if (got == 0) return text;
    if (got < 0) return {};
    text.append(room, 0, static_cast<std::size_t>(got));
  }
  return {};
}

followed collect_summaries(compared_files const& files, program::side side, sample_table& samples,
                           read::label_table& labels) {
  problem_reporter report;
  summary_samples collector{samples, side, labels};
  for (read::input_file const& file : files.summaries) {
    auto const text = content_of(file);
    if (!text || !collector.add(*text)) report({file.path, 0, "is no whole summary"});
  }
  if (report.finish()) return followed::all;
  return samples.runs(side) == 0 ? followed::nothing : followed::partly;
}

/// The result is a page for browsers.
bool is_page(diff_options const& options) { return options.to == "html"; }

/// One side of a comparison: the summaries, or the chosen part of the traces.
struct compared_input {
  compared_input(program::side which, compared_files found, selection const& wanted,
                 diff_options const& options)
      : files{std::move(found)},
        chosen{std::move(files.traces), wanted,
               is_page(options) ? privacy::redacted : privacy::open,
               is_page(options) || !options.samples.empty()} {
    if (options.samples.empty()) return;
    profile_path = options.samples[static_cast<std::size_t>(which)];
    if (auto set = read_samples(profile_path)) profile.emplace(std::move(*set));
  }

  followed collect(program::side side, sample_table& samples, read::label_table& labels) {
    if (!files.summaries.empty()) return collect_summaries(files, side, samples, labels);
    sample_collector collector{samples, side, labels};
    return follow(chosen, collector, labels);
  }

  /// The same where another side has reported all that is odd in these files.
  void collect_silently(program::side side, sample_table& samples, read::label_table& labels) {
    sample_collector collector{samples, side, labels};
    find_chosen(chosen);
    follow_again(chosen, collector, labels);
  }

  /// Finds the samples in what has been collected, and says if there are none.
  sampled_runs find_samples(sample_table& table, read::label_table& labels, left_out& missing) {
    model_builder builder{labels};
    join(*profile, builder, chosen);
    follow_again(chosen, builder, labels);
    model const trace = builder.complete();
    profile->complete();
    missing.add(left_out_of(trace.missing));
    sampled_runs found{*profile, trace, labels, table.paths()};
    if (!found.is_any())
      say(profile_path +
          ": no run of its side was sampled; the first file is that of the runs before");
    else if (profile->interval() == read::no_time)
      say(profile_path + ": too few samples to tell for how much time each stands");
    return found;
  }

  compared_files files;
  chosen_trace chosen;
  std::string profile_path{};
  std::optional<sampled_trace> profile{};
};

/// True if the samples that are wanted could be read.
bool has_samples(diff_options const& options, compared_input const& before,
                 compared_input const& after) {
  return options.samples.empty() || (before.profile && after.profile);
}

/// Compares what has been collected.
comparison compare(compared_input& before, compared_input& after, sample_table& table,
                   read::label_table& labels) {
  comparison made = comparer{table, labels}.make();
  if (!before.profile) return made;
  sampled_runs const one = before.find_samples(table, labels, made.left_out);
  sampled_runs const other = after.find_samples(table, labels, made.left_out);
  made.samples = {before.profile->sums(), after.profile->sums()};
  bool const is_timed =
      before.profile->interval() != read::no_time && after.profile->interval() != read::no_time;
  if (one.is_any() && other.is_any() && is_timed) made.functions = functions_of(made, one, other);
  return made;
}

void write(diff_options const& options, compared_input const& before, compared_input const& after,
           comparison const& made, output& out) {
  if (options.is_json) return write_json(out, made);
  if (options.is_csv) return write_csv(out, made.rows);
  text_style const style = options.colour.style(out);
  comparison_text{out, options.rows.most(), style, out.width(), options.shows_tests}.write(made);
  if (made.samples)
    out.write("\n" + style.dim("before: " + before.profile->summary()) + "\n" +
              style.dim("after:  " + after.profile->summary()) + "\n");
}

/// A limit that nothing could exceed, for lack of values, is not kept.
int judge(double limit, comparison const& made, int status) {
  if (made.slower_by(limit) != 0) return slower;
  if (made.has_comparable()) return status;
  say("--fail-above: nothing could be tested; most claims take 4 runs on each side");
  return bad_input;
}

/// Writes a comparison of two sides. `status` tells if all of them could be read.
int show(diff_options const& options, compared_input& before, compared_input& after,
         comparison made, followed status) {
  made.is_of_summaries = !before.files.summaries.empty() || !after.files.summaries.empty();
  if (made.before.ended == 0 || made.after.ended == 0) {
    std::string const side =
        made.by ? made.by->datum + "=" +
                      (made.before.ended == 0 ? made.by->before.value : made.by->after.value)
        : made.before.ended == 0 ? options.before
                                 : options.after;
    say(side + ": holds no command that has ended");
    return bad_input;
  }
  output out{options.output};
  if (out.error() != 0) {
    say(options.output + ": " + out.reason());
    return bad_input;
  }
  if (!is_page(options)) {
    write(options, before, after, made, out);
  } else if (!write_difference(before.chosen, after.chosen, made, out)) {
    out.abandon();
    return bad_input;
  }
  int const ended = finish(out, report_left_out(made.left_out, status));
  return options.limit ? judge(*options.limit, made, ended) : ended;
}

/// Compares the commands of one input by the values of a datum.
int diff_by(diff_options const& options) {
  compared_files const found = find_compared(options.before, options.output);
  if (!found.summaries.empty()) {
    say("--by: a summary holds no single commands");
    return bad_usage;
  }
  chosen_trace all{found.traces, options.chosen.selection(), privacy::open, true};
  datum_groups values{options.by};
  {
    read::label_table labels;
    find_chosen(all);
    follow_again(all, values, labels);
  }
  std::string problem;
  compared_groups const by = values.made(problem);
  if (!problem.empty()) {
    say("--by=" + options.by + ": " + problem);
    return bad_input;
  }
  auto const input_of = [&](program::side which, compared_group const& group) {
    selection_options of = options.chosen.options();
    of.group = datum_condition{.name = options.by, .value = group.value};
    return compared_input{which, {.traces = all.files()}, selection{std::move(of)}, options};
  };
  all.rewind();  // each side begins where standard input is now
  read::label_table labels;
  sample_table samples;
  compared_input before = input_of(program::side::before, by.before);
  compared_input after = input_of(program::side::after, by.after);
  if (!has_samples(options, before, after)) return bad_input;
  followed const status = before.collect(program::side::before, samples, labels);
  before.chosen.rewind();
  after.collect_silently(program::side::after, samples, labels);
  comparison made = compare(before, after, samples, labels);
  made.by = by;
  if (by.values > 2 && (options.is_csv || is_page(options)))
    say("--by=" + options.by + ": compares the two most frequent of " + std::to_string(by.values) +
        " values, " + by.before.value + " and " + by.after.value);
  return show(options, before, after, std::move(made), status);
}

}  // namespace

int commands::diff(diff_options const& options) {
  if (is_page(options) && options.output.empty() && is_terminal(standard_output)) {
    say("diff: a page is nothing for a terminal: --output=FILE names a file for it");
    return bad_usage;
  }
  if (!options.by.empty()) return diff_by(options);
  compared_files before = find_compared(options.before, options.output);
  compared_files after = find_compared(options.after, options.output);
  bool const is_any_summary = !before.summaries.empty() || !after.summaries.empty();
  if (is_any_summary && !(before.traces.empty() && after.traces.empty())) {
    say("a summary and a trace can't be compared: a summary has no paths of regions");
    return bad_usage;
  }
  if (is_any_summary && is_page(options)) {
    say("a summary has no timeline: --to=html needs traces");
    return bad_usage;
  }
  if (is_any_summary && !options.samples.empty()) {
    say("a summary has no single regions that samples could be in: --samples needs traces");
    return bad_usage;
  }
  selection const wanted = options.chosen.selection();
  if (is_any_summary && wanted.is_any()) {
    say("a summary holds no single commands to choose from: choose when it is made");
    return bad_usage;
  }
  read::label_table labels;
  sample_table samples;
  compared_input one{program::side::before, std::move(before), wanted, options};
  compared_input two{program::side::after, std::move(after), wanted, options};
  if (!has_samples(options, one, two)) return bad_input;
  followed const first = one.collect(program::side::before, samples, labels);
  followed const second = two.collect(program::side::after, samples, labels);
  if (first == followed::nothing || second == followed::nothing) return bad_input;
  followed const result = first == followed::all ? second : followed::partly;
  return show(options, one, two, compare(one, two, samples, labels), result);
}

}  // namespace trace2::program
