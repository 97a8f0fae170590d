// The bodies of the verbs that say which command the process is.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/call/verbs/command.hpp>
#include <trace2/event/command.hpp>
#include <trace2/event/lifecycle.hpp>
#include <trace2/process/emitter.hpp>
#include <trace2/process/redacted.hpp>
#include <trace2/process/state/inheritance.hpp>
#include <trace2/process/state/state.hpp>
#include <trace2/process/threads/call_context.hpp>
#include <trace2/value/arguments.hpp>
#include <trace2/value/call_site.hpp>
#include <trace2/value/text.hpp>
#include <trace2/verb/parameter.hpp>

#include <string_view>

namespace trace2 { inline namespace v0 { namespace verb {

template <class Targets>
class command final : public detail::command_bodies {
 public:
  [[gnu::cold]] void cmd_start(arguments const& argv, call_site at) const noexcept override {
    if (call_context const s; s)
      detail::emitter<Targets>::publish(
          event::start{.t_abs = s.t_abs(), .argv = redacted_list(s.memory(), argv)}, s, at);
  }

  [[gnu::cold]] void cmd_exit(int code, call_site at) const noexcept override {
    detail::this_process.exit_code.store_relaxed(code);
    if (call_context const s; s)
      detail::emitter<Targets>::publish(event::exit{.t_abs = s.t_abs(), .code = code}, s, at);
  }

  [[gnu::cold]] void cmd_ancestry(arguments const& names, call_site at) const noexcept override {
    call_context const s;
    if (!s) return;
    auto& list = s.memory().arguments;
    list.clear();
    names.for_each([&](std::string_view name) { list.push_back(name); });
    detail::emitter<Targets>::publish(event::cmd_ancestry{.ancestry = {list.data(), list.size()}},
                                      s, at);
  }

  [[gnu::cold]] void cmd_path(text path, call_site at) const noexcept override {
    publish(event::cmd_path{.path = path.or_empty()}, at);
  }

  [[gnu::cold]] void cmd_name(text name, call_site at) const noexcept override {
    emit_name(name, at);
    parameter<Targets>{}.cmd_list_config();
    parameter<Targets>{}.cmd_list_env_vars();
  }

  [[gnu::cold]] void cmd_mode(text mode, call_site at) const noexcept override {
    publish(event::cmd_mode{.name = mode.or_empty()}, at);
  }

  [[gnu::cold]] void cmd_alias(text alias, arguments const& argv,
                               call_site at) const noexcept override {
    if (call_context const s; s)
      detail::emitter<Targets>::publish(
          event::alias{.alias = alias.or_empty(), .argv = redacted_list(s.memory(), argv)}, s, at);
  }

 private:
  using call_context = detail::call_context;

  template <class Event>
  static void publish(Event const& event, call_site at) noexcept {
    if (call_context const s; s) detail::emitter<Targets>::publish(event, s, at);
  }

  [[gnu::cold]] static void emit_name(text name, call_site at) noexcept {
    call_context const s;
    if (!s) return;
    auto const hierarchy = detail::extend_hierarchy(s.memory().message, name.or_empty());
    detail::emitter<Targets>::publish(
        event::cmd_name{.name = name.or_empty(), .hierarchy = hierarchy}, s, at);
  }
};

}}}  // namespace trace2::v0::verb
