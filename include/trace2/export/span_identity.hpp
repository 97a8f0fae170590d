// The ids of traces and spans in OpenTelemetry. Ids of processes follow from session ids alone, as
// in trace2receiver, so that spans of both exporters fit together.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/buffer.hpp>
#include <trace2/detail/text/byte_set.hpp>
#include <trace2/detail/text/escape.hpp>
#include <trace2/detail/text/sha256.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace exporter {

/// Ids in lower-case hexadecimal digits: 32 for a trace, 16 for a span.
struct span_identity {
  std::string trace_id;
  std::string span_id;
  std::string parent_id;  ///< empty: none
};

/// The hexadecimal digits of `count` words of a digest.
inline std::string digits_of(detail::sha256 const& digest, std::size_t first, std::size_t count) {
  detail::buffer text;
  for (std::size_t i = 0; i < count; ++i)
    detail::append_hexadecimal(text, digest.word(first + i), 8);
  return std::string{text.view()};
}

/// Derives the id of the trace from the first component of a session id, the id of the process from
/// the last one, and the id of its parent from the one before.
inline span_identity identity_of(std::string_view sid) {
  auto const span_of = [](std::string_view component) {
    return digits_of(detail::sha256{component}, 4, 2);
  };
  std::size_t const slash = sid.rfind('/');
  span_identity result;
  result.trace_id = digits_of(detail::sha256{sid.substr(0, sid.find('/'))}, 0, 4);
  result.span_id = span_of(sid.substr(slash == sid.npos ? 0 : slash + 1));
  if (slash == sid.npos) return result;
  std::string_view const parent = sid.substr(0, slash);
  result.parent_id = span_of(parent.substr(parent.rfind('/') + 1));
  return result;
}

/// The id of a span inside a process, from its kind and number. It is the same in each export of a
/// trace.
inline std::string inner_span_id(std::string_view process_span_id, char kind,
                                 std::uint64_t number) {
  std::string name{process_span_id};
  name.append(1, kind).append(std::to_string(number));
  return digits_of(detail::sha256{name}, 0, 2);
}

/// The span that has started a program, as the variable TRACEPARENT names it (W3C Trace Context).
struct trace_parent {
  std::string trace_id;
  std::string span_id;
};

/// Parses TRACEPARENT; nothing for text of another form and for ids of zeros.
inline std::optional<trace_parent> parse_trace_parent(std::string_view text) {
  static constexpr detail::byte_set digits = detail::ascii_digits | detail::byte_set{"abcdef"};
  static constexpr std::size_t size = std::string_view{"00-"}.size() + 32 + 1 + 16 + 1 + 2;
  if (text.size() < size || text.starts_with("ff")) return {};
  if (text.size() > size && (text.starts_with("00") || text[size] != '-')) return {};
  std::string_view const version = text.substr(0, 2);
  std::string_view const trace = text.substr(3, 32);
  std::string_view const span = text.substr(36, 16);
  std::string_view const flags = text.substr(53, 2);
  for (std::string_view const part : {version, trace, span, flags})
    if (digits.skip(part) != part.size()) return {};
  if (text[2] != '-' || text[35] != '-' || text[52] != '-') return {};
  if (trace.find_first_not_of('0') == trace.npos || span.find_first_not_of('0') == span.npos)
    return {};
  return trace_parent{std::string{trace}, std::string{span}};
}

}}}  // namespace trace2::v0::exporter
