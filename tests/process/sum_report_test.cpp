#include <trace2/counter.hpp>
#include <trace2/process/sum_report.hpp>
#include <trace2/timer.hpp>

#include <cstdlib>
#include <string>

#include "support/brief.hpp"
#include "support/catch.hpp"

namespace sum_report_test {

using namespace trace2::detail;
using support::brief_session;
using trace2::duration;

TEST_CASE("a report has what changed, and hides no name's characters") {
  trace2::basic_counter<true> const quoted{"re\"port", "co\nunt"};
  trace2::basic_counter<true> const unchanged{"report", "unchanged"};
  trace2::basic_timer<true> const reading{"report", "read"};
  brief_session session;
  unchanged.add(3);
  statement const s;
  auto* const before = sum_snapshot::take(s, trace2::sum_scope::per_process);
  quoted.add(2);
  reading.start();
  session.clock.advance_microseconds(2);
  reading.stop();
  auto* const after = sum_snapshot::take(s, trace2::sum_scope::per_process);
  buffer out;
  std::string text;
  sum_report::write(out, *before, *after, duration::microseconds(7),
                    [&] { text.append(out.view()).append("\n"); });
  CHECK(text ==
        "{\"of\":\"phase\",\"whose\":\"process\",\"t_total\":0.000007,\"sums\":["
        "{\"category\":\"report\",\"name\":\"read\",\"intervals\":1,\"t_total\":0.000002},"
        "{\"category\":\"re\\\"port\",\"name\":\"co\\nunt\",\"count\":2}]}\n");
  std::free(before);
  std::free(after);
}

}  // namespace sum_report_test
