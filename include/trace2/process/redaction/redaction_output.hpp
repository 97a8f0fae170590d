// The visible form of a text, put together while the text is searched for secrets. The searches
// name the stretches to hide, and this class writes what lies between them. The class looks there
// for bare access tokens itself, so that each byte is looked at once.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/process/redaction/redaction_rules.hpp>
#include <trace2/value/buffer.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

inline constexpr std::string_view redacted_mark = "<REDACTED>";

/// Appends nothing to `out` as long as nothing is hidden. Cost: linear in the size of the text.
class redaction_output {
 public:
  redaction_output(std::string_view text, buffer& out, redaction_rules const& rules) noexcept
      : text_{text}, out_{out}, rules_{rules} {}

  /// Shows `mark` in place of a stretch. Stretches come in the order of their beginnings. Where one
  /// overlaps what is hidden already, a single mark stands for both.
  [[gnu::noinline]] void hide(stretch secret, std::string_view mark = redacted_mark) noexcept {
    if (secret.end <= done_) return;
    hide_tokens(secret.begin);
    if (done_ <= secret.begin) {
      out_.append(text_.substr(done_, secret.begin - done_));
      out_.append(mark);
    }
    if (done_ < secret.end) done_ = secret.end;
    has_hidden_ = true;
  }

  /// Shows the rest of the text; false if all of it may be seen.
  bool finish() noexcept {
    hide_tokens(text_.size());
    if (has_hidden_) out_.append(text_.substr(done_));
    return has_hidden_;
  }

 private:
  [[gnu::noinline]] void hide_tokens(std::size_t limit) noexcept {
    while (rules_.find_token != nullptr && done_ < limit) {
      stretch const token = rules_.find_token(text_, {done_, limit});
      if (token.is_empty()) return;
      out_.append(text_.substr(done_, token.begin - done_));
      out_.append(redacted_mark);
      done_ = token.end;
      has_hidden_ = true;
    }
  }

  std::string_view text_;
  buffer& out_;
  redaction_rules const& rules_;
  std::size_t done_ = 0;  // up to this position the text is in `out_` or hidden
  bool has_hidden_ = false;
};

}}}  // namespace trace2::v0::detail
