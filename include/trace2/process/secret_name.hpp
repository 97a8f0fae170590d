// The tables of secrets: names that announce a secret value, and prefixes of access tokens. A new
// rule is a new line in one of the two tables.
#pragma once

#include <trace2/detail/text/ascii.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// Contexts in which a name announces a secret value. They can be combined.
enum : unsigned {
  in_query = 1,       // ?name=value, also behind & and #
  in_assignment = 2,  // name=value anywhere else, such as --name=value
  in_header = 4,      // name: value, to the end of the line
  scheme_stays = 8,   // the first of several words of the header names the scheme and stays
};

/// Matches the end of a name, or the whole name if `is_whole_name`. Case doesn't matter, and '-'
/// counts as '_'.
struct secret_name {
  std::string_view word;
  unsigned contexts;
  bool is_whole_name = false;

  constexpr bool matches(std::string_view name) const noexcept {
    if (name.size() < word.size() || (is_whole_name && name.size() > word.size())) return false;
    name.remove_prefix(name.size() - word.size());
    for (std::size_t i = 0; i < word.size(); ++i)
      if ((name[i] == '-' ? '_' : to_lower(name[i])) != word[i]) return false;
    return true;
  }
};

inline constexpr secret_name secret_names[] = {
    {"authorization", in_header | scheme_stays},
    {"private_token", in_header},
    {"job_token", in_header},
    {"auth_token", in_header},
    {"token", in_query | in_assignment},
    {"password", in_query | in_assignment},
    {"passwd", in_query | in_assignment},
    {"passphrase", in_query | in_assignment},
    {"secret", in_query | in_assignment},
    {"secret_key", in_query | in_assignment},
    {"access_key", in_query | in_assignment},
    {"api_key", in_query | in_assignment | in_header},
    {"apikey", in_query | in_assignment | in_header},
    {"signature", in_query},
    {"sig", in_query, true},
    {"key", in_query, true},
};

/// Prefixes by which access tokens are recognised in the place of a user name. Any other user name
/// without a password stays, as in Git: `git` in `ssh://git@host/` is no secret.
inline constexpr std::string_view token_prefixes[] = {
    "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-",
};

/// The contexts in which `name` announces a secret; 0 for most names.
constexpr unsigned secret_contexts(std::string_view name) noexcept {
  unsigned contexts = 0;
  for (secret_name const& secret : secret_names)
    if (secret.matches(name)) contexts |= secret.contexts;
  return contexts;
}

constexpr bool is_access_token(std::string_view user) noexcept {
  for (std::string_view const prefix : token_prefixes)
    if (user.starts_with(prefix)) return true;
  return false;
}

}}}  // namespace trace2::v0::detail
