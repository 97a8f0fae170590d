// The options by which a command chooses what it shows of a trace.
#pragma once

#include <trace2/read/fine_time.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/time_window.hpp>

#include <cstdint>
#include <optional>

#include "input/selection_options.hpp"

namespace CLI {
class App;
class Option;
}

namespace trace2::program {

class selection;

/// Adds an option that takes a moment.
CLI::Option* add_moment(CLI::App& command, char const* names, std::optional<read::moment>& to,
                        char const* help);

/// Adds an option that takes a length of time.
CLI::Option* add_length(CLI::App& command, char const* name, std::optional<read::fine_duration>& to,
                        char const* help);

/// Adds the option of all commands whose output may go to others.
void add_privacy(CLI::App& command, bool& is_anonymous);

/// The options that all commands that read traces share.
class choice {
 public:
  void add_to(CLI::App& command);

  program::selection selection() const;
  selection_options const& options() const noexcept { return options_; }

 private:
  selection_options options_;
};

/// The options that choose events by their time.
class window_choice {
 public:
  void add_to(CLI::App& command);

  /// What is known without the trace.
  read::time_window window() const;
  /// The time in front of the end of the trace.
  std::optional<read::nanoseconds> last() const;

 private:
  std::optional<read::moment> since_;
  std::optional<read::moment> until_;
  std::optional<read::fine_duration> last_;
};

}  // namespace trace2::program
