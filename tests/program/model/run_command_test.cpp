#include "model/run_command.hpp"

#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/model.hpp"
#include "support/trace_log.hpp"

namespace run_command_test {

namespace {

/// The command of a process of this name that has a child of this class.
std::string command_of(std::string_view name, std::string_view child_class) {
  support::modelled const made{
      support::event_line("cmd_name", "trace2", "main", "00:00:00",
                          R"(,"name":")" + std::string{name} + "\"") +
      support::event_line(
          "child_start", "trace2", "main", "00:00:00",
          R"(,"child_id":0,"argv":["a","b"],"child_class":")" + std::string{child_class} + "\"")};
  auto const* const command =
      trace2::program::command_run_by(made.trace, made.labels, made.trace.processes.at(0));
  return command == nullptr ? "none" : command->command;
}

}  // namespace

TEST_CASE("a trace2 run has run its command, and no other process has", "[export]") {
  CHECK(command_of("run", "command") == "a b");
  CHECK(command_of("run", "hook") == "none");
  CHECK(command_of("summary", "command") == "none");
}

}  // namespace run_command_test
