// The table of access tokens that are known by a prefix, which their issuers have chosen so that a
// leak is noticed. A new kind of token is a new line.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// The shape of a token: a prefix, and at least that many bytes of a kind behind it. The struct
/// holds the prefix itself, so that the compiler evaluates no constructor and the loader relocates
/// no pointer.
struct secret_token {
  enum class kind : unsigned char {
    word,    ///< letters, digits, '_' and '-'
    mixed,   ///< the same, with a digit or a capital among the first bytes: no words of a language
    dotted,  ///< also '.'
    base64,  ///< also '+', '/' and '='
    opaque,  ///< all of these, with a digit or a capital among the first bytes
    hex,     ///< exactly as many lower-case hexadecimal digits
    capital  ///< exactly as many capitals and digits
  };

  char prefix[26];
  unsigned char least;
  kind rest = kind::word;

  /// Size of the prefix if `value` begins with it, else 0.
  std::size_t size_of_prefix(std::string_view value) const noexcept {
    std::size_t size = 0;
    for (; prefix[size] != '\0'; ++size)
      if (size == value.size() || value[size] != prefix[size]) return 0;
    return size;
  }
};

/// In the order of their first bytes. The lengths are those that the issuers document, or less
/// where these have grown in the past.
inline constexpr secret_token secret_tokens[] = {
    {"4b1d", 38, secret_token::kind::mixed},                        // ClickHouse Cloud
    {"A3-", 24, secret_token::kind::mixed},                         // 1Password
    {"ABIA", 16, secret_token::kind::capital},                      // AWS
    {"ABSK", 100, secret_token::kind::base64},                      // AWS Bedrock
    {"ACCA", 16, secret_token::kind::capital},                      // AWS
    {"AGE-SECRET-KEY-1", 50},                                       // age
    {"AIza", 35},                                                   // Google Cloud
    {"AKCp", 60, secret_token::kind::mixed},                        // Artifactory
    {"AKIA", 16, secret_token::kind::capital},                      // AWS
    {"API-", 26, secret_token::kind::capital},                      // Octopus Deploy
    {"ASIA", 16, secret_token::kind::capital},                      // AWS
    {"ATATT3", 100, secret_token::kind::base64},                    // Atlassian
    {"ATBB", 28, secret_token::kind::mixed},                        // Bitbucket
    {"ATCTT3", 60, secret_token::kind::base64},                     // Bitbucket
    {"Bearer ", 20, secret_token::kind::opaque},                    // a header without its name
    {"CCIPAT_", 30},                                                // CircleCI
    {"CFPAT-", 40},                                                 // Contentful
    {"CLOJARS_", 60},                                               // Clojars
    {"EAAC", 90, secret_token::kind::mixed},                        // Facebook
    {"EAAM", 90, secret_token::kind::mixed},                        // Facebook
    {"EZAK", 54, secret_token::kind::mixed},                        // EasyPost
    {"EZTK", 54, secret_token::kind::mixed},                        // EasyPost
    {"FLWSECK", 12, secret_token::kind::mixed},                     // Flutterwave
    {"GOCSPX-", 24},                                                // Google OAuth
    {"GR1348941", 20},                                              // GitLab
    {"HRKU-AA", 50},                                                // Heroku
    {"LTAI", 17, secret_token::kind::mixed},                        // Alibaba Cloud
    {"NRAK-", 24},                                                  // New Relic
    {"NRII-", 24},                                                  // New Relic
    {"PMAK-", 50, secret_token::kind::mixed},                       // Postman
    {"SG.", 60, secret_token::kind::dotted},                        // SendGrid
    {"SK", 32, secret_token::kind::hex},                            // Twilio
    {"api_org_", 30},                                               // Hugging Face
    {"atlasv1.", 60},                                               // Terraform Cloud
    {"bkua_", 40},                                                  // Buildkite
    {"cal_live_", 30},                                              // Cal.com
    {"cmVmd", 59, secret_token::kind::mixed},                       // Artifactory
    {"dapi", 32, secret_token::kind::hex},                          // Databricks
    {"dckr_oat_", 27},                                              // Docker Hub
    {"dckr_pat_", 27},                                              // Docker Hub
    {"doo_v1_", 64},                                                // DigitalOcean
    {"dop_v1_", 64},                                                // DigitalOcean
    {"dor_v1_", 64},                                                // DigitalOcean
    {"dp.ct.", 40},                                                 // Doppler
    {"dp.pt.", 40},                                                 // Doppler
    {"dp.sa.", 40},                                                 // Doppler
    {"dp.st.", 40, secret_token::kind::dotted},                     // Doppler
    {"discord.com/api/webhooks/", 60, secret_token::kind::base64},  // Discord
    {"dt0c01.", 80, secret_token::kind::dotted},                    // Dynatrace
    {"duffel_live_", 43},                                           // Duffel
    {"duffel_test_", 43},                                           // Duffel
    {"figd_", 40},                                                  // Figma
    {"fio-u-", 60},                                                 // Frame.io
    {"fm1a_", 90, secret_token::kind::base64},                      // Fly.io
    {"fm1r_", 90, secret_token::kind::base64},                      // Fly.io
    {"fm2_", 90, secret_token::kind::base64},                       // Fly.io
    {"fo1_", 43},                                                   // Fly.io
    {"gho_", 36},                                                   // GitHub
    {"ghp_", 36},                                                   // GitHub
    {"ghr_", 36},                                                   // GitHub
    {"ghs_", 36},                                                   // GitHub
    {"ghu_", 36},                                                   // GitHub
    {"github_pat_", 36},                                            // GitHub
    {"glagent-", 50},                                               // GitLab
    {"glc_", 32, secret_token::kind::base64},                       // Grafana
    {"glcbt-", 20},                                                 // GitLab
    {"gldt-", 20},                                                  // GitLab
    {"glffct-", 20},                                                // GitLab
    {"glft-", 20},                                                  // GitLab
    {"glimt-", 20},                                                 // GitLab
    {"gloas-", 60},                                                 // GitLab
    {"glpat-", 20, secret_token::kind::dotted},                     // GitLab
    {"glptt-", 40},                                                 // GitLab
    {"glrt-", 20, secret_token::kind::dotted},                      // GitLab
    {"glsa_", 40},                                                  // Grafana
    {"glsoat-", 20},                                                // GitLab
    {"gsk_", 50, secret_token::kind::mixed},                        // Groq
    {"hf_", 34},                                                    // Hugging Face
    {"hooks.slack.com/services/", 30, secret_token::kind::base64},  // Slack
    {"hvb.", 90},                                                   // Vault
    {"hvs.", 60},                                                   // Vault
    {"ico-", 32, secret_token::kind::mixed},                        // Infracost
    {"key-", 32, secret_token::kind::hex},                          // Mailgun
    {"lin_api_", 40},                                               // Linear
    {"lin_oauth_", 40},                                             // Linear
    {"lsv2_pt_", 40},                                               // LangSmith
    {"lsv2_sk_", 40},                                               // LangSmith
    {"nfp_", 36, secret_token::kind::mixed},                        // Netlify
    {"npm_", 36},                                                   // npm
    {"ntn_", 43, secret_token::kind::mixed},                        // Notion
    {"nvapi-", 60},                                                 // NVIDIA
    {"ops_eyJ", 200, secret_token::kind::base64},                   // 1Password
    {"p8e-", 32, secret_token::kind::mixed},                        // Adobe
    {"phx_", 40, secret_token::kind::mixed},                        // PostHog
    {"pnu_", 36, secret_token::kind::mixed},                        // Prefect
    {"pplx-", 48, secret_token::kind::mixed},                       // Perplexity
    {"pscale_oauth_", 32},                                          // PlanetScale
    {"pscale_pw_", 32},                                             // PlanetScale
    {"pscale_tkn_", 32},                                            // PlanetScale
    {"pul-", 40, secret_token::kind::hex},                          // Pulumi
    {"pypi-", 50},                                                  // PyPI
    {"r8_", 37, secret_token::kind::mixed},                         // Replicate
    {"rdme_", 70},                                                  // ReadMe
    {"rk_live_", 10},                                               // Stripe
    {"rk_test_", 10},                                               // Stripe
    {"rnd_", 28, secret_token::kind::mixed},                        // Render
    {"rpa_", 36, secret_token::kind::mixed},                        // RunPod
    {"rubygems_", 48},                                              // RubyGems
    {"s-s4t2af-", 64},                                              // Intra 42
    {"s-s4t2ud-", 64},                                              // Intra 42
    {"sb_secret_", 20},                                             // Supabase
    {"sbp_", 40, secret_token::kind::hex},                          // Supabase
    {"secret-token:", 16},                                          // RFC 8959
    {"sgp_", 40, secret_token::kind::mixed},                        // Sourcegraph
    {"sha256~", 43},                                                // OpenShift
    {"shippo_live_", 40},                                           // Shippo
    {"shippo_test_", 40},                                           // Shippo
    {"shpat_", 32},                                                 // Shopify
    {"shpca_", 32},                                                 // Shopify
    {"shppa_", 32},                                                 // Shopify
    {"shpss_", 32},                                                 // Shopify
    {"sk-", 32, secret_token::kind::mixed},                         // OpenAI, Anthropic and others
    {"sk_live_", 10},                                               // Stripe
    {"sk_prod_", 10},                                               // Stripe
    {"sk_test_", 10},                                               // Stripe
    {"sntryu_", 60},                                                // Sentry
    {"sntrys_", 60, secret_token::kind::base64},                    // Sentry
    {"sq0atp-", 22},                                                // Square
    {"sq0csp-", 40},                                                // Square
    {"sqa_", 40, secret_token::kind::hex},                          // SonarQube
    {"sqp_", 40, secret_token::kind::hex},                          // SonarQube
    {"squ_", 40, secret_token::kind::hex},                          // SonarQube
    {"tfp_", 50, secret_token::kind::mixed},                        // Typeform
    {"tskey-", 20},                                                 // Tailscale
    {"v1.0-", 100, secret_token::kind::mixed},                      // Cloudflare
    {"waka_", 36},                                                  // WakaTime
    {"whsec_", 24, secret_token::kind::base64},                     // Stripe and others
    {"xai-", 70, secret_token::kind::mixed},                        // xAI
    {"xapp-", 20},                                                  // Slack
    {"xkeysib-", 60},                                               // Brevo
    {"xoxa-", 10},                                                  // Slack
    {"xoxb-", 10},                                                  // Slack
    {"xoxc-", 10},                                                  // Slack
    {"xoxd-", 10, secret_token::kind::base64},                      // Slack
    {"xoxe-", 10},                                                  // Slack
    {"xoxe.", 10, secret_token::kind::dotted},                      // Slack
    {"xoxo-", 10},                                                  // Slack
    {"xoxp-", 10},                                                  // Slack
    {"xoxr-", 10},                                                  // Slack
    {"xoxs-", 10},                                                  // Slack
    {"xsmtpsib-", 60},                                              // Brevo
    {"ya29.", 20, secret_token::kind::dotted},                      // Google OAuth
};

