// A hot loop with one call of the library, or none, while a session traces with FORMAT into a
// buffer that nobody reads: CASE says which call.
#include <trace2/sink/buffered.hpp>
#include <trace2/sink/null.hpp>
#include <trace2/trace2.hpp>

#include <cstdlib>

namespace {

trace2::counter const steps{"loop", "steps"};
trace2::timer const step_time{"loop", "step_time"};
trace2::distribution_timer const step_times{"loop", "step_times"};

#define CALL_none(x)
#define CALL_data(x) TRACE2_DATA("loop", "value", x)
#define CALL_data_without_site(x) trace2::tracer::data("loop", "value", x)
#define CALL_region(x) TRACE2_REGION("loop", "step")
#define CALL_counter(x) TRACE2_COUNTER_ADD(steps, 1)
#define CALL_timer(x) TRACE2_TIMER(step_time)
#define CALL_distribution(x) TRACE2_TIMER(step_times)

#define CALL_(name, x) CALL_##name(x)
#define CALL(name, x) CALL_(name, x)

}  // namespace

int main(int, char** argv) {
  trace2::null_sink nothing;
  trace2::buffered_sink buffer{nothing};
  trace2::tracer::attach<trace2::format::FORMAT>(buffer);
  trace2::session session{1, argv, {.ancestry = false, .exports = false}};
  for (long i = std::atol(argv[1]); i > 0; --i) {
    CALL(CASE, i);
    asm volatile("" : "+r"(i));
  }
  session.end();
}
