#include "summary/summary_json.hpp"

#include <trace2/sink/memory.hpp>

#include <string>

#include "support/appended.hpp"
#include "support/catch.hpp"

namespace summary_json_test {

namespace program = trace2::program;

TEST_CASE("a summary is written as its description says", "[export]") {
  program::summary all;
  all.begin = "2000";
  all.processes.resize(3);
  all.processes[1].name = "a\"b";
  all.regions.resize(1);
  all.other_events.resize(2);
  all.left_out.add("processes", 7);
  program::summary with_tasks;
  with_tasks.tasks.emplace(2);
  for (program::summary const& each : {program::summary{}, all, with_tasks}) {
    trace2::memory_sink sink;
    write_json(sink, each);
    CHECK(sink.text() == support::appended(
                             [](auto& out, auto const& of) {
                               trace2::detail::append_json(out, of);
                               out.append('\n');
                             },
                             each));
  }
}

}  // namespace summary_json_test
