// Where spans and metrics are sent and how: the command line, and OpenTelemetry's variables of the
// environment.
#pragma once

#include <trace2/export/otlp_schema.hpp>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "key_values.hpp"
#include "message.hpp"
#include <unistd.h>

namespace trace2_program::otlp_http {

/// What the options of a command say.
struct options {
  std::string url{};  ///< "env": as the environment says; empty: nothing is sent
  std::string spool{};
  std::uint64_t spool_limit = 256;  ///< in MiB
  double retry_for = 30;            ///< in seconds
  bool is_of_this_host = false;     ///< the trace was made on this host

  bool is_wanted() const noexcept { return !url.empty(); }
};

struct settings {
  signal of{};
  std::string url;                   ///< with the path of the signal
  std::vector<std::string> headers;  ///< as they are sent
  encoding as = encoding::protobuf;
  bool is_gzip = true;
  std::chrono::milliseconds timeout{10'000};  ///< of a request
  std::string certificate;                    ///< a file of trusted certificates
  std::string client_certificate;
  std::string client_key;
  std::chrono::milliseconds retry_for{};
  std::string spool;              ///< a directory; empty: none
  std::uint64_t spool_limit = 0;  ///< in bytes
  key_values resource;

  /// Attributes of all resources. Lifetime: that of this object.
  trace2::exporter::otlp_attributes resource_attributes() const {
    trace2::exporter::otlp_attributes result;
    for (auto const& [key, value] : resource) result.set({key, {.stringValue = value}});
    return result;
  }

  /// The receiver as messages show it: a URL may hold a password, and a secret in its query.
  std::string shown() const {
    std::size_t const host = url.find("//") + 2;
    std::size_t const end = std::min(url.find_first_of("/?#", host), url.size());
    std::size_t const at = url.rfind('@', end);
    std::string_view const authority = std::string_view{url}.substr(0, end);
    if (at == url.npos || at < host) return std::string{authority};
    return url.substr(0, host) + std::string{authority.substr(at + 1)};
  }
};

struct endpoints {
  settings traces;
  std::optional<settings> metrics;  ///< none where nobody wants them

  /// For metrics that nobody wants, the settings of traces.
  settings const& of(signal which) const noexcept {
    return which == signal::metrics && metrics ? *metrics : traces;
  }
};

/// Finds out the settings of a signal. On failure `reason` tells what is wrong.
class settings_reader {
 public:
  explicit settings_reader(signal of) noexcept : of_{of} {}

  /// Whether the person wants the signal sent, and says where.
  bool is_wanted(options const& from) const {
    if (of_ == signal::traces) return true;
    bool const is_traces_alone = from.url == "env" &&
                                 !variable("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT").empty() &&
                                 of_signal("ENDPOINT").value.empty();
    return variable("OTEL_METRICS_EXPORTER") != "none" && !is_traces_alone;
  }

