// The signals that a user or the system ends a program with.
#pragma once

#include <array>
#include <csignal>

namespace trace2::program {

inline constexpr std::array ending_signals{SIGINT, SIGTERM, SIGHUP};

}  // namespace trace2::program
