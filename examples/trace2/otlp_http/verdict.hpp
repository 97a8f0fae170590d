// What an answer means for the spans that were sent: OTLP/HTTP's rules for responses and retries.
#pragma once

#include <trace2/read/cut_text.hpp>

#include <cstdint>
#include <string>

#include "otlp_http/answer_text.hpp"
#include "otlp_http/client.hpp"
#include "otlp_http/message.hpp"

namespace trace2::program::otlp_http {

struct verdict {
  enum class kind : unsigned char {
    accepted,  ///< all but the `rejected` ones
    unknown,   ///< an answer of another protocol: perhaps accepted
    again,     ///< soon, or after the time that the answer names
    later,     ///< when somebody has changed the settings
    unwanted,  ///< the receiver takes no items of this kind
    refused    ///< never
  };
  kind is{};
  std::uint64_t rejected = 0;
  std::string reason{};
  bool is_perhaps_of_message = false;  ///< another message may fare better, as far as it is known
};

/// Some receivers answer in JSON whatever they were sent.
bool read_answer(answer const& from, bool is_success, message const& sent, answer_text& to);

verdict judge(answer const& from, message const& sent, signal of);

}  // namespace trace2::program::otlp_http
