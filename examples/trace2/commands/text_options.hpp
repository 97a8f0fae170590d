// The options of all commands that write text formats.
#pragma once

#include <trace2/value/format_settings.hpp>

#include <limits>
#include <optional>
#include <string>

#include "output/messages.hpp"

namespace trace2::program {

/// Lines are whole, and regions of all levels are shown, if these say nothing else.
struct text_options {
  bool is_brief = false;
  std::optional<int> nesting{};

  trace2::format_settings settings() const noexcept {
    return {.brief = is_brief, .nesting_limit = nesting.value_or(std::numeric_limits<int>::max())};
  }

  /// True if those that are given go with a format; says which one does not.
  bool are_of(std::string const& command, std::string const& format) const {
    bool const is_text = format == "event" || format == "perf" || format == "normal";
    if (is_brief && !is_text)
      say(command + ": --brief is for event, perf and normal");
    else if (nesting && format != "event")
      say(command + ": --nesting is for event");
    else
      return true;
    return false;
  }
};

}  // namespace trace2::program
