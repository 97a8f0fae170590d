// Defines what convert.hpp, cat.hpp, query.hpp and report.hpp declare.
#include "commands/convert.hpp"

#include <trace2/read/label_table.hpp>
#include <trace2/read/moment.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "anonymise/privacy.hpp"
#include "commands/cat.hpp"
#include "commands/query.hpp"
#include "commands/report.hpp"
#include "convert/chrome.hpp"
#include "convert/firefox.hpp"
#include "convert/otlp.hpp"
#include "convert/text_lines.hpp"
#include "input/chosen_trace.hpp"
#include "input/found_inputs.hpp"
#include "input/inputs.hpp"
#include "input/joined_samples.hpp"
#include "input/recordings.hpp"
#include "model/model_builder.hpp"
#include "options/choosing.hpp"
#include "otlp_http/send.hpp"
#include "otlp_http/settings.hpp"
#include "otlp_http/surroundings.hpp"
#include "output/messages.hpp"
#include "output/output.hpp"
#include "output/remarks.hpp"
#include "output/table.hpp"
#include "report/html.hpp"
#include "samples/sample_file.hpp"
#include "samples/sampled_trace.hpp"
#include "system/files.hpp"
#include "system/surroundings.hpp"
#include "system/terminal.hpp"
#include "tables/answer.hpp"
#include "tables/database.hpp"
#include "tables/files.hpp"
#include "walk/folded.hpp"
#ifdef TRACE2_PROGRAM_WRITES_SQLITE
#  include "tables/question.hpp"
#  include "tables/row_writer.hpp"
#  include "tables/sqlite.hpp"
#endif

