#define TRACE2_TRACER ::units::own_tracer
#define UNIT with_own_targets
#include <trace2/call/tracer.hpp>

namespace units {
using own_tracer = trace2::basic_tracer<true, trace2::target_list<trace2::format::json>>;
}

#include "unit.hpp"
