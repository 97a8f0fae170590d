// Secrets in the JSON of a `data_json` event: the result is JSON again.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/byte_set.hpp>
#include <trace2/process/redaction/quoted_string.hpp>
#include <trace2/process/redaction/redaction_output.hpp>
#include <trace2/process/redaction/redaction_rules.hpp>
#include <trace2/process/redaction/secret_bytes.hpp>
#include <trace2/process/redaction/secret_name.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/redactor.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// Looks at each string of a JSON text. Cost: linear.
class json_redaction {
 public:
  json_redaction(std::string_view json, buffer& out, redactor hide) noexcept
      : json_{json}, out_{out}, hide_{hide} {}

  /// Appends the text with secrets hidden; false, and nothing appended, without a secret.
  bool run() noexcept {
    for (std::size_t quote = next_quote(0); quote < json_.size();) {
      stretch const content{quote + 1, string_end(json_, quote + 1, '"', 0)};
      std::size_t const behind =
          secret_bytes::space.skip(json_, content.end + (content.end < json_.size()));
      if (behind < json_.size() && json_[behind] == ':')
        is_secret_ = (secret_contexts(view(content)) & in_member) != 0;
      else
        pass_value(content);
      quote = next_quote(behind);
    }
    if (has_hidden_) out_.append(json_.substr(shown_));
    return has_hidden_;
  }

 private:
  void pass_value(stretch content) noexcept {
    std::string_view const value = view(content);
    buffer visible;
    if (value.empty() || (!is_secret_ && !hide_(value, visible))) return;
    out_.append(json_.substr(shown_, content.begin - shown_));
    // The rest of a text with escapes might begin or end within one.
    bool const is_plain = value.find('\\') == value.npos;
    out_.append(is_secret_ || !is_plain ? redacted_mark : visible.view());
    shown_ = content.end;
    has_hidden_ = true;
  }

  std::size_t next_quote(std::size_t from) const noexcept { return find_or_end(json_, '"', from); }
  std::string_view view(stretch part) const noexcept {
    return json_.substr(part.begin, part.end - part.begin);
  }

  std::string_view json_;
  buffer& out_;
  redactor hide_;
  std::size_t shown_ = 0;   // up to this position the text is in `out_` or hidden
  bool is_secret_ = false;  // the latest name of a member announces a secret
  bool has_hidden_ = false;
};

}}}  // namespace trace2::v0::detail
