#include "summary/phase_rows.hpp"

#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace phase_rows_test {

using namespace trace2;

TEST_CASE("the longest phases come first, in each the timers with most time, then the counters",
          "[export]") {
  read::label_table labels;
  read::memory_budget memory{1'000'000};
  trace2::program::phase_sums sums;
  auto const take = [&](std::string_view key, std::string_view value) {
    CHECK(
        sums.take(event::data_json{.category = "b", .key = key, .value = {value}}, labels, memory));
  };
  take("short", R"({"of":"phase","whose":"process","t_total":1,"sums":[]})");
  take("long",
       R"({"of":"phase","whose":"process","t_total":9,"sums":[)"
       R"({"category":"c","name":"few","intervals":2,"t_total":1,"values":[[4,1],[6,1]]},)"
       R"({"category":"c","name":"much","intervals":4000,"t_total":2},)"
       R"({"category":"c","name":"n","count":70},{"category":"c","name":"m","count":700}]})");
  std::string shown;
  for (trace2::program::phase_row const& row : trace2::program::rows_of_phases(sums, labels)) {
    shown.append(row.name).append(" ").append(row.kind).append(" ").append(row.share_name);
    shown += " " + std::to_string(row.count);
    if (row.total) shown += " " + std::to_string(row.total->in_microseconds());
    if (row.mean) shown += " " + std::to_string(row.mean->in_nanoseconds().count());
    if (row.nanoseconds) shown += " to " + std::to_string(row.nanoseconds->longest);
    shown += "\n";
  }
  CHECK(shown ==
        "long phase  1 9000000 9000000000\nlong timer much 4000 2000000 500000\n"
        "long timer few 2 1000000 500000000 to 6\nlong counter m 700\nlong counter n 70\n"
        "short phase  1 1000000 1000000000\n");
}

}  // namespace phase_rows_test
