// first: the tracer's list of targets does not name this format
// The lines of another format would be taken for those of this one.
#include <trace2/testing.hpp>
#include <trace2/trace2.hpp>

using json_only = trace2::basic_tracer<true, trace2::target_list<trace2::format::json>>;

#if FAIL
using format = trace2::format::perf;
#else
using format = trace2::format::json;
#endif

void use(trace2::testing::memory_session<json_only>& trace) { trace.take<format>(); }
