#include <trace2/process/redaction/redact.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/processor_time.hpp"
#include "support/random_text.hpp"
#include "support/sanitizers.hpp"

namespace redact_test {

namespace {

/// The text as it may be shown.
std::string redacted(std::string_view text) {
  trace2::redacted_text out;
  out.append("before ");
  bool const changed = trace2::redact(text, out);
  std::string_view const all = out.view();
  REQUIRE(all.substr(0, 7) == "before ");
  if (!changed) {
    REQUIRE(all.size() == 7);
    return std::string{text};
  }
  return std::string{all.substr(7)};
}

void check_unchanged(std::initializer_list<std::string_view> texts) {
  for (std::string_view const text : texts) {
    CAPTURE(text);
    CHECK(redacted(text) == text);
  }
}

/// Rule R-RED-03: the stretch that Git hides, as begin and size; empty and at npos without one.
struct stretch {
  std::size_t begin = std::string::npos;
  std::size_t size = 0;
};
stretch hidden_by_git(std::string_view text) {
  std::size_t const user = text.starts_with("https://") ? 8 : text.starts_with("http://") ? 7 : 0;
  std::size_t const stop = text.find_first_of("@/", user);
  if (user == 0 || stop == text.npos || text[stop] != '@') return {};
  std::size_t const colon = text.find(':', user);
  if (colon > stop) return {};
  return {colon + 1, stop - colon - 1};
}

}  // namespace

TEST_CASE("text without secrets stays as it is", "[R-RED-03]") {
  check_unchanged({"",
                   ":",
                   "=",
                   "://",
                   "@",
                   "a:b@c",
                   "status",
                   "--porcelain=v2",
                   "https://",
                   "https://h/",
                   "https:///",
                   "user.name=A U Thor <author@example.com>",
                   "refs/heads/main:refs/remotes/origin/main",
                   "git@github.com:owner/repo.git",
                   "C:\\Users\\me",
                   "12:34:56",
                   "a::b<c>@d",
                   "x=y",
                   "?=",
                   "&token",
                   "/:/@"});
}

TEST_CASE("passwords of URLs are hidden as Git hides them", "[R-RED-03][R-RED-04]") {
  CHECK(redacted("https://u:p@h/") == "https://u:<REDACTED>@h/");
  CHECK(redacted("http://u:p@h/") == "http://u:<REDACTED>@h/");
  CHECK(redacted("https://u:p@h") == "https://u:<REDACTED>@h");
  CHECK(redacted("https://:p@h") == "https://:<REDACTED>@h");
  CHECK(redacted("https://u:@h") == "https://u:<REDACTED>@h");
  CHECK(redacted("https://u:p:q@h") == "https://u:<REDACTED>@h");
  CHECK(redacted("https://u:p?x@h") == "https://u:<REDACTED>@h");
  CHECK(redacted("https://u:p#x@h") == "https://u:<REDACTED>@h");
  CHECK(redacted("https://u:p w'x@h/y") == "https://u:<REDACTED>@h/y");
  CHECK(redacted("https://u:p@h/a:b@c?mail=x@y") == "https://u:<REDACTED>@h/a:b@c?mail=x@y");
  CHECK(redacted("https://u:p@h?mail=x@y") == "https://u:<REDACTED>@h?mail=x@y");
}

TEST_CASE("URLs without a password are unchanged", "[R-RED-04]") {
  check_unchanged({"https://token@h",
                   "https://h/a:b@c",
                   "https://h:80/x@y",
                   "https://h:/x@y",
                   "https://h:65535/x@y",
                   "ssh://git@h:22/x@y",
                   "https://h/x@y:z@w",
                   "https://[::1]:80/x@y",
                   "https://[::1]/x@y",
                   "https://u@[::1]:80/x@y",
                   "https://h?mail=x@y",
                   "https://h#x@y",
                   "file:///home/a:b@c",
                   "git+ssh://git@h/o/r@v1",
                   "https://@h",
                   "https://h:80",
                   "https://h:port",
                   "https://h:port/",
                   "https://h:port/x y@z",
                   "1://u:p@h",
                   "://u:p@h",
                   "+://u:p@h"});
}

TEST_CASE("the scheme and the place of a URL don't matter", "[R-RED-05]") {
  CHECK(redacted("HTTPS://u:p@h") == "HTTPS://u:<REDACTED>@h");
  CHECK(redacted("--url=https://u:p@h") == "--url=https://u:<REDACTED>@h");
  CHECK(redacted("ssh://u:p@h/") == "ssh://u:<REDACTED>@h/");
  CHECK(redacted("svn+ssh://u:p@h/") == "svn+ssh://u:<REDACTED>@h/");
  CHECK(redacted("jdbc:mysql://u:p@h:3306/db") == "jdbc:mysql://u:<REDACTED>@h:3306/db");
  CHECK(redacted("unable to access 'https://u:p@h/r': 403") ==
        "unable to access 'https://u:<REDACTED>@h/r': 403");
  CHECK(redacted("http.https://u:p@h/.proxy") == "http.https://u:<REDACTED>@h/.proxy");
  CHECK(redacted("a://u:p@h b://v:q@i") == "a://u:<REDACTED>@h b://v:<REDACTED>@i");
  CHECK(redacted("https://h/?next=https://u:p@i/") == "https://h/?next=https://u:<REDACTED>@i/");
  CHECK(redacted("see https://h: or me@x") == "see https://h: or me@x");
}

TEST_CASE("a password may contain what ends a host", "[R-RED-05]") {
  CHECK(redacted("https://u:p/w@h") == "https://u:<REDACTED>@h");
  CHECK(redacted("https://u:p/w@h/x@y") == "https://u:<REDACTED>@h/x@y");
  CHECK(redacted("https://u:p/q/w@h/") == "https://u:<REDACTED>@h/");
  CHECK(redacted("https://u:p@q@h/") == "https://u:<REDACTED>@h/");
  CHECK(redacted("https://u:p/q@w@h/") == "https://u:<REDACTED>@h/");
  CHECK(redacted("https://me@corp.com:p@h/") == "https://me@corp.com:<REDACTED>@h/");
  CHECK(redacted("https://me@corp.com:p/w@h/") == "https://me@corp.com:<REDACTED>@h/");
  CHECK(redacted("https://u:123456/w@h") == "https://u:<REDACTED>@h");
}

TEST_CASE("a user name that is an access token is hidden", "[R-RED-05]") {
  CHECK(redacted("https://ghp_0123@h/") == "https://<REDACTED>@h/");
  CHECK(redacted("https://glpat-0123:@h/") == "https://<REDACTED>:<REDACTED>@h/");
  CHECK(redacted("https://x-access-token:ghp_0123@h/") == "https://x-access-token:<REDACTED>@h/");
}

TEST_CASE("secret values in queries are hidden", "[R-RED-05][R-LIM-08]") {
  CHECK(redacted("https://h/?sig=0&a=1") == "https://h/?sig=<REDACTED>&a=1");
  CHECK(redacted("https://h/?a=1&SIGNATURE=0#x") == "https://h/?a=1&SIGNATURE=<REDACTED>#x");
  CHECK(redacted("https://h/?X-Amz-Signature=0&X-Amz-Date=1") ==
        "https://h/?X-Amz-Signature=<REDACTED>&X-Amz-Date=1");
  CHECK(redacted("https://h/#access_token=0&a=1") == "https://h/#access_token=<REDACTED>&a=1");
  CHECK(redacted("'https://h/?key=0' failed") == "'https://h/?key=<REDACTED>' failed");
  CHECK(redacted("GET /?api_key=0 HTTP/1.1") == "GET /?api_key=<REDACTED> HTTP/1.1");
  CHECK(redacted("?token=a=b&password=0&secret=1") ==
        "?token=<REDACTED>&password=<REDACTED>&secret=<REDACTED>");
  CHECK(redacted("https://u:p@h/?token=0") == "https://u:<REDACTED>@h/?token=<REDACTED>");
  check_unchanged({"https://h/?token=&a=1", "https://h/?design=0&monkey=1&tokens=2&keys=3",
                   "https://h/key=0", "--sort-key=x", "sig=0"});
}

TEST_CASE("secret values of options and variables are hidden", "[R-RED-05][R-LIM-08]") {
  CHECK(redacted("--password=a b&c#d'e") == "--password=<REDACTED>");
  CHECK(redacted("--token=0") == "--token=<REDACTED>");
  CHECK(redacted("-api-key=0") == "-api-key=<REDACTED>");
  CHECK(redacted("GITHUB_TOKEN=0 make") == "GITHUB_TOKEN=<REDACTED> make");
  CHECK(redacted("!curl --password=a&b x") == "!curl --password=<REDACTED> x");
  CHECK(redacted("!curl --token=\"a b\" x") == "!curl --token=\"<REDACTED>\" x");
  CHECK(redacted("x --token='a b") == "x --token='<REDACTED>");
  CHECK(redacted("unknown option `--secret=0'") == "unknown option `--secret=<REDACTED>'");
  check_unchanged({"--password=", "--password", "x --token='' y", "--token-file=x", "--signature=x",
                   "--key=x"});
}

TEST_CASE("credentials of headers are hidden", "[R-RED-05][R-LIM-08]") {
  CHECK(redacted("Authorization: Basic dXNlcg==") == "Authorization: Basic <REDACTED>");
  CHECK(redacted("http.extraheader=AUTHORIZATION: basic 0") ==
        "http.extraheader=AUTHORIZATION: basic <REDACTED>");
  CHECK(redacted("-HProxy-Authorization:\tBearer 0") ==
        "-HProxy-Authorization:\tBearer <REDACTED>");
  CHECK(redacted("Authorization: 0") == "Authorization: <REDACTED>");
  CHECK(redacted("Authorization: Digest a=\"b\", c=d\r\nHost: h") ==
        "Authorization: Digest <REDACTED>\r\nHost: h");
  CHECK(redacted("curl -H 'Authorization: Bearer 0' https://h") ==
        "curl -H 'Authorization: Bearer <REDACTED>' https://h");
  CHECK(redacted("PRIVATE-TOKEN: a b") == "PRIVATE-TOKEN: <REDACTED>");
  CHECK(redacted("Authorization:a=b c") == "Authorization:<REDACTED>");
  check_unchanged({"Authorization:", "Authorization: ", "Authorization: \r\nHost: h",
                   "unexpected token: x", "Host: h", "\"Authorization:\" x"});
}

TEST_CASE("members with secrets are hidden", "[R-RED-05][R-LIM-08]") {
  CHECK(redacted(R"({"user":"me","password":"x"})") == R"({"user":"me","password":"<REDACTED>"})");
  CHECK(redacted(R"({"passphrase": 12})") == R"({"passphrase": "<REDACTED>"})");
  CHECK(redacted("user: me\npassword: x\n") == "user: me\npassword: <REDACTED>\n");
  CHECK(redacted(R"(--data={"password":"x"})") == R"(--data={"password":"<REDACTED>"})");
  // What stands in strings ends with them.
  CHECK(redacted(R"({"a":"token=\"x y\" z","b":1})") == R"({"a":"token=\"<REDACTED>\" z","b":1})");
  CHECK(redacted(R"({"a":"{\"b\":\"--token=x\"}"})") ==
        R"({"a":"{\"b\":\"--token=<REDACTED>\"}"})");
  CHECK(redacted(R"({"a":"{\"b\":\"Cookie: x\"}"})") ==
        R"({"a":"{\"b\":\"Cookie: <REDACTED>\"}"})");
  CHECK(redacted(R"({"a":"-H Cookie: x","b":"c"})") == R"({"a":"-H Cookie: <REDACTED>","b":"c"})");
  CHECK(redacted(R"({"a":"-H Authorization: Digest u=\"x\", r=\"y\"","b":1})") ==
        R"({"a":"-H Authorization: Digest <REDACTED>","b":1})");
  CHECK(redacted(R"({"a":["Authorization: Digest u=\"x\", r=\"y\""]})") ==
        R"({"a":["Authorization: Digest <REDACTED>"]})");
  CHECK(redacted(R"({"a":"https://h/?sig=x\""})") == R"({"a":"https://h/?sig=<REDACTED>\""})");
  check_unchanged({R"({"password":null,"a":"b:c"})", "password:", "wrong password: again"});
}

TEST_CASE("tokens are hidden by their shape", "[R-RED-05][R-LIM-08]") {
  std::string const token = "ghp_" + std::string(36, 'a');
  CHECK(redacted(token) == "<REDACTED>");
  CHECK(redacted("gh " + token + " x") == "gh <REDACTED> x");
  CHECK(redacted("https://" + token + "@h/") == "https://<REDACTED>@h/");
  CHECK(redacted("https://u:" + token + "@h/" + token) == "https://u:<REDACTED>@h/<REDACTED>");
  CHECK(redacted("a=" + token + " --password=b") == "a=<REDACTED> --password=<REDACTED>");
  CHECK(redacted("-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4\n\na+/=\n-----END RSA PRIVATE "
                 "KEY-----\n") ==
        "-----BEGIN RSA PRIVATE KEY-----<REDACTED>-----END RSA PRIVATE KEY-----\n");
  CHECK(redacted("-----BEGIN PRIVATE KEY-----\na/token=b\nc\n-----END PRIVATE KEY-----") ==
        "-----BEGIN PRIVATE KEY-----<REDACTED>-----END PRIVATE KEY-----");
}

TEST_CASE("further names announce secrets", "[R-RED-05][R-LIM-08]") {
  CHECK(redacted("--pass=x") == "--pass=<REDACTED>");
  CHECK(redacted("--pwd=x") == "--pwd=<REDACTED>");
  CHECK(redacted("--auth=x") == "--auth=<REDACTED>");
  CHECK(redacted("--credentials=x") == "--credentials=<REDACTED>");
  CHECK(redacted("--private-key=x") == "--private-key=<REDACTED>");
  CHECK(redacted("DB_PASSWORD=x make") == "DB_PASSWORD=<REDACTED> make");
  CHECK(redacted("MYSQL_PWD=x") == "MYSQL_PWD=<REDACTED>");
  CHECK(redacted("//registry/:_authToken=x") == "//registry/:_authToken=<REDACTED>");
  CHECK(redacted("Cookie: a=b; c=d") == "Cookie: <REDACTED>");
  CHECK(redacted("-HCookie: a=b") == "-HCookie: <REDACTED>");
  CHECK(redacted("X-Amz-Security-Token: x") == "X-Amz-Security-Token: <REDACTED>");
  CHECK(redacted("X-Vault-Token: x") == "X-Vault-Token: <REDACTED>");
  CHECK(redacted("https://h/cb?code=x&state=y") == "https://h/cb?code=<REDACTED>&state=y");
  CHECK(redacted("https://h/?access_token=x") == "https://h/?access_token=<REDACTED>");
  CHECK(redacted("AccountName=a;AccountKey=b==;EndpointSuffix=c") ==
        "AccountName=a;AccountKey=<REDACTED>;EndpointSuffix=c");
  CHECK(redacted("SharedAccessKeyName=a;SharedAccessKey=b=") ==
        "SharedAccessKeyName=a;SharedAccessKey=<REDACTED>");
  CHECK(redacted("password = x") == "password = <REDACTED>");
  CHECK(redacted("[db]\n  password = x y\n  host = h\n") ==
        "[db]\n  password = <REDACTED>\n  host = h\n");
  CHECK(redacted("'password' => 'x'") == "'password' => '<REDACTED>'");
  CHECK(redacted("--token:x") == "--token:<REDACTED>");
  CHECK(redacted("Bearer a1b2c3d4e5a1b2c3d4e5") == "<REDACTED>");
  CHECK(redacted("https://hooks.slack.com/services/T0/B0/" + std::string(24, 'x')) ==
        "https://<REDACTED>");
  check_unchanged({"if password == x", "a password = x", "password == x", "token <= x", "x => y",
                   "--max-tokens:x", "a --token:x", "Bearer of good news", "password =", "= x"});
  check_unchanged({"PWD=/home/me", "OLDPWD=/", "--bypass=x", "--two-pass=1", "--author=me",
                   "--no-auth=x", "exit code=1", "--code=x", "--credentials-file=x"});
}

TEST_CASE("secrets inside secrets are not shown in part", "[R-RED-05]") {
  CHECK(redacted("https://h?token=a:b@c") == "https://h?token=<REDACTED>");
  CHECK(redacted("https://h?token=a:b&c@d") == "https://h?token=<REDACTED>@d");
  CHECK(redacted("--password=https://u:p@h") == "--password=<REDACTED>");
  CHECK(redacted("https://u:token=p@h") == "https://u:<REDACTED>@h");
}

TEST_CASE("a redactor is what redact is", "[R-RED-01]") {
  trace2::redactor const hook = trace2::redact;
  trace2::redacted_text out;
  CHECK(hook("a://u:p@h", out));
  CHECK(out.view() == "a://u:<REDACTED>@h");
}

TEST_CASE("whatever Git hides is hidden", "[R-RED-03]") {
  support::random_text random{{"https://", "http://", "ssh://",     "u",   "p",   "9",
                               "80",       ":",       "/",          "@",   "?",   "&",
                               "#",        "=",       " ",          "\n",  "'",   "\"",
                               "[",        "]",       "token",      "sig", "key", "Authorization:",
                               "ghp_",     "-",       "<REDACTED>", ".",   "\xff"}};
  int hidden = 0;
  for (int i = 0; i < 50'000; ++i) {
    constexpr std::string_view beginnings[] = {"https://", "http://u:", "https://u:p", "x"};
    std::string const text = std::string{beginnings[i % 4]} + random.next(12);
    stretch const git = hidden_by_git(text);
    if (git.size == 0) continue;
    ++hidden;
    // The same text with a password that can't be mistaken for anything else.
    std::string marked = text;
    for (std::size_t k = git.begin; k < git.begin + git.size; ++k)
      if (text.find_first_of(":=?&# '\"\n", k) != k) marked[k] = '\x01';
    if (redacted(marked).find('\x01') != std::string::npos)
      FAIL(marked << " -> " << redacted(marked));
  }
  CHECK(hidden > 1000);
}

// The time of sanitizers doesn't grow as that of the program.
#if !SUPPORT_HAS_SANITIZER(address) && !SUPPORT_HAS_SANITIZER(thread)
namespace {

/// The processor's time for a text that repeats a piece, in nanoseconds: the least of some trials.
std::int64_t time_for(std::string_view piece, std::string_view end, std::size_t size) {
  std::string text;
  while (text.size() < size) text += piece;
  text += end;
  std::int64_t least = INT64_MAX;
  for (int trial = 0; trial < 3; ++trial) {
    trace2::redacted_text out;
    std::int64_t const begin = support::processor_time();
    trace2::redact(text, out);
    least = std::min(least, support::processor_time() - begin);
    REQUIRE(!out.failed());
  }
  return least;
}

}  // namespace

TEST_CASE("hostile text takes linear time", "[R-RED-05]") {
  constexpr std::size_t size = 2'000;
  constexpr int factor = 8;
  for (std::string_view const piece : {"https://",
                                       "a://b:c/",
                                       "a://b",
                                       "a://u@",
                                       "token=",
                                       "?token=&",
                                       "Authorization:",
                                       "Authorization: ",
                                       "\"Authorization:",
                                       "=",
                                       ":",
                                       "@",
                                       "a",
                                       "a://@",
                                       "a://b:c/d:",
                                       "token=\"",
                                       "a://b?x:",
                                       "a://[",
                                       "a://b:c/ ",
                                       "'",
                                       "authorization:\n",
                                       "a://b@c:d/",
                                       "sk-",
                                       "ghp_",
                                       "ghp_a-",
                                       "xoxb-",
                                       "eyJ",
                                       "eyJhbGciOiJIUz.",
                                       "eyJhbGciOiJIUz-",
                                       "-",
                                       "-----BEGIN ",
                                       "-----BEGIN PRIVATE KEY",
                                       "-----BEGIN PRIVATE KEY-----",
                                       "\"password\":",
                                       "\"password\":\"\",",
                                       "\"password\":\"\\",
                                       "\\\"password\\\":\\\"\\\\\"",
                                       "password: ",
                                       "{password: ,",
                                       "password:\n",
                                       "AccountKey=;",
                                       "Cookie: \n",
                                       "\\\\\":",
                                       "- :",
                                       " :",
                                       "pypi-pypi-",
                                       "password = ",
                                       "password =\n",
                                       "'password' => ",
                                       " =",
                                       "=>",
                                       "Bearer ",
                                       "--token:",
                                       "hooks.slack.com/services/",
                                       "A",
                                       "AKIA"}) {
    for (std::string_view const end : {"", "@", "'"}) {
      // A square would make it 64 times the time; a busy machine may make it 20 once, not always.
      bool is_linear = false;
      for (int trial = 0; trial < 20 && !is_linear; ++trial)
        is_linear = time_for(piece, end, factor * size) < 3 * factor * time_for(piece, end, size);
      CAPTURE(piece, end);
      CHECK(is_linear);
    }
  }
}
#endif

}  // namespace redact_test

