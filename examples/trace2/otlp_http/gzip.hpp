// Compresses request bodies.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <zlib.h>

namespace trace2_program::otlp_http {

/// The bytes as a gzip stream; nothing when memory runs out.
inline std::optional<std::string> gzip(std::string_view bytes) {
  if (bytes.size() > std::numeric_limits<uInt>::max()) return {};
  ::z_stream stream{};
  constexpr int with_gzip_header = 16 + MAX_WBITS;
  if (::deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, with_gzip_header, 8,
                     Z_DEFAULT_STRATEGY) != Z_OK)
    return {};
  std::string packed(::deflateBound(&stream, static_cast<uLong>(bytes.size())), '\0');
  // zlib only reads the input, but its type isn't const everywhere.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  bool const is_whole = ::deflate(&stream, Z_FINISH) == Z_STREAM_END;
  packed.resize(stream.total_out);
  ::deflateEnd(&stream);
  return is_whole ? std::optional{std::move(packed)} : std::nullopt;
}

}  // namespace trace2_program::otlp_http
