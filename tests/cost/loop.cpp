// A hot loop with one call of the library, or none: CASE says which. Nothing is switched on.
#include <trace2/task.hpp>
#include <trace2/trace2.hpp>

#include <cstdint>
#include <cstdlib>
#include <string_view>

struct step_done {
  static constexpr std::string_view event_name = "step_done";
  std::int64_t value{};
};
BOOST_DESCRIBE_STRUCT(step_done, (), (value))

namespace {

trace2::counter const steps{"loop", "steps"};
trace2::timer const step_time{"loop", "step_time"};
trace2::task one;
bool was_evaluated = false;

[[gnu::noinline, maybe_unused]] std::int64_t argument(std::uint64_t x) {
  was_evaluated = true;
  return static_cast<std::int64_t>(x);
}

#define CALL_none(x)
#define CALL_data(x) TRACE2_DATA("loop", "value", argument(x))
#define CALL_region(x) TRACE2_REGION("loop", "step")
#define CALL_message(x) TRACE2_REGION_F("loop", "step", "%ld", static_cast<long>(argument(x)))
#define CALL_counter(x) TRACE2_COUNTER_ADD(steps, static_cast<std::uint64_t>(argument(x)))
#define CALL_timer(x) TRACE2_TIMER(step_time)
#define CALL_error(x) TRACE2_ERROR("bad value %ld", static_cast<long>(argument(x)))
#define CALL_task(x)  \
  trace2::task begun; \
  TRACE2_TASK(begun, "loop", "task")
#define CALL_switch(x) \
  trace2::task_scope const runs { one }
#define CALL_event(x) TRACE2_EMIT(step_done{.value = argument(x)})

#define CALL_(name, x) CALL_##name(x)
#define CALL(name, x) CALL_(name, x)

}  // namespace

int main(int, char** argv) {
  std::uint64_t x = 88172645463325252u;
  for (long i = std::atol(argv[1]); i > 0; --i) {
    CALL(CASE, x);
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    asm volatile("" : "+r"(x));
  }
  return was_evaluated ? 1 : 0;
}
