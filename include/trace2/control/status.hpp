// The answer of a process to a user who asks for its status.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/control/backend.hpp>
#include <trace2/control/protocol.hpp>
#include <trace2/detail/system/file.hpp>
#include <trace2/detail/system/system_calls.hpp>
#include <trace2/detail/time/clock.hpp>
#include <trace2/process/state/identity.hpp>
#include <trace2/process/state/state.hpp>
#include <trace2/recording/mapped_system.hpp>
#include <trace2/settings/settings.hpp>
#include <trace2/value/buffer.hpp>

#include <climits>
#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// Appends the words of the command line as the system knows it, or else the program's path: each
/// behind a blank, and not too many.
[[gnu::cold]] inline void append_own_command(buffer& out) noexcept {
  constexpr std::size_t most = 1024;
  char text[most];
  ssize_t size = -1;
#if TRACE2_DETAIL_HAS_LINUX
  if (int const fd = system_calls::open("/proc/self/cmdline", open_mode::read); fd >= 0) {
    size = system_calls::read(fd, text, sizeof text);
    system_calls::close(fd);
  }
#endif
  if (size <= 0) {
    char path[PATH_MAX];
    out.append(' ');
    control_protocol::append_word(out, recording::mapped_system::program(path, sizeof path));
    return;
  }
  std::string_view rest{text, static_cast<std::size_t>(size)};
  while (!rest.empty()) {
    std::string_view const word = rest.substr(0, rest.find('\0'));
    out.append(' ');
    control_protocol::append_word(out, word);
    rest.remove_prefix(word.size() < rest.size() ? word.size() + 1 : word.size());
  }
}

/// Appends the facts that `status` answers.
[[gnu::cold]] inline void append_status(buffer& out, control_backend const& by) noexcept {
  using control_protocol::append_word;
  out.append("pid ");
  out.append_decimal(system_calls::getpid());
  out.append("\ncommand");
  append_own_command(out);
  auto const* const identity = this_process.identity.load_acquire();
  if (identity != nullptr) {
    out.append("\nsid ");
    append_word(out, identity->sid());
    out.append("\ncomponent ");
    append_word(out, identity->component());
  }
  out.append("\nsince ");
  out.append_decimal(clock::wall_microseconds(this_process.origin.load_acquire()));
  out.append('\n');
  by.for_each_target([&](target_facts const& each) {
    out.append("target ");
    append_word(out, each.name);
    out.append(each.is_attached ? " attached " : each.is_on ? " on " : " off ");
    out.append_decimal(each.lost);
    out.append(' ');
    std::string_view const value = !each.is_on || each.opened_by == nullptr || each.is_attached
                                       ? std::string_view{"-"}
                                       : each.opened_by->text(setting::target(each.name));
    append_word(out, value);
    out.append('\n');
  });
}

}}}  // namespace trace2::v0::detail
