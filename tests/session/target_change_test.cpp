#include <trace2/detail/system/immortal.hpp>
#include <trace2/session/destination.hpp>
#include <trace2/session/target_change.hpp>
#include <trace2/sink.hpp>

#include <string>

#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/temporary_directory.hpp"
#include <fcntl.h>

namespace target_change_test {

using namespace trace2;

TEST_CASE("a sink that is disposed of has delivered its lines, and gives its memory to the next") {
  support::temporary_directory const directory;
  std::string const file = directory / "event";
  auto const open = [&] {
    return open_destination(file,
                            {.variable = "TRACE2_X_EVENT", .file_name = "x", .held_back = 4096})
        .to;
  };
  sink* const one = open();
  REQUIRE(one != nullptr);
  one->write("first\n");
  one->write("line\n");
  CHECK(support::content_of(file) == "first\n");
  detail::dispose(*one);
  CHECK(support::content_of(file) == "first\nline\n");
  sink* const two = open();
  CHECK(two == one);
  two->write("next\n");
  two->write_now({});
  CHECK(support::content_of(file) == "first\nline\nnext\n");
  detail::dispose(*two);
}

}  // namespace target_change_test
