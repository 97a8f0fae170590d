// The command trace2 convert: writes a trace in another format.
#pragma once

#include <trace2/export/chrome.hpp>
#include <trace2/export/folded.hpp>
#include <trace2/export/otlp.hpp>
#include <trace2/export/text.hpp>
#include <trace2/format.hpp>
#include <trace2/format/json.hpp>
#include <trace2/format/normal.hpp>
#include <trace2/format/perf.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/model_builder.hpp>
#include <trace2/read/recordings.hpp>

#include <cstdlib>
#include <cstring>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "choosing.hpp"
#include "chosen_trace.hpp"
#include "found_inputs.hpp"
#include "inputs.hpp"
#include "messages.hpp"
#include "not_negative.hpp"
#include "otlp_http/send.hpp"
#include "otlp_http/settings.hpp"
#include "otlp_http/surroundings.hpp"
#include "output.hpp"
#include "privacy.hpp"
#include "recordings.hpp"
#include "report/html.hpp"
#include "tables/database.hpp"
#include "tables/files.hpp"
#include "tables/text_rows.hpp"
#include <CLI/CLI.hpp>

namespace trace2_program {

enum class target_format { event, perf, normal, chrome, otlp, folded, html, sqlite, csv, ndjson };

inline std::map<std::string, target_format> const& target_formats() {
  static std::map<std::string, target_format> const formats{
      {"event", target_format::event},   {"perf", target_format::perf},
      {"normal", target_format::normal}, {"chrome", target_format::chrome},
      {"otlp", target_format::otlp},     {"folded", target_format::folded},
      {"html", target_format::html},     {"sqlite", target_format::sqlite},
      {"csv", target_format::csv},       {"ndjson", target_format::ndjson}};
  return formats;
}

inline constexpr trace2::format_settings whole_lines{.nesting_limit =
                                                         std::numeric_limits<int>::max()};

/// What a format shows. Other tools keep what they are given, and pages go to others, so these show
/// no secret that the writer has left; text shows what the writer has written.
inline privacy privacy_of(target_format to, bool is_anonymous) {
  if (is_anonymous) return privacy::anonymous;
  bool const is_text =
      to == target_format::event || to == target_format::perf || to == target_format::normal;
  return is_text ? privacy::open : privacy::redacted;
}

/// Adds the options of all commands that write text formats.
inline void add_text_options(CLI::App& command, trace2::format_settings& settings) {
  command.add_flag("--brief", settings.brief,
                   "For event, perf and normal: leave out time and place");
  command
      .add_option("--nesting", settings.nesting_limit,
                  "For event: the deepest regions to show (default: all)")
      ->check(not_negative())
      ->type_name("N");
}

/// Whether those that are given go with a format; says which one does not.
inline bool are_text_options_of(CLI::App const& command, std::string const& format) {
  bool const is_text = format == "event" || format == "perf" || format == "normal";
  bool const is_event = format == "event";
  if (command.count("--brief") != 0 && !is_text)
    say(command.get_name() + ": --brief is for event, perf and normal");
  else if (command.count("--nesting") != 0 && !is_event)
    say(command.get_name() + ": --nesting is for event");
  else
    return true;
  return false;
}

struct conversion {
  target_format to{};
  trace2::format_settings text = whole_lines;
  std::optional<trace2::exporter::trace_parent> outer{};
  std::optional<otlp_http::endpoints> receiver{};  ///< gets what is not written then
};

/// Merges recordings and renders them directly: an EVENT stream lacks a part of the values that
/// PERF shows.
template <class Format>
followed convert_to_text(trace2::format_settings const& settings, chosen_trace& chosen,
                         output& out) {
  trace2::read::label_table labels;
  trace2::read::merged_recordings recordings{recording_opener(unpacked)};
  trace2::exporter::text<Format> to{out, settings};
  followed const result = follow(
      chosen, to, labels, [&out] { return out.error() != 0; }, &recordings);
  recording_writer<Format> writer{settings, out, chosen};
  writer.write(recordings);
  bool const is_whole = report_losses(recordings);
  followed const of_lines = report_left_out(to.left_out().add(writer.left_out()), result);
  return is_whole || result == followed::nothing ? of_lines : followed::partly;
}

/// Converts what is chosen, as one trace.
inline followed convert_to(conversion const& wanted, chosen_trace& chosen, output& out) {
  namespace exporter = trace2::exporter;
  namespace format = trace2::format;
  trace2::read::label_table labels;
  auto const is_over = [&out] { return out.error() != 0; };
  switch (wanted.to) {
    case target_format::event:
      return convert_to_text<format::json>(wanted.text, chosen, out);
    case target_format::perf:
      return convert_to_text<format::perf>(wanted.text, chosen, out);
    case target_format::normal:
      return convert_to_text<format::normal>(wanted.text, chosen, out);
    case target_format::chrome: {
      exporter::chrome to{out, labels};
      followed const result = follow(chosen, to, labels, is_over);
      to.finish();
      return report_left_out(to.left_out(), result);
    }
    case target_format::otlp: {
      exporter::otlp to{out, labels, wanted.outer};
      followed const result = follow(chosen, to, labels, is_over);
      return report_left_out(to.left_out(), result);
    }
    case target_format::html:
      return write_report(chosen, out);
    default: {
      trace2::read::model_builder builder{labels};
      followed const result = follow(chosen, builder, labels, is_over);
      exporter::folded const made{builder.complete(), labels};
      made.write(out);
      return report_left_out(made.left_out(), result);
    }
  }
}

/// Speedscope chooses its reader by the name of a file.
inline void warn_of_name(target_format to, std::string const& path) {
  if (to == target_format::chrome && path.ends_with(".chrome.json"))
    say(path +
        ": speedscope takes a file of this name for a profile of a browser and refuses it; "
        "call it trace.json");
}

/// Sends what is chosen to the receiver.
inline int send_files(conversion const& wanted, wanted_trace const& from,
                      otlp_http::surroundings& in = otlp_http::of_command()) {
  chosen_trace chosen{trace2::read::find_files(from.paths, unpacked), from.selection,
                      from.shown_as};
  followed const result = otlp_http::send(*wanted.receiver, wanted.outer, chosen, in);
  return result == followed::all ? ok : bad_input;
}

/// Converts what is chosen into a file; standard output for an empty path.
inline int convert_files(conversion const& wanted, wanted_trace const& from,
                         std::string const& path) {
  if (wanted.to == target_format::sqlite) return write_database(from, path);
  if (wanted.to == target_format::csv) return write_tables<tables::csv_rows>(from, path);
  if (wanted.to == target_format::ndjson) return write_tables<tables::ndjson_rows>(from, path);
  if (wanted.receiver) return send_files(wanted, from);
  auto files = find_inputs(from.paths, path);
  output out{path};
  if (out.error() != 0) {
    say(path + ": " + std::strerror(out.error()));
    return bad_input;
  }
  warn_of_name(wanted.to, path);
  chosen_trace chosen{std::move(files), from.selection, from.shown_as};
  return finish(out, convert_to(wanted, chosen, out));
}

inline void add_inputs(CLI::App& command, std::vector<std::string>& paths) {
  command
      .add_option("INPUT", paths,
                  "Traces of EVENT, PERF or NORMAL, or recordings, plain or compressed; "
                  "directories of them; - for standard input")
      ->required()
      ->type_name("");
}

class convert {
 public:
  explicit convert(CLI::App& app) {
    command_ = app.add_subcommand("convert", "Write a trace in another format.");
    command_->callback([this] {
      if (to_.empty() && !otlp_.is_wanted())
        throw CLI::RequiredError{
            "--to=event, perf, normal, chrome, otlp, folded, html, sqlite, csv or ndjson"};
    });
    command_->add_option("--to", to_, "What to write (default with --otlp: otlp)")
        ->check(CLI::IsMember({"event", "perf", "normal", "chrome", "otlp", "folded", "html",
                               "sqlite", "csv", "ndjson"}))
        ->type_name("FORMAT");
    command_->add_option("-o,--output", output_, "Write to FILE instead of standard output")
        ->type_name("FILE");
    command_
        ->add_option("--traceparent", parent_,
                     "For otlp: the span that the trace belongs to (default: $TRACEPARENT)")
        ->type_name("CONTEXT");
    otlp_http::add_to(*command_, otlp_);
    add_text_options(*command_, text_);
    add_privacy(*command_, is_anonymous_);
    choice_.add_to(*command_);
    add_inputs(*command_, paths_);
    command_->footer(
        "Formats:\n"
        "  event   Trace2's JSON lines, made uniform for strict readers\n"
        "  perf    Trace2's columns\n"
        "  normal  Trace2's lines for people\n"
        "  chrome  a timeline, for https://ui.perfetto.dev, speedscope, and\n"
        "          https://profiler.firefox.com\n"
        "  otlp    OpenTelemetry spans (OTLP/JSON lines), for the Collector's receiver\n"
        "          otlpjsonfile\n"
        "  folded  stacks with their own microseconds, for flame graphs\n"
        "  html    a page for a browser, as \"trace2 report\" writes it\n"
        "  sqlite  a database of processes, regions, children and data, which --output\n"
        "          names; one that exists grows\n"
        "  csv     the same tables as files of a new directory, for DuckDB, ClickHouse,\n"
        "          pandas\n"
        "  ndjson  the same, a JSON object per row\n"
        "Recordings become byte by byte what the text targets would have written, merged by time.\n"
        "\n"
        "Examples:\n"
        "  trace2 convert --to=perf trace.event | less\n"
        "  trace2 convert --to=chrome -o trace.json /var/log/git-traces/\n"
        "  trace2 convert --otlp=http://localhost:4318 /var/log/git-traces/\n"
        "  trace2 convert --to=folded trace.event >trace.folded");
  }

