// message: whose targets name flight_recorder includes
// A session can't record with what nobody has compiled.
#include <trace2/core.hpp>
#if !FAIL
#  include <trace2/flight_recorder.hpp>
#endif

using targets = trace2::target_list<trace2::format::json, trace2::flight_recorder>;
using tracer = trace2::basic_tracer<true, targets>;
using session = trace2::basic_session<tracer, trace2::features<>>;

int main(int argc, char** argv) { session const trace{argc, argv}; }
