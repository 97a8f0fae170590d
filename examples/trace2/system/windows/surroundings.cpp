// Defines what pager.hpp, surroundings.hpp and terminal.hpp declare, on Windows.
#include "system/surroundings.hpp"

#include <cstddef>
#include <ctime>
#include <optional>
#include <string>
#include <vector>

#include "system/files.hpp"
#include "system/pager.hpp"
#include "system/terminal.hpp"
#include "system/windows/handles.hpp"
#include <shellapi.h>
#include <stdlib.h>

namespace trace2::program {

// ---- surroundings.hpp ----

std::vector<char*> arguments_of_main(int argc, char** argv) {
  static std::vector<std::string> texts;
  int count = 0;
  wchar_t** const words = ::CommandLineToArgvW(::GetCommandLineW(), &count);
  if (words == nullptr) return {argv, argv + argc + 1};
  for (int i = 0; i < count; ++i) texts.push_back(narrow(words[i]));
  ::LocalFree(words);
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

std::optional<std::string> variable(std::string const& name) {
  wchar_t const* const value = ::_wgetenv(wide(name).c_str());
  return value == nullptr ? std::nullopt : std::optional{narrow(value)};
}

void set_variable(std::string const& name, std::string const& value) {
  ::_wputenv_s(wide(name).c_str(), wide(value).c_str());
}

std::optional<std::tm> local_time(std::time_t moment) {
  std::tm local{};
  return ::localtime_s(&local, &moment) == 0 ? std::optional{local} : std::nullopt;
}

std::string host_name() {
  wchar_t name[256];
  DWORD length = sizeof name / sizeof *name;
  return ::GetComputerNameExW(ComputerNameDnsHostname, name, &length) ? narrow({name, length}) : "";
}

// ---- terminal.hpp ----

bool is_terminal(int fd) noexcept {
  DWORD mode = 0;
  return fd >= 0 && ::GetConsoleMode(handle_of(fd), &mode) != 0;
}

std::size_t width_of_terminal(int fd) noexcept {
  CONSOLE_SCREEN_BUFFER_INFO screen{};
  if (fd < 0 || !::GetConsoleScreenBufferInfo(handle_of(fd), &screen)) return 0;
  return static_cast<std::size_t>(screen.srWindow.Right - screen.srWindow.Left + 1);
}

plain_console::plain_console() noexcept {
  for (std::size_t i = 0; i < modes_.size(); ++i) {
    HANDLE const console = handle_of(standard_output + static_cast<int>(i));
    if (!::GetConsoleMode(console, &modes_[i])) continue;
    if (page_ == 0) page_ = ::GetConsoleOutputCP();
    ::SetConsoleOutputCP(CP_UTF8);
    ::SetConsoleMode(console, modes_[i] | ENABLE_PROCESSED_OUTPUT |
                                  ENABLE_VIRTUAL_TERMINAL_PROCESSING);
  }
}

plain_console::~plain_console() {
  if (page_ == 0) return;
  for (std::size_t i = 0; i < modes_.size(); ++i)
    if (modes_[i] != 0)
      ::SetConsoleMode(handle_of(standard_output + static_cast<int>(i)), modes_[i]);
  ::SetConsoleOutputCP(page_);
}

// ---- pager.hpp ----

pager& pager::of_output() {
  static pager one;
  return one;
}

void pager::allow() {}
void pager::begin() {}
void pager::end() {}

}  // namespace trace2::program
