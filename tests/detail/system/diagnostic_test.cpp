#include <trace2/detail/system/diagnostic.hpp>

#include <cerrno>
#include <csignal>
#include <string>

#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/standard_error.hpp"
#include <fcntl.h>
#include <unistd.h>

namespace diagnostic_test {

using support::standard_error_of;
using trace2::detail::warn;

TEST_CASE("a warning is one line of all parts and keeps errno", "[R-DST-24]") {
  errno = ENOTTY;
  std::string text;
  text = standard_error_of([] {
    errno = ENOTTY;
    warn({"can't open '", std::string{"/x"}, "': ", trace2::detail::error_text(ENOENT)});
    if (errno != ENOTTY) warn({"errno"});
  });
  CHECK(text == "warning: can't open '/x': No such file or directory\n");
}

TEST_CASE("a warning obeys no control byte and stays one line") {
  CHECK(standard_error_of([] { warn({"a\x1b[31m\nb\x7f\tc"}); }) == "warning: a?[31m?b??c\n");
}

TEST_CASE("a warning is short enough to be whole on a pipe") {
  std::string const text = standard_error_of([] { warn({std::string(10'000, 'x')}); });
  CHECK(text.size() == 4096);
  CHECK(text.back() == '\n');
}

TEST_CASE("a warning neither waits for a reader of standard error nor dies without", "[R-WR-07]") {
  CHECK(support::run_in_child([] {
          int ends[2];
          if (::pipe(ends) != 0) return 1;
          ::dup2(ends[1], 2);
          for (int i = 0; i < 20; ++i) warn({std::string(4000, 'x')});
          ::close(ends[0]);
          warn({"nobody"});
          ::close(2);
          ::close(ends[1]);
          warn({"nowhere"});
          return std::signal(SIGPIPE, SIG_DFL) == SIG_DFL ? 0 : 2;
        }) == 0);
}

}  // namespace diagnostic_test
