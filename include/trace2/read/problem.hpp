// Problems of an input, and the function that receives them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/limits.hpp>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace read {

/// The reason why a source could not be read, for its errno value.
inline std::string reason_of(int error) {
  if (error == EBADMSG) return "the compressed data is damaged or incomplete";
  if (error == EOVERFLOW)
    return "is compressed with a window of more than " +
           std::to_string(limits::zstd_window / limits::mebibyte) +
           " MiB, as by --ultra or --long of zstd";
  return std::strerror(error);
}

/// A part of an input that could not be used. Valid during the call that receives it.
struct problem {
  std::string_view file;    ///< the name of the input
  std::uint64_t line = 0;   ///< 0: the file as a whole
  std::string_view reason;  ///< the rest of a sentence about the line or file, such as "is torn"
};

/// Receives each problem when it is met.
using problem_handler = std::function<void(problem const&)>;

}}}  // namespace trace2::v0::read
