// A recording of one chunk, with any bytes as its records.
#pragma once

#include <trace2/recording/layout.hpp>

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "support/temporary_directory.hpp"

namespace support {

/// The first word of a record of that many words, and the other words.
inline std::string long_record(trace2::detail::recording::kind kind, std::size_t words) {
  std::uint64_t const head = trace2::detail::recording::long_head(kind, words, 0);
  std::string bytes(words * sizeof head, 'x');
  std::memcpy(bytes.data(), &head, sizeof head);
  return bytes;
}

inline std::string chunk_file(temporary_directory const& directory, std::string_view records) {
  namespace layout = trace2::detail::recording;
  layout::file_header head{};
  std::memcpy(head.magic, layout::file_magic, sizeof head.magic);
  head.endian = layout::endian_mark;
  head.version = layout::version;
  head.first_chunk = layout::header_size;
  head.is_finished = 1;
  std::size_t const size =
      (sizeof(layout::chunk_header) + records.size()) / layout::granule * layout::granule +
      layout::granule;
  layout::chunk_header chunk{{}, size, 1, layout::chunk_kind::events};
  std::memcpy(chunk.magic, layout::chunk_magic, sizeof chunk.magic);
  std::string bytes(layout::header_size + size, '\0');
  std::memcpy(bytes.data(), &head, sizeof head);
  std::memcpy(&bytes[layout::header_size], &chunk, sizeof chunk);
  records.copy(&bytes[layout::header_size + sizeof chunk], records.size());
  return directory.write("recording", bytes);
}

}  // namespace support
