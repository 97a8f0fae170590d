// The names that announce a secret value, in options, variables, queries, headers and members. A
// new rule is a new word in the table.
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

/// Words that announce a secret in the same contexts, each with a blank behind it. A name announces
/// a secret if it ends with one of them; with `whole_name`, only if it is one of them. Case doesn't
/// matter, '-' counts as '_', and dashes in front of the name don't count.
struct secret_name_group {
  unsigned char contexts;
  char const* words;
};

inline constexpr unsigned in_member = in_json | in_yaml;
inline constexpr unsigned in_values = in_query | in_assignment | in_member;

inline constexpr secret_name_group secret_names[] = {
    {in_header | in_member | scheme_stays, "authorization "},
    {in_header,
     "private_token job_token auth_token access_token api_token security_token vault_token "
     "csrf_token goog_api_key "},
    {in_values | in_header,
     "subscription_key secret_key secret_access_key access_key api_key apikey "},
    {in_header | in_member | in_assignment, "cookie "},
    {in_values,
     "token password passwd passphrase passcode db_pass user_pass smtp_pass mail_pass ftp_pass "
     "http_pass root_pass admin_pass auth_pass redis_pass become_pass ssh_pass smtppass "
     "mailpass .pass storepass keypass _pwd secret secret_id secretid secret_key_base "
     "private_key encryption_key signing_key master_key hmac_key shared_key license_key "
     "app_key "},
    {in_assignment | whole_name,
     "tokens bearer oauth2_bearer passin passout secrets _auth sas cred "},
    {in_values | whole_name, "jwt pass sshpass auth credential credentials "},
    {in_query | in_assignment, "passwords api_keys apikeys "},
    {in_query | in_assignment | whole_name, "pswd pw otp "},
    {in_query | in_assignment | in_json | whole_name, "pwd "},
    {in_assignment, "ssh_key basic_auth http_auth "},
    {in_values | ends_at_semicolon,
     "account_key accountkey sharedaccesskey sharedaccesssignature "},
    {in_header | whole_name, "x_auth "},
    {in_query, "signature assertion "},
    {in_query | whole_name, "sig key code code_verifier sessionid samlresponse "},
};

/// Calls `use(begin, end, contexts)` for each word of the table.
constexpr void for_each_secret_name(auto const& use) noexcept {
  for (secret_name_group const& group : secret_names)
    for (char const* begin = group.words; *begin != '\0';) {
      char const* end = begin;
      while (*end != ' ') ++end;
      use(begin, end, group.contexts);
      begin = end + 1;
    }
}

/// The last three letters of all these words, by which nearly all other names are told apart at
/// once.
class secret_name_endings {
 public:
  static constexpr std::size_t least = 3;  ///< letters of a name

  consteval secret_name_endings() noexcept {
    for_each_secret_name([this](char const* begin, char const* end, unsigned) {
      // A shorter word may stand behind any letter.
      words_[row_of(end)] |= begin + least > end ? ~std::uint64_t{0} : bit_of(end);
    });
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
  for_each_secret_name([&](char const* begin, char const* end, unsigned of_word) {
    std::string_view const word{begin, static_cast<std::size_t>(end - begin)};
    bool const is_whole = name.size() == word.size();
    if (((of_word & whole_name) == 0 || is_whole) && ends_with_word(name, word))
      contexts |= of_word;
  });
  return contexts & ~whole_name;
}

}}}  // namespace trace2::v0::detail
