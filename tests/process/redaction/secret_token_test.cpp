#include <trace2/process/redaction/secret_token.hpp>

#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace secret_token_test {

using namespace trace2::detail;
using kind = secret_token::kind;

namespace {

/// The text with all tokens replaced by a star.
std::string starred(std::string_view text) {
  std::string shown;
  std::size_t at = 0;
  for (;;) {
    stretch const found = find_secret_token(text, {at, text.size()});
    if (found.is_empty()) break;
    shown.append(text.substr(at, found.begin - at)).append("*");
    at = found.end;
  }
  return shown.append(text.substr(at));
}

/// The shortest bytes that make a token of a kind behind its prefix.
std::string rest_of(secret_token const& token) {
  constexpr std::string_view letters = "a1b2c3d4e5f60718";
  std::string rest;
  while (rest.size() < token.least) rest += letters[rest.size() % letters.size()];
  if (token.rest == kind::capital)
    for (char& c : rest) c = c >= 'a' ? static_cast<char>(c - 32) : c;
  return rest;
}

}  // namespace

TEST_CASE("each kind of token is found wherever a word may begin", "[detail][R-LIM-08]") {
  for (secret_token const& token : secret_tokens) {
    std::string const whole = std::string{token.prefix} + rest_of(token);
    CAPTURE(whole);
    CHECK(starred(whole) == "*");
    CHECK(starred("a " + whole + " b") == "a * b");
    CHECK(starred("x=" + whole + ", y") == "x=*, y");
    CHECK(starred("https://h/" + whole + "?q") == "https://h/*?q");
    CHECK(starred("'" + whole + "'") == "'*'");
    CHECK(starred("(" + whole + ")" + whole) == "(*)*");
  }
}

TEST_CASE("what is shorter, or the end of a word, is no token", "[detail][R-LIM-08]") {
  for (secret_token const& token : secret_tokens) {
    std::string const rest = rest_of(token);
    std::string const prefix{token.prefix};
    CAPTURE(prefix);
    CHECK(starred(prefix) == prefix);
    CHECK(starred(prefix + rest.substr(1)) == prefix + rest.substr(1));
    CHECK(starred("x" + prefix + rest) == "x" + prefix + rest);
    CHECK(starred("_" + prefix + rest) == "_" + prefix + rest);
    std::string const interrupted = prefix + rest.substr(0, rest.size() / 2) + "!" + rest;
    CHECK(starred(interrupted) == interrupted);
    if (token.rest == kind::hex || token.rest == kind::capital)
      CHECK(starred(prefix + rest + "0") == prefix + rest + "0");
    if (token.rest == kind::mixed || token.rest == kind::opaque) {
      std::string const words = prefix + std::string(token.least, 'x');
      CHECK(starred(words) == words);
    }
  }
}

TEST_CASE("JSON web tokens are found", "[detail][R-LIM-08]") {
  constexpr std::string_view token =
      "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U";
  std::string const whole{token};
  CHECK(starred(token) == "*");
  CHECK(starred("token " + whole + " x") == "token * x");
  CHECK(starred("Bearer " + whole + " x") == "* x");
  CHECK(starred("{\"t\":\"" + whole + "\"}") == "{\"t\":\"*\"}");
  for (std::string_view const harmless :
       {"eyJhbGciOiJIUzI1NiJ9", "eyJhbGciOiJIUzI1NiJ9.", "eyJhbGciOiJIUzI1NiJ9.abc.def",
        "eyJ.eyJ.x", "eyelet.eyebrow.eyes", "greyJhbGciOiJIUz.eyJzdWIiOiIxMjM0.x", "e"})
    CHECK(starred(harmless) == harmless);
}

TEST_CASE("the lines of a private key are found", "[detail][R-LIM-08]") {
  for (std::string_view const title :
       {"PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY", "OPENSSH PRIVATE KEY",
        "ENCRYPTED PRIVATE KEY", "PGP PRIVATE KEY BLOCK"}) {
    std::string const begin = "-----BEGIN " + std::string{title} + "-----";
    std::string const end = "-----END " + std::string{title} + "-----";
    CHECK(starred(begin + "\nMIIE+/=\nabc\n" + end + "\nx") == begin + "*" + end + "\nx");
    CHECK(starred("k='" + begin + "\\nMIIE\\n" + end + "'") == "k='" + begin + "*" + end + "'");
    CHECK(starred(begin + "\nMIIE") == begin + "*");
  }
  for (std::string_view const harmless :
       {"-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----",
        "-----BEGIN PUBLIC KEY-----\nMIIE\n-----END PUBLIC KEY-----", "-----BEGIN PRIVATE KEY",
        "-----", "--- BEGIN PRIVATE KEY ---"})
    CHECK(starred(harmless) == harmless);
}

TEST_CASE("words, names, paths and hashes are no tokens", "[detail][R-LIM-08]") {
  for (std::string_view const harmless :
       {"sk-learn",
        "sk-learn-contrib-imbalanced-ensembles-and-more",
        "task-sk-1",
        "scikit-learn",
        "npm_config_cache",
        "npm_lifecycle_script_of_the_package",
        "hf_transfer",
        "key-value",
        "key-usage-extension-of-certificates",
        "pul-request",
        "ghp_",
        "ghs_short",
        "glpat-short",
        "AKIA",
        "AKIAlowercaseletters0",
        "ASIAN-COUNTRIES-AND-REGIONS",
        "ASIAPACIFICREGIONAL",
        "API-REFERENCE-OF-THE-PROGRAM",
        "SKIP_THE_TESTS_OF_THIS_DIRECTORY_NOW",
        "da39a3ee5e6b4b0d3255bfef95601890afd80709",
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "sha256~short",
        "/usr/lib/python3/dist-packages/sklearn/tree/_classes.py",
        "refs/heads/feature/xapp-launcher",
        "refs/remotes/origin/HEAD",
        "xoxo-love",
        "waka_time",
        "v1.0-rc1",
        "v1.0-beta-of-the-next-great-release",
        "dapi_version",
        "SG.txt",
        "ya29.txt",
        "dp.pt.x",
        "fo1_x",
        "rnd_mode",
        "render_pass",
        "nfp_mask",
        "r8_unorm",
        "tfp_model",
        "phx_app",
        "sgp_x",
        "sq0atp-x",
        "tskey-",
        "pypi-server",
        "pypi-publish-of-the-distribution",
        "rubygems_version",
        "whsec_x",
        "cal_live_x",
        "secret-token:x",
        "-----",
        "123e4567-e89b-12d3-a456-426614174000",
        "libAIza.so",
        "user.name=A U Thor <author@example.com>"}) {
    CAPTURE(harmless);
    CHECK(starred(harmless) == harmless);
  }
}

TEST_CASE("a search looks for tokens that begin in its stretch", "[detail]") {
  std::string const token = "ghp_" + std::string(36, 'a');
  std::string const text = token + " " + token;
  CHECK(find_secret_token(text, {0, 1}).end == token.size());
  CHECK(find_secret_token(text, {1, text.size()}).begin == token.size() + 1);
  CHECK(find_secret_token(text, {1, token.size() + 1}).is_empty());
  CHECK(find_secret_token(text, {0, 0}).is_empty());
  CHECK(find_secret_token({}, {0, 0}).is_empty());
}

}  // namespace secret_token_test
