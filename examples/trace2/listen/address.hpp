// The addresses at which traces arrive, as the command line names them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <sys/un.h>

namespace trace2_program::listening {

/// Where writers send their lines.
struct address {
  enum class kind : unsigned char { stream, datagram, input };

  kind of = kind::input;
  std::string path{};  ///< of the socket
};

/// Reads an address: `af_unix:stream:PATH`, `af_unix:dgram:PATH`, `af_unix:PATH` or `-`. Nothing
/// where writers would refuse it: their paths are absolute and short (R-DST-20, R-DST-21). A writer
/// whose address names no type tries a stream first, so `af_unix:PATH` is one.
inline std::optional<address> parse_address(std::string_view text) {
  if (text == "-") return address{};
  auto const drop = [&text](std::string_view front) {
    bool const is_there = text.starts_with(front);
    if (is_there) text.remove_prefix(front.size());
    return is_there;
  };
  if (!drop("af_unix:")) return {};
  bool const is_stream = drop("stream:");
  bool const is_datagram = !is_stream && drop("dgram:");
  if (!text.starts_with('/') || text.size() >= sizeof(sockaddr_un::sun_path)) return {};
  if (text.find('\0') != text.npos) return {};
  return address{is_datagram ? address::kind::datagram : address::kind::stream, std::string{text}};
}

}  // namespace trace2_program::listening
