// A unit test of a program's trace. The session writes to memory, and its clock stands still until
// the test moves it.
#include <trace2/testing.hpp>
#include <trace2/trace2.hpp>

#include <cstdio>
#include <string_view>

namespace {

/// The function under test. `pause` stands for work that takes time.
template <class Pause>
void load(char const* name, Pause const& pause) {
  TRACE2_REGION_F("index", "load", "%s", name);
  pause();
  TRACE2_DATA("index", "entries", 3);
}

int check(std::string_view actual, std::string_view expected) {
  if (actual == expected) return 0;
  std::printf("expected:\n%.*sactual:\n%.*s", static_cast<int>(expected.size()), expected.data(),
              static_cast<int>(actual.size()), actual.data());
  return 1;
}

}  // namespace

int main() {
  // Time, place and session id would differ from run to run. Brief lines leave out time and place.
  trace2::testing::memory_session<> trace{{.sid = "test", .format = {.brief = true}}};

  load("names", [&] { trace.clock.advance_microseconds(2500); });

  if (!trace2::tracer::is_compiled_in) return check(trace.event(), "");
  return check(
      trace.event(),
      R"({"event":"region_enter","sid":"test","thread":"main","nesting":1,"category":"index","label":"load","msg":"names"}
{"event":"data","sid":"test","thread":"main","t_abs":0.002500,"t_rel":0.002500,"nesting":2,"category":"index","key":"entries","value":"3"}
{"event":"region_leave","sid":"test","thread":"main","t_rel":0.002500,"nesting":1,"category":"index","label":"load"}
)");
}
