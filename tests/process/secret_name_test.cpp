#include <trace2/process/secret_name.hpp>

#include <string_view>

#include "support/catch.hpp"

namespace secret_name_test {

using namespace trace2::detail;

TEST_CASE("names match by their end, in any case, with either kind of dash", "[detail][R-LIM-08]") {
  for (std::string_view const name :
       {"token", "TOKEN", "access_token", "X-Amz-Security-Token", "GITHUB_TOKEN", "password",
        "db.Password", "accessToken", "client-secret", "api-key", "API_KEY", "apikey"}) {
    CAPTURE(name);
    CHECK((secret_contexts(name) & in_assignment) != 0);
    CHECK((secret_contexts(name) & in_query) != 0);
  }
  for (std::string_view const name : {"", "tokens", "token_id", "passwor", "key", "monkey", "sig",
                                      "design", "signature", "n", "secretary"}) {
    CAPTURE(name);
    CHECK((secret_contexts(name) & in_assignment) == 0);
  }
}

TEST_CASE("names that mean much else are secret in queries only", "[detail][R-LIM-08]") {
  CHECK(secret_contexts("sig") == in_query);
  CHECK(secret_contexts("KEY") == in_query);
  CHECK(secret_contexts("signature") == in_query);
  CHECK(secret_contexts("X-Goog-Signature") == in_query);
  CHECK(secret_contexts("sort_key") == 0);
  CHECK(secret_contexts("my-sig") == 0);
}

TEST_CASE("headers are named exactly enough not to be words of a message", "[detail][R-LIM-08]") {
  CHECK((secret_contexts("Authorization") & in_header) != 0);
  CHECK((secret_contexts("Proxy-Authorization") & scheme_stays) != 0);
  CHECK((secret_contexts("PRIVATE-TOKEN") & in_header) != 0);
  CHECK((secret_contexts("X-Api-Key") & in_header) != 0);
  CHECK((secret_contexts("token") & in_header) == 0);
  CHECK((secret_contexts("password") & in_header) == 0);
}

TEST_CASE("access tokens are known by their beginning", "[detail][R-LIM-08]") {
  CHECK(is_access_token("ghp_0123456789"));
  CHECK(is_access_token("github_pat_0123"));
  CHECK(is_access_token("glpat-0123"));
  CHECK(!is_access_token("git"));
  CHECK(!is_access_token(""));
  CHECK(!is_access_token("GHP_0"));
}

}  // namespace secret_name_test
