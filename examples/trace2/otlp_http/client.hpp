// Sends requests by HTTP. All that knows of libcurl is here.
#pragma once

#include <trace2/version.hpp>

#include <trace2/detail/system/shield.hpp>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "message.hpp"
#include "settings.hpp"
#include "surroundings.hpp"
#include <curl/curl.h>
#include <signal.h>

namespace trace2_program::otlp_http {

/// What a receiver has answered.
struct answer {
  long status = 0;             ///< of HTTP; 0: there is no answer
  std::string error;           ///< why there is no answer, or no whole one
  bool is_distrusted = false;  ///< the encrypted connection can't be made; trying again is no help
  std::string body;            ///< its beginning
  bool is_cut = false;
  std::optional<std::chrono::seconds> retry_after;
};

/// A connection that many requests share. Not for several threads at once.
class client {
 public:
  /// Both live longer.
  client(settings const& of, surroundings& in) : settings_{of}, in_{in}, curl_{::curl_easy_init()} {
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
  client(client const&) = delete;
  client& operator=(client const&) = delete;

  /// Sends a message once. Waits for the answer, at most as long as the settings say.
  answer post(message const& what) {
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
    trace2::detail::signal_shield<> shield{SIGPIPE};
    ::CURLcode const code = ::curl_easy_perform(curl_.get());
    if (code != CURLE_OK) shield.watch(-EPIPE);
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
    result.is_distrusted = code == CURLE_PEER_FAILED_VERIFICATION ||
                           code == CURLE_SSL_CACERT_BADFILE || code == CURLE_SSL_CERTPROBLEM;
    return result;
  }

 private:
  struct end_curl {
    void operator()(::CURL* handle) const noexcept { ::curl_easy_cleanup(handle); }
  };
  struct end_list {
    void operator()(::curl_slist* list) const noexcept { ::curl_slist_free_all(list); }
  };
  using header_list = std::unique_ptr<::curl_slist, end_list>;

  static constexpr std::size_t longest_answer = std::size_t{64} << 10;

  template <class Value>
  void set(::CURLoption option, Value value) noexcept {
    ::curl_easy_setopt(curl_.get(), option, value);
  }

  header_list headers_of(message const& what) const {
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

  /// Asked now and then during a request.
  static int is_given_up(void* of, ::curl_off_t, ::curl_off_t, ::curl_off_t, ::curl_off_t) {
    auto& self = *static_cast<client*>(of);
    return self.in_.gives_up(self.began_) ? 1 : 0;
  }

  /// Keeps the beginning. Ends the transfer where the answer is longer.
  static std::size_t take_body(char* bytes, std::size_t, std::size_t count, void* to) {
    auto& result = *static_cast<answer*>(to);
    std::size_t const room = longest_answer - result.body.size();
    result.body.append(bytes, std::min(room, count));
    result.is_cut = count > room;
    return result.is_cut ? 0 : count;
  }

  settings const& settings_;
  surroundings& in_;
  surroundings::clock::time_point began_{};
  std::unique_ptr<::CURL, end_curl> curl_;
  char reason_[CURL_ERROR_SIZE]{};
};

}  // namespace trace2_program::otlp_http
