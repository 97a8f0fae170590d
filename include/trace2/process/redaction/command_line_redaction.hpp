// Secrets in a command line for a shell, in a text that quotes one, and in an argument that may be
// one. They are known by the option in front of them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/byte_set.hpp>
#include <trace2/process/redaction/option_secrets.hpp>
#include <trace2/process/redaction/redaction_output.hpp>
#include <trace2/process/redaction/redaction_rules.hpp>
#include <trace2/process/redaction/secret_bytes.hpp>
#include <trace2/process/redaction/stretch.hpp>
#include <trace2/value/buffer.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// Looks at the words of a command line as option_secrets looks at arguments. Quotes count around
/// whole words only: a shell's grammar is beyond it. In prose, quotes and brackets separate words
/// as blanks do. Cost: linear.
class command_line_redaction {
 public:
  using source = option_secrets::source;

  command_line_redaction(std::string_view line, buffer& out, redaction_rules const& rules,
                         source from = source::arguments) noexcept
      : line_{line},
        output_{line, out, rules},
        from_{from},
        space_{from == source::prose ? secret_bytes::space | secret_bytes::quote | brackets
                                     : secret_bytes::space},
        options_{rules, from} {}

  /// Appends the line with secrets hidden; false, and nothing appended, without one.
  bool run() noexcept {
    // A `!` begins the command lines of Git's aliases.
    std::size_t at = line_.starts_with('!') ? 1 : 0;
    for (at = space_.skip(line_, at); at < line_.size(); at = space_.skip(line_, at)) {
      stretch const word = word_at(at);
      at = word.end + is_quoted(at);
      stretch const secret = options_.next(line_.substr(word.begin, word.end - word.begin));
      if (!secret.is_empty()) output_.hide({word.begin + secret.begin, word.begin + secret.end});
      if (begins_command(word)) options_ = option_secrets{options_.rules(), from_};
    }
    return output_.finish();
  }

 private:
  bool is_quoted(std::size_t at) const noexcept {
    return secret_bytes::quote(line_[at]) && !space_(line_[at]);
  }

  stretch word_at(std::size_t at) const noexcept {
    if (!is_quoted(at)) return {at, space_.find(line_, at)};
    return {at + 1, find_or_end(line_, line_[at], at + 1)};
  }

  /// Behind `;`, `|`, `&&` and the like another command begins.
  bool begins_command(stretch word) const noexcept {
    return word.end > word.begin && separator(line_[word.end - 1]);
  }

  static constexpr byte_set separator{";|&("};
  static constexpr byte_set brackets{"()[]"};

  std::string_view line_;
  redaction_output output_;
  source from_;
  byte_set space_;
  option_secrets options_;
};

}}}  // namespace trace2::v0::detail
