// The command trace2 run: runs any command under a session, so that programs without traces appear
// in one.
#pragma once

#include <trace2/detail/text/ascii.hpp>
#include <trace2/export/span_identity.hpp>
#include <trace2/session/destination.hpp>
#include <trace2/trace2.hpp>
#include <trace2/value/duration.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "child_process.hpp"
#include "choosing.hpp"
#include "chosen_trace.hpp"
#include "colour.hpp"
#include "convert.hpp"
#include "event_file.hpp"
#include "messages.hpp"
#include "otlp_http/interruptible.hpp"
#include "otlp_http/send.hpp"
#include "otlp_http/settings.hpp"
#include "output.hpp"
#include "overview.hpp"
#include "privacy.hpp"
#include "why.hpp"
#include <CLI/CLI.hpp>
#include <stdlib.h>
#include <unistd.h>

namespace trace2_program {

/// The resources that a command has used, as an event data_json shows them.
struct resource_use {
  int child_id{};
  int pid{};
  trace2::duration user_time{};
  trace2::duration system_time{};
  std::optional<std::int64_t> max_rss_kib{};
  std::int64_t minor_faults{};
  std::int64_t major_faults{};
  std::int64_t blocks_in{};
  std::int64_t blocks_out{};
  std::int64_t voluntary_switches{};
  std::int64_t involuntary_switches{};