  int run() {
    if (to_.empty() && otlp_.is_wanted()) to_ = "otlp";
    if (!are_text_options_of(*command_, to_)) return bad_usage;
    conversion wanted{.to = target_formats().at(to_), .text = text_};
    if (otlp_.is_wanted()) {
      if (to_ != "otlp" || !output_.empty()) {
        say("convert: --otlp sends what --to=otlp writes, and nothing is written");
        return bad_usage;
      }
      wanted.receiver = otlp_http::settings_of(otlp_);
      if (!wanted.receiver) return bad_usage;
    }
    if (!parent_.empty() && to_ != "otlp") {
      say("convert: --traceparent is for otlp");
      return bad_usage;
    }
    char const* const inherited = std::getenv("TRACEPARENT");
    if (!parent_.empty() || inherited != nullptr)
      wanted.outer = trace2::exporter::parse_trace_parent(parent_.empty() ? inherited : parent_);
    if (!parent_.empty() && !wanted.outer) {
      say("--traceparent: not a trace context: " + parent_);
      return bad_usage;
    }
    return convert_files(
        wanted, {paths_, choice_.selection(), privacy_of(wanted.to, is_anonymous_)}, output_);
  }

 private:
  CLI::App* command_;
  std::string to_;
  std::string output_;
  std::string parent_;
  otlp_http::options otlp_;
  trace2::format_settings text_ = whole_lines;
  bool is_anonymous_ = false;
  choice choice_;
  std::vector<std::string> paths_;
};

}  // namespace trace2_program
