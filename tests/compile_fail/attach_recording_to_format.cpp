// message: trace2: a format writes lines: attach a sink, no recording_file
// Lines and records are two kinds of destination.
#include <trace2/trace2.hpp>

#if FAIL
using kind = trace2::format::json;
#else
using kind = trace2::flight_recorder;
#endif

void record_to(trace2::recording_file& file) { trace2::tracer::attach<kind>(file); }
