// message: includes the header of each feature in its list
// A session can't have what nobody has compiled.
#include <trace2/core.hpp>
#if !FAIL
#  include <trace2/config_files.hpp>
#endif

using tracer = trace2::basic_tracer<true, trace2::target_list<trace2::format::json>>;
using session = trace2::basic_session<tracer, trace2::features<trace2::config_files>>;

int main(int argc, char** argv) { session const trace{argc, argv}; }
