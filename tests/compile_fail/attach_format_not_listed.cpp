// first: the tracer's list of targets does not name this format
// A target that no session of the tracer visits would write nothing.
#include <trace2/trace2.hpp>

using json_only = trace2::basic_tracer<true, trace2::target_list<trace2::format::json>>;

#if FAIL
using format = trace2::format::normal;
#else
using format = trace2::format::json;
#endif

void write_to(trace2::sink& lines) { json_only::attach<format>(lines); }
