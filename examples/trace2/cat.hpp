// The command trace2 cat: shows recordings of the flight recorder as text, also while they grow.
#pragma once

#include <trace2/format.hpp>
#include <trace2/format/json.hpp>
#include <trace2/format/normal.hpp>
#include <trace2/format/perf.hpp>
#include <trace2/read/saturating.hpp>

#include <cstdint>
#include <string>
#include <vector>

#include "choosing.hpp"
#include "chosen_trace.hpp"
#include "convert.hpp"
#include "found_inputs.hpp"
#include "inputs.hpp"
#include "messages.hpp"
#include "output.hpp"
#include "privacy.hpp"
#include "recordings.hpp"
#include <CLI/CLI.hpp>

namespace trace2_program {

class cat {
 public:
  explicit cat(CLI::App& app) {
    command_ = app.add_subcommand("cat", "Show recordings of the flight recorder as text.");
    command_->add_option("--format", format_, "Default: perf")
        ->check(CLI::IsMember({"normal", "perf", "event"}))
        ->type_name("FORMAT");
    add_text_options(*command_, settings_);
    command_->add_flag("--follow", follows_, "Go on until the processes have ended");
    add_privacy(*command_, is_anonymous_);
    choice_.add_to(*command_);
    window_.add_to(*command_);
    command_
        ->add_option("RECORDING", paths_,
                     "What TRACE2_BINARY has named: files, plain or compressed by gzip or zstd; "
                     "directories of them; - for standard input")
        ->required()
        ->type_name("");
    command_->footer(
        "Shows the bytes that the text targets would have written, of several recordings merged by "
        "time.\n"
        "Recordings of processes that were killed, or that still run, are as good as others. "
        "Without\n"
        "--follow it is \"trace2 convert --to=FORMAT\", which also reads text traces.\n"
        "\n"
        "Examples:\n"
        "  trace2 cat run.recording | less -S\n"
        "  trace2 cat --format=normal --brief recordings/\n"
        "  trace2 cat --last=1s daemon.recording\n"
        "  trace2 cat --follow daemon.recording");
  }

  bool follows() const noexcept { return follows_; }

  int run() const {
    if (follows_ && choice_.selection().needs_ends()) {
      say("cat: --follow can't wait for the ends of commands, as --command, --repo, --slower-than "
          "and --failed do");
      return bad_usage;
    }
    if (!are_text_options_of(*command_, format_)) return bad_usage;
    output out{std::string{}};
    namespace format = trace2::format;
    if (format_ == "event") return show<format::json>(out);
    if (format_ == "normal") return show<format::normal>(out);
    return show<format::perf>(out);
  }

 private:
  template <class Format>
  int show(output& out) const {
    chosen_trace chosen{find_inputs(paths_), choice_.selection(),
                        is_anonymous_ ? privacy::anonymous : privacy::open,
                        window_.last().has_value()};
    find_chosen(chosen, [] { return false; });
    auto window = window_.window();
    if (auto const last = window_.last()) {
      std::int64_t const end = end_of_events(chosen, unpacked);
      window.since = end == INT64_MIN ? INT64_MAX : trace2::read::saturating_difference(end, *last);
    }
    return finish(out,
                  show_recordings<Format>({unpacked, settings_, follows_, window}, chosen, out));
  }

  CLI::App* command_;
  std::string format_ = "perf";
  trace2::format_settings settings_ = whole_lines;
  bool follows_ = false;
  bool is_anonymous_ = false;
  choice choice_;
  window_choice window_;
  std::vector<std::string> paths_;
};

}  // namespace trace2_program
