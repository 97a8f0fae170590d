// The ids of traces and spans in OpenTelemetry. Ids of processes follow from session ids alone, as
// in trace2receiver, so that spans of both exporters fit together.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/value/buffer.hpp>
#include <trace2/value/sha256.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace trace2::program {

/// Writes a number of 32 bits as eight lower-case digits into room that the caller has made, and
/// returns the end.
char* put_hexadecimal(char* to, std::uint64_t value) noexcept;

/// An id of `Words` times eight bytes.
template <std::size_t Words>
struct otlp_id {
  static constexpr std::size_t digits = 16 * Words;
  std::uint64_t words[Words]{};  ///< the first has the highest bytes

  /// Writes the lower-case hexadecimal digits into room that the caller has made, and returns the
  /// end.
  char* put(char* to) const noexcept {
    for (std::uint64_t const word : words)
      to = put_hexadecimal(put_hexadecimal(to, word >> 32), word & 0xffffffff);
    return to;
  }
  std::string text() const {
    std::string made(digits, '0');
    put(made.data());
    return made;
  }
  /// A text of digits, as OTLP demands.
  void append_json(buffer& out) const noexcept {
    if (!out.reserve(digits + 2)) return;
    *out.end() = '"';
    char* const end = put(out.end() + 1);
    *end = '"';
    out.commit_until(end + 1);
  }
  friend bool operator==(otlp_id const&, otlp_id const&) = default;
};
using otlp_trace_id = otlp_id<2>;
using otlp_span_id = otlp_id<1>;

struct span_identity {
  otlp_trace_id trace_id;
  otlp_span_id span_id;
  std::optional<otlp_span_id> parent_id;
};

/// Two 32-bit words of a digest.
constexpr std::uint64_t words_of(sha256 const& digest, std::size_t first) noexcept {
  return std::uint64_t{digest.word(first)} << 32 | digest.word(first + 1);
}

/// Derives the id of the trace from the first component of a session id, the id of the process from
/// the last one, and the id of its parent from the one before.
span_identity identity_of(std::string_view sid) noexcept;

/// The id of a span inside a process, from its kind and number. Each export of a trace has the same
/// id.
otlp_span_id inner_span_id(otlp_span_id process, char kind, std::uint64_t number) noexcept;

/// The span that has started a program, as the variable TRACEPARENT names it (W3C Trace Context).
struct trace_parent {
  otlp_trace_id trace_id;
  otlp_span_id span_id;
};

/// Parses TRACEPARENT; nothing for text of another form and for ids of zeros.
std::optional<trace_parent> parse_trace_parent(std::string_view text);

}  // namespace trace2::program