namespace trace2::program {

// ---- convert.hpp ----

target_format format_called(std::string const& name) {
  static std::map<std::string, target_format> const formats{
      {"event", target_format::event},   {"perf", target_format::perf},
      {"normal", target_format::normal}, {"chrome", target_format::chrome},
      {"firefox", target_format::firefox}, {"otlp", target_format::otlp},
      {"folded", target_format::folded}, {"html", target_format::html},
      {"sqlite", target_format::sqlite}, {"csv", target_format::csv},
      {"ndjson", target_format::ndjson}};
  return formats.at(name);
}

privacy privacy_of(target_format to, bool is_anonymous) {
  if (is_anonymous) return privacy::anonymous;
  bool const is_text =
      to == target_format::event || to == target_format::perf || to == target_format::normal;
  return is_text ? privacy::open : privacy::redacted;
}

namespace {

followed convert_to_firefox(std::string const& path, chosen_trace& chosen,
                            read::label_table& labels, output& out) {
  sample_set samples;
  if (!path.empty()) {
    auto found = read_samples(path);
    if (!found) return followed::nothing;
    samples = std::move(*found);
    if (chosen.shown_as() == privacy::anonymous) samples.stacks.anonymise();
  }
  auto ids = path.empty() ? std::unordered_map<std::uint32_t, std::uint32_t>{}
                          : hidden_process_ids(chosen);
  firefox to{labels, std::move(samples), std::move(ids)};
  followed const result = follow(chosen, to, labels, [&out] { return out.error() != 0; });
  if (result == followed::nothing) return result;
  to.write(out);
  return report_left_out(to.left_out(), result);
}

}  // namespace

followed convert_to(conversion const& wanted, chosen_trace& chosen, output& out) {
  read::label_table labels;
  auto const is_over = [&out] { return out.error() != 0; };
  switch (wanted.to) {
    case target_format::event:
      return convert_to_text(text_format::event, wanted.text.settings(), chosen, out);
    case target_format::perf:
      return convert_to_text(text_format::perf, wanted.text.settings(), chosen, out);
    case target_format::normal:
      return convert_to_text(text_format::normal, wanted.text.settings(), chosen, out);
    case target_format::chrome: {
      program::chrome to{out, labels};
      followed const result = follow(chosen, to, labels, is_over);
      to.finish();
      return report_left_out(to.left_out(), result);
    }
    case target_format::firefox:
      return convert_to_firefox(wanted.samples, chosen, labels, out);
    case target_format::otlp: {
      program::otlp to{out, labels, wanted.outer};
      followed const result = follow(chosen, to, labels, is_over);
      return report_left_out(to.left_out(), result);
    }
    case target_format::html:
      return write_report(chosen, wanted.samples, out);
    default: {
      auto samples = samples_of(wanted.samples);
      if (!samples && !wanted.samples.empty()) return followed::nothing;
      model_builder builder{labels};
      if (samples) join(*samples, builder, chosen);
      followed const result = follow(chosen, builder, labels, is_over);
      model const trace = builder.complete();
      if (samples) samples->complete();
      program::folded const made{trace, labels, samples ? &*samples : nullptr};
      made.write(out);
      return report_left_out(made.left_out(), result);
    }
  }
}

void warn_of_name(target_format to, std::string const& path) {
  if (to == target_format::chrome && path.ends_with(".chrome.json"))
    say(path +
        ": speedscope takes a file of this name for a profile of a browser and refuses it; "
        "call it trace.json");
}

int send_files(conversion const& wanted, wanted_trace const& from, otlp_http::surroundings& in) {
  chosen_trace chosen{find_files(from.paths), from.selection, from.shown_as};
  followed const result = otlp_http::send(*wanted.receiver, wanted.outer, chosen, in);
  return result == followed::all ? ok : bad_input;
}

int convert_files(conversion const& wanted, wanted_trace const& from, std::string const& path) {
  if (wanted.to == target_format::sqlite) return write_database(from, path);
  if (wanted.to == target_format::csv) return write_csv_tables(from, path);
  if (wanted.to == target_format::ndjson) return write_ndjson_tables(from, path);
  if (wanted.receiver) return send_files(wanted, from);
  auto files = find_inputs(from.paths, path);
  output out{path};
  if (out.error() != 0) {
    say(path + ": " + out.reason());
    return bad_input;
  }
  warn_of_name(wanted.to, path);
  chosen_trace chosen{std::move(files), from.selection, from.shown_as};
  followed const result = convert_to(wanted, chosen, out);
  say_remarks(chosen.remarks());
  return finish(out, result);
}

int commands::convert(convert_options const& options) {
  std::string const to = options.to.empty() && options.otlp.is_wanted() ? "otlp" : options.to;
  if (!options.text.are_of("convert", to)) return bad_usage;
  conversion wanted{.to = format_called(to), .text = options.text};
  if (options.otlp.is_wanted()) {
    if (to != "otlp" || !options.output.empty()) {
      say("convert: --otlp sends what --to=otlp writes, and nothing is written");
      return bad_usage;
    }
    wanted.receiver = otlp_http::settings_of(options.otlp);
    if (!wanted.receiver) return bad_usage;
  }
  wanted.samples = options.samples;
  if (!options.samples.empty() && !takes_samples(to)) {
    say("convert: --samples is for firefox, folded and html");
    return bad_usage;
  }
  if (!options.parent.empty() && to != "otlp") {
    say("convert: --traceparent is for otlp");
    return bad_usage;
  }
  auto const inherited = variable("TRACEPARENT");
  if (!options.parent.empty() || inherited)
    wanted.outer = parse_trace_parent(options.parent.empty() ? *inherited : options.parent);
  if (!options.parent.empty() && !wanted.outer) {
    say("--traceparent: not a trace context: " + options.parent);
    return bad_usage;
  }
  return convert_files(
      wanted,
      {options.paths, options.chosen.selection(), privacy_of(wanted.to, options.is_anonymous)},
      options.output);
}

// ---- cat.hpp ----

namespace {

int show(cat_options const& options, text_format format) {
  output out{std::string{}};
  chosen_trace chosen{find_inputs(options.paths), options.chosen.selection(),
                      options.is_anonymous ? privacy::anonymous : privacy::open,
                      options.window.last().has_value()};
  find_chosen(chosen);
  auto window = options.window.window();
  if (auto const last = options.window.last()) {
    read::moment const end = end_of_events(chosen);
    window.since = end == read::moment::min() ? read::moment::max() : end - *last;
  }
  return finish(out, show_recordings({format, options.text.settings(), options.follows, window},
                                     chosen, out));
}

}  // namespace

int commands::cat(cat_options const& options) {
  if (options.follows && options.chosen.selection().needs_ends()) {
    say("cat: --follow can't wait for the ends of commands, as --command, --repo, --slower-than, "
        "--failed and --where do");
    return bad_usage;
  }
  if (!options.text.are_of("cat", options.format)) return bad_usage;
  return show(options, options.format == "event"    ? text_format::event
                       : options.format == "normal" ? text_format::normal
                                                    : text_format::perf);
}

// ---- query.hpp ----

#ifdef TRACE2_PROGRAM_WRITES_SQLITE

namespace {

int fail(std::string const& reason, int code) {
  say("query: " + reason);
  return code;
}

int write_schema(output& out) {
  tables::sqlite_database database{tables::sqlite_database::nameless{}};
  database.commit();
  if (!database.error().empty()) return fail(database.error(), bad_input);
  out.write(tables::schema_of(database));
  return finish(out, followed::all);
}

std::unique_ptr<tables::answer_writer> writer_of(query_options const& options, output& out) {
  if (options.is_json) return std::make_unique<tables::answer_json>(out);
  if (options.is_csv) return std::make_unique<tables::answer_csv>(out);
  return std::make_unique<tables::answer_text>(out, options.colour.style(out), out.text_width());
}

}  // namespace

int commands::query(query_options const& options) {
  output out{std::string{}};
  if (options.is_schema) return write_schema(out);
  tables::sqlite_database database{tables::sqlite_database::nameless{}};
  chosen_trace chosen{find_inputs(options.paths), options.chosen.selection()};
  followed const result =
      tables::write_rows(database, chosen, [&database] { return !database.error().empty(); });
  if (result == followed::nothing) return finish(out, result);
  database.commit();
  if (!database.error().empty()) return fail(database.error(), bad_input);
  tables::question asked{database, options.sql};
  if (!asked.error().empty()) return fail(asked.error(), bad_usage);
  if (asked.ask(*writer_of(options, out))) return finish(out, result);
  finish(out, followed::partly);
  return fail(asked.error(), asked.is_refused() ? bad_usage : bad_input);
}

#else

int commands::query(query_options const&) {
  say("query: this program was built without SQLite (Debian: libsqlite3-dev)");
  return bad_usage;
}

#endif

// ---- report.hpp ----

int commands::report(report_options const& options) {
  if (options.output.empty() && is_terminal(standard_output)) {
    say("report: a page is nothing for a terminal: --output=FILE names a file for it");
    return bad_usage;
  }
  return convert_files({.to = target_format::html, .samples = options.samples},
                       {options.paths, options.chosen.selection(),
                        privacy_of(target_format::html, options.is_anonymous)},
                       options.output);
}

}  // namespace trace2::program
