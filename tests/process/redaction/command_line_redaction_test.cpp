#include <trace2/process/redaction/command_line_redaction.hpp>
#include <trace2/process/redaction/redact.hpp>

#include <string>
#include <string_view>

#include "support/catch.hpp"

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
