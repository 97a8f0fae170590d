#include <trace2/read/recordings.hpp>
#include <trace2/sink/mapped.hpp>
#include <trace2/testing.hpp>
#include <trace2/trace2.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/temporary_directory.hpp"

using namespace trace2;
using tracer_on = basic_tracer<true, default_targets>;

namespace {

/// The recording of a process that began that many seconds after the others.
void make_recording(std::string const& path, int begin, int events) {
  testing::memory_session<tracer_on> session;
  session.clock.advance_microseconds(begin * 1'000'000);
  trace2::detail::clock::replace(&session.clock);
  auto* const sink = trace2::detail::kept<mapped_sink>::make(path.c_str(), recording_options{});
  REQUIRE(sink->error() == 0);
  target<format::binary>::state.open(*sink, {});
  for (int i = 0; i < events; ++i) {
    tracer_on::data("c", "begin", begin);
    session.clock.advance_microseconds(2'000'000);
  }
  sink->close();
}

}  // namespace

TEST_CASE("recordings of a directory are merged by time") {
  support::temporary_directory const directory;
  make_recording(directory / "a", 1, 3);
  make_recording(directory / "b", 0, 3);
  directory.write("other", "no recording");
  read::merged_recordings all;
  std::vector<std::string> problems;
  auto const report = [&](read::problem const& found) { problems.emplace_back(found.reason); };
  REQUIRE(all.add(directory.path().string(), report));
  std::vector<std::int64_t> times;
  while (auto const entry = all.next()) times.push_back(entry.event->wall / 1'000'000 % 10);
  CHECK(times.size() == 6);
  CHECK(std::is_sorted(times.begin(), times.end()));
  CHECK(problems.empty());
  CHECK_FALSE(all.refresh());
}

TEST_CASE("what can't be read is reported, and the rest is read") {
  support::temporary_directory const directory;
  make_recording(directory / "a", 1, 1);
  read::merged_recordings all;
  std::vector<std::string> problems;
  auto const report = [&](read::problem const& found) { problems.emplace_back(found.reason); };
  CHECK_FALSE(all.add(directory / "none", report));
  CHECK_FALSE(
      all.add(directory.write("empty/text", "text").substr(0, directory.path().string().size() + 6),
              report));
  CHECK(all.add(directory / "a", report));
  CHECK(problems ==
        std::vector<std::string>{"can't be opened: No such file or directory", "has no recording"});
  CHECK(all.next());
  CHECK_FALSE(all.next());
}
