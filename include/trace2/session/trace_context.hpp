// The parts that the feature `trace_context` adds to a session: the W3C trace context
// (TRACEPARENT). Its ids are those that Trace2's collectors derive from session ids, so that a
// program that speaks OpenTelemetry can continue the trace below this process.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/escape.hpp>
#include <trace2/features.hpp>
#include <trace2/process/state/session_parts.hpp>
#include <trace2/session/feature.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/sha256.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// True for `00-<32 hexadecimal digits>-<16>-<2>` with ids that aren't zero, and for later versions
/// of this form.
constexpr bool is_trace_parent(std::string_view text) noexcept {
  constexpr std::string_view form = "00-00000000000000000000000000000000-0000000000000000-00";
  if (text.size() < form.size() || text.starts_with("ff")) return false;
  if (text.size() > form.size() && (text.starts_with("00") || text[form.size()] != '-'))
    return false;
  for (std::size_t i = 0; i < form.size(); ++i) {
    bool const is_digit = (text[i] >= '0' && text[i] <= '9') || (text[i] >= 'a' && text[i] <= 'f');
    if (form[i] == '-' ? text[i] != '-' : !is_digit) return false;
  }
  return text.substr(3, 32) != form.substr(3, 32) && text.substr(36, 16) != form.substr(36, 16);
}

[[gnu::cold]] inline void append_trace_parent(buffer& out, std::string_view inherited,
                                              std::string_view root,
                                              std::string_view own) noexcept {
  bool const continues = is_trace_parent(inherited);
  out.append("00-");
  if (continues) {
    out.append(inherited.substr(3, 32));
  } else {
    sha256 const trace{root};
    for (std::size_t i = 0; i < 4; ++i) append_hexadecimal(out, trace.word(i), 8);
  }
  out.append('-');
  sha256 const span{own};
  append_hexadecimal(out, span.word(4), 8);
  append_hexadecimal(out, span.word(5), 8);
  out.append('-');
  out.append(continues ? inherited.substr(53, 2) : "01");
}

inline constexpr trace_context_functions trace_contexts{.is_context = &is_trace_parent,
                                                        .append = &append_trace_parent};

template <>
struct feature<trace_context> {
  template <class Targets>
  static constexpr void add_to(session_parts& parts) noexcept {
    parts.trace_context = &trace_contexts;
  }
};

}}}  // namespace trace2::v0::detail
