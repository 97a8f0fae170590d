#include <trace2/process/redaction/secret_name.hpp>

#include <string_view>

#include "support/catch.hpp"

namespace secret_name_test {

using namespace trace2::detail;

TEST_CASE("names match by their end, in any case, with either kind of dash", "[detail][R-LIM-08]") {
  for (std::string_view const name : {"token",
                                      "TOKEN",
                                      "access_token",
                                      "X-Amz-Security-Token",
                                      "GITHUB_TOKEN",
                                      "password",
                                      "db.Password",
                                      "accessToken",
                                      "client-secret",
                                      "api-key",
                                      "API_KEY",
                                      "apikey",
                                      "sendemail.smtpPass",
                                      "imap.pass",
                                      "ansible_become_pass",

                                      "--passwords",
                                      "--api-keys",
                                      "--secret-id",
                                      "--hmac-key",
                                      "--shared-key",
                                      "--license-key",
                                      "--pw",
                                      "SECRET_KEY_BASE",
                                      "otp"}) {
    CAPTURE(name);
    CHECK((secret_contexts(name) & in_assignment) != 0);
    CHECK((secret_contexts(name) & in_query) != 0);
  }
  for (std::string_view const name : {"", "max_tokens", "token_id", "passwor", "key", "monkey",
                                      "sig", "design", "signature", "n", "secretary"}) {
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
  CHECK((secret_contexts("X-Amz-Security-Token") & in_header) != 0);
  CHECK((secret_contexts("cookie") & in_header) != 0);
  CHECK((secret_contexts("token") & in_header) == 0);
  CHECK((secret_contexts("password") & in_header) == 0);
}

TEST_CASE("short names count only whole, dashes in front of them aside", "[detail][R-LIM-08]") {
  for (std::string_view const name :
       {"pass", "--pass", "-pass", "pwd", "--pwd", "auth", "--auth", "_auth", "credentials",
        "--credential", "jwt", "bearer", "--oauth2-bearer"}) {
    CAPTURE(name);
    CHECK((secret_contexts(name) & in_assignment) != 0);
  }
  for (std::string_view const name :
       {"bypass", "two-pass", "compass", "PWD", "OLDPWD", "no-auth", "author", "authors", "oauth",
        "credentials-file", "passes", "passthrough", "password_file", "pwdx", "jwts", "tokenizer",
        "-", "--", ""}) {
    CAPTURE(name);
    CHECK(secret_contexts(name) == 0);
  }
}

TEST_CASE("members and queries have names of their own", "[detail][R-LIM-08]") {
  CHECK((secret_contexts("client_secret") & in_member) != 0);
  CHECK((secret_contexts("Set-Cookie") & in_member) != 0);
  CHECK((secret_contexts("pwd") & in_yaml) == 0);
  CHECK((secret_contexts("pwd") & in_json) != 0);
  CHECK((secret_contexts("--ssh-key") & secret_contexts("--sas") & secret_contexts("--cred") &
         secret_contexts("--secrets") & secret_contexts("--tokens") & in_assignment) != 0);
  CHECK(secret_contexts("code") == in_query);
  CHECK(secret_contexts("client_assertion") == in_query);
  CHECK(secret_contexts("exit_code") == 0);
  CHECK((secret_contexts("AccountKey") & ends_at_semicolon) != 0);
}

}  // namespace secret_name_test
