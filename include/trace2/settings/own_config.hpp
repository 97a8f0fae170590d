// The configuration files that a program names for itself, and the places of files.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/directories.hpp>
#include <trace2/detail/system/environment.hpp>
#include <trace2/settings/config_access.hpp>
#include <trace2/settings/config_file.hpp>
#include <trace2/settings/config_path.hpp>
#include <trace2/settings/remote_url_condition.hpp>
#include <trace2/settings/scalar.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/scope.hpp>
#include <trace2/value/settings_source.hpp>

#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// The places of configuration files: the system's, an absolute path, and the user's files: an
/// absolute path, `~/` or `~user/` and a path in that home directory, or a path in the user's
/// directory of configurations. Empty: no file.
struct config_location {
  std::string_view system_file{};
  std::string_view user_files[2]{};

  /// Reads the files in order; later files win.
  void read(config_reader& reader) const noexcept {
    read_system_file(reader);
    for (std::string_view const file : user_files) read_user_file(reader, file);
  }

  /// Reads the files, which Git's variables may have moved (R-SET-05).
  [[gnu::noinline]] void read_like_git(config_reader& reader) const noexcept {
    config_location moved = *this;
    buffer room;
    moved.system_file = find_git_file(system_file, room);
    if (room.failed()) return reader.fail();
    std::string_view const system = get_variable("GIT_CONFIG_SYSTEM");
    if (system.data() != nullptr) moved.system_file = system;
    if (parse_truth(get_variable("GIT_CONFIG_NOSYSTEM")) == truth::yes) moved.system_file = {};
    std::string_view const global = get_variable("GIT_CONFIG_GLOBAL");
    if (global.data() == nullptr) return moved.read(reader);
    moved.read_system_file(reader);
    if (!global.empty()) reader.read(global, scope::global);
  }

 private:
  [[gnu::noinline]] void read_system_file(config_reader& reader) const noexcept {
    if (!system_file.empty()) reader.read(system_file, scope::system);
  }

  [[gnu::noinline]] static void read_user_file(config_reader& reader,
                                               std::string_view file) noexcept {
    if (file.empty()) return;
    buffer configurations;
    configurations.append(get_variable("XDG_CONFIG_HOME"));
    if (configurations.empty()) resolve_path("~/.config", {}, configurations);
    buffer path;
    bool const leads_somewhere = resolve_path(file, configurations.view(), path);
    if (configurations.failed() || path.failed()) return reader.fail();
    if (leads_somewhere) reader.read(path.view(), scope::global);
  }
};

/// The files of a source.
inline config_location location_of(settings_source const& source) noexcept {
  return {source.system_file, {source.user_files[0], source.user_files[1]}};
}

[[gnu::noinline]] inline bool read_own_config(settings_source const& source,
                                              config_access::receiver use,
                                              config_reader::problems report) noexcept {
  config_location const files = location_of(source);
  auto const read = [&](config_reader& reader) { files.read(reader); };
  remote_url_condition holds{read};
  config_reader reader{use, report, holds};
  read(reader);
  return !reader.failed() && !holds.failed();
}

inline constexpr config_access own_config{
    .read =
        [](settings_source const& source, config_access::receiver use) noexcept {
          return read_own_config(source, use, config_reader::problems::told);
        },
    .read_again =
        [](settings_source const& source, config_access::receiver use) noexcept {
          read_own_config(source, use, config_reader::problems::known);
        }};

}}}  // namespace trace2::v0::detail
