// Sends requests by HTTP. All that knows of libcurl is here.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "otlp_http/message.hpp"
#include "otlp_http/settings.hpp"
#include "otlp_http/surroundings.hpp"
#include <curl/curl.h>
#include <signal.h>

namespace trace2::program::otlp_http {

/// What a receiver has answered.
struct answer {
  long status = 0;             ///< of HTTP; 0: there is no answer
  std::string error;           ///< why there is no answer, or no whole one
  bool is_sent = false;        ///< at least a part of the message has left
  bool is_distrusted = false;  ///< the encrypted connection can't be made; trying again is no help
  std::string body;            ///< its beginning
  bool is_cut = false;
  std::optional<std::chrono::seconds> retry_after;
};

/// A connection that many requests share. Not for several threads at once.
class client {
 public:
  /// Both live longer.
  client(settings const& of, surroundings& in);
  client(client const&) = delete;
  client& operator=(client const&) = delete;

  /// Sends a message once. Waits for the answer, at most as long as the settings say.
  answer post(message const& what);

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

  header_list headers_of(message const& what) const;

  /// Asked now and then during a request.
  static int is_given_up(void* of, ::curl_off_t, ::curl_off_t, ::curl_off_t, ::curl_off_t);

  /// Keeps the beginning. Ends the transfer where the answer is longer.
  static std::size_t take_body(char* bytes, std::size_t, std::size_t count, void* to);

  settings const& settings_;
  surroundings& in_;
  surroundings::clock::time_point began_{};
  std::unique_ptr<::CURL, end_curl> curl_;
  char reason_[CURL_ERROR_SIZE]{};
};

}  // namespace trace2::program::otlp_http
