// The settings of traced programs, as "trace2 help settings" shows them. The guide's page and the
// manual have the same table; tests/program/settings_test.py --update writes it there.
#pragma once

#include <string>

namespace trace2::program {

/// What "trace2 help settings" prints: all settings, in the order of the manual.
std::string settings_help();

}  // namespace trace2::program
