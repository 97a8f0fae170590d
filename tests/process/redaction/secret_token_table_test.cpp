#include <trace2/process/redaction/secret_token_table.hpp>

#include <algorithm>
#include <iterator>
#include <string_view>

#include "support/catch.hpp"

namespace secret_token_table_test {

using namespace trace2::detail;

TEST_CASE("the table is in the order in which it is searched", "[detail][R-LIM-08]") {
  CHECK(std::is_sorted(
      std::begin(secret_tokens), std::end(secret_tokens),
      [](secret_token const& a, secret_token const& b) { return a.prefix[0] < b.prefix[0]; }));
  for (secret_token const& token : secret_tokens) {
    CAPTURE(token.prefix);
    std::size_t const first = first_secret_token(token.prefix[0]);
    REQUIRE(first < secret_token_count);
    CHECK(&secret_tokens[first] <= &token);
    CHECK(secret_tokens[first].prefix[0] == token.prefix[0]);
  }
  for (char const c : {'\0', ' ', '/', '<', 'Z', '\xff', '\xe7'})
    CHECK(first_secret_token(c) == secret_token_count);
}

TEST_CASE("user names are tokens by a prefix that nothing else has", "[detail][R-LIM-08]") {
  for (std::string_view const user :
       {"ghp_0123456789", "github_pat_0123", "glpat-0123", "glrt-0", "npm_0", "xoxb-1"})
    CHECK(is_access_token(user));
  for (std::string_view const user : {"git", "", "GHP_0", "sk-1", "hf_bob", "key-1", "ghp", "me"})
    CHECK(!is_access_token(user));
}

}  // namespace secret_token_table_test