  std::optional<settings> read(options const& from) {
    settings result;
    result.of = of_;
    result.retry_for = std::chrono::milliseconds(static_cast<std::int64_t>(from.retry_for * 1'000));
    result.spool_limit = from.spool_limit << 20;
    if (from.spool_limit != 0) result.spool = from.spool.empty() ? usual_spool() : from.spool;
    result.certificate = of_signal("CERTIFICATE").value;
    result.client_certificate = of_signal("CLIENT_CERTIFICATE").value;
    result.client_key = of_signal("CLIENT_KEY").value;
    bool const is_whole = read_url(from.url, result) && read_protocol(result) &&
                          read_compression(result) && read_timeout(result) &&
                          read_headers(result) && read_resource(from, result);
    return is_whole ? std::optional{std::move(result)} : std::nullopt;
  }

  std::string const& reason() const noexcept { return reason_; }

 private:
  static std::string variable(std::string const& name) {
    char const* const value = std::getenv(name.c_str());
    return value == nullptr ? "" : value;
  }

  /// A setting and where it is from, which messages name.
  struct setting {
    std::string name;
    std::string value;  ///< empty: not set
  };

  std::string own_name(std::string const& name) const {
    return (of_ == signal::traces ? "OTEL_EXPORTER_OTLP_TRACES_" : "OTEL_EXPORTER_OTLP_METRICS_") +
           name;
  }
  /// The variable for the signal, or else the one for all signals.
  setting of_signal(std::string const& name) const {
    std::string own = own_name(name);
    std::string const of_all = "OTEL_EXPORTER_OTLP_" + name;
    std::string value = variable(own);
    return value.empty() ? setting{of_all, variable(of_all)}
                         : setting{std::move(own), std::move(value)};
  }

  static std::string usual_spool() {
    std::string const state = variable("XDG_STATE_HOME");
    if (state.starts_with('/')) return state + "/trace2/otlp";
    std::string const home = variable("HOME");
    return home.starts_with('/') ? home + "/.local/state/trace2/otlp" : "";
  }

  bool fail(std::string reason) {
    reason_ = std::move(reason);
    return false;
  }

  /// The URL of the variable for the signal is whole; of all others the path is missing. It may
  /// hold a password, so no message shows it.
  bool read_url(std::string const& wanted, settings& to) {
    auto [name, url] = wanted == "env" ? of_signal("ENDPOINT") : setting{"--otlp", wanted};
    if (name != own_name("ENDPOINT")) {
      constexpr std::string_view of_traces = "/v1/traces";
      std::string_view const path = of_ == signal::traces ? of_traces : "/v1/metrics";
      if (url.empty()) url = "http://localhost:4318";
      std::size_t end = std::min(url.find_first_of("?#"), url.size());
      if (std::string_view{url}.substr(0, end).ends_with(of_traces)) {
        end -= of_traces.size();
        url.erase(end, of_traces.size());
      }
      while (end > 0 && url[end - 1] == '/') url.erase(--end, 1);
      url.insert(end, path);
    }
    bool const is_http = url.starts_with("http://") || url.starts_with("https://");
    bool const is_clean =
        std::all_of(url.begin(), url.end(), [](unsigned char c) { return c > 0x20 && c != 0x7f; });
    if (!is_http || !is_clean || url.find_first_of("/?#", url.find("//") + 2) == url.find("//") + 2)
      return fail(name + ": not the URL of a receiver, such as http://localhost:4318");
    to.url = std::move(url);
    return true;
  }

  bool read_protocol(settings& to) {
    auto const [name, value] = of_signal("PROTOCOL");
    to.as = value == "http/json" ? encoding::json : encoding::protobuf;
    if (value.empty() || value == "http/json" || value == "http/protobuf") return true;
    return fail(name + ": http/protobuf or http/json, not " + value);
  }

  bool read_compression(settings& to) {
    auto const [name, value] = of_signal("COMPRESSION");
    to.is_gzip = value != "none";
    if (value.empty() || value == "gzip" || value == "none") return true;
    return fail(name + ": gzip or none, not " + value);
  }

  bool read_timeout(settings& to) {
    auto const [name, digits] = of_signal("TIMEOUT");
    if (digits.empty()) return true;
    std::uint32_t milliseconds = 0;
    auto const [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), milliseconds);
    if (error != std::errc{} || end != digits.data() + digits.size() || milliseconds == 0)
      return fail(name + ": not a number of milliseconds: " + digits);
    to.timeout = std::chrono::milliseconds{milliseconds};
    return true;
  }

  /// The values may be secrets, so no message shows them.
  bool read_headers(settings& to) {
    setting const of = of_signal("HEADERS");
    auto const headers = parse_key_values(of.value);
    if (!headers) return fail(of.name + ": not a list of NAME=VALUE");
    for (auto const& [name, value] : *headers) {
      bool const is_name = std::all_of(name.begin(), name.end(), [](unsigned char c) {
        return c > 0x20 && c < 0x7f &&
               std::string_view{"()<>@,;:\\\"/[]?={}"}.find(static_cast<char>(c)) ==
                   std::string_view::npos;
      });
      bool const is_value = std::all_of(value.begin(), value.end(),
                                        [](unsigned char c) { return c >= 0x20 && c != 0x7f; });
      if (!is_name || !is_value) return fail(of.name + ": not a header of HTTP");
      // To the library an empty value behind a colon takes a header away.
      to.headers.push_back(name + (value.empty() ? ";" : ": " + value));
    }
    return true;
  }

  bool read_resource(options const& from, settings& to) {
    char host[256] = {};
    if (from.is_of_this_host && ::gethostname(host, sizeof host - 1) == 0)
      to.resource.emplace_back("host.name", host);
    auto resource = parse_key_values(variable("OTEL_RESOURCE_ATTRIBUTES"));
    if (!resource) return fail("OTEL_RESOURCE_ATTRIBUTES: not a list of NAME=VALUE");
    to.resource.insert(to.resource.end(), resource->begin(), resource->end());
    std::string name = variable("OTEL_SERVICE_NAME");
    if (!name.empty()) to.resource.emplace_back("service.name", std::move(name));
    return true;
  }

  signal of_;
  std::string reason_;
};

}  // namespace trace2_program::otlp_http
