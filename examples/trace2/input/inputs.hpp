// Reads the INPUT... of a command, from the first to the last.
#pragma once

#include <functional>

#include "output/messages.hpp"

namespace trace2 { inline namespace v0 { namespace read {
class label_table;
class merged_recordings;
struct tracker_visitor;
}}}  // namespace trace2::v0::read

namespace trace2::program {

class chosen_trace;

/// Asked once in about a thousand events: true ends the reading, as when an output takes no more.
/// An empty one never does.
using stop_condition = std::function<bool()>;

/// Reads a trace for the first time, if only the ends of its commands tell which are chosen.
void find_chosen(chosen_trace& chosen, stop_condition const& stop = {});

/// Lets a visitor follow the chosen traces, with as many readings as the choice needs. Recordings
/// go into `apart` instead, if it is given.
followed follow(chosen_trace& chosen, read::tracker_visitor& visitor, read::label_table& labels,
                stop_condition const& stop = {}, read::merged_recordings* apart = nullptr);

/// Lets another visitor follow what one has followed; the chosen trace was made for that.
void follow_again(chosen_trace& chosen, read::tracker_visitor& visitor,
                  read::label_table& labels);

}  // namespace trace2::program
