// The names of spans, as trace2receiver gives them: equal operations have equal names.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/event/child.hpp>
#include <trace2/event/command.hpp>
#include <trace2/read/label_table.hpp>
#include <trace2/read/traced_process.hpp>
#include <trace2/value/text_list.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace trace2::program {

/// "git:checkout#branch", which begins with the name of the program and with that of its verb.
class otlp_process_name {
 public:
  explicit otlp_process_name(read::traced_process const& process);

  /// All are valid as long as this object.
  std::string_view program() const noexcept { return qualified().substr(0, program_size_); }
  std::string_view program_and_verb() const noexcept { return qualified().substr(0, verb_end_); }
  std::string_view qualified() const noexcept { return text_; }

 private:
  std::string text_;
  std::size_t program_size_;
  std::size_t verb_end_;
};

/// "region(index,do_read_index)"
std::string span_name(read::label_table::label const& label, std::string_view kind = "region");

/// "child(hook:pre-commit)"
std::string span_name(event::child_start const& event);

/// "git", without a directory; empty if there are no arguments.
std::string_view executable_name(text_list argv) noexcept;

/// "linux" of "https://example.org/torvalds/linux.git"; empty if there is none.
std::string_view repository_name(std::string_view url) noexcept;

/// "exec(git)"
std::string span_name(event::exec const& event);

}  // namespace trace2::program
