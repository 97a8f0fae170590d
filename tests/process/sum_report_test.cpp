#include <trace2/counter.hpp>
#include <trace2/process/sum_report.hpp>
#include <trace2/timer.hpp>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>

#include "support/brief.hpp"
#include "support/catch.hpp"

namespace sum_report_test {

using namespace trace2::detail;
using trace2::buffer;
using support::brief_session;
using trace2::duration;

TEST_CASE("a report has what changed, and hides no name's characters") {
  trace2::basic_counter<true> const quoted{"re\"port", "co\nunt"};
  trace2::basic_counter<true> const unchanged{"report", "unchanged"};
  trace2::basic_timer<true> const reading{"report", "read"};
  brief_session session;
  unchanged.add(3);
  call_context const s;
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

TEST_CASE("a distribution_timer's lengths are those of the phase, of all threads") {
  trace2::basic_distribution_timer<true> const asking{"report", "ask"};
  brief_session session;
  auto const measure = [&](std::int64_t nanoseconds) {
    asking.start();
    session.clock.advance_nanoseconds(nanoseconds);
    asking.stop();
  };
  measure(20);
  measure(50);
  auto const text_of = [](sum_snapshot const& before, sum_snapshot const& after) {
    buffer out;
    std::string text;
    sum_report::write(out, before, after, duration{}, [&] { text.append(out.view()); });
    return text.substr(text.find("\"sums\""));
  };
  call_context const s;
  for (auto const of : {trace2::sum_scope::per_process, trace2::sum_scope::per_thread}) {
    auto* const before = sum_snapshot::take(s, of);
    measure(30);
    measure(20);
    measure(20);
    std::thread{[&] { measure(40); }}.join();
    auto* const after = sum_snapshot::take(s, of);
    CHECK(text_of(*before, *after) ==
          (of == trace2::sum_scope::per_process
               ? R"("sums":[{"category":"report","name":"ask","intervals":4,"t_total":0.000000,)"
                 R"("unit":"ns","values":[[20,2],[30,1],[40,1]]}]})"
               : R"("sums":[{"category":"report","name":"ask","intervals":3,"t_total":0.000000,)"
                 R"("unit":"ns","values":[[20,2],[30,1]]}]})"));
    auto* const idle = sum_snapshot::take(s, of);
    CHECK(text_of(*after, *idle) == "\"sums\":[]}");
    std::free(before);
    std::free(after);
    std::free(idle);
  }
}

TEST_CASE("a distribution_timer that is defined in a phase has all its lengths in it") {
  brief_session session;
  call_context const s;
  auto* const before = sum_snapshot::take(s, trace2::sum_scope::per_process);
  trace2::basic_distribution_timer<true> const late{"report", "ask late"};
  late.start();
  session.clock.advance_nanoseconds(7);
  late.stop();
  auto* const after = sum_snapshot::take(s, trace2::sum_scope::per_process);
  buffer out;
  sum_report::write(out, *before, *after, duration{}, [] {});
  CHECK(out.view().find("\"values\":[[7,1]]") != std::string_view::npos);
  std::free(before);
  std::free(after);
}

}  // namespace sum_report_test
