// The names that announce a secret value, in options, variables, queries, headers and members. A
// new rule is a new line of the table.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/ascii.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// Contexts in which a name announces a secret value. They can be combined.
enum : unsigned {
  in_query = 1,           // ?name=value, also behind & and #
  in_assignment = 2,      // name=value anywhere else, such as --name=value, and --name value
  in_header = 4,          // name: value, to the end of the line
  in_json = 8,            // "name": value in JSON
  in_yaml = 16,           // name: value at the beginning of a line
  scheme_stays = 32,      // the first of several words of the header names the scheme and stays
  ends_at_semicolon = 64,  // the assignment is a part of a list
  whole_name = 128         // in the table alone: the end of a longer name doesn't count
};

/// Matches the end of a name, or with `whole_name` all of it. Case doesn't matter, '-' counts as
/// '_', and dashes in front of the name don't count.
struct secret_name {
  char word[22];
  unsigned char contexts;

  constexpr std::size_t size() const noexcept { return __builtin_strlen(word); }
};

inline constexpr unsigned in_member = in_json | in_yaml;
inline constexpr unsigned in_values = in_query | in_assignment | in_member;

inline constexpr secret_name secret_names[] = {
    {"authorization", in_header | in_member | scheme_stays},
    {"private_token", in_header},
    {"job_token", in_header},
    {"auth_token", in_header},
    {"access_token", in_header},
    {"api_token", in_header},
    {"security_token", in_header},
    {"vault_token", in_header},
    {"csrf_token", in_header},
    {"subscription_key", in_values | in_header},
    {"goog_api_key", in_header},
    {"cookie", in_header | in_member | in_assignment},
    {"token", in_values},
    {"tokens", in_assignment | whole_name},
    {"bearer", in_assignment | whole_name},
    {"oauth2_bearer", in_assignment | whole_name},
    {"jwt", in_values | whole_name},
    {"password", in_values},
    {"passwd", in_values},
    {"passphrase", in_values},
    {"passcode", in_values},
    {"pass", in_values | whole_name},
    {"passin", in_assignment | whole_name},
    {"passout", in_assignment | whole_name},
    {"db_pass", in_values},
    {"user_pass", in_values},
    {"smtp_pass", in_values},
    {"mail_pass", in_values},
    {"ftp_pass", in_values},
    {"http_pass", in_values},
    {"root_pass", in_values},
    {"admin_pass", in_values},
    {"auth_pass", in_values},
    {"redis_pass", in_values},
    {"become_pass", in_values},
    {"ssh_pass", in_values},
    {"sshpass", in_values | whole_name},
    {"smtppass", in_values},
    {"mailpass", in_values},
    {".pass", in_values},
    {"storepass", in_values},
    {"keypass", in_values},
    {"passwords", in_query | in_assignment},
    {"pswd", in_query | in_assignment | whole_name},
    {"pw", in_query | in_assignment | whole_name},
    {"pwd", in_query | in_assignment | in_json | whole_name},
    {"_pwd", in_values},
    {"otp", in_query | in_assignment | whole_name},
    {"secret", in_values},
    {"secrets", in_assignment | whole_name},
    {"secret_id", in_values},
    {"secretid", in_values},
    {"secret_key", in_values | in_header},
    {"secret_key_base", in_values},
    {"secret_access_key", in_values | in_header},
    {"access_key", in_values | in_header},
    {"private_key", in_values},
    {"encryption_key", in_values},
    {"signing_key", in_values},
    {"master_key", in_values},
    {"hmac_key", in_values},
    {"shared_key", in_values},
    {"license_key", in_values},
    {"ssh_key", in_assignment},
    {"account_key", in_values | ends_at_semicolon},
    {"accountkey", in_values | ends_at_semicolon},
    {"sharedaccesskey", in_values | ends_at_semicolon},
    {"sharedaccesssignature", in_values | ends_at_semicolon},
    {"api_key", in_values | in_header},
    {"apikey", in_values | in_header},
    {"api_keys", in_query | in_assignment},
    {"apikeys", in_query | in_assignment},
    {"app_key", in_values},
    {"auth", in_values | whole_name},
    {"_auth", in_assignment | whole_name},
    {"x_auth", in_header | whole_name},
    {"basic_auth", in_assignment},
    {"http_auth", in_assignment},
    {"sas", in_assignment | whole_name},
    {"cred", in_assignment | whole_name},
    {"credential", in_values | whole_name},
    {"credentials", in_values | whole_name},
    {"signature", in_query},
    {"sig", in_query | whole_name},
    {"key", in_query | whole_name},
    {"code", in_query | whole_name},
    {"code_verifier", in_query | whole_name},
    {"sessionid", in_query | whole_name},
    {"assertion", in_query},
    {"samlresponse", in_query | whole_name},
};

