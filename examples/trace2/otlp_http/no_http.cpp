// Takes the place of what sends, in a program that was built without HTTP.
#include "otlp_http/send.hpp"

namespace trace2::program::otlp_http {

std::optional<endpoints> settings_of(options const&) {
  say("--otlp: this program was built without HTTP (Debian: libcurl4-openssl-dev)");
  return {};
}

followed send(endpoints const&, std::optional<trace_parent>, chosen_trace&, surroundings&) {
  return followed::nothing;
}

}  // namespace trace2::program::otlp_http
