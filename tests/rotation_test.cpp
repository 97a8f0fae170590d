#include <trace2/reconfigure.hpp>
#include <trace2/rotation.hpp>
#include <trace2/trace2.hpp>

#include <filesystem>
#include <string>

#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/environment.hpp"
#include "support/temporary_directory.hpp"

namespace rotation_test {

using trace2::session;

TEST_CASE("a session rotates the files of its targets as the settings say") {
  support::temporary_directory const directory;
  std::string const event = directory / "event";
  std::string const perf = directory / "perf";
  support::scoped_variable const target{"TRACE2_ROTATED_EVENT", event};
  support::scoped_variable const size{"TRACE2_ROTATED_EVENT_ROTATE_SIZE", "2k"};
  support::scoped_variable const keep{"TRACE2_ROTATED_EVENT_ROTATE_KEEP", "2"};
  CHECK(
      support::run_in_child([&] {
        constexpr char const* argv[] = {"program", nullptr};
        session const trace{1, argv, {.settings = {.prefix = "TRACE2_ROTATED"}}};
        for (int i = 0; i < 100; ++i) trace2::data("test", "number", i);
        for (int i = 0; i < 40; ++i)
          if (!session::reconfigure({{"TRACE2_ROTATED_PERF", i % 2 == 0 ? perf : std::string{"0"}},
                                     {"TRACE2_ROTATED_PERF_BUFFER", i % 4 == 0 ? "4k" : "0"},
                                     {"TRACE2_ROTATED_PERF_ROTATE_AGE", "36500d"}}))
            return 1;
        trace.end();
        return 0;
      }) == 0);
  CHECK(std::filesystem::exists(event));
  CHECK(std::filesystem::file_size(event + ".1") >= 2048);
  CHECK(std::filesystem::exists(event + ".2"));
  CHECK_FALSE(std::filesystem::exists(event + ".3"));
  CHECK(support::content_of(perf).find("| version ") != std::string::npos);
}

}  // namespace rotation_test
