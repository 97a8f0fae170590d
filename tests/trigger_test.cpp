#include <trace2/trace2.hpp>
#include <trace2/trigger.hpp>

#include <filesystem>
#include <string>

#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/environment.hpp"
#include "support/temporary_directory.hpp"

namespace trigger_test {

TEST_CASE("a program that includes the header keeps its ring as a setting says") {
  support::temporary_directory const directory;
  std::string const file = directory / "recording";
  support::scoped_variable const target{"TRACE2_TRIGGERED_BINARY", file};
  support::scoped_variable const mode{"TRACE2_TRIGGERED_BINARY_MODE", "ring"};
  support::scoped_variable const rules{"TRACE2_TRIGGERED_BINARY_TRIGGER", "error"};
  CHECK(support::run_in_child([&] {
          constexpr char const* argv[] = {"program", nullptr};
          trace2::session const trace{1, argv, {.settings = {.prefix = "TRACE2_TRIGGERED"}}};
          trace2::error("bad");
          return 0;
        }) == 0);
  CHECK(std::filesystem::exists(file + ".kept.1"));
}

}  // namespace trigger_test
