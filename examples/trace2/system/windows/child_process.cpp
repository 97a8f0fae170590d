// Defines what child_process.hpp declares, on Windows.
#include "system/child_process.hpp"

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "system/windows/handles.hpp"
#include <psapi.h>
#include <stdlib.h>

namespace trace2::program {

namespace {

constexpr DWORD longest_path = 32'768;

/// A word as CommandLineToArgvW and the C runtime read it again.
std::wstring quoted_word(std::wstring_view word) {
  if (!word.empty() && word.find_first_of(L" \t\n\v\"") == word.npos) return std::wstring{word};
  std::wstring result = L"\"";
  std::size_t backslashes = 0;
  for (wchar_t const c : word) {
    // Backslashes are themselves, unless a quotation mark follows.
    if (c == L'"') result.append(backslashes + 1, L'\\');
    backslashes = c == L'\\' ? backslashes + 1 : 0;
    result.push_back(c);
  }
  return result.append(backslashes, L'\\').append(L"\"");
}

std::wstring line_of(std::vector<std::string> const& command) {
  std::wstring line;
  for (std::string const& word : command) {
    if (!line.empty()) line.push_back(L' ');
    line.append(quoted_word(wide(word)));
  }
  return line;
}

/// The first program with a name in PATH, which the current directory is no part of as
/// CreateProcess has it. Empty for a path.
std::wstring found_in_path(std::wstring const& name, int& error) {
  if (name.find_first_of(L"/\\:") != name.npos) return {};
  wchar_t const* const path = ::_wgetenv(L"PATH");
  std::wstring found(longest_path, L'\0');
  DWORD const length = ::SearchPathW(path == nullptr ? L"" : path, name.c_str(), L".exe",
                                     longest_path, found.data(), nullptr);
  if (length == 0 || length >= longest_path) error = ENOENT;
  found.resize(error == 0 ? length : 0);
  return found;
}

/// Keys that interrupt are for the command, which gets them as well.
BOOL WINAPI leave_to_command(DWORD event) {
  return event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT;
}

used_resources used_by(HANDLE process) {
  auto const microseconds = [](FILETIME const& time) {
    constexpr std::int64_t units = 10;  // of 100 ns
    auto const count = std::uint64_t{time.dwHighDateTime} << 32 | time.dwLowDateTime;
    return duration::microseconds(static_cast<std::int64_t>(count) / units);
  };
  used_resources used;
  FILETIME begin{}, end{}, system{}, user{};
  if (::GetProcessTimes(process, &begin, &end, &system, &user)) {
    used.user_time = microseconds(user);
    used.system_time = microseconds(system);
  }
  PROCESS_MEMORY_COUNTERS memory{};
  if (::K32GetProcessMemoryInfo(process, &memory, sizeof memory))
    used.max_rss_kib = static_cast<std::int64_t>(memory.PeakWorkingSetSize / 1'024);
  return used;
}

}  // namespace

command_end run_child(std::vector<std::string> const& command,
                      std::function<void(int)> const& before) {
  command_end end;
  std::wstring line = line_of(command);
  std::wstring const path = found_in_path(wide(command.front()), end.error);
  STARTUPINFOW how{};
  how.cb = sizeof how;
  PROCESS_INFORMATION made{};
  // Before the command can be interrupted. It doesn't inherit the handler.
  ::SetConsoleCtrlHandler(leave_to_command, TRUE);
  if (end.error == 0 &&
      !::CreateProcessW(path.empty() ? nullptr : path.c_str(), line.data(), nullptr, nullptr, TRUE,
                        CREATE_SUSPENDED, nullptr, nullptr, &how, &made))
    end.error = -negated_error();
  if (end.error != 0) {
    end.code = end.error == ENOENT ? 127 : 126;
  } else {
    end.pid = static_cast<int>(made.dwProcessId);
    if (before) before(end.pid);
    ::ResumeThread(made.hThread);
    ::WaitForSingleObject(made.hProcess, INFINITE);
    DWORD code = 0;
    ::GetExitCodeProcess(made.hProcess, &code);
    end.code = static_cast<int>(code);
    end.used = used_by(made.hProcess);
    ::CloseHandle(made.hThread);
    ::CloseHandle(made.hProcess);
  }
  ::SetConsoleCtrlHandler(leave_to_command, FALSE);
  return end;
}

}  // namespace trace2::program
