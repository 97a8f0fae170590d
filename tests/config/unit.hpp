// The code of every unit of the program, each with its own settings: UNIT is its function.

#include <trace2/trace2.hpp>

#include <string_view>
#include <thread>

#include "units.hpp"

namespace units {

/// The same type in all units.
struct hit {
  static constexpr std::string_view event_name = "hit";
  int level{};
};
BOOST_DESCRIBE_STRUCT(hit, (), (level))

/// The same function in all units, because it names its tracer.
inline void trace_always() {
  using tracer = trace2::basic_tracer<true, trace2::default_targets>;
  trace2::basic_region<tracer> const region{"always", "region"};
  tracer::print("always");
}

result UNIT() {
  static trace2::counter const files{"units", "files"};
  static trace2::timer const reading{"units", "read"};
  result seen;
  auto const count = [&](auto value) { return ++seen.evaluated, value; };
  {
    TRACE2_REGION("units", "macro");
    TRACE2_TIMER(reading);
    TRACE2_COUNTER_ADD(files, count(1U));
    TRACE2_DATA("units", "key", count(2));
    TRACE2_DATA_JSON("units", "json", count(hit{3}));
    TRACE2_EMIT(hit{count(4)});
    TRACE2_PRINTF("%d", count(5));
    TRACE2_ERROR("%d", count(6));
    TRACE2_CALL(cmd_mode, count("mode"));
    std::thread{[] { TRACE2_THREAD("macro"); }}.join();
  }
  {
    trace2::region const region{"units", "object"};
    auto const interval = reading.measure();
    files.add(10);
    trace2::print("function");
    trace2::data("units", "key", 8);
    trace2::emit(hit{9});
    trace2::child const child{{.argv = {"sort"}}};
    child.exited_with(1, 0);
  }
  trace_always();
  seen.is_enabled = trace2::is_enabled();
  return seen;
}

}  // namespace units
