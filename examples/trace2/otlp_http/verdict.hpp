// What an answer means for the spans that were sent: OTLP/HTTP's rules for responses and retries.
#pragma once

#include <trace2/read/cut_text.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "answer_text.hpp"
#include "client.hpp"
#include "message.hpp"

namespace trace2_program::otlp_http {

struct verdict {
  enum class kind : unsigned char {
    accepted,  ///< all but the `rejected` ones
    unknown,   ///< an answer of another protocol: perhaps accepted
    again,     ///< soon, or after the time that the answer names
    later,     ///< when somebody has changed the settings
    unwanted,  ///< the receiver takes no items of this kind
    refused    ///< never
  };
  kind is{};
  std::uint64_t rejected = 0;
  std::string reason{};
};

/// Some receivers answer in JSON whatever they were sent.
inline bool read_answer(answer const& from, bool is_success, message const& sent, answer_text& to) {
  if (from.is_cut) return false;
  if (sent.as == encoding::json || from.body.starts_with('{'))
    return json_answer::read(from.body, to);
  return protobuf_answer::read(from.body, is_success, to);
}

inline verdict judge(answer const& from, message const& sent, signal of) {
  using kind = verdict::kind;
  if (from.status == 0) return {from.is_distrusted ? kind::later : kind::again, 0, from.error};
  constexpr std::size_t longest_reason = 200;
  bool const is_success = from.status >= 200 && from.status < 300;
  answer_text said;
  bool const is_readable = read_answer(from, is_success, sent, said);
  std::string const reason{trace2::read::cut_text(said.reason, longest_reason)};
  if (is_success) {
    if (from.body.empty() || is_readable)
      return {kind::accepted, std::min(said.rejected, sent.items), reason};
    return {kind::unknown, 0, "its answer is none of OTLP: it may be no receiver of OpenTelemetry"};
  }
  std::string text = "it answers " + std::to_string(from.status);
  if (is_readable && !reason.empty()) text += ": " + reason;
  // Many a store takes traces only.
  if (of == signal::metrics && (from.status == 404 || from.status == 405 || from.status == 501))
    return {kind::unwanted, 0, text};
  switch (from.status) {
    case 429:
    case 502:
    case 503:
    case 504:
      return {kind::again, 0, text};
    // The reason is in the URL or in the headers, not in the spans.
    case 401:
    case 403:
    case 404:
    case 405:
    case 407:
      return {kind::later, 0, text};
    default:
      return {from.status < 400 ? kind::later : kind::refused, 0, text};
  }
}

}  // namespace trace2_program::otlp_http
