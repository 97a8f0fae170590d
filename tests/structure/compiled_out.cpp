// Hot loops, with instrumentation that is compiled out or with none: both give the same assembly.
// All texts of the instrumentation begin with "gone", so that none is overlooked.
#include <string_view>
#if INSTRUMENTED
#  define TRACE2_ENABLED 0
#  include <trace2/trace2.hpp>

extern trace2::counter const additions;
extern trace2::timer const summing;

struct step_done {
  static constexpr std::string_view event_name = "gone_step";
  long total{};
};
BOOST_DESCRIBE_STRUCT(step_done, (), (total))
#else
#  define TRACE2_REGION(...)
#  define TRACE2_REGION_F(...)
#  define TRACE2_THREAD(...)
#  define TRACE2_TIMER(...)
#  define TRACE2_COUNTER_ADD(...)
#  define TRACE2_DATA(...)
#  define TRACE2_DATA_JSON(...)
#  define TRACE2_EMIT(...)
#  define TRACE2_PRINTF(...)
#  define TRACE2_ERROR(...)
#  define TRACE2_CALL(...)
#endif

long next();

long in_function(int count) {
  TRACE2_THREAD("gone summing");
  TRACE2_REGION("gone", "gone sum");
  TRACE2_REGION_F("gone", "gone message", "gone %d", count);
  TRACE2_CALL(cmd_name, "gone sum");
  long total = 0;
  for (int i = 0; i < count; ++i) {
    TRACE2_TIMER(summing);
    TRACE2_REGION("gone", "gone step");
    TRACE2_COUNTER_ADD(additions, 1);
    total += next();
    TRACE2_DATA("gone", "gone total", total);
    TRACE2_DATA_JSON("gone", "gone json", total);
    TRACE2_EMIT(step_done{.total = total});
    TRACE2_PRINTF("gone %ld after %d", total, i);
    if (total < 0) {
      TRACE2_ERROR("gone overflow at %d", i);
    }
  }
  return total;
}

template <class Number>
Number in_template(int count) {
  TRACE2_REGION("gone", "gone template");
  Number total{};
  for (int i = 0; i < count; ++i) {
    TRACE2_TIMER(summing);
    TRACE2_COUNTER_ADD(additions, 1);
    total += static_cast<Number>(next());
    TRACE2_DATA("gone", "gone total", total);
    TRACE2_EMIT(step_done{.total = static_cast<long>(total)});
  }
  return total;
}
template long in_template<long>(int);
template double in_template<double>(int);

// As in a header that several units include.
inline long in_inline_function(int count) {
  TRACE2_REGION("gone", "gone inline");
  long total = 0;
  for (int i = 0; i < count; ++i) {
    TRACE2_COUNTER_ADD(additions, 1);
    total += next();
    TRACE2_ERROR("gone %ld", total);
  }
  return total;
}

long in_lambda(int count) {
  auto const sum = [](int times) {
    TRACE2_REGION("gone", "gone lambda");
    long total = 0;
    for (int i = 0; i < times; ++i) {
      TRACE2_TIMER(summing);
      total += next();
      TRACE2_DATA("gone", "gone total", total);
    }
    return total;
  };
  return sum(count) + in_inline_function(count);
}