namespace command_line_redaction_test {

using namespace trace2::detail;
using trace2::buffer;

namespace {

std::string shown(std::string_view line) {
  buffer out;
  bool const has_hidden = command_line_redaction{line, out, all_redaction_rules}.run();
  CHECK(has_hidden == !out.empty());
  return std::string{has_hidden ? out.view() : line};
}

struct pair {
  std::string_view line;
  std::string_view shown;
};

}  // namespace

TEST_CASE("what follows the option of a secret is hidden in a command line", "[R-LIM-08]") {
  for (pair const each : {
           pair{"gh --token x y", "gh --token <REDACTED> y"},
           pair{"gh --token 'x y' z", "gh --token '<REDACTED>' z"},
           pair{"gh --token \"x\"", "gh --token \"<REDACTED>\""},
           pair{"gh --token 'x", "gh --token '<REDACTED>"},
           pair{"!curl -u me:x https://h \"$@\"", "!curl -u me:<REDACTED> https://h \"$@\""},
           pair{"mysql -px db", "mysql -p<REDACTED> db"},
           pair{"  mysql\t-p  x", "  mysql\t-p  <REDACTED>"},
           pair{"cd a && mysql -p x", "cd a && mysql -p <REDACTED>"},
           pair{"cd a; mysql -p x | wc", "cd a; mysql -p <REDACTED> | wc"},
           pair{"'/opt/my dir/mysql' -p x", "'/opt/my dir/mysql' -p <REDACTED>"},
           pair{R"("C:\Program Files\curl.exe" -u me:x)",
                R"("C:\Program Files\curl.exe" -u me:<REDACTED>)"},
       }) {
    CAPTURE(each.line);
    CHECK(shown(each.line) == each.shown);
  }
}

TEST_CASE("other command lines stay", "[R-LIM-08]") {
  for (std::string_view const line :
       {"", " ", "!", "'", "git log -p x", "ssh -p 22 host", "mysql x; ssh -p 22 host",
        "echo mysql -p x", "sort -u a:b", "echo 'a b' c", "gh --tokenize x", "a -c 'b --c d'"}) {
    CAPTURE(line);
    CHECK(shown(line) == line);
  }
}

TEST_CASE("a text may quote a command line", "[R-LIM-08]") {
  auto const shown_in_prose = [](std::string_view text) {
    buffer out;
    bool const has_hidden = command_line_redaction{text, out, all_redaction_rules,
                                                   command_line_redaction::source::prose}
                                .run();
    return std::string{has_hidden ? out.view() : text};
  };
  for (pair const each : {
           pair{"--password x", "--password <REDACTED>"},
           pair{"failed: mysql -px db", "failed: mysql -p<REDACTED> db"},
           pair{"failed: curl -u me:x h", "failed: curl -u me:<REDACTED> h"},
           pair{"'sshpass -p x ssh h' failed", "'sshpass -p <REDACTED> ssh h' failed"},
           pair{"(gh --token x)", "(gh --token <REDACTED>)"},
           pair{"echo a; /bin/mysql -p x", "echo a; /bin/mysql -p <REDACTED>"},
       }) {
    CAPTURE(each.line);
    CHECK(shown_in_prose(each.line) == each.shown);
  }
  for (std::string_view const text :
       {"option --password is required", "use --token or --password", "mysql -p needs a value",
        "cannot set password for me", "can't ssh -p 22", "`git -p log' failed", "a - b", "''"}) {
    CAPTURE(text);
    CHECK(shown_in_prose(text) == text);
  }
}

}  // namespace command_line_redaction_test

