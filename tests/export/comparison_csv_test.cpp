#include <trace2/export/comparison_csv.hpp>
#include <trace2/sink/memory.hpp>

#include "support/catch.hpp"

namespace comparison_csv_test {

namespace exporter = trace2::exporter;

TEST_CASE("rows become lines, absent values nothing, texts are quoted if need be", "[export]") {
  exporter::comparison all;
  all.rows = {{.kind = "region",
               .command = "a \"b\", c",
               .path = {"c/outer", "c/inner"},
               .before = {.n = 2, .median = 0.5},
               .after = {.n = 1, .median = 2, .low = 1, .high = 3},
               .change = -0.25,
               .verdict = "too few"},
              {.kind = "command", .command = "two\nlines", .verdict = "new"}};
  trace2::memory_sink sink;
  exporter::write_csv(sink, all);
  CHECK(sink.text() ==
        "kind,command,path,before_n,before_median,before_low,before_high,after_n,after_median,"
        "after_low,after_high,change,change_low,change_high,p,corrected_p,verdict\n"
        "region,\"a \"\"b\"\", c\",c/outer > c/inner,2,0.5,,,1,2,1,3,-0.25,,,,,too few\n"
        "command,\"two\nlines\",,0,,,,0,,,,,,,,,new\n");
}

}  // namespace comparison_csv_test
