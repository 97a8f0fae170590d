// Defines what traced_child.hpp declares.
#include "commands/traced_child.hpp"

#include <trace2/trace2.hpp>
#include <trace2/value/duration.hpp>

#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>

#include "output/messages.hpp"

namespace trace2::program {

namespace {

/// The resources that a command has used, as an event data_json shows them.
struct measured_resources {
  int child_id{};
  int pid{};
  trace2::duration user_time{};
  trace2::duration system_time{};
  std::optional<std::int64_t> max_rss_kib{};
  std::optional<std::int64_t> minor_faults{};
  std::optional<std::int64_t> major_faults{};
  std::optional<std::int64_t> blocks_in{};
  std::optional<std::int64_t> blocks_out{};
  std::optional<std::int64_t> voluntary_switches{};
  std::optional<std::int64_t> involuntary_switches{};
  std::optional<int> killed_by_signal{};

  static measured_resources of(int child_id, command_end const& end) {
    return {.child_id = child_id,
            .pid = end.pid,
            .user_time = trace2::duration::microseconds(end.used.user_time),
            .system_time = trace2::duration::microseconds(end.used.system_time),
            .max_rss_kib = end.used.most_memory,
            .minor_faults = end.used.minor_faults,
            .major_faults = end.used.major_faults,
            .blocks_in = end.used.blocks_in,
            .blocks_out = end.used.blocks_out,
            .voluntary_switches = end.used.voluntary_switches,
            .involuntary_switches = end.used.involuntary_switches,
            .killed_by_signal = end.signal};
  }
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
    trace2::data_json("process", "resource_use", measured_resources::of(child->record().id, end));
    child->exited_with(end.pid, end.code);
  }
  session.exit(end.code);
  session.end();
  return end;
}

}  // namespace trace2::program
