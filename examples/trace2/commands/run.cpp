// Defines what run.hpp declares.
#include "commands/run.hpp"

#include <trace2/read/native_path.hpp>
#include <trace2/session/destination.hpp>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "anonymise/privacy.hpp"
#include "commands/convert.hpp"
#include "commands/overview.hpp"
#include "commands/traced_child.hpp"
#include "commands/why.hpp"
#include "control/event_file.hpp"
#include "convert/span_identity.hpp"
#include "input/chosen_trace.hpp"
#include "input/found_inputs.hpp"
#include "options/choosing.hpp"
#include "otlp_http/send.hpp"
#include "otlp_http/settings.hpp"
#include "output/colour.hpp"
#include "output/messages.hpp"
#include "output/output.hpp"
#include "output/table.hpp"
#include "samples/recorded_samples.hpp"
#include "system/child_process.hpp"
#include "system/files.hpp"
#include "system/surroundings.hpp"

namespace trace2::program {

namespace {

class traced_command {
 public:
  explicit traced_command(run_options const& options) : options_{options}, to_{options.to} {
    prefixes_.insert(prefixes_.end(), options.prefixes.begin(), options.prefixes.end());
  }

  int run(int argc, char** argv) {
    if (options_.otlp.is_wanted()) {
      if ((!to_.empty() && to_ != "otlp") || !options_.output.empty()) {
        say("run: --otlp sends what --to=otlp writes, and nothing is written");
        return bad_usage;
      }
      to_ = "otlp";
      receiver_ = otlp_http::settings_of(options_.otlp);
      if (!receiver_) return bad_usage;
    }
    bool const is_explained = !options_.output.empty() || options_.is_json ||
                              !options_.samples.empty() || !is_any_target_set();
    if (to_.empty() && is_explained) to_ = "why";
    if (options_.is_json && !is_text()) {
      say("run: --json is for --to=why, summary or tree");
      return bad_usage;
    }
    if (is_converted() && options_.output.empty() && !is_text() && !receiver_) {
      say("run: --to=" + to_ + " needs --output=FILE");
      return bad_usage;
    }
    if (!options_.samples.empty() && to_ != "why" && to_ != "tree" && !takes_samples(to_)) {
      say("run: --samples is for --to=why, tree, firefox, folded and html");
      return bad_usage;
    }
    if (options_.is_anonymous && (!is_converted() || is_text())) {
      say("run: --anonymise needs --to=chrome, firefox, otlp, folded or html");
      return bad_usage;
    }
    if (!receiver_ && !begin_output()) return bad_input;
    if (!is_converted()) {
      if (!to_.empty()) {
        aim_target();
        // Nobody else would say that the file takes no more.
        if (!program::variable("TRACE2_DST_DEBUG")) set_variable("TRACE2_DST_DEBUG", "1");
      }
      return trace(argc, argv).code;
    }
    // For the command the session replaces this variable by its own.
    outer_ = parse_trace_parent(variable("TRACEPARENT"));
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
    std::optional<recorded_samples> samples;
    if (auto wanted = recording_options::of(options_.samples)) {
      set_all("_THREAD_IDS", "1");
      wanted->stack = options_.samples_stack;
      samples.emplace(std::move(*wanted));
      before_ = [&](int process) { samples->begin(process); };
    }
    command_end const end = trace(argc, argv, [&] { events.give_room(); });
    if (samples) samples_ = samples->finish();
    if (events.error() != 0) {
      say("run: " + events.path() + ": " + std::strerror(events.error()) +
          ": some events are lost" + elsewhere);
      events.remove_cut_line();
    }
    // A person has been told why the command did not run, which is all there is to know.
    if (end.error == 0 || !is_text()) show(events.path());
    return end.code;
  }

 private:
  /// True if the result is shown, so that it may be written to standard error.
  bool is_text() const { return to_ == "summary" || to_ == "tree" || to_ == "why"; }

  bool is_converted() const {
    return !to_.empty() && to_ != "event" && to_ != "perf" && to_ != "normal";
  }

  // ---- environment: of the library, of Git, and of others with a prefix of their own ----

  static constexpr std::string_view shared[] = {
      "",          "_PERF", "_EVENT", "_BRIEF", "_PERF_BRIEF", "_EVENT_BRIEF", "_EVENT_NESTING",
      "_MAX_FILES"};

