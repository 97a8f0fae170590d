#include "why/why_csv.hpp"

#include <trace2/sink/memory.hpp>

#include <string>

#include "output/csv.hpp"
#include "support/catch.hpp"
#include "support/model.hpp"

namespace why_csv_test {

namespace program = trace2::program;

namespace {

std::string line(std::string_view event, std::string_view time, std::string_view members) {
  return support::event_line(event, "S", "main", time, members);
}

}  // namespace

TEST_CASE("the parts of a critical path are rows, the longest first", "[export]") {
  support::modelled const made{
      line("start", "00:00:00", R"(,"t_abs":0,"argv":["git"])") +
      line("region_enter", "00:00:00", R"(,"nesting":1,"category":"c","label":"l")") +
      line("region_leave", "00:00:00.75",
           R"(,"t_rel":0.75,"nesting":1,"category":"c","label":"l")") +
      line("atexit", "00:00:01", R"(,"t_abs":1,"code":0)")};
  auto const explained = program::why{made.trace, made.labels}.explain();
  REQUIRE(explained);
  trace2::memory_sink sink;
  program::write_csv(sink, program::rows_of(*explained, made.labels));
  CHECK(sink.text() ==
        "time,share,kind,process,name,category,label,count\n"
        "0.750000,0.75,region,,,c,l,1\n"
        "0.250000,0.25,self,,,,,1\n");
}

}  // namespace why_csv_test
