// The bodies of the verbs about child processes, and about turning into another program.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/verbs/child.hpp>
#include <trace2/event/child.hpp>
#include <trace2/event/command.hpp>
#include <trace2/process/emitter.hpp>
#include <trace2/process/redacted.hpp>
#include <trace2/process/state/state.hpp>
#include <trace2/process/threads/call_context.hpp>
#include <trace2/value/arguments.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/duration.hpp>
#include <trace2/value/text.hpp>

#include <string_view>

namespace trace2 { inline namespace v0 { namespace verb {

template <class Targets>
class child final : public detail::child_bodies {
 public:
  [[gnu::cold]] child_record child_start(child_command const& command,
                                         call_site at) const noexcept override {
    call_context const s;
    child_record const record{.id = detail::this_process.next_child.fetch_add(1), .started = s.now};
    if (!s) return record;
    auto const first = command.git_cmd ? std::string_view{"git"} : std::string_view{};
    emitter::publish(event::child_start{.child_id = record.id,
                                        .child_class = class_of(command),
                                        .hook_name = command.hook_name,
                                        .cd = command.directory,
                                        .use_shell = command.use_shell,
                                        .argv = redacted_list(s.memory(), command.argv, first),
                                        .git_cmd = command.git_cmd},
                     s, at);
    return record;
  }

  [[gnu::cold]] void child_exit(child_record const& record, int pid, int code,
                                call_site at) const noexcept override {
    if (call_context const s; s)
      emitter::publish(
          event::child_exit{
              .child_id = record.id, .pid = pid, .code = code, .t_rel = age(record, s)},
          s, at);
  }

  [[gnu::cold]] void child_ready(child_record const& record, int pid, text state,
                                 call_site at) const noexcept override {
    if (call_context const s; s)
      emitter::publish(event::child_ready{.child_id = record.id,
                                          .pid = pid,
                                          .ready = state.or_empty(),
                                          .t_rel = age(record, s)},
                       s, at);
  }

  [[gnu::cold]] int exec(text exe, arguments const& argv, call_site at) const noexcept override {
    call_context const s;
    int const id = detail::this_process.next_exec.fetch_add(1);
    if (!s) return id;
    emitter::deliver_held(s);
    emitter::publish(event::exec{.exec_id = id,
                                 .exe = detail::redacted(s.memory().message, exe),
                                 .argv = redacted_list(s.memory(), argv)},
                     s, at);
    return id;
  }

  [[gnu::cold]] void exec_result(int exec_id, int code, call_site at) const noexcept override {
    if (call_context const s; s)
      emitter::publish(event::exec_result{.exec_id = exec_id, .code = code}, s, at);
  }

 private:
  using call_context = detail::call_context;
  using emitter = detail::emitter<Targets>;

  static duration age(child_record const& record, call_context const& s) noexcept {
    return record.started == 0 ? duration{} : s.since(record.started);
  }

  static std::string_view class_of(child_command const& command) noexcept {
    if (!command.hook_name.is_absent()) return "hook";
    if (command.child_class.is_absent()) return "?";
    return command.child_class;
  }
};

}}}  // namespace trace2::v0::verb
