// Opens a text trace and reads its events, whichever target has written it.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/input.hpp>
#include <trace2/read/opened_text.hpp>
