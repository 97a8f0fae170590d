// The directories that configuration files are in: the homes of users, as Git for Windows finds
// them, and Git for Windows itself, whose system file is etc/gitconfig there.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/environment.hpp>
#include <trace2/detail/system/file.hpp>
#include <trace2/detail/system/path.hpp>
#include <trace2/detail/system/system_calls.hpp>
#include <trace2/detail/system/windows/system_calls.hpp>
#include <trace2/detail/system/windows/wide_text.hpp>
#include <trace2/detail/system/windows/win32.hpp>
#include <trace2/detail/text/ascii.hpp>
#include <trace2/value/buffer.hpp>

#include <cstdint>
#include <new>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// Appends %HOME%, else the home drive's directory if it is there and not that of the system, else
/// the user's profile; nothing if none is set.
[[gnu::cold]] inline void append_own_home(buffer& out) noexcept {
  constexpr std::string_view directory_of_services = "\\system32";
  if (std::string_view const home = get_variable("HOME"); home.data() != nullptr)
    return out.append(home);
  buffer on_drive;
  on_drive.append(get_variable("HOMEDRIVE"));
  on_drive.append(get_variable("HOMEPATH"));
  std::string_view const place = on_drive.view();
  bool const is_of_services =
      place.size() >= directory_of_services.size() &&
      equal_ignoring_case(place.substr(place.size() - directory_of_services.size()),
                          directory_of_services);
  file_status directory;
  if (!place.empty() && !is_of_services && on_drive.c_str() != nullptr &&
      system_calls::status(on_drive.c_str(), directory) == 0 && directory.is_directory())
    return out.append(place);
  out.append(get_variable("USERPROFILE"));
}

/// Appends nothing: Git doesn't look for the homes of others.
inline void append_home_of(std::string_view, buffer&) noexcept {}

/// Looks for the installation.
class git_installation {
 public:
  /// Appends the directory of the git.exe in %PATH%, else the one that the installer has put into
  /// the registry. False, and nothing appended, if neither is there.
  [[gnu::cold]] static bool append_to(buffer& out) noexcept {
    auto* const search = new (std::nothrow) git_installation;
    if (search == nullptr) return false;
    bool const is_found = search->find_in_path() || search->find_in_registry();
    if (is_found) out.append(search->directory_);
    delete search;
    return is_found;
  }

 private:
  /// Of the directories above git.exe, which is in cmd, bin, mingw64/bin or
  /// mingw64/libexec/git-core, the lowest with a system file.
  bool find_in_path() noexcept {
    constexpr wchar_t const* path = L"PATH";
    win32::dword const size = win32::GetEnvironmentVariableW(path, path_, most);
    if (size == 0 || size >= most) return false;
    // Not in the directories that Windows searches besides, the current one among them.
    win32::dword const length =
        win32::SearchPathW(path_, L"git.exe", nullptr, longest_path, wide_, nullptr);
    if (length == 0 || length >= longest_path || !keep()) return false;
    directory_ = paths::parent(directory_);
    for (int above = 0; above < 3; ++above) {
      directory_ = paths::parent(directory_);
      buffer file;
      file.append(directory_);
      file.append("/etc/gitconfig");
      file_status status;
      if (file.c_str() != nullptr && system_calls::status(file.c_str(), status) == 0) return true;
    }
    return false;
  }

  bool find_in_registry() noexcept {
    for (std::uintptr_t const key : {win32::current_user, win32::local_machine}) {
      constexpr win32::dword only_text = 2;
      win32::dword bytes = sizeof wide_;
      if (win32::RegGetValueW(key, L"SOFTWARE\\GitForWindows", L"InstallPath", only_text, nullptr,
                              wide_, &bytes) == 0 &&
          keep())
        return true;
    }
    return false;
  }

  /// Keeps the text of `wide_`. False if it is empty or too long.
  bool keep() noexcept {
    if (!to_utf8(wide_, narrow_, sizeof narrow_)) return false;
    directory_ = narrow_;
    return !directory_.empty();
  }

  static constexpr win32::dword most = 32'768;  ///< units of a variable

  wchar_t path_[most];
  wchar_t wide_[longest_path];
  char narrow_[3 * longest_path];
  std::string_view directory_;
};

inline std::string_view find_git_file(std::string_view file, buffer& room) noexcept {
  if (file.find_first_of(paths::separators) != 0) return file;
  if (!git_installation::append_to(room)) return {};
  room.append(file);
  return room.view();
}

/// `mingw64`, not the installation: system_prefix of Git's exec-cmd.c takes `bin` or
/// `libexec/git-core` off the directory of the git.exe that works. Hence config.mak.uname names the
/// system file `../etc/gitconfig`.
inline void append_git_prefix(buffer& out) noexcept {
  if (git_installation::append_to(out)) out.append("/mingw64");
}

}}}  // namespace trace2::v0::detail
