// Defines what client.hpp, interruptible.hpp, answer_text.hpp and verdict.hpp declare.
#include "otlp_http/client.hpp"

#include <trace2/version.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <memory_resource>
#include <string_view>

#include "otlp_http/answer_text.hpp"
#include "otlp_http/interruptible.hpp"
#include "otlp_http/verdict.hpp"
#include "system/posix/ignored_signal.hpp"

namespace trace2::program::otlp_http {

// ---- client.hpp ----

client::client(settings const& of, surroundings& in)
    : settings_{of}, in_{in}, curl_{::curl_easy_init()} {
  if (curl_ == nullptr) return;
  set(CURLOPT_URL, of.url.c_str());
  set(CURLOPT_POST, 1L);
  // A signal that interrupts the look-up of a name would end the program.
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_TIMEOUT_MS, static_cast<long>(of.timeout.count()));
  set(CURLOPT_USERAGENT, "trace2/" TRACE2_VERSION);
  // The headers are for this receiver, not for one to which it redirects.
  set(CURLOPT_FOLLOWLOCATION, 0L);
  set(CURLOPT_ERRORBUFFER, reason_);
  set(CURLOPT_WRITEFUNCTION, &take_body);
  set(CURLOPT_XFERINFOFUNCTION, &is_given_up);
  set(CURLOPT_XFERINFODATA, this);
  set(CURLOPT_NOPROGRESS, 0L);
#if LIBCURL_VERSION_NUM >= 0x075700
  // A request that is given up doesn't wait for the look-up of a name.
  set(CURLOPT_QUICK_EXIT, 1L);
#endif
#if LIBCURL_VERSION_NUM >= 0x075500
  set(CURLOPT_PROTOCOLS_STR, "http,https");
#else
  set(CURLOPT_PROTOCOLS, static_cast<long>(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
  if (!of.certificate.empty()) set(CURLOPT_CAINFO, of.certificate.c_str());
  if (!of.client_certificate.empty()) set(CURLOPT_SSLCERT, of.client_certificate.c_str());
  if (!of.client_key.empty()) set(CURLOPT_SSLKEY, of.client_key.c_str());
}

answer client::post(message const& what) {
  answer result;
  if (curl_ == nullptr) {
    result.error = "out of memory";
    return result;
  }
  header_list const headers = headers_of(what);
  set(CURLOPT_HTTPHEADER, headers.get());
  set(CURLOPT_POSTFIELDS, what.body.data());
  set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<::curl_off_t>(what.body.size()));
  set(CURLOPT_WRITEDATA, &result);
  reason_[0] = '\0';
  began_ = surroundings::clock::now();
  // An encrypted connection that is gone raises it, unless the library may change the whole
  // process's signals.
  ignored_signal const no_death{SIGPIPE};
  ::CURLcode const code = ::curl_easy_perform(curl_.get());
  ::curl_easy_getinfo(curl_.get(), CURLINFO_RESPONSE_CODE, &result.status);
  ::curl_off_t wait = 0;
  if (::curl_easy_getinfo(curl_.get(), CURLINFO_RETRY_AFTER, &wait) == CURLE_OK && wait > 0)
    result.retry_after = std::chrono::seconds{std::min<::curl_off_t>(wait, 1'000'000)};
  // A status without the whole answer tells nothing, but for an answer that is too long.
  if (code != CURLE_OK && !result.is_cut) {
    result.status = 0;
    result.error = reason_[0] == '\0' ? ::curl_easy_strerror(code) : reason_;
    if (code == CURLE_ABORTED_BY_CALLBACK) result.error = "it has not answered so far";
  }
  ::curl_off_t sent = 0;
  result.is_sent =
      ::curl_easy_getinfo(curl_.get(), CURLINFO_SIZE_UPLOAD_T, &sent) == CURLE_OK && sent > 0;
  result.is_distrusted = code == CURLE_PEER_FAILED_VERIFICATION ||
                         code == CURLE_SSL_CACERT_BADFILE || code == CURLE_SSL_CERTPROBLEM;
  return result;
}

client::header_list client::headers_of(message const& what) const {
  header_list list;
  auto const add = [&list](char const* header) {
    ::curl_slist* const longer = ::curl_slist_append(list.get(), header);
    if (longer == nullptr) return;
    (void)list.release();
    list.reset(longer);
  };
  add(what.as == encoding::json ? "Content-Type: application/json"
                                : "Content-Type: application/x-protobuf");
  if (what.is_gzip) add("Content-Encoding: gzip");
  // Without it each long body would wait for a permission that few servers give.
  add("Expect:");
  for (std::string const& header : settings_.headers) add(header.c_str());
  return list;
}

int client::is_given_up(void* of, ::curl_off_t, ::curl_off_t, ::curl_off_t, ::curl_off_t) {
  auto& self = *static_cast<client*>(of);
  return self.in_.gives_up(self.began_) ? 1 : 0;
}

std::size_t client::take_body(char* bytes, std::size_t, std::size_t count, void* to) {
  auto& result = *static_cast<answer*>(to);
  std::size_t const room = longest_answer - result.body.size();
  result.body.append(bytes, std::min(room, count));
  result.is_cut = count > room;
  return result.is_cut ? 0 : count;
}

// ---- interruptible.hpp ----

interruptible::interruptible() {
  is_over_ = 0;
  struct ::sigaction caught{};
  caught.sa_handler = [](int) { is_over_ = 1; };
  caught.sa_flags = static_cast<int>(SA_RESETHAND);
  for (std::size_t i = 0; i < ending_signals.size(); ++i) {
    ::sigaction(ending_signals[i], nullptr, &before_[i]);
    // nohup and shells without jobs have commands ignore some of them.
    if (before_[i].sa_handler != SIG_IGN) ::sigaction(ending_signals[i], &caught, nullptr);
  }
}

interruptible::~interruptible() {
  for (std::size_t i = 0; i < ending_signals.size(); ++i)
    ::sigaction(ending_signals[i], &before_[i], nullptr);
}

bool interruptible::wait(std::chrono::milliseconds time) {
  // A signal between the look and the wait is seen by the next look.
  constexpr std::chrono::milliseconds most{100};
  for (auto const end = clock::now() + time; has_time() && clock::now() < end;) {
    auto const left = std::chrono::ceil<std::chrono::milliseconds>(end - clock::now());
    ::poll(nullptr, 0, static_cast<int>(std::clamp(left, left.zero(), most).count()));
  }
  return has_time();
}

// ---- answer_text.hpp ----

bool json_answer::read(std::string_view text, answer_text& to) {
  read::json_scanner scanner{text};
  bool const is_object = scanner.object([&to](read::json_member const& member) {
    if (member.name == "partialSuccess")
      read::json_scanner{member.value.text}.object(
          [&to](read::json_member const& inner) { note(inner, to); });
    else
      note(member, to);
  });
  return is_object && scanner.is_at_end();
}

void json_answer::note(read::json_member const& member, answer_text& to) {
  std::string_view const bare = member.value.bare();
  if (member.name == "rejectedSpans" || member.name == "rejectedDataPoints") {
    std::from_chars(bare.data(), bare.data() + bare.size(), to.rejected);
  } else if ((member.name == "errorMessage" || member.name == "message") &&
             member.value.kind == read::json_kind::string) {
    std::pmr::monotonic_buffer_resource memory;
    to.reason = read::json_reader{memory}.text(member.value);
  }
}

bool protobuf_answer::read(std::string_view bytes, bool is_success, answer_text& to) {
  if (!is_success) return read_fields(bytes, to);
  return fields{bytes}.visit([&to](std::uint64_t number, std::uint64_t, std::string_view inside) {
    return number != 1 || read_fields(inside, to);
  });
}

bool protobuf_answer::read_fields(std::string_view bytes, answer_text& to) {
  return fields{bytes}.visit(
      [&to](std::uint64_t number, std::uint64_t value, std::string_view inside) {
        if (number == 1) to.rejected = value;
        if (number == 2) to.reason = inside;
        return true;
      });
}

bool protobuf_answer::fields::take_value(std::uint64_t wire_type, std::uint64_t& value,
                                         std::string_view& inside) {
  switch (wire_type) {
    case 0:
      return take_varint(value);
    case 1:
      return take(8, inside);
    case 2:
      return take_varint(value) && take(value, inside);
    case 5:
      return take(4, inside);
    default:
      return false;
  }
}

bool protobuf_answer::fields::take(std::uint64_t size, std::string_view& bytes) {
  if (size > rest_.size()) return false;
  bytes = rest_.substr(0, static_cast<std::size_t>(size));
  rest_.remove_prefix(bytes.size());
  return true;
}

bool protobuf_answer::fields::take_varint(std::uint64_t& value) {
  for (unsigned shift = 0; shift < 64 && !rest_.empty(); shift += 7) {
    auto const byte = static_cast<unsigned char>(rest_.front());
    rest_.remove_prefix(1);
    value |= std::uint64_t{byte & 0x7fu} << shift;
    if (byte < 0x80) return true;
  }
  return false;
}

// ---- verdict.hpp ----

bool read_answer(answer const& from, bool is_success, message const& sent, answer_text& to) {
  if (from.is_cut) return false;
  if (sent.as == encoding::json || from.body.starts_with('{'))
    return json_answer::read(from.body, to);
  return protobuf_answer::read(from.body, is_success, to);
}

verdict judge(answer const& from, message const& sent, signal of) {
  using kind = verdict::kind;
  if (from.status == 0)
    return {from.is_distrusted ? kind::later : kind::again, 0, from.error, from.is_sent};
  constexpr std::size_t longest_reason = 200;
  bool const is_success = from.status >= 200 && from.status < 300;
  answer_text said;
  bool const is_readable = read_answer(from, is_success, sent, said);
  std::string const reason{read::cut_text(said.reason, longest_reason)};
  if (is_success) {
    if (from.body.empty() || is_readable)
      return {kind::accepted, std::min(said.rejected, sent.items), reason};
    return {kind::unknown, 0, "its answer is none of OTLP: it may be no receiver of OpenTelemetry"};
  }
  std::string text = "it answers " + std::to_string(from.status);
  if (is_readable && !reason.empty()) text += ": " + reason;
  // Many a store takes traces only.
  if (of == signal::metrics && (from.status == 404 || from.status == 405 || from.status == 501))
    return {kind::unwanted, 0, text};
  switch (from.status) {
    case 429:
      return {kind::again, 0, text};
    // A gateway answers so, too, where one message is too much for what is behind it.
    case 502:
    case 503:
    case 504:
      return {kind::again, 0, text, !from.retry_after};
    // The reason is in the URL or in the headers, not in the spans.
    case 401:
    case 403:
    case 404:
    case 405:
    case 407:
      return {kind::later, 0, text};
    default:
      return {from.status < 400 ? kind::later : kind::refused, 0, text};
  }
}

}  // namespace trace2::program::otlp_http
