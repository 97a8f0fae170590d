// Where spans and metrics are sent and how: the command line, and OpenTelemetry's variables of the
// environment.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "convert/otlp_schema.hpp"
#include "otlp_http/key_values.hpp"
#include "otlp_http/message.hpp"

namespace trace2::program::otlp_http {

/// What the options of a command say.
struct options {
  std::string url{};  ///< "env": as the environment says; empty: nothing is sent
  std::string spool{};
  std::uint64_t spool_limit = 256;                    ///< in MiB
  double retry_for = 30;                              ///< in seconds
  std::int64_t keep = std::int64_t{30} * 24 * 3'600;  ///< in seconds
  bool is_of_this_host = false;                       ///< the trace was made on this host

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
  std::int64_t keep = 0;          ///< seconds for a message that fails again and again
  key_values resource;

  /// Attributes of all resources. Lifetime: that of this object.
  otlp_attributes resource_attributes() const;

  /// The receiver as messages show it: a URL may hold a password, and a secret in its query.
  std::string shown() const;
};

struct endpoints {
  settings traces;
  std::optional<settings> metrics;  ///< none where nobody wants them

  /// For metrics that nobody wants, the settings of traces.
  settings const& of(signal which) const noexcept;
};

/// Finds out the settings of a signal. On failure `reason` tells what is wrong.
class settings_reader {
 public:
  explicit settings_reader(signal of) noexcept : of_{of} {}

  /// True if the person wants the signal sent, and says where.
  bool is_wanted(options const& from) const;

  std::optional<settings> read(options const& from);

  std::string const& reason() const noexcept { return reason_; }

 private:
  static std::string variable(std::string const& name);

  /// A setting and where it is from, which messages name.
  struct setting {
    std::string name;
    std::string value;  ///< empty: not set
  };

  std::string own_name(std::string const& name) const;
  /// The variable for the signal, or else the one for all signals.
  setting of_signal(std::string const& name) const;

  static std::string usual_spool();

  bool fail(std::string reason);

  /// The URL of the variable for the signal is whole; of all others the path is missing. It may
  /// hold a password, so no message shows it.
  bool read_url(std::string const& wanted, settings& to);

  bool read_protocol(settings& to);

  bool read_compression(settings& to);

  bool read_timeout(settings& to);

  /// The values may be secrets, so no message shows them.
  bool read_headers(settings& to);

  bool read_resource(options const& from, settings& to);

  signal of_;
  std::string reason_;
};

}  // namespace trace2::program::otlp_http
