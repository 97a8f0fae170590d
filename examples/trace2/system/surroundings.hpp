// What a program finds around itself: arguments, the environment, the calendar, its host. All texts
// are in UTF-8.
#pragma once

#include <ctime>
#include <optional>
#include <string>
#include <vector>

namespace trace2::program {

/// The arguments of main, and a null pointer. Lifetime: that of the process.
std::vector<char*> arguments_of_main(int argc, char** argv);

/// The value of a variable of the environment; nothing if it isn't set.
std::optional<std::string> variable(std::string const& name);

/// Sets a variable, of a value that isn't empty, for this process and its children.
void set_variable(std::string const& name, std::string const& value);

/// The time of day here; nothing if the system can't tell.
std::optional<std::tm> local_time(std::time_t moment);

/// Empty if it is unknown.
std::string host_name();

}  // namespace trace2::program
