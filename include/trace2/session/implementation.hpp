// The implementation behind the calls: the bodies of all verbs, events of the program's own, values
// as JSON, and Git's targets. For the unit that makes the session.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/json_value.hpp>
#include <trace2/format/json.hpp>
#include <trace2/format/normal.hpp>
#include <trace2/format/perf.hpp>
#include <trace2/process/dispatcher.hpp>
#include <trace2/verb/program_events.hpp>
#include <trace2/verb/table.hpp>
