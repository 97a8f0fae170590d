// For headers that other systems don't have: one message, not one for each name that is missing.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#ifdef _WIN32
#  error "control, rotation, triggers and disturbances of trace2 are not available on Windows"
#  include <sys/wait.h>  // Missing there: that ends the compilation.
#endif
