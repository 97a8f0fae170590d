// The destination of a process's recording: the value of TRACE2_BINARY, parsed and opened.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/diagnostic.hpp>
#include <trace2/detail/system/errno_guard.hpp>
#include <trace2/detail/system/file.hpp>
#include <trace2/detail/system/leaked.hpp>
#include <trace2/detail/system/own_descriptor.hpp>
#include <trace2/detail/system/signal_guard.hpp>
#include <trace2/detail/system/sink_system.hpp>
#include <trace2/detail/system/system_calls.hpp>
#include <trace2/process/state/identity.hpp>
#include <trace2/process/state/state.hpp>
#include <trace2/recording/mapped_system.hpp>
#include <trace2/recording/recording_file.hpp>
#include <trace2/session/destination.hpp>
#include <trace2/session/recording_path.hpp>
#include <trace2/session/shared_directory.hpp>
#include <trace2/session/trace_directory.hpp>
#include <trace2/settings/settings.hpp>
#include <trace2/value/buffer.hpp>

#include <cerrno>
#include <climits>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

struct opened_recording {
  recording_file* to = nullptr;  ///< lives as long as the process; null: the target is off
  bool is_overloaded = false;    ///< it is the sentinel of a full directory
  static constexpr bool is_own_file = true;
};

/// Opens files to be mapped: they are readable, and nobody appends to them.
struct recording_system : sink_system {
  static int open(char const* path, open_mode, unsigned) noexcept {
    return sink_system::open(path, recording_open_mode, recording_permissions);
  }
};

/// Opens a file of its own for each process. The path may be taken, by the recording of the parent
/// or by one that a crash has left. The name then gets the process's component of the session id as
/// a suffix: no file is ever overwritten. A template like the sinks: a unit without a session
/// instantiates none of it.
template <class System>
class recording_opener {
 public:
  explicit recording_opener(destination_context const& context) noexcept : context_{context} {}

  /// `found` becomes the path of the file.
  [[gnu::cold]] opened_recording open(std::string_view value, recording_options options,
                                      recording_path& found) const noexcept {
    destination const wanted = parse_destination(value);
    if (wanted.kind == destination::form::off) return {};
    if (wanted.kind != destination::form::path) {
      say_is_no_path(context_, value);
      return {};
    }
    buffer name;
    auto const [fd, state] = create(wanted.path, name);
    if (state == directory_state::strangers) {
      say_is_strangers(context_, wanted.path);
      return {};
    }
    if (state == directory_state::discarding) {
      explain({"directory '", wanted.path, "' is full"});
      return {};
    }
    char program[longest_path];
    options.program = recording::mapped_system::program(program, sizeof program);
    int error = fd.value < 0 ? -fd.value : ENOMEM;
    if (fd.value >= 0) {
      file_status own{};
      system_calls::status(fd.value, own);
      if (auto* const to = leaked<recording_file>::make(fd.value, options); to != nullptr) {
        error = to->error();
        if (error == 0) {
          found.set(name.view());
          return {to, state == directory_state::overloaded};
        }
        leaked<recording_file>::give_back(*to);
      } else {
        system_calls::close(fd.value);
      }
      if (state == directory_state::open) remove(name, own);
    }
    explain({"can't record to '", wanted.path, "': ", error_text(error)});
    return {};
  }

 private:
  /// `name` becomes that of the file.
  [[gnu::cold]] directory_file create(std::string_view path, buffer& name) const noexcept {
    name.append(path);
    file_status status;
    char const* const terminated = name.c_str();
    if (terminated == nullptr) return {{-ENOMEM}, directory_state::open};
    bool const exists = system_calls::status(terminated, status) == 0;
    // A file is always a new one, so that those of strangers don't matter.
    if (exists && status.is_directory()) {
      if (shared_directory{path}.holds_strangers()) return {{-EACCES}, directory_state::strangers};
      directory_path file{path};
      directory_file made = open_in_directory<System>(file, context_.file_name, context_.max_files);
      name.clear();
      if (char const* const chosen = file.c_str(); chosen != nullptr) name.append(chosen);
      return made;
    }
    if (exists && !status.is_regular()) return {{-EINVAL}, directory_state::open};
    int fd = create_file<System>(terminated);
    if (fd == -EEXIST) {
      name.append('.');
      name.append(context_.file_name);
      if (name.failed()) return {{-ENOMEM}, directory_state::open};
      fd = create_file<System>(name.c_str());
      // A person who has seen that the path was free would not look for it there.
      if (fd >= 0 && !exists && context_.debug)
        warn({"recording to '", name.view(), "': '", path, "' was just made by another process"});
    }
    return {{move_away(fd)}, directory_state::open};
  }

  /// A file that is no recording is of no use. Others may have put theirs in its place.
  [[gnu::cold]] static void remove(buffer& name, file_status const& own) noexcept {
    file_status named;
    char const* const path = name.c_str();
    if (path != nullptr && system_calls::link_status(path, named) == 0 &&
        named.number() == own.number())
      system_calls::remove(path);
  }

  void explain(message_parts why) const noexcept { say_why_off(context_, why); }

  destination_context const& context_;
};

/// Opens the recording of this process that a setting's value asks for, see `open_destination`.
/// `path` becomes that of its file; it stays when none is opened.
template <class System = recording_system>
[[gnu::cold]] opened_recording open_recording(std::string_view value,
                                              destination_context const& context,
                                              settings const& from, recording_path& path) noexcept {
  errno_guard const guard;
  cancellation_guard const uncancelled;
  bool const is_ring = from.is_word(setting::mode("binary"), "ring", "grow");
  recording_options const options{.mode = is_ring ? recording_mode::ring : recording_mode::grow,
                                  .size = from.size(setting::size("binary")),
                                  .sid = this_process.identity.load_relaxed()->sid(),
                                  .started = this_process.origin.load_relaxed()};
  opened_recording const opened = recording_opener<System>{context}.open(value, options, path);
  if (opened.to != nullptr)
    if (auto const* const hooks = hooks_of_recordings.load_acquire(); hooks != nullptr)
      hooks->opened(*opened.to, options, path, from);
  return opened;
}

}}}  // namespace trace2::v0::detail
