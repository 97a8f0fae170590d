// The options by which a command chooses what it shows of a trace.
#pragma once

#include <trace2/read/selection.hpp>
#include <trace2/read/selection_text.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

namespace trace2_program {

/// The options that all commands that read traces share.
class choice {
 public:
  void add_to(CLI::App& command) {
    constexpr char const* group = "Commands to show, with all that they run";
    auto const text = [&](char const* names, std::string& to, char const* help, char const* type) {
      command.add_option(names, to, help)->type_name(type)->group(group);
    };
    text("--command", options_.command, "Those with NAME in their name or command line", "NAME");
    text("--repo", options_.repository, "Those with TEXT in the path of their worktree", "TEXT");
    add_moment(command, "--since,--after", options_.since, "Those that began at TIME or later",
               group);
    add_moment(command, "--until,--before", options_.until,
               "Those that began earlier; TIME is a date, a time, or a length\n"
               "before now: 2h",
               group);
    command
        .add_option_function<std::string>(
            "--slower-than",
            [this](std::string const& given) {
              options_.slower_than = trace2::read::parse_length(given);
              if (!options_.slower_than)
                throw CLI::ValidationError{"--slower-than", given + " is no length such as 250ms"};
            },
            "Those that took longer: 250ms, 1.5s, 2m")
        ->type_name("TIME")
        ->group(group);
    command.add_flag("--failed", options_.is_failed, "Those that failed or were killed")
        ->group(group);
    command.add_option("--pid", options_.pid, "Those with this process id")
        ->type_name("PID")
        ->group(group);
    text("--sid", options_.sid, "Those with this session id, or this last component of it", "SID");
    command
        .add_option("--category", options_.categories,
                    "Of regions, data, timers and counters only those of these categories:\n"
                    "patterns with commas, such as index,dir/read,!*/debug*")
        ->type_name("LIST");
  }

  trace2::read::selection selection() const { return trace2::read::selection{options_}; }
  trace2::read::selection_options const& options() const noexcept { return options_; }

 private:
  static void add_moment(CLI::App& command, char const* names, std::optional<std::int64_t>& to,
                         char const* help, char const* group) {
    std::string const name{std::string_view{names}.substr(0, std::string_view{names}.find(','))};
    command
        .add_option_function<std::string>(
            names,
            [&to, name](std::string const& given) {
              using namespace std::chrono;
              auto const now = duration_cast<microseconds>(system_clock::now().time_since_epoch());
              to = trace2::read::parse_moment(given, now.count());
              if (!to)
                throw CLI::ValidationError{
                    name, given + " is no time such as 2000-01-31, \"2000-01-31 12:34\" or 2h"};
            },
            help)
        ->type_name("TIME")
        ->group(group);
  }

  trace2::read::selection_options options_;
};

}  // namespace trace2_program
