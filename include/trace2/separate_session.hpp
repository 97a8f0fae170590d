// The session without its code, which another unit compiles. That code takes most of the time to
// compile a program with a session, and it seldom changes. So the unit of main may include this
// header in place of trace2.hpp. The header has everything of instrument.hpp, and:
//
//     #include <trace2/separate_session.hpp>
//
//     int main(int argc, char** argv) {
//       trace2::session const trace{argc, argv};
//       return trace.exit(0);
//     }
//
// One other unit of the program, with the same switches, is the session's:
//
//     #include <trace2/trace2.hpp>
//
//     #if TRACE2_ENABLED
//     template class trace2::basic_session<trace2::tracer>;
//     #endif
//
// A program without that unit doesn't link. Where main begins a `basic_session` of another tracer,
// that tracer stands in both units, and so do the features.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/version.hpp>

#include <trace2/instrument.hpp>
#include <trace2/session/basic_session.hpp>
#include <trace2/value/git_settings.hpp>
