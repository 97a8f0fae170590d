// What is wrong with an input, said to whoever asks for it.
#pragma once

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace read {

/// Why a source could not be read, by its errno value.
inline std::string reason_of(int error) {
  return error == EBADMSG ? "the compressed data is damaged or incomplete" : std::strerror(error);
}

/// One thing that could not be used. Valid during the call that hands it over.
struct problem {
  std::string_view file;
  std::uint64_t line = 0;   ///< 0: the file as a whole
  std::string_view reason;  ///< the rest of a sentence about the line or file, such as "is torn"
};

/// Receives problems as they are met.
using problem_handler = std::function<void(problem const&)>;

}}}  // namespace trace2::v0::read
