// Defines what settings.hpp, key_values.hpp, surroundings.hpp, backoff.hpp, gzip.hpp, batch.hpp
// declare.
#include "otlp_http/settings.hpp"

#include <trace2/version.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <zlib.h>

#include "convert/otlp_schema.hpp"
#include "otlp_http/backoff.hpp"
#include "otlp_http/batch.hpp"
#include "otlp_http/gzip.hpp"
#include "otlp_http/key_values.hpp"
#include "otlp_http/surroundings.hpp"
#include "system/characters.hpp"
#include "system/surroundings.hpp"

namespace trace2::program::otlp_http {

// ---- settings.hpp ----

otlp_attributes settings::resource_attributes() const {
  otlp_attributes result;
  for (auto const& [key, value] : resource) result.set({key, {.stringValue = value}});
  return result;
}

std::string settings::shown() const {
  std::size_t const host = url.find("//") + 2;
  std::size_t const end = std::min(url.find_first_of("/?#", host), url.size());
  std::size_t const at = url.rfind('@', end);
  std::string_view const authority = std::string_view{url}.substr(0, end);
  if (at == url.npos || at < host) return std::string{authority};
  return url.substr(0, host) + std::string{authority.substr(at + 1)};
}

settings const& endpoints::of(signal which) const noexcept {
  return which == signal::metrics && metrics ? *metrics : traces;
}

bool settings_reader::is_wanted(options const& from) const {
  if (of_ == signal::traces) return true;
  bool const is_traces_alone = from.url == "env" &&
                               !variable("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT").empty() &&
                               of_signal("ENDPOINT").value.empty();
  return variable("OTEL_METRICS_EXPORTER") != "none" && !is_traces_alone;
}

std::optional<settings> settings_reader::read(options const& from) {
  settings result;
  result.of = of_;
  result.retry_for = std::chrono::milliseconds(static_cast<std::int64_t>(from.retry_for * 1'000));
  result.spool_limit = from.spool_limit << 20;
  result.keep = from.keep;
  if (from.spool_limit != 0) result.spool = from.spool.empty() ? usual_spool() : from.spool;
  result.certificate = of_signal("CERTIFICATE").value;
  result.client_certificate = of_signal("CLIENT_CERTIFICATE").value;
  result.client_key = of_signal("CLIENT_KEY").value;
  bool const is_whole = read_url(from.url, result) && read_protocol(result) &&
                        read_compression(result) && read_timeout(result) && read_headers(result) &&
                        read_resource(from, result);
  return is_whole ? std::optional{std::move(result)} : std::nullopt;
}

std::string settings_reader::variable(std::string const& name) {
  return program::variable(name).value_or("");
}

std::string settings_reader::own_name(std::string const& name) const {
  return (of_ == signal::traces ? "OTEL_EXPORTER_OTLP_TRACES_" : "OTEL_EXPORTER_OTLP_METRICS_") +
         name;
}

settings_reader::setting settings_reader::of_signal(std::string const& name) const {
  std::string own = own_name(name);
  std::string const of_all = "OTEL_EXPORTER_OTLP_" + name;
  std::string value = variable(own);
  return value.empty() ? setting{of_all, variable(of_all)}
                       : setting{std::move(own), std::move(value)};
}

std::string settings_reader::usual_spool() {
  std::string const state = variable("XDG_STATE_HOME");
  if (state.starts_with('/')) return state + "/trace2/otlp";
  std::string const home = variable("HOME");
  return home.starts_with('/') ? home + "/.local/state/trace2/otlp" : "";
}

bool settings_reader::fail(std::string reason) {
  reason_ = std::move(reason);
  return false;
}

bool settings_reader::read_url(std::string const& wanted, settings& to) {
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

bool settings_reader::read_protocol(settings& to) {
  auto const [name, value] = of_signal("PROTOCOL");
  to.as = value == "http/json" ? encoding::json : encoding::protobuf;
  if (value.empty() || value == "http/json" || value == "http/protobuf") return true;
  return fail(name + ": http/protobuf or http/json, not " + value);
}

bool settings_reader::read_compression(settings& to) {
  auto const [name, value] = of_signal("COMPRESSION");
  to.is_gzip = value != "none";
  if (value.empty() || value == "gzip" || value == "none") return true;
  return fail(name + ": gzip or none, not " + value);
}

bool settings_reader::read_timeout(settings& to) {
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

bool settings_reader::read_headers(settings& to) {
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

bool settings_reader::read_resource(options const& from, settings& to) {
  std::string host = from.is_of_this_host ? host_name() : "";
  if (!host.empty()) to.resource.emplace_back("host.name", std::move(host));
  auto resource = parse_key_values(variable("OTEL_RESOURCE_ATTRIBUTES"));
  if (!resource) return fail("OTEL_RESOURCE_ATTRIBUTES: not a list of NAME=VALUE");
  to.resource.insert(to.resource.end(), resource->begin(), resource->end());
  std::string name = variable("OTEL_SERVICE_NAME");
  if (!name.empty()) to.resource.emplace_back("service.name", std::move(name));
  return true;
}

// ---- key_values.hpp ----

std::optional<std::string> without_percents(std::string_view text) {
  static constexpr std::string_view digits = "0123456789abcdef0123456789ABCDEF";
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '%') {
      result.push_back(text[at]);
      continue;
    }
    if (at + 2 >= text.size()) return {};
    std::size_t const high = digits.find(text[at + 1]);
    std::size_t const low = digits.find(text[at + 2]);
    if (high == digits.npos || low == digits.npos) return {};
    result.push_back(static_cast<char>(high % 16 << 4 | low % 16));
    at += 2;
  }
  return result;
}

std::optional<key_values> parse_key_values(std::string_view text) {
  key_values result;
  while (!text.empty()) {
    std::size_t const end = std::min(text.find(','), text.size());
    std::string_view const pair = without_blanks(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (pair.empty()) continue;
    std::size_t const equals = pair.find('=');
    if (equals == pair.npos || equals == 0) return {};
    auto const name = without_percents(without_blanks(pair.substr(0, equals)));
    auto value = without_percents(without_blanks(pair.substr(equals + 1)));
    if (!name || name->empty() || !value) return {};
    result.emplace_back(*name, std::move(*value));
  }
  return result;
}

// ---- surroundings.hpp ----

bool surroundings::wait(std::chrono::milliseconds time) {
  std::this_thread::sleep_for(time);
  return true;
}

surroundings& of_command() {
  static surroundings one;
  return one;
}

// ---- backoff.hpp ----

backoff::milliseconds backoff::next(std::optional<std::chrono::seconds> asked_for) {
  milliseconds const wait = std::exchange(next_, std::min(2 * next_, longest));
  std::uniform_int_distribution<milliseconds::rep> part{wait.count() / 2, wait.count()};
  milliseconds const chosen{part(random_)};
  return asked_for ? std::max<milliseconds>(chosen, *asked_for) : chosen;
}

// ---- gzip.hpp ----

std::optional<std::string> gzip(std::string_view bytes) {
  if (bytes.size() > std::numeric_limits<uInt>::max()) return {};
  ::z_stream stream{};
  constexpr int with_gzip_header = 16 + MAX_WBITS;
  if (::deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, with_gzip_header, 8,
                     Z_DEFAULT_STRATEGY) != Z_OK)
    return {};
  std::string packed(::deflateBound(&stream, static_cast<uLong>(bytes.size())), '\0');
  // zlib only reads the input, but its type isn't const everywhere.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  bool const is_whole = ::deflate(&stream, Z_FINISH) == Z_STREAM_END;
  packed.resize(stream.total_out);
  ::deflateEnd(&stream);
  return is_whole ? std::optional{std::move(packed)} : std::nullopt;
}

// ---- batch.hpp ----

void compress(message& of) {
  auto packed = gzip(of.body);
  if (!packed) return;
  of.body = std::move(*packed);
  of.is_gzip = true;
}

message batch::take_encoded() {
  return {.body = std::exchange(next_, {}), .as = as_, .items = std::exchange(next_items_, 0)};
}

void batch::set_encoded(message again) {
  next_ = std::move(again.body);
  next_items_ = again.items;
}

bool batch::has_room() const noexcept {
  return is_empty() ||
         (body_.size() + next_.size() < most_bytes && items_ + next_items_ <= most_items);
}

void batch::add() {
  if (as_ == encoding::json) body_.append(is_empty() ? head() : ",");
  body_.append(next_);
  items_ += std::exchange(next_items_, 0);
}

message batch::take() {
  message made{.body = std::exchange(body_, {}), .as = as_, .items = std::exchange(items_, 0)};
  if (as_ == encoding::json) made.body.append(tail);
  if (is_gzip_) compress(made);
  return made;
}

std::string_view batch::head() const noexcept {
  return of_ == signal::traces ? R"({"resourceSpans":[)" : R"({"resourceMetrics":[)";
}

std::uint64_t batch::count(otlp_traces const& traces) {
  std::uint64_t count = 0;
  for (auto const& resource : traces.resourceSpans)
    for (auto const& scope : resource.scopeSpans) count += scope.spans.count;
  return count;
}

std::uint64_t batch::count(otlp_metrics_message const& metrics) {
  std::uint64_t count = 0;
  for (auto const& resource : metrics.resourceMetrics)
    for (auto const& scope : resource.scopeMetrics) count += scope.metrics.size();
  return count;
}

}  // namespace trace2::program::otlp_http
