// The options by which a command chooses what it shows of a trace.
#pragma once

#include <trace2/read/fine_time.hpp>
#include <trace2/read/selection.hpp>
#include <trace2/read/selection_text.hpp>
#include <trace2/read/time_window.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

namespace trace2_program {

/// Adds an option that takes a moment.
inline CLI::Option* add_moment(CLI::App& command, char const* names,
                               std::optional<std::int64_t>& to, char const* help) {
  std::string const name{std::string_view{names}.substr(0, std::string_view{names}.find(','))};
  return command
      .add_option_function<std::string>(
          names,
          [&to, name](std::string const& given) {
            using namespace std::chrono;
            auto const now = duration_cast<microseconds>(system_clock::now().time_since_epoch());
            to = trace2::read::parse_moment(given, now.count());
            if (!to)
              throw CLI::ValidationError{
                  name,
                  given + " is no time such as 2000-01-31, \"2000-01-31 12:34\", 12:34 or 2h"};
          },
          help)
      ->type_name("TIME");
}

/// Adds an option that takes a length of time.
inline CLI::Option* add_length(CLI::App& command, char const* name,
                               std::optional<trace2::read::fine_duration>& to, char const* help) {
  return command
      .add_option_function<std::string>(
          name,
          [&to, name](std::string const& given) {
            to = trace2::read::parse_length(given);
            if (!to) throw CLI::ValidationError{name, given + " is no length such as 250ms"};
          },
          help)
      ->type_name("TIME");
}

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
    add_moment(command, "--since,--after", options_.since, "Those that began at TIME or later")
        ->group(group);
    add_moment(command, "--until,--before", options_.until,
               "Those that began earlier; TIME is a date, a time, or a length "
               "before now: 2h")
        ->group(group);
    add_length(command, "--slower-than", options_.slower_than,
               "Those that took longer: 250ms, 1.5s, 2m")
        ->group(group);
    command.add_flag("--failed", options_.is_failed, "Those that failed or were killed")
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

  trace2::read::selection selection() const { return trace2::read::selection{options_}; }
  trace2::read::selection_options const& options() const noexcept { return options_; }

 private:
  trace2::read::selection_options options_;
};

/// The options that choose events by their time.
class window_choice {
 public:
  void add_to(CLI::App& command) {
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

  /// What is known without the trace.
  trace2::read::time_window window() const {
    trace2::read::time_window found;
    if (since_) found.since = trace2::read::moment_at(*since_);
    if (until_) found.until = trace2::read::moment_at(*until_);
    return found;
  }
  /// Nanoseconds in front of the end of the trace.
  std::optional<std::int64_t> last() const {
    return last_ ? std::optional{last_->in_nanoseconds()} : std::nullopt;
  }

 private:
  std::optional<std::int64_t> since_;
  std::optional<std::int64_t> until_;
  std::optional<trace2::read::fine_duration> last_;
};

}  // namespace trace2_program
