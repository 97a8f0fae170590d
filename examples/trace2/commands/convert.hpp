// The command trace2 convert: writes a trace in another format.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "commands/text_options.hpp"
#include "convert/span_identity.hpp"
#include "options/choosing.hpp"
#include "otlp_http/settings.hpp"
#include "otlp_http/surroundings.hpp"

namespace trace2::program {

class chosen_trace;
class output;
struct wanted_trace;
enum class followed : unsigned char;
enum class privacy : unsigned char;

enum class target_format {
  event,
  perf,
  normal,
  chrome,
  firefox,
  otlp,
  folded,
  html,
  sqlite,
  csv,
  ndjson
};

/// True if it shows the samples of a profiler.
constexpr bool takes_samples(std::string_view format) noexcept {
  return format == "firefox" || format == "folded" || format == "html";
}

/// Precondition: `name` is that of a format.
target_format format_called(std::string const& name);

/// How much a format shows. Other tools keep their input, and pages are passed on, so these show no
/// secret that the writer has left; text shows everything that the writer has written.
privacy privacy_of(target_format to, bool is_anonymous);

struct conversion {
  target_format to{};
  text_options text{};
  std::optional<trace_parent> outer{};
  std::optional<otlp_http::endpoints> receiver{};  ///< gets what is not written then
  std::string samples{};                           ///< a file of a profiler
};

/// Converts what is chosen, as one trace.
followed convert_to(conversion const& wanted, chosen_trace& chosen, output& out);

/// Speedscope chooses its reader by the name of a file.
void warn_of_name(target_format to, std::string const& path);

/// Sends what is chosen to the receiver.
int send_files(conversion const& wanted, wanted_trace const& from,
               otlp_http::surroundings& in = otlp_http::of_command());

/// Converts what is chosen into a file; standard output for an empty path.
int convert_files(conversion const& wanted, wanted_trace const& from, std::string const& path);

struct convert_options {
  std::string to{};
  std::string output{};
  std::string parent{};  ///< the span that the trace belongs to
  otlp_http::options otlp{};
  text_options text{};
  bool is_anonymous = false;
  std::string samples{};
  choice chosen{};
  std::vector<std::string> paths{};
};

namespace commands {

/// Returns the exit status.
int convert(convert_options const& options);

}  // namespace commands

}  // namespace trace2::program
