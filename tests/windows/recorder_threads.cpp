// Threads end without a word to the recorder, when their thread_local objects are gone.
#include <cstddef>
#include <filesystem>
#include <string>
#include <thread>

#include "support/catch.hpp"
#include "support/recording_session.hpp"

namespace recorder_threads_test {

using namespace trace2;

TEST_CASE("a thread goes on in the ring of one that has ended, behind its last record") {
  support::recording_session run{recording_mode::ring, 64 * 1024};
  constexpr int count = 100;
  for (int i = 0; i < count; ++i) std::thread{[i] { support::tracer_on::data("c", "k", i); }}.join();
  std::string const lines = run.lines<format::json>();
  int found = 0;
  for (std::size_t at = 0; (at = lines.find("\"key\":\"k\"", at)) != lines.npos; ++at) ++found;
  CHECK(found == count);
  CHECK(std::filesystem::file_size(run.path) < count / 4 * 16 * 1024);
}

}  // namespace recorder_threads_test
