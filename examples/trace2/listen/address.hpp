// The addresses at which traces arrive, as the command line names them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <sys/un.h>

namespace trace2::program::listening {

/// Where writers send their lines.
struct address {
  enum class kind : unsigned char { stream, datagram, input };

  kind of = kind::input;
  std::string path{};  ///< of the socket
};

/// Bytes of the path of a socket.
inline constexpr std::size_t most_of_path = sizeof(sockaddr_un::sun_path) - 1;

/// Reads an address: `af_unix:stream:PATH`, `af_unix:dgram:PATH`, `af_unix:PATH` or `-`. Nothing
/// where writers would refuse it: their paths are absolute and short (R-DST-20, R-DST-21). A writer
/// whose address names no type tries a stream first, so `af_unix:PATH` is one.
///
/// On failure `reason` says why, as the end of a sentence that begins with the text.
std::optional<address> parse_address(std::string_view text, std::string& reason);

}  // namespace trace2::program::listening
