// A hot loop, with instrumentation that is compiled out or with none: both give the same assembly.
#if INSTRUMENTED
#  define TRACE2_ENABLED 0
#  include <trace2/trace2.hpp>

trace2::counter const additions{"loop", "additions"};
trace2::timer const summing{"loop", "summing"};
#else
#  define TRACE2_REGION(...)
#  define TRACE2_REGION_F(...)
#  define TRACE2_THREAD(...)
#  define TRACE2_TIMER(...)
#  define TRACE2_COUNTER_ADD(...)
#  define TRACE2_DATA(...)
#  define TRACE2_PRINTF(...)
#  define TRACE2_ERROR(...)
#  define TRACE2_CALL(...)
#endif

long next();

long sum(int count) {
  TRACE2_THREAD("summing");
  TRACE2_REGION("loop", "sum");
  TRACE2_REGION_F("loop", "message", "%d", count);
  TRACE2_CALL(cmd_name, "sum");
  long total = 0;
  for (int i = 0; i < count; ++i) {
    TRACE2_TIMER(summing);
    TRACE2_REGION("loop", "step");
    TRACE2_COUNTER_ADD(additions, 1);
    total += next();
    TRACE2_DATA("loop", "total", total);
    TRACE2_PRINTF("%ld after %d", total, i);
    if (total < 0) {
      TRACE2_ERROR("overflow at %d", i);
    }
  }
  return total;
}