inline constexpr std::size_t secret_token_count = sizeof secret_tokens / sizeof *secret_tokens;

/// For each byte the rows of the table from the first whose prefix begins with the byte; 0 without
/// such a row. Every unit builds this when it is compiled, and zeros need no loop.
struct rest_of_secret_tokens {
  std::uint8_t from[256]{};

  consteval rest_of_secret_tokens() noexcept {
    static_assert(secret_token_count < 256);
    for (std::size_t i = secret_token_count; i-- > 0;)
      from[static_cast<unsigned char>(secret_tokens[i].prefix[0])] =
          static_cast<std::uint8_t>(secret_token_count - i);
  }
};

inline constexpr rest_of_secret_tokens remaining_secret_tokens;

/// The index of the first kind of token whose prefix begins with a byte; `secret_token_count` if
/// there is none.
inline std::size_t first_secret_token(char c) noexcept {
  return secret_token_count - remaining_secret_tokens.from[static_cast<unsigned char>(c)];
}

/// True if a user name is an access token, by a prefix alone that nothing else has. Any other user
/// name without a password stays, as in Git: `git` in `ssh://git@host/` is no secret.
inline bool is_access_token(std::string_view user) noexcept {
  using enum secret_token::kind;
  constexpr std::size_t shortest = 4;
  if (user.empty()) return false;
  for (std::size_t i = first_secret_token(user[0]);
       i < secret_token_count && secret_tokens[i].prefix[0] == user[0]; ++i) {
    secret_token const& token = secret_tokens[i];
    if ((token.rest == word || token.rest == dotted) && token.size_of_prefix(user) >= shortest)
      return true;
  }
  return false;
}

}}}  // namespace trace2::v0::detail
