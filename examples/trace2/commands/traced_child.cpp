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
  std::int64_t minor_faults{};
  std::int64_t major_faults{};
  std::int64_t blocks_in{};
  std::int64_t blocks_out{};
  std::int64_t voluntary_switches{};
  std::int64_t involuntary_switches{};
  std::optional<int> killed_by_signal{};

  static measured_resources of(int child_id, command_end const& end) {
    auto const time = [](struct ::timeval const& value) {
      return trace2::duration::microseconds(value.tv_sec * std::int64_t{1'000'000} + value.tv_usec);
    };
    return {.child_id = child_id,
            .pid = end.pid,
            .user_time = time(end.use.ru_utime),
            .system_time = time(end.use.ru_stime),
            .max_rss_kib = end.most_memory(),
            .minor_faults = end.use.ru_minflt,
            .major_faults = end.use.ru_majflt,
            .blocks_in = end.use.ru_inblock,
            .blocks_out = end.use.ru_oublock,
            .voluntary_switches = end.use.ru_nvcsw,
            .involuntary_switches = end.use.ru_nivcsw,
            .killed_by_signal = end.signal()};
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
  // What happens before is no time of the child's.
  auto const before = [&](pid_t process) {
    around.before(process);
    begin();
  };
  if (!around.before) begin();
  command_end const end =
      run_child(words, around.before ? std::function<void(pid_t)>{before} : nullptr);
  if (!child) begin();
  if (around.at_end) around.at_end();
  if (end.error != 0) {
    say(words.front() + ": " + std::strerror(end.error));
    child->failed();
  } else {
    trace2::data_json("process", "resource_use", measured_resources::of(child->record().id, end));
    child->exited(end.pid, end.status);
  }
  session.exit(end.code());
  session.end();
  return end;
}

}  // namespace trace2::program
