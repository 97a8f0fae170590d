// message: trace2: the flight recorder stores records: attach a recording_file, no sink
// Lines and records are two kinds of destination.
#include <trace2/trace2.hpp>

#if FAIL
using kind = trace2::flight_recorder;
#else
using kind = trace2::format::json;
#endif

void write_to(trace2::sink& lines) { trace2::tracer::attach<kind>(lines); }
