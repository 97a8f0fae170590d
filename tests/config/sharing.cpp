#define TRACE2_ENABLED 0
#include "shared.hpp"
#include "units.hpp"

units::result units::sharing() {
  share();
  return {.is_enabled = trace2::tracer::is_compiled_in};
}
