// Tracing compiled out: every call is type-checked, none is evaluated, and none leaves code.
// Usually the switch is set for a whole program, with -DTRACE2_ENABLED=0 or Meson's
// -Dinstrumentation=false.
#define TRACE2_ENABLED 0
#include <trace2/trace2.hpp>

#include <type_traits>

namespace {

int evaluations = 0;

[[maybe_unused]] int expensive() { return ++evaluations; }

trace2::timer const reading{"disabled", "read"};
trace2::counter const bytes{"disabled", "bytes"};

}  // namespace

static_assert(!trace2::tracer::is_compiled_in);
static_assert(std::is_empty_v<trace2::session> && std::is_empty_v<trace2::region>);
static_assert(std::is_empty_v<trace2::timer> && std::is_empty_v<trace2::counter>);

int main(int argc, char** argv) {
  trace2::session const trace{argc, argv};
  TRACE2_REGION_F("disabled", "main", "%d", expensive());
  TRACE2_TIMER(reading);
  TRACE2_COUNTER_ADD(bytes, static_cast<unsigned>(expensive()));
  TRACE2_DATA("disabled", "value", expensive());
  TRACE2_ERROR("number %d", expensive());
  return trace.exit(evaluations);
}
