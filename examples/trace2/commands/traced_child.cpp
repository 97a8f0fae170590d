// Defines what traced_child.hpp declares.
#include "commands/traced_child.hpp"

#include <trace2/trace2.hpp>

#include <cstring>
#include <functional>
#include <optional>

#include "output/messages.hpp"

namespace trace2::program {

namespace {

/// A command with the resources that it has used, as an event data_json shows them.
struct measured_resources : used_resources {
  int child_id{};
  int pid{};
  std::optional<int> killed_by_signal{};
};
BOOST_DESCRIBE_STRUCT(measured_resources, (),
                      (child_id, pid, user_time, system_time, max_rss_kib, minor_faults,
                       major_faults, blocks_in, blocks_out, voluntary_switches,
                       involuntary_switches, killed_by_signal))

}  // namespace

command_end run_traced(std::vector<std::string> const& words, traced_child const& around, int argc,
                       char** argv) {
  trace2::session const session{
      argc, argv, {.program_version = program_version, .trace_context = around.has_trace_context}};
  trace2::cmd_name("run");
  if (trace2::is_enabled()) around.at_begin(trace2::session::id());

  std::optional<trace2::child> child;
  auto const begin = [&] {
    child.emplace(trace2::child_command{.argv = words, .child_class = "command"});
  };
  // The preparation is not part of the child's time.
  auto const before = [&](int process) {
    around.before(process);
    begin();
  };
  if (!around.before) begin();
  command_end const end =
      run_child(words, around.before ? std::function<void(int)>{before} : nullptr);
  if (!child) begin();
  if (around.at_end) around.at_end();
  if (end.error != 0) {
    say(words.front() + ": " + std::strerror(end.error));
    child->failed();
  } else {
    trace2::data_json("process", "resource_use",
                      measured_resources{end.used, child->record().id, end.pid, end.signal});
    child->exited_with(end.pid, end.code);
  }
  session.exit(end.code);
  session.end();
  return end;
}

}  // namespace trace2::program
