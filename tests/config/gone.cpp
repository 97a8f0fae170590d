// Everything that can be compiled out, under unique names.
#define TRACE2_ENABLED 0
#include <trace2/trace2.hpp>

#include <string_view>

// Without optimisation a definition leaves an empty constructor, and its use nothing.
#ifdef __OPTIMIZE__
trace2::counter const additions{"gone_category", "gone_counter"};
trace2::timer const summing{"gone_category", "gone_timer", trace2::sum_scope::per_thread};
#else
extern trace2::counter const additions;
extern trace2::timer const summing;
#endif

struct hit {
  static constexpr std::string_view event_name = "gone_event";
  std::string_view key{};
};
BOOST_DESCRIBE_STRUCT(hit, (), (key))

int next();

namespace {

// Names that only instrumentation uses cause no warnings.
int level = 1;
int only_traced() { return level; }

}  // namespace

int work(int count) {
  TRACE2_THREAD("gone_thread");
  TRACE2_REGION("gone_category", "gone_region");
  TRACE2_REGION_F("gone_category", "gone_message", "gone %d", count);
  TRACE2_PHASE("gone_category", "gone_phase");
  TRACE2_REGION_WITH_SUMS("gone_category", "gone_sums");
  TRACE2_CALL(cmd_name, "gone_name");
  int total = 0;
  for (int i = 0; i < count; ++i) {
    TRACE2_TIMER(summing);
    TRACE2_COUNTER_ADD(additions, 1);
    total += next();
    TRACE2_DATA("gone_category", "gone_key", total);
    TRACE2_DATA_JSON("gone_category", "gone_json", total);
    TRACE2_EMIT(hit{.key = "gone_value"});
    TRACE2_PRINTF("gone %d", total);
    TRACE2_ERROR("gone %d", total);
  }
  auto const finish = [count] {
    TRACE2_DATA("gone_category", "gone_captured", count);
    TRACE2_DATA("gone_category", "gone_only", only_traced());
    return next();
  };
  return total + finish();
}
