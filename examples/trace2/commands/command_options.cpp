// Defines what command_options.hpp declares, and in options/ choosing.hpp, help_text.hpp,
// not_negative.hpp, percentage.hpp and row_limit.hpp, and the option of output/colour.hpp: a unit
// that includes CLI11 takes seven seconds more, whatever it uses of it.
#include "commands/command_options.hpp"

#include <trace2/read/moment.hpp>
#include <trace2/read/number_text.hpp>
#include <trace2/settings/scalar.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "input/selection.hpp"
#include "input/selection_text.hpp"
#include "options/choosing.hpp"
#include "options/help_text.hpp"
#include "options/not_negative.hpp"
#include "options/percentage.hpp"
#include "options/row_limit.hpp"
#include "options/wrapped_words.hpp"
#include "output/colour.hpp"
#include "samples/profiler.hpp"
#include "summary/summary_csv.hpp"
#include "system/characters.hpp"
#include <CLI/CLI.hpp>

namespace trace2::program {

// ---- command_options.hpp ----

namespace {

CLI::Option* add_inputs(CLI::App& command, std::vector<std::string>& paths) {
  return command
      .add_option("INPUT", paths,
                  "Traces of EVENT, PERF or NORMAL, or recordings, plain or compressed; "
                  "directories of them; - for standard input")
      ->required()
      ->type_name("");
}

/// Adds the options of all commands that write text formats.
void add_text_options(CLI::App& command, text_options& options) {
  command.add_flag("--brief", options.is_brief,
                   "For event, perf and normal: leave out time and place");
  command
      .add_option("--nesting", options.nesting,
                  "For event: the deepest regions to show (default: all)")
      ->check(not_negative())
      ->type_name("N");
}

/// Adds an option that takes an age, in seconds.
CLI::Option* add_age(CLI::App& command, std::string const& name, std::int64_t& to,
                     char const* help) {
  return command
      .add_option_function<std::string>(
          name,
          [&to, name](std::string const& given) {
            auto const length = parse_length(given);
            if (!length) throw CLI::ValidationError{name, given + " is no length such as 30d"};
            to = length->in_microseconds() / 1'000'000;
          },
          help)
      ->type_name("TIME");
}

/// Adds the options of commands that send. `to` has the defaults.
void add_otlp(CLI::App& command, otlp_http::options& to) {
  auto* const receiver = command.add_option(
      "--otlp", to.url,
      "Send OpenTelemetry spans and metrics to this receiver, such as http://localhost:4318; "
      "\"env\": to the one of OTEL_EXPORTER_OTLP_ENDPOINT");
  receiver->type_name("URL");
  command
      .add_option("--spool", to.spool,
                  "For --otlp: where spans wait that no receiver has accepted "
                  "(default: trace2/otlp in $XDG_STATE_HOME, or in ~/.local/state)")
      ->needs(receiver)
      ->type_name("DIR");
  command
      .add_option("--spool-limit", to.spool_limit,
                  "For --otlp: how much may wait there; 0: nothing (default: 256)")
      ->check(not_negative())
      ->check(CLI::Range(0, 1 << 20))
      ->needs(receiver)
      ->type_name("MIB");
  add_age(command, "--keep", to.keep,
          "For --otlp: when to give up spans that are still refused while others are accepted "
          "(default: 30d)")
      ->needs(receiver);
  command
      .add_option("--retry-for", to.retry_for,
                  "For --otlp: how long to try again before spans wait (default: " +
                      std::to_string(static_cast<int>(to.retry_for)) + ")")
      ->check(CLI::Range(0.0, 86'400.0))
      ->check([](std::string const& given) {  // "nan" is in every range
        bool const is_number = given.find_first_not_of("0123456789.") == std::string::npos;
        return is_number ? std::string{} : given + " is no number of seconds";
      })
      ->needs(receiver)
      ->type_name("SECONDS");
}

/// Adds the option of commands that show samples beside regions.
void add_samples(CLI::App& command, std::string& path) {
  command
      .add_option("--samples", path,
                  "Show the functions that took the time of regions: a perf.data file of "
                  "\"perf record -g -k mono\", or the text of \"perf script -F +tod\"")
      ->type_name("FILE");
}

std::string reason_against_prefix(std::string const& prefix) {
  bool const is_name = !prefix.empty() && !is_digit(prefix.front()) &&
                       std::all_of(prefix.begin(), prefix.end(),
                                   [](char c) { return is_letter(c) || is_digit(c) || c == '_'; });
  return is_name ? std::string{} : prefix + " is no prefix such as FROB_TRACE2";
}

/// True if programs that run can be controlled here.
#if __has_include(<sys/socket.h>)
constexpr bool has_control = true;
#else
constexpr bool has_control = false;
#endif

/// Adds a command that this system lacks. Whatever follows is none of its business.
[[maybe_unused]] void add_missing(CLI::App& app, char const* name, char const* description) {
  app.add_subcommand(name, description)->allow_extras();
}

}  // namespace

void add_attach(CLI::App& app, attach_options& options) {
  if (!has_control)
    return add_missing(app, "attach", "Trace a running program (not on this system).");
  CLI::App* const command = app.add_subcommand("attach", "Trace a running program.");
  command->add_option("--to", options.to, "Default: perf, with --output event")
      ->check(CLI::IsMember({"event", "perf", "normal", "binary"}))
      ->type_name("FORMAT");
  command->add_option("-o,--output", options.output, "Have the program append to FILE")
      ->type_name("FILE");
  command
      ->add_option("--filter", options.filter,
                   "Only events of these categories: index,dir/read,!debug")
      ->type_name("LIST");
  command
      ->add_option("--nesting", options.nesting,
                   "Levels of regions that event shows (default: all)")
      ->check(CLI::Range(1, std::numeric_limits<int>::max()))
      ->type_name("N");
  command->add_flag("--ring", options.is_ring,
                    "Record (--to=binary), and keep only the last events of each thread");
  add_length(*command, "--for", options.most, "End after this time: 500ms, 10s, 2m");
  command->add_option("PID", options.process, "The program, as \"trace2 ps\" lists it")
      ->required()
      ->type_name("");
  command->footer(
      "The program traces until this command ends, by itself, by Control-C or by any signal.\n"
      "Then its targets are what they were before. Without --output the lines appear here;\n"
      "lines that a slow terminal does not take are lost, and the program never waits.\n"
      "\n"
      "Examples:\n"
      "  trace2 attach 4711\n"
      "  trace2 attach 4711 --to=event -o frob.event --filter=index --for=10s\n"
      "  trace2 attach 4711 --to=binary --ring -o frob.recording");
}

void add_cat(CLI::App& app, cat_options& options) {
  CLI::App* const command =
      app.add_subcommand("cat", "Show recordings of the flight recorder as text.");
  command->add_option("--format", options.format, "Default: perf")
      ->check(CLI::IsMember({"normal", "perf", "event"}))
      ->type_name("FORMAT");
  add_text_options(*command, options.text);
  command->add_flag("--follow", options.follows, "Continue until the processes have ended");
  add_privacy(*command, options.is_anonymous);
  options.chosen.add_to(*command);
  options.window.add_to(*command);
  command
      ->add_option("RECORDING", options.paths,
                   "Files that TRACE2_BINARY named, plain or compressed by gzip or zstd; "
                   "directories of them; - for standard input")
      ->required()
      ->type_name("");
  command->footer(
      "Shows the bytes that the text targets would have written, and merges several recordings\n"
      "by time. Recordings of processes that were killed, or are still running, work as well.\n"
      "Without --follow, this is \"trace2 convert --to=FORMAT\", which also reads text traces.\n"
      "\n"
      "Examples:\n"
      "  trace2 cat run.recording | less -S\n"
      "  trace2 cat --format=normal --brief recordings/\n"
      "  trace2 cat --last=1s daemon.recording\n"
      "  trace2 cat --follow daemon.recording");
}

void add_check(CLI::App& app, check_options& options) {
  CLI::App* const command = app.add_subcommand("check", "Tell what is odd in a trace.");
  command->add_flag("--json", options.is_json, "Everything as one JSON object");
  add_inputs(*command, options.paths);
  command->footer(
      "Tells what you should know before you trust the numbers of a trace: lost lines, missing\n"
      "beginnings or ends, clocks that were set, regions that overlap, children that are a guess,\n"
      "files given twice, and text that was removed around the lines.\n"
      "\n"
      "Exit status: 0 if nothing is odd, 1 if there are remarks, 2 if an input can't be read.\n"
      "\n"
      "Examples:\n"
      "  trace2 check trace.event\n"
      "  trace2 check --json - <pasted.txt");
}

void add_convert(CLI::App& app, convert_options& options) {
  CLI::App* const command = app.add_subcommand("convert", "Write a trace in another format.");
  command->callback([&options] {
    if (options.to.empty() && !options.otlp.is_wanted())
      throw CLI::RequiredError{
          "--to=event, perf, normal, chrome, firefox, otlp, folded, html, sqlite, csv or ndjson"};
  });
  command->add_option("--to", options.to, "What to write (default with --otlp: otlp)")
      ->check(CLI::IsMember({"event", "perf", "normal", "chrome", "firefox", "otlp", "folded",
                             "html", "sqlite", "csv", "ndjson"}))
      ->type_name("FORMAT");
  command->add_option("-o,--output", options.output, "Write to FILE instead of standard output")
      ->type_name("FILE");
  command
      ->add_option("--traceparent", options.parent,
                   "For otlp: the span that the trace belongs to (default: $TRACEPARENT)")
      ->type_name("CONTEXT");
  add_otlp(*command, options.otlp);
  add_text_options(*command, options.text);
  add_samples(*command, options.samples);
  add_privacy(*command, options.is_anonymous);
  options.chosen.add_to(*command);
  add_inputs(*command, options.paths);
  command->footer(
      "Formats:\n"
      "  event   Trace2's JSON lines, made uniform for strict readers\n"
      "  perf    Trace2's columns\n"
      "  normal  Trace2's lines for people\n"
      "  chrome  a timeline, for https://ui.perfetto.dev, speedscope, and\n"
      "          https://profiler.firefox.com\n"
      "  firefox a profile for https://profiler.firefox.com, with --samples\n"
      "  otlp    OpenTelemetry spans (OTLP/JSON lines), for the Collector's receiver\n"
      "          otlpjsonfile\n"
      "  folded  stacks with their self time in microseconds, for flame graphs\n"
      "  html    a page for a browser, as \"trace2 report\" writes it\n"
      "  sqlite  a database of processes, regions, children and data, which --output\n"
      "          names; an existing one grows\n"
      "  csv     the same tables as files in a new directory, for DuckDB, ClickHouse,\n"
      "          pandas\n"
      "  ndjson  the same, a JSON object per row\n"
      "Recordings become, byte for byte, what the text targets would have written, merged by\n"
      "time.\n"
      "\n"
      "Examples:\n"
      "  trace2 convert --to=perf trace.event | less\n"
      "  trace2 convert --to=chrome -o trace.json /var/log/git-traces/\n"
      "  trace2 convert --otlp=http://localhost:4318 /var/log/git-traces/\n"
      "  trace2 convert --to=folded trace.event >trace.folded");
}

void add_diff(CLI::App& app, diff_options& options) {
  CLI::App* const command =
      app.add_subcommand("diff", "Compare what commands did before and after a change.");
  add_percentage(*command, "--fail-above", options.limit,
                 "Exit with 3 if a claim says that something takes more than PERCENT longer");
  auto* const json = command->add_flag("--json", options.is_json,
                                       "Everything as one JSON object; times in seconds");
  auto* const csv = command
                        ->add_flag("--csv", options.is_csv,
                                   "All rows as comma-separated values; times in seconds")
                        ->excludes(json);
  command
      ->add_option("--to", options.to,
                   "html: a page for a browser with the changes, both timelines, and a flame "
                   "graph of the differences")
      ->check(CLI::IsMember({"html"}))
      ->type_name("FORMAT")
      ->excludes(json, csv);
  command->add_option("-o,--output", options.output, "Write to FILE instead of standard output")
      ->type_name("FILE");
  command
      ->add_option_function<std::string>(
          "--by",
          [&options](std::string const& given) {
            std::string const problem = problem_of_name(given);
            if (!problem.empty()) throw CLI::ValidationError{"--by", problem};
            options.by = given;
          },
          "Compare the commands of one input by the latest value of a datum, such as "
          "cache/result: those with the two most frequent values")
      ->type_name("DATUM");
  command
      ->add_flag("--stat", options.shows_tests,
                 "All rows, with intervals, p-values and the names of the tests")
      ->excludes("--json", "--csv", "--to");
  command
      ->add_option("--samples", options.samples,
                   "Show the functions that account for the differences: the samples of a run "
                   "before and of one after, as for \"why\"; twice, in this order")
      ->allow_extra_args(false)
      ->type_name("FILE")
      ->excludes("--csv", "--to", "--stat");
  options.rows.add_to(*command, "Rows of each table")->excludes("--json", "--csv", "--to");
  options.colour.add_to(*command);
  options.chosen.add_to(*command);
  command
      ->add_option("BEFORE", options.before,
                   "A trace, a directory of traces, a JSON summary, or a directory of them")
      ->required()
      ->type_name("");
  command->add_option("AFTER", options.after, "The same, after the change; not with --by")
      ->type_name("");
  command->callback([&options] {
    if (options.by.empty() && options.after.empty()) throw CLI::RequiredError{"AFTER"};
    if (!options.by.empty() && !options.after.empty())
      throw CLI::ValidationError{"--by", "compares the commands of one input"};
    if (!options.samples.empty() && options.samples.size() != 2)
      throw CLI::ValidationError{"--samples", "is needed twice, for the runs before and after"};
  });
  command->footer(
      "Each command is one value of its name: its wall time, and the sums of its regions (by\n"
      "their whole path), timers and counters, or 0 if it lacks one; for a timer with a\n"
      "distribution also its quantiles, for a phase its sums. Claims need 4 values on each\n"
      "side. A difference is shown once, in the innermost region that has it.\n"
      "\n"
      "  change    of the median; 0 counts as half the unit of the value: a nanosecond,\n"
      "            a microsecond, or one\n"
      "  interval  95 % for the row alone, by the ratios of all pairs of values\n"
      "            (Hodges, Lehmann 1963)\n"
      "  claim     by the Mann-Whitney U test (1947), as in Go's benchstat,\n"
      "            corrected for the number of rows (Benjamini, Hochberg 1995), so that\n"
      "            at most about 5 % of the claims are false. ~ may be chance,\n"
      "            few means too few values\n"
      "\n"
      "Examples:\n"
      "  trace2 diff before/ after/     # such as made by:\n"
      "    for i in $(seq 10); do GIT_TRACE2_EVENT=$PWD/before/$i git status; done\n"
      "  trace2 diff --command=status --category=index before/ after/\n"
      "  trace2 diff --by=cache/result traces/\n"
      "  trace2 diff --samples=old.data --samples=new.data old.event new.event\n"
      "  trace2 diff --to=html -o diff.html before/ after/\n"
      "  trace2 diff --fail-above=5% before/ after/ || echo too slow");
}

void add_list(CLI::App& app, list_options& options) {
  CLI::App* const command = app.add_subcommand("list", "Show one line for each command.");
  command->add_option("--sort", options.sort, "What comes first (default: newest)")
      ->check(CLI::IsMember({"newest", "oldest", "slowest", "fastest"}))
      ->type_name("ORDER");
  options.rows.add_to(*command, "Rows to show");
  auto* const json = command->add_flag("--json", options.is_json,
                                       "Everything as one JSON object; durations in seconds");
  command
      ->add_flag("--csv", options.is_csv,
                 "All rows as comma-separated values; durations in seconds")
      ->excludes(json);
  options.colour.add_to(*command);
  options.chosen.add_to(*command);
  add_inputs(*command, options.paths);
  command->footer(
      "Shows when each command began, its wall time, exit code and repository. A command that\n"
      "another one ran has its own line.\n"
      "\n"
      "Examples:\n"
      "  trace2 list --since=1h traces/\n"
      "  trace2 list --sort=slowest --rows=10 --command=fetch traces/");
}

void add_query(CLI::App& app, query_options& options) {
  CLI::App* const command = app.add_subcommand("query", "Answer a question in SQL.");
  command->callback([&options] {
    if (options.is_schema) return;
    if (options.sql.empty()) throw CLI::RequiredError{"SQL"};
    if (options.paths.empty()) throw CLI::RequiredError{"INPUT"};
  });
  command->add_flag("--schema", options.is_schema,
                    "Show the tables and views instead; no trace is read");
  command->add_flag("--json", options.is_json, "The rows as an array of JSON objects");
  command->add_flag("--csv", options.is_csv, "Comma-separated values")->excludes("--json");
  options.colour.add_to(*command);
  options.chosen.add_to(*command);
  command->add_option("SQL", options.sql, "A SELECT of SQLite")->type_name("");
  add_inputs(*command, options.paths)->required(false);
  command->footer(
      "The tables are those of \"trace2 convert --to=sqlite\". \"man trace2\" has questions and\n"
      "their queries. Times are microseconds in tables, and seconds in views.\n"
      "\n"
      "Examples:\n"
      "  trace2 query --schema\n"
      "  trace2 query 'SELECT * FROM command_sums ORDER BY total_s DESC' traces/\n"
      "  trace2 query --csv 'SELECT began, name, wall_s FROM commands' traces/ >walls.csv");
}

void add_summary(CLI::App& app, overview_command_options& options) {
  CLI::App* const command =
      app.add_subcommand("summary", "Show processes, regions, children, sums and errors.");
  command->add_flag("--json", options.shown.json,
                    "Everything as one JSON object; durations in seconds");
  command
      ->add_option("--csv", options.shown.csv,
                   "One table as comma-separated values; durations in seconds")
      ->check(CLI::IsMember(table_names()))
      ->excludes("--json")
      ->type_name("TABLE");
  command
      ->add_option("--histogram", options.shown.histogram,
                   "Draw the durations of regions instead: of a label, a category, or "
                   "CATEGORY/LABEL; the two may be patterns")
      ->type_name("REGION");
  command->add_option("--sort", options.shown.sort, "What comes first in a table (default: total)")
      ->check(CLI::IsMember({"total", "self", "max", "median", "count"}))
      ->excludes("--histogram")
      ->type_name("ORDER");
  options.shown.rows.add_to(*command, "Rows of each table; all also shows every table")
      ->excludes("--json", "--csv", "--histogram");
  options.colour.add_to(*command);
  options.chosen.add_to(*command);
  add_inputs(*command, options.paths);
  command->footer(
      "Examples:\n"
      "  trace2 summary trace.event\n"
      "  trace2 summary --histogram=index/do_read_index traces/\n"
      "  trace2 summary --json traces/ | jq '.regions[] | select(.p95 > 0.1)'");
}

void add_tree(CLI::App& app, overview_command_options& options) {
  CLI::App* const command =
      app.add_subcommand("tree", "Show processes, threads and regions as an indented tree.");
  command->add_option("--depth", options.shown.depth, "Levels to show; 0 for all (default: 0)")
      ->check(not_negative())
      ->type_name("N");
  add_percentage(*command, "--min-share", options.shown.least_share,
                 "Leave out items that take less than PERCENT of the outermost process", 1);
  command->add_flag("--json", options.shown.json,
                    "The lines as one JSON object; durations in seconds");
  add_samples(*command, options.shown.samples);
  options.colour.add_to(*command);
  options.chosen.add_to(*command);
  add_inputs(*command, options.paths);
  command->footer(
      "Examples:\n"
      "  trace2 tree trace.event\n"
      "  trace2 tree --depth=3 --min-share=5 traces/ | less -R");
}

void add_why(CLI::App& app, why_command_options& options) {
  CLI::App* const command =
      app.add_subcommand("why", "Explain why a command took as long as it did.");
  auto* const rows = options.shown.rows.add_to(*command, "Rows to show");
  auto* const json = command->add_flag("--json", options.shown.is_json,
                                       "Everything as one JSON object; durations in seconds");
  json->excludes(rows);
  command
      ->add_flag("--csv", options.shown.is_csv,
                 "All rows as comma-separated values; durations in seconds")
      ->excludes(rows, json);
  add_samples(*command, options.shown.samples);
  options.colour.add_to(*command);
  options.chosen.add_to(*command);
  add_inputs(*command, options.paths);
  command->footer(
      "Shows the critical path: what the command did and waited for, through processes and "
      "threads.\n"
      "The rows add up to its wall time. Below them is what stands out, and what to do about "
      "it.\n"
      "Of several commands, it explains the slowest.\n"
      "\n"
      "Examples:\n"
      "  trace2 why trace.event\n"
      "  trace2 why --command=fetch /var/log/git-traces/");
}

void add_ps(CLI::App& app, ps_options& options) {
  if (!has_control) return add_missing(app, "ps", "List running programs (not on this system).");
  CLI::App* const command =
      app.add_subcommand("ps", "List the running programs that \"attach\" can trace.");
  command->add_flag("--json", options.is_json, "Everything as one JSON object");
  options.colour.add_to(*command);
  command->footer(
      "Programs of this user that include <trace2/control.hpp>, if TRACE2_CONTROL=1 is set for\n"
      "them or if they allow it themselves. Each target that is on has a line, with the bytes\n"
      "per second by which its file grows, and the number of events that it has lost.\n"
      "\n"
      "Examples:\n"
      "  trace2 ps");
}

void add_report(CLI::App& app, report_options& options) {
  CLI::App* const command =
      app.add_subcommand("report", "Write a page for a browser that shows a trace.");
  command->add_option("-o,--output", options.output, "Write to FILE instead of standard output")
      ->type_name("FILE");
  add_samples(*command, options.samples);
  add_privacy(*command, options.is_anonymous);
  options.chosen.add_to(*command);
  add_inputs(*command, options.paths);
  command->footer(
      "The page is a single file, and needs no network: a timeline of processes, threads and\n"
      "regions, the critical path of the slowest command or of any of the 100 slowest, a flame\n"
      "graph, and the tables of \"trace2 summary\". It shows command lines, messages and paths of\n"
      "the trace, with secrets hidden: look at it before you publish it, or let --anonymise\n"
      "replace them.\n"
      "Same as \"trace2 convert --to=html\".\n"
      "\n"
      "Examples:\n"
      "  trace2 report -o report.html trace.event\n"
      "  trace2 report --command=fetch -o fetch.html /var/log/git-traces/\n"
      "  trace2 report --anonymise -o for-a-bug-report.html trace.event\n"
      "  trace2 run --to=html -o report.html -- git fetch");
}

void add_snapshot(CLI::App& app, snapshot_options& options) {
  if (!has_control)
    return add_missing(app, "snapshot", "Copy a program's flight recorder (not on this system).");
  CLI::App* const command =
      app.add_subcommand("snapshot", "Copy the flight recorder's ring of a program.");
  command->add_option("-o,--output", options.output, "Write the copy to FILE")
      ->required()
      ->type_name("FILE");
  command->add_option("PID", options.process, "The program, as \"trace2 ps\" lists it")
      ->required()
      ->type_name("");
  command->footer(
      "The copy is a recording of what the program has done last, up to now, for \"trace2 "
      "cat\",\n"
      "\"trace2 tree\" and the others. The program goes on and notices nothing.\n"
      "\n"
      "Examples:\n"
      "  trace2 snapshot 4711 -o frob.recording");
}

#if __has_include(<sys/epoll.h>)
void add_listen(CLI::App& app, listen_options& options) {
  CLI::App* const command =
      app.add_subcommand("listen", "Receive traces on sockets, and show each command that ends.");
  auto* const kept =
      command->add_option("-o,--output", options.keeping.directory,
                          "Keep all lines that arrive in files of the directory DIR");
  kept->type_name("DIR");
  command
      ->add_option_function<std::string>(
          "--keep-size",
          [&options](std::string const& given) {
            std::int64_t const size = trace2::parse_size(given);
            if (size < 0)
              throw CLI::ValidationError{"--keep-size", given + " is no size such as 500M"};
            options.keeping.most_bytes = static_cast<std::uint64_t>(size);
          },
          "Let those files take at most SIZE (default: 1 GiB): 500M, 2G")
      ->needs(kept)
      ->type_name("SIZE");
  add_age(*command, "--keep-age", options.keeping.most_age,
          "Remove those files when they are older (default: 30d)")
      ->needs(kept);
  command
      ->add_option("--exec", options.exec,
                   "Run CMD in a shell for each command that is shown, with variables "
                   "such as TRACE2_LISTEN_COMMAND, which \"man trace2\" lists")
      ->type_name("CMD");
  add_otlp(*command, options.otlp);
  command->add_flag("--systemd", options.is_service,
                    "Use the sockets that a service manager passes (LISTEN_FDS), and tell "
                    "it when they are ready (NOTIFY_SOCKET)");
  command->add_flag("--any-user", options.is_for_all,
                    "Accept lines from other users, too, not only from this one and root");
  add_privacy(*command, options.is_anonymous);
  options.colour.add_to(*command);
  options.chosen.add_to(*command);
  command
      ->add_option("ADDRESS", options.addresses,
                   "af_unix:stream:PATH, af_unix:dgram:PATH, af_unix:PATH (a stream); "
                   "- for standard input")
      ->type_name("");
  command->footer(
      "Shows one line for each command that finishes; on a terminal also those that run, and "
      "what\n"
      "they are doing. An interrupt (SIGINT or SIGTERM) ends it with the summary.\n"
      "\n"
      "Examples:\n"
      "  trace2 listen \"af_unix:$XDG_RUNTIME_DIR/trace2.sock\"\n"
      "  git config --global trace2.eventTarget \"af_unix:$XDG_RUNTIME_DIR/trace2.sock\"\n"
      "  trace2 listen -o ~/traces --slower-than=1s \"af_unix:$XDG_RUNTIME_DIR/trace2.sock\"");
}
#else
void add_listen(CLI::App& app, listen_options&) {
  add_missing(app, "listen", "Receive traces on sockets (not on this system).");
}
#endif

void add_run(CLI::App& app, run_options& options) {
  CLI::App* const command = app.add_subcommand("run", "Run a command and trace it.");
  // All words behind the command belong to it.
  command->positionals_at_end();
  command
      ->add_option("--to", options.to,
                   "Default: the targets that the environment switches on, or else why")
      ->check(CLI::IsMember({"event", "perf", "normal", "chrome", "firefox", "otlp", "folded",
                             "html", "summary", "tree", "why"}))
      ->type_name("FORMAT");
  command->add_flag("--json", options.is_json,
                    "For why, summary and tree: everything as one JSON object");
  command->add_option("-o,--output", options.output, "Write to FILE instead of standard error")
      ->type_name("FILE");
  command
      ->add_option("--prefix", options.prefixes,
                   "Trace programs whose variables begin with PREFIX, too, such as FROB_TRACE2")
      ->allow_extra_args(false)
      ->check(reason_against_prefix)
      ->type_name("PREFIX");
  command
      ->add_flag(
          "--samples{999}", options.samples,
          "For why, tree, firefox, folded and html: show the functions that took the time of "
          "regions, by perf(1) with HZ samples per second (default: 999); with \"waits\" also what "
          "threads waited for")
      ->check([](std::string const& text) {
        return recording_options::of(text) ? std::string{} : text + " is no HZ, waits or HZ,waits";
      })
      ->type_name("[=HZ][,waits]");
  command
      ->add_option(
          "--samples-stack", options.samples_stack,
          "For --samples: how perf finds the callers: fp (the default), dwarf for programs "
          "without frame pointers, lbr")
      ->check(CLI::IsMember({"fp", "dwarf", "lbr"}))
      ->type_name("WAY");
  add_otlp(*command, options.otlp);
  add_privacy(*command, options.is_anonymous);
  command->add_option("COMMAND", options.words, "The command, and everything after it")
      ->required()
      ->type_name("");
  command->footer(
      "The command, and all of its descendants that write Trace2 (Git among them), "
      "appear in one trace,\n"
      "with the exit code of the command and the resources that it has used. "
      "Signals are passed on;\n"
      "the exit status is that of the command: 128 plus the number of the signal "
      "that ended it, 127\n"
      "if there is no such command, 126 if it can't be run.\n"
      "\n"
      "Examples:\n"
      "  trace2 run -- git fetch\n"
      "  trace2 run --to=chrome -o build.json -- make -j8\n"
      "  trace2 run --otlp=http://localhost:4318 -- make -j8\n"
      "  TRACE2_EVENT=/var/log/traces/ trace2 run -- backup.sh");
}

// ---- options/choosing.hpp ----

CLI::Option* add_moment(CLI::App& command, char const* names, std::optional<read::moment>& to,
                        char const* help) {
  std::string const name{std::string_view{names}.substr(0, std::string_view{names}.find(','))};
  return command
      .add_option_function<std::string>(
          names,
          [&to, name](std::string const& given) {
            using namespace std::chrono;
            auto const now = duration_cast<microseconds>(system_clock::now().time_since_epoch());
            auto const microseconds = parse_moment(given, now.count());
            if (!microseconds)
              throw CLI::ValidationError{
                  name,
                  given +
                      " is no time such as 2000-01-31, \"2000-01-31 12:34\", 12:34, 2h, yesterday "
                      "or \"2 days ago\""};
            to = read::moment_at(*microseconds);
          },
          help)
      ->type_name("TIME");
}

CLI::Option* add_length(CLI::App& command, char const* name, std::optional<read::fine_duration>& to,
                        char const* help) {
  return command
      .add_option_function<std::string>(
          name,
          [&to, name](std::string const& given) {
            to = parse_length(given);
            if (!to) throw CLI::ValidationError{name, given + " is no length such as 250ms"};
          },
          help)
      ->type_name("TIME");
}

void add_privacy(CLI::App& command, bool& is_anonymous) {
  command.add_flag("--anonymise,--anonymize", is_anonymous,
                   "Replace hosts, users, paths, arguments, messages and texts "
                   "among values by numbers");
}

selection choice::selection() const { return program::selection{options_}; }

void choice::add_to(CLI::App& command) {
  constexpr char const* group = "Commands to show, with all that they run";
  auto const text = [&](char const* names, std::string& to, char const* help, char const* type) {
    command.add_option(names, to, help)->type_name(type)->group(group);
  };
  text("--command", options_.command, "Those with NAME in their name or command line", "NAME");
  text("--repo", options_.repository, "Those with TEXT in the path of their worktree", "TEXT");
  add_moment(command, "--since,--after", options_.since, "Those that began at TIME or later")
      ->group(group);
  add_moment(command, "--until,--before", options_.until,
             "Those that began earlier; TIME is a date, a time, a length "
             "before now, or in words: 2h, yesterday, \"2 days ago\"")
      ->group(group);
  add_length(command, "--slower-than", options_.slower_than,
             "Those that took longer: 250ms, 1.5s, 2m")
      ->group(group);
  command.add_flag("--failed", options_.is_failed, "Those that failed or were killed")
      ->group(group);
  command
      .add_option_function<std::string>(
          "--where",
          [this](std::string const& given) {
            auto read = datum_conditions::of(given);
            if (!read.problem.empty()) throw CLI::ValidationError{"--where", read.problem};
            options_.where = std::move(read.all);
          },
          "Those with such data, joined by \"and\", with =, < and >: "
          "\"cache/result=hit and cache/size>100\"")
      ->type_name("CONDITIONS")
      ->group(group);
  command.add_option("--pid", options_.pid, "Those with this process id")
      ->type_name("PID")
      ->group(group);
  text("--sid", options_.sid, "Those with this session id, or this last component of it", "SID");
  command
      .add_option("--category", options_.categories,
                  "Of regions, data, timers and counters only those of these categories: "
                  "patterns with commas, such as index,dir/read,!*/debug*")
      ->type_name("LIST");
}

void window_choice::add_to(CLI::App& command) {
  constexpr char const* group = "Events to show";
  add_moment(command, "--events-since", since_, "Only events of TIME or later")->group(group);
  add_moment(command, "--events-until", until_, "Only events of earlier times; TIME as above")
      ->group(group);
  add_length(command, "--last", last_,
             "Only the last events: those of the TIME before the end, such as 1s")
      ->group(group)
      ->excludes("--events-since")
      ->excludes("--events-until");
}

read::time_window window_choice::window() const {
  read::time_window found;
  if (since_) found.since = *since_;
  if (until_) found.until = *until_;
  return found;
}

std::optional<read::nanoseconds> window_choice::last() const {
  return last_ ? std::optional{last_->in_nanoseconds()} : std::nullopt;
}

// ---- output/colour.hpp ----

void colour_choice::add_to(CLI::App& command) {
  command
      .add_option("--color", when_,
                  "auto (the default), always or never; --color alone means always")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
      ->type_name("WHEN");
}

// ---- options/help_text.hpp ----

std::string help_text::make_help(CLI::App const* command, std::string name,
                                 CLI::AppFormatMode) const {
  auto const operands =
      command->get_options([](CLI::Option const* o) { return o->get_positional(); });
  auto const commands = command->get_subcommands([](CLI::App const*) { return true; });

  std::string text = command->get_description() + "\nUsage: " + name + " [OPTIONS]";
  for (auto const* operand : operands) {
    bool const is_needed = operand->get_required();
    text += (is_needed ? " " : " [") + operand->get_name(true) + dots(*operand) +
            (is_needed ? "" : "]");
  }
  text += commands.empty() ? "\n" : " SUBCOMMAND\n";

  if (!operands.empty()) text += "\nPositionals:\n";
  for (auto const* operand : operands)
    text += row(operand->get_name(true) + (dots(*operand).empty() ? "" : " ") + dots(*operand) +
                    requirement(*operand),
                operand->get_description());
  std::vector<std::string> topics;
  for (auto const* other : commands)
    if (std::find(topics.begin(), topics.end(), other->get_group()) == topics.end())
      topics.push_back(other->get_group());
  for (std::string const& topic : topics) {
    text += "\n" + topic + ":\n";
    for (auto const* other : commands)
      if (other->get_group() == topic) text += row(other->get_name(), other->get_description());
  }
  // The first group has --help, and another name in other versions.
  auto const groups = command->get_groups();
  for (std::string const& group : groups) {
    text += "\n" + (group == groups.front() ? "Options" : group) + ":\n";
    for (auto const* option : command->get_options([&group](CLI::Option const* o) {
           return o->nonpositional() && o->get_group() == group;
         })) {
      auto const value = option->get_type_size() == 0 ? "" : " " + option->get_type_name();
      text += row(option->get_name(false, true) + value + requirement(*option),
                  option->get_description());
    }
  }
  return text + "\n" + footer(command->get_footer());
}

std::string help_text::dots(CLI::Option const& operand) {
  return operand.get_expected_max() > 1 ? "..." : "";
}

std::string help_text::requirement(CLI::Option const& option) {
  return option.get_required() ? " REQUIRED" : "";
}

std::string help_text::row(std::string const& name, std::string const& description) {
  std::string text = wrapped_name("  " + name);
  std::size_t const size = text.size();
  append_words(text, description, column, size < column ? size : help_width);
  return text + '\n';
}

std::string help_text::wrapped_name(std::string name) {
  constexpr std::size_t indentation = 6;
  for (std::size_t begin = 0; name.size() - begin > help_width;) {
    std::size_t const comma = name.rfind(',', begin + help_width - 1);
    if (comma == name.npos || comma < begin + indentation) break;
    name.insert(comma + 1, '\n' + std::string(indentation, ' '));
    begin = comma + 2;
  }
  return name;
}

std::string help_text::footer(std::string const& text) {
  std::string result, paragraph, line;
  for (std::istringstream lines{text + "\n"}; std::getline(lines, line);) {
    bool const is_prose = !line.empty() && line.front() != ' ';
    if (is_prose) {
      paragraph += (paragraph.empty() ? "" : " ") + line;
      continue;
    }
    end_paragraph(result, paragraph);
    result += line + '\n';
  }
  end_paragraph(result, paragraph);
  return result;
}

void help_text::end_paragraph(std::string& result, std::string& paragraph) {
  if (paragraph.empty()) return;
  append_words(result, std::exchange(paragraph, {}), 0, 0);
  result += '\n';
}

// ---- options/not_negative.hpp ----

CLI::Validator not_negative() {
  auto const check = [](std::string const& text) {
    return text.starts_with('-') ? text + " is below 0" : std::string{};
  };
  return {check, ""};
}

// ---- options/percentage.hpp ----

std::optional<double> share_in(std::string_view text) {
  if (text.ends_with('%')) text.remove_suffix(1);
  double percent = 0;
  bool const is_share =
      trace2::read::number_from(text, percent) && std::isfinite(percent) && percent >= 0;
  return is_share ? std::optional{percent / 100} : std::nullopt;
}

// ---- options/row_limit.hpp ----

CLI::Option* row_limit::add_to(CLI::App& command, std::string const& help) {
  return command
      .add_option("--rows", rows_, help + "; 0 for all (default: " + std::to_string(rows_) + ")")
      ->check(not_negative())
      ->type_name("N");
}

std::size_t row_limit::most() const noexcept {
  return rows_ == 0 ? std::numeric_limits<std::size_t>::max() : rows_;
}

}  // namespace trace2::program
