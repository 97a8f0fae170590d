// The ids of traces and spans in OpenTelemetry. Ids of processes follow from session ids alone, as
// in trace2receiver, so that spans of both exporters fit together.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/buffer.hpp>
#include <trace2/detail/text/byte_set.hpp>
#include <trace2/detail/text/digits.hpp>
#include <trace2/detail/text/json_value.hpp>
#include <trace2/detail/text/put.hpp>
#include <trace2/detail/text/sha256.hpp>
#include <trace2/detail/text/sha256_instructions.hpp>
#include <trace2/detail/text/swar.hpp>

#include <bit>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace trace2 { inline namespace v0 {
namespace exporter {

/// Writes a number of 32 bits as eight lower-case digits into room that the caller has made, and
/// returns the end.
inline char* put_hexadecimal(char* to, std::uint64_t value) noexcept {
  using detail::swar::repeat;
  // Each four bits become a byte; those above 9 are letters.
  value = (value | value << 16) & 0x0000ffff0000ffff;
  value = (value | value << 8) & 0x00ff00ff00ff00ff;
  value = (value | value << 4) & repeat(0x0f);
  value += repeat('0') + ((value + repeat(6)) >> 4 & repeat(1)) * ('a' - '0' - 10);
  // The first digit is in the highest byte.
  if constexpr (std::endian::native == std::endian::little) value = __builtin_bswap64(value);
  std::memcpy(to, &value, sizeof value);
  return to + sizeof value;
}

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
constexpr std::uint64_t words_of(detail::sha256 const& digest, std::size_t first) noexcept {
  return std::uint64_t{digest.word(first)} << 32 | digest.word(first + 1);
}

/// Derives the id of the trace from the first component of a session id, the id of the process from
/// the last one, and the id of its parent from the one before.
inline span_identity identity_of(std::string_view sid) noexcept {
  using detail::sha256;
  auto const span_of = [](sha256 const& digest) { return otlp_span_id{{words_of(digest, 4)}}; };
  sha256 const root = detail::quick_sha256(sid.substr(0, sid.find('/')));
  otlp_trace_id const trace{{words_of(root, 0), words_of(root, 2)}};
  std::size_t const slash = sid.rfind('/');
  if (slash == sid.npos) return {trace, span_of(root), {}};
  std::string_view const parent = sid.substr(0, slash);
  return {trace, span_of(detail::quick_sha256(sid.substr(slash + 1))),
          span_of(detail::quick_sha256(parent.substr(parent.rfind('/') + 1)))};
}

/// The id of a span inside a process, from its kind and number. It is the same in each export of a
/// trace.
inline otlp_span_id inner_span_id(otlp_span_id process, char kind, std::uint64_t number) noexcept {
  char name[otlp_span_id::digits + 1 + detail::max_decimal_size];
  char* end = process.put(name);
  *end++ = kind;
  end = detail::put_decimal(end, number);
  return {{words_of(detail::quick_sha256({name, static_cast<std::size_t>(end - name)}), 0)}};
}

/// The span that has started a program, as the variable TRACEPARENT names it (W3C Trace Context).
struct trace_parent {
  otlp_trace_id trace_id;
  otlp_span_id span_id;
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
  auto const word = [](std::string_view hexadecimal) {
    std::uint64_t value = 0;
    std::from_chars(hexadecimal.data(), hexadecimal.data() + 16, value, 16);
    return value;
  };
  return trace_parent{{{word(trace), word(trace.substr(16))}}, {{word(span)}}};
}

}  // namespace exporter

namespace detail {

/// A text of digits, as OTLP demands.
template <std::size_t Words>
struct foreign_json<exporter::otlp_id<Words>> {
  static void append(buffer& out, exporter::otlp_id<Words> const& id) noexcept {
    if (!out.reserve(id.digits + 2)) return;
    char* const end = id.put(detail::put(out.end(), '"'));
    out.commit_until(detail::put(end, '"'));
  }
};

}  // namespace detail
}}  // namespace trace2::v0