namespace member_redaction_test {

using namespace trace2::detail;

namespace {

/// The text with each secret value replaced by a star, in quotes where the mark needs some.
std::string starred(std::string_view text) {
  member_redaction const members{text};
  std::string shown;
  std::size_t at = 0;
  for (std::size_t colon = text.find(':'); colon < text.size(); colon = text.find(':', colon)) {
    secret_member const found = members.find({colon, colon + 1});
    ++colon;
    if (found.value.is_empty()) continue;
    shown.append(text.substr(at, found.value.begin - at));
    shown.append(found.needs_quotes ? "\"*\"" : "*");
    at = colon = found.value.end;
  }
  return shown.append(text.substr(at));
}

struct pair {
  std::string_view text;
  std::string_view shown;
};

}  // namespace

TEST_CASE("secret members of JSON are found, and JSON stays JSON", "[detail][R-LIM-08]") {
  for (pair const each : {
           pair{R"({"password":"x"})", R"({"password":"*"})"},
           pair{R"({"password": "x", "a": 1})", R"({"password": "*", "a": 1})"},
           pair{R"({"password" : "x"})", R"({"password" : "*"})"},
           pair{"{\"password\":\n \"x\"}", "{\"password\":\n \"*\"}"},
           pair{R"({"a":{"db_password":"x y, z:{}"}})", R"({"a":{"db_password":"*"}})"},
           pair{R"({"client_secret":"a\"b\\"})", R"({"client_secret":"*"})"},
           pair{R"({"clientSecret":"x"})", R"({"clientSecret":"*"})"},
           pair{R"({"access_token":"x","expires_in":3600})",
                R"({"access_token":"*","expires_in":3600})"},
           pair{R"({"apiKey":"x"})", R"({"apiKey":"*"})"},
           pair{R"({"auths":{"h":{"auth":"dTpw"}}})", R"({"auths":{"h":{"auth":"*"}}})"},
           pair{R"({"Authorization":"Bearer x"})", R"({"Authorization":"*"})"},
           pair{R"({"Set-Cookie":"a=b; c"})", R"({"Set-Cookie":"*"})"},
           pair{R"({"passphrase":1234})", R"({"passphrase":"*"})"},
           pair{R"({"passphrase":-1.5e3,"b":2})", R"({"passphrase":"*","b":2})"},
           pair{R"({\"password\":\"x\"})", R"({\"password\":\"*\"})"},
           pair{R"({\"password\":\"a\\\"b\",\"c\":1})", R"({\"password\":\"*\",\"c\":1})"},
           pair{R"({\"password\":\"a\\\\\",\"c\":1})", R"({\"password\":\"*\",\"c\":1})"},
           pair{R"({"a":"{\"password\":\"x"})", R"({"a":"{\"password\":\"*"})"},
           pair{R"({'password': 'x'})", R"({'password': '*'})"},
           pair{R"({"password":"x)", R"({"password":"*)"},
           pair{R"({"private_key":"-----BEGIN"})", R"({"private_key":"*"})"},
           pair{R"({"aws_secret_access_key":"x"})", R"({"aws_secret_access_key":"*"})"},
       }) {
    CAPTURE(each.text);
    CHECK(starred(each.text) == each.shown);
  }
}

TEST_CASE("secret members of YAML are found", "[detail][R-LIM-08]") {
  for (pair const each : {
           pair{"password: x", "password: *"},
           pair{"password: 'x y' # why", "password: '*' # why"},
           pair{"user: me\npassword: x y\nhost: h", "user: me\npassword: *\nhost: h"},
           pair{"db:\n  password:   x\n", "db:\n  password:   *\n"},
           pair{"- token: x", "- token: *"},
           pair{"{user: me, password: x}", "{user: me, password: *}"},
           pair{"{password: x, user: me}", "{password: *, user: me}"},
           pair{"a:\r\n\tapi_key: x\r\nb: c", "a:\r\n\tapi_key: *\r\nb: c"},
           pair{"client-secret: \"x\"", "client-secret: \"*\""},
       }) {
    CAPTURE(each.text);
    CHECK(starred(each.text) == each.shown);
  }
}

TEST_CASE("separators of other configurations are understood", "[detail][R-LIM-08]") {
  auto const value = [](std::string_view text, stretch separator) {
    stretch const found = member_redaction{text}.find(separator).value;
    return std::string{text.substr(found.begin, found.end - found.begin)};
  };
  CHECK(value("password = x y", {9, 10}) == "x y");
  CHECK(value("\tpassword   = 'x'", {12, 13}) == "x");
  CHECK(value(R"('password' => 'x')", {11, 13}) == "x");
  CHECK(value("password == x", {9, 10}) == "");
  CHECK(value("a password = x", {11, 12}) == "");
  CHECK(value("password : x", {9, 10}) == "");
}

TEST_CASE("other members stay", "[detail][R-LIM-08]") {
  for (std::string_view const text : {R"({"password":""})",
                                      R"({"password":null})",
                                      R"({"password":true})",
                                      R"({"password":false,"a":"b"})",
                                      R"({"password":{"min":8}})",
                                      R"({"secret":["a"]})",
                                      R"({"passwords":"x"})",
                                      R"({"max_tokens":4096})",
                                      R"({"token_count":"12"})",
                                      R"({"author":"x"})",
                                      R"({"key":"x"})",
                                      R"({"cwd":"/home"})",
                                      R"({"code":"x"})",
                                      R"({"signature":"x"})",
                                      R"({"monkey":"x"})",
                                      R"("password" "x")",
                                      R"(password":"x")",
                                      R"('password":"x")",
                                      R"("password":)",
                                      R"("password":  )",
                                      "password:",
                                      "password: ",
                                      "password:x",
                                      "password: \nuser: me",
                                      "unexpected token: x",
                                      "wrong password: try again",
                                      "error: bad secret: x",
                                      "see https://h/",
                                      "12:34:56",
                                      "a::b",
                                      ":",
                                      "\":",
                                      "\\\":",
                                      "\"\":\"x\""}) {
    CAPTURE(text);
    CHECK(starred(text) == text);
  }
}

}  // namespace member_redaction_test