  /// Empty if it isn't set.
  static std::string variable(std::string const& name) {
    return program::variable(name).value_or("");
  }

  bool is_any_target_set() const {
    for (std::string const& prefix : prefixes_)
      for (std::string_view const target : {"", "_PERF", "_EVENT", "_BINARY"}) {
        using trace2::destination;
        std::string const value = variable(std::string{prefix}.append(target));
        if (trace2::parse_destination(value).kind != destination::form::off) return true;
      }
    return false;
  }

  void set_all(std::string_view suffix, std::string const& value) const {
    for (std::string const& prefix : prefixes_)
      set_variable(std::string{prefix}.append(suffix), value);
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
          set_variable(name, given);
    };
    for (std::string_view const suffix : shared) share(suffix);
    share("_PARENT_SID");
    share("_PARENT_NAME");
  }

  /// Switches all levels of regions on, unless the environment limits them.
  void show_all_regions() {
    std::string const all = std::to_string(std::numeric_limits<int>::max());
    for (std::string const& prefix : prefixes_) {
      std::string const name = prefix + "_EVENT_NESTING";
      is_unlimited_ = is_unlimited_ && variable(name).empty();
      if (!program::variable(name)) set_variable(name, all);
    }
  }

  /// Exports the session under the names of others too.
  void export_session(std::string_view id) const {
    set_all("_PARENT_SID", std::string{id});
    std::string const hierarchy = variable("TRACE2_PARENT_NAME");
    if (!hierarchy.empty()) set_all("_PARENT_NAME", hierarchy);
  }

  // ---- output ----

  static constexpr char const* elsewhere = " (TMPDIR names another directory for it)";

  /// Opens the output before the command runs; false, after a message, if this fails. Targets
  /// append to the file, which is emptied here; the result of a conversion replaces the file at the
  /// end.
  bool begin_output() const {
    output beginning{options_.output};
    if (is_converted()) beginning.abandon();
    if (beginning.error() != 0) say(options_.output + ": " + beginning.reason());
    return beginning.error() == 0;
  }

  void aim_target() const {
    set_all(to_ == "normal" ? ""
            : to_ == "perf" ? "_PERF"
                            : "_EVENT",
            options_.output.empty() ? "1"
                                    : read::text_of(std::filesystem::absolute(
                                          read::native_path(options_.output))));
  }

  // ---- the session ----

  command_end trace(int argc, char** argv, std::function<void()> at_end = {}) {
    share_settings();
    show_all_regions();
    return run_traced(options_.words,
                      {.has_trace_context = to_ == "otlp",
                       .at_begin = [this](std::string_view id) { export_session(id); },
                       .before = before_,
                       .at_end = std::move(at_end)},
                      argc, argv);
  }

  void show(std::string const& events) const {
    std::vector<std::string> const paths{events};
    if (is_text()) {
      output out = options_.output.empty() ? output{standard_error} : output{options_.output};
      auto const style = colour_choice{}.style(out);
      if (to_ == "why")
        write_why({paths}, {.is_json = options_.is_json, .samples = samples_}, style, out);
      else
        (to_ == "tree" ? write_tree : write_summary)(
            {paths}, {.json = options_.is_json, .samples = samples_, .is_unlimited = is_unlimited_},
            style, out);
      finish(out, followed::all);
      return;
    }
    conversion const wanted{
        .to = format_called(to_), .outer = outer_, .receiver = receiver_, .samples = samples_};
    if (receiver_) {
      otlp_http::interruptible in;
      send_files(wanted, {paths, {}, privacy_of(wanted.to, options_.is_anonymous)}, in);
      return;
    }
    output out{options_.output};
    warn_of_name(wanted.to, options_.output);
    chosen_trace chosen{find_files(paths), {}, privacy_of(wanted.to, options_.is_anonymous)};
    finish(out, convert_to(wanted, chosen, out));
  }

  run_options const& options_;
  std::string to_;
  std::vector<std::string> prefixes_{"TRACE2", "GIT_TRACE2"};
  std::optional<otlp_http::endpoints> receiver_;
  std::optional<trace_parent> outer_;
  std::function<void(int)> before_{};
  std::string samples_{};     ///< a file of a profiler; empty: none
  bool is_unlimited_ = true;  ///< regions of all levels are traced
};

}  // namespace

int commands::run(run_options const& options, int argc, char** argv) {
  return traced_command{options}.run(argc, argv);
}

}  // namespace trace2::program