/// The same in half of the room: for each name its contexts, its size and its letters.
struct packed_secret_names {
  static constexpr std::size_t room = [] {
    std::size_t bytes = 0;
    for (secret_name const& each : secret_names) bytes += 2 + each.size();
    return bytes;
  }();

  consteval packed_secret_names() noexcept {
    char* to = bytes;
    for (secret_name const& each : secret_names) {
      *to++ = static_cast<char>(each.contexts);
      *to++ = static_cast<char>(each.size());
      for (std::size_t i = 0; i < each.size(); ++i) *to++ = each.word[i];
    }
  }

  char bytes[room]{};
};
inline constexpr packed_secret_names all_secret_names;

/// The last three letters of all these words, by which nearly all other names are told apart at
/// once.
class secret_name_endings {
 public:
  static constexpr std::size_t least = 3;  ///< letters of a name

  consteval secret_name_endings() noexcept {
    for (secret_name const& secret : secret_names) {
      char const* const end = secret.word + secret.size();
      // A shorter word may stand behind any letter.
      words_[row_of(end)] |= secret.size() < least ? ~std::uint64_t{0} : bit_of(end);
    }
  }

  /// False if no word ends like the name.
  bool may_contain(std::string_view name) const noexcept {
    if (name.size() < least) return false;
    char const* const end = name.data() + name.size();
    return (words_[row_of(end)] & bit_of(end)) != 0;
  }

 private:
  // The lower five bits of a letter are the same in both cases.
  static constexpr std::size_t letter(char c) noexcept {
    return static_cast<unsigned char>(c == '-' ? '_' : c) % 32;
  }
  static constexpr std::size_t row_of(char const* end) noexcept { return letter(end[-1]); }
  static constexpr std::uint64_t bit_of(char const* end) noexcept {
    return std::uint64_t{1} << (letter(end[-2]) * 7 + letter(end[-3])) % 64;
  }

  std::uint64_t words_[32]{};
};

inline constexpr secret_name_endings endings_of_secret_names;

/// True if `name` ends with a word, whose letters are small.
inline bool ends_with_word(std::string_view name, std::string_view word) noexcept {
  if (name.size() < word.size()) return false;
  name.remove_prefix(name.size() - word.size());
  for (std::size_t i = word.size(); i-- > 0;)
    if ((name[i] == '-' ? '_' : to_lower(name[i])) != word[i]) return false;
  return true;
}

/// The contexts in which `name` announces a secret; 0 for most names. Cost: some nanoseconds for
/// these.
inline unsigned secret_contexts(std::string_view name) noexcept {
  constexpr std::string_view working_directory = "PWD";  // of the shell
  if (!endings_of_secret_names.may_contain(name) || name == working_directory) return 0;
  while (name.starts_with('-')) name.remove_prefix(1);
  unsigned contexts = 0;
  auto const& packed = all_secret_names.bytes;
  for (std::size_t at = 0; at < sizeof packed;) {
    auto const of_word = static_cast<unsigned char>(packed[at]);
    std::string_view const word{packed + at + 2, static_cast<unsigned char>(packed[at + 1])};
    bool const is_whole = name.size() == word.size();
    if (((of_word & whole_name) == 0 || is_whole) && ends_with_word(name, word))
      contexts |= of_word;
    at += 2 + word.size();
  }
  return contexts & ~whole_name;
}

}}}  // namespace trace2::v0::detail
