// Shows the arguments of a program as one line.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/buffer.hpp>
#include <trace2/detail/text/quote.hpp>
#include <trace2/event/child.hpp>
#include <trace2/read/cut_text.hpp>
#include <trace2/value/text_list.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace read {

/// The arguments, quoted for a shell where they need it, and cut visibly to about `most` bytes. A
/// line that is already written for a shell is not quoted again.
inline std::string command_text(text_list argv, std::size_t most, bool is_for_shell = false) {
  detail::buffer line;
  for (std::string_view const argument : argv) {
    if (!line.empty()) line.append(' ');
    if (is_for_shell)
      line.append(cut_text(argument, most));
    else
      detail::append_quoted(line, cut_text(argument, most));
    if (line.size() > most) break;
  }
  return cut_text_visibly(line.view(), most);
}

/// The text that tells a child from others: its command line, or the name of a hook, whose path
/// says less.
inline std::string title_of(event::child_start const& event, std::size_t most) {
  if (!event.hook_name.empty()) return cut_text_visibly(event.hook_name, most);
  return command_text(event.argv, most, event.use_shell);
}

}}}  // namespace trace2::v0::read
