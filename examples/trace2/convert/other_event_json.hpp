// Writes members and events without a description as EVENT spells them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/fine_time.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/value/buffer.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace trace2::program {

/// Appends members to a line under construction, each behind a comma.
void append_place(buffer& line, read::occurrence const& what);
/// `except` is the name of members that the line has already.
void append_others(buffer& line, read::occurrence const& what, std::string_view except = {});

/// A time of day in the spelling of Git, with its quotes.
std::string quoted_time(read::moment wall);

/// Appends an event that is in no list as one object. This is the original line, if it spells its
/// time as Git does; a brief event, and one without such a line, is put together from its members.
void append_other_event(buffer& line, read::occurrence const& what, bool is_brief);

}  // namespace trace2::program