  static resource_use of(int child_id, command_end const& end) {
    auto const time = [](struct ::timeval const& value) {
      return trace2::duration::microseconds(value.tv_sec * std::int64_t{1'000'000} + value.tv_usec);
    };
    return {.child_id = child_id,
            .pid = end.pid,
            .user_time = time(end.use.ru_utime),
            .system_time = time(end.use.ru_stime),
            .max_rss_kib = end.most_memory(),
            .minor_faults = end.use.ru_minflt,
            .major_faults = end.use.ru_majflt,
            .blocks_in = end.use.ru_inblock,
            .blocks_out = end.use.ru_oublock,
            .voluntary_switches = end.use.ru_nvcsw,
            .involuntary_switches = end.use.ru_nivcsw};
  }
};
BOOST_DESCRIBE_STRUCT(resource_use, (),
                      (child_id, pid, user_time, system_time, max_rss_kib, minor_faults,
                       major_faults, blocks_in, blocks_out, voluntary_switches,
                       involuntary_switches))

class run {
 public:
  explicit run(CLI::App& app) {
    CLI::App* const command = app.add_subcommand("run", "Run a command and trace it.");
    // All words behind the command belong to it.
    command->positionals_at_end();
    command
        ->add_option("--to", to_,
                     "Default: what the environment switches on; if that is nothing, why")
        ->check(CLI::IsMember({"event", "perf", "normal", "chrome", "otlp", "folded", "html",
                               "summary", "tree", "why"}))
        ->type_name("FORMAT");
    command->add_option("-o,--output", output_, "Write to FILE instead of standard error")
        ->type_name("FILE");
    command
        ->add_option("--prefix", prefixes_,
                     "Trace programs whose variables begin with PREFIX, too, such as FROB_TRACE2")
        ->allow_extra_args(false)
        ->check(&reason_against)
        ->type_name("PREFIX");
    otlp_http::add_to(*command, otlp_);
    add_privacy(*command, is_anonymous_);
    command->add_option("COMMAND", words_, "The command, and all that follows it")
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

  int run_it(int argc, char** argv) {
    prefixes_.insert(prefixes_.begin(), {"TRACE2", "GIT_TRACE2"});
    if (otlp_.is_wanted()) {
      if ((!to_.empty() && to_ != "otlp") || !output_.empty()) {
        say("run: --otlp sends what --to=otlp writes, and nothing is written");
        return bad_usage;
      }
      to_ = "otlp";
      receiver_ = otlp_http::settings_of(otlp_);
      if (!receiver_) return bad_usage;
    }
    if (to_.empty() && (!output_.empty() || !is_any_target_set())) to_ = "why";
    if (is_converted() && output_.empty() && !is_text() && !receiver_) {
      say("run: --to=" + to_ + " needs --output=FILE");
      return bad_usage;
    }
    if (is_anonymous_ && (!is_converted() || is_text())) {
      say("run: --anonymise needs --to=chrome, otlp, folded or html");
      return bad_usage;
    }
    if (!receiver_ && !begin_output()) return bad_input;
    if (!is_converted()) {
      if (!to_.empty()) {
        aim_target();
        // Nobody else would say that the file takes no more.
        ::setenv("TRACE2_DST_DEBUG", "1", 0);
      }
      return trace(argc, argv, [] {}).code();
    }
    // For the command the session replaces this variable by its own.
    outer_ = trace2::exporter::parse_trace_parent(variable("TRACEPARENT"));
    event_file events;
    if (events.error() != 0) {
      say("run: can't make a temporary file: " + std::string{std::strerror(events.error())} +
          elsewhere);
      return bad_input;
    }
    set_all("_EVENT", events.path());
    // Members left out by brief lines, process trees left out by sampling, and files that were put
    // aside would be missing in the result.
    set_all("_EVENT_BRIEF", "0");
    set_all("_SAMPLE", "1");
    set_all("_EVENT_ROTATE_SIZE", "0");
    set_all("_EVENT_ROTATE_AGE", "0");
    command_end const end = trace(argc, argv, [&] { events.give_room(); });
    if (events.error() != 0) {
      say("run: " + events.path() + ": " + std::strerror(events.error()) +
          ": some events are lost" + elsewhere);
      events.remove_cut_line();
    }
    // A person has been told why the command did not run, which is all there is to know.
    if (end.error == 0 || !is_text()) show(events.path());
    return end.code();
  }

 private:
  /// Whether the result is for people, so that it may be written to standard error.
  bool is_text() const { return to_ == "summary" || to_ == "tree" || to_ == "why"; }

  bool is_converted() const {
    return !to_.empty() && to_ != "event" && to_ != "perf" && to_ != "normal";
  }

  // ---- environment: of the library, of Git, and of others with a prefix of their own ----

  static std::string reason_against(std::string const& prefix) {
    using namespace trace2::detail;
    bool const is_name = !prefix.empty() && !is_digit(prefix.front()) &&
                         std::all_of(prefix.begin(), prefix.end(), [](char c) {
                           return is_letter(c) || is_digit(c) || c == '_';
                         });
    return is_name ? std::string{} : prefix + " is no prefix such as FROB_TRACE2";
  }

  static constexpr std::string_view shared[] = {
      "",          "_PERF", "_EVENT", "_BRIEF", "_PERF_BRIEF", "_EVENT_BRIEF", "_EVENT_NESTING",
      "_MAX_FILES"};

  static std::string_view variable(std::string const& name) {
    char const* const value = std::getenv(name.c_str());
    return value == nullptr ? std::string_view{} : std::string_view{value};
  }

  bool is_any_target_set() const {
    for (std::string const& prefix : prefixes_)
      for (std::string_view const target : {"", "_PERF", "_EVENT", "_BINARY"}) {
        using trace2::destination;
        std::string_view const value = variable(std::string{prefix}.append(target));
        if (trace2::parse_destination(value).kind != destination::form::off) return true;
      }
    return false;
  }

  void set_all(std::string_view suffix, std::string const& value) const {
    for (std::string const& prefix : prefixes_)
      ::setenv(std::string{prefix}.append(suffix).c_str(), value.c_str(), 1);
  }

  /// A setting under one of the prefixes holds for those that lack it.
  void share_settings() const {
    auto const share = [this](std::string_view suffix) {
      std::string given;
      for (std::string const& prefix : prefixes_)
        if (given.empty()) given = variable(std::string{prefix}.append(suffix));
      if (given.empty()) return;
      for (std::string const& prefix : prefixes_)
        if (std::string const name = std::string{prefix}.append(suffix); variable(name).empty())
          ::setenv(name.c_str(), given.c_str(), 1);
    };
    for (std::string_view const suffix : shared) share(suffix);
    share("_PARENT_SID");
    share("_PARENT_NAME");
  }

  /// Switches all levels of regions on, unless the environment limits them.
  void show_all_regions() const {
    std::string const all = std::to_string(std::numeric_limits<int>::max());
    for (std::string const& prefix : prefixes_)
      ::setenv(std::string{prefix}.append("_EVENT_NESTING").c_str(), all.c_str(), 0);
  }

  /// Exports the session under the names of others too.
  void export_session() const {
    set_all("_PARENT_SID", trace2::session::id());
    std::string const hierarchy{variable("TRACE2_PARENT_NAME")};
    if (!hierarchy.empty()) set_all("_PARENT_NAME", hierarchy);
  }

  // ---- output ----

  static constexpr char const* elsewhere = " (TMPDIR names another directory for it)";

  /// Opens the output before the command runs; false, after a message, if this fails. Targets
  /// append to the file, which is emptied here; the result of a conversion replaces the file at the
  /// end.
  bool begin_output() const {
    output beginning{output_};
    if (is_converted()) beginning.abandon();
    if (beginning.error() != 0) say(output_ + ": " + std::strerror(beginning.error()));
    return beginning.error() == 0;
  }

  void aim_target() const {
    set_all(to_ == "normal" ? ""
            : to_ == "perf" ? "_PERF"
                            : "_EVENT",
            output_.empty() ? "1" : std::filesystem::absolute(output_).string());
  }

  // ---- the session ----

  /// Calls `at_end` when the command has ended, before the session writes more.
  template <class AtEnd>
  command_end trace(int argc, char** argv, AtEnd const& at_end) const {
    share_settings();
    show_all_regions();
    trace2::session const session{
        argc, argv, {.program_version = version, .trace_context = to_ == "otlp"}};
    trace2::cmd_name("run");
    if (trace2::is_enabled()) export_session();

    trace2::child const child{{.argv = words_, .child_class = "command"}};
    command_end const end = run_command(words_);
    at_end();
    if (end.error != 0) {
      say(words_.front() + ": " + std::strerror(end.error));
      child.failed();
    } else {
      trace2::data_json("process", "resource_use", resource_use::of(child.record().id, end));
      child.exited(end.pid, end.status);
    }
    session.exit(end.code());
    session.end();
    return end;
  }

  void show(std::string const& events) const {
    std::vector<std::string> const paths{events};
    if (is_text()) {
      output out = output_.empty() ? output{STDERR_FILENO} : output{output_};
      auto const style = colour_choice{}.style(out);
      if (to_ == "why")
        write_why({paths}, {}, style, out);
      else if (to_ == "tree")
        write_tree({paths}, {.is_unlimited = true}, style, out);
      else
        write_summary({paths}, {.is_unlimited = true}, style, out);
      finish(out, followed::all);
      return;
    }
    conversion const wanted{.to = target_formats().at(to_), .outer = outer_, .receiver = receiver_};
    if (receiver_) {
      otlp_http::interruptible in;
      send_files(wanted, {paths, {}, privacy_of(wanted.to, is_anonymous_)}, in);
      return;
    }
    output out{output_};
    warn_of_name(wanted.to, output_);
    chosen_trace chosen{
        trace2::read::find_files(paths, unpacked), {}, privacy_of(wanted.to, is_anonymous_)};
    finish(out, convert_to(wanted, chosen, out));
  }

  std::string to_;
  std::string output_;
  bool is_anonymous_ = false;
  std::vector<std::string> words_;
  std::vector<std::string> prefixes_;
  // Somebody waits for the end of the command.
  otlp_http::options otlp_{.retry_for = 3, .is_of_this_host = true};
  std::optional<otlp_http::endpoints> receiver_;
  std::optional<trace2::exporter::trace_parent> outer_;
};

}  // namespace trace2_program
