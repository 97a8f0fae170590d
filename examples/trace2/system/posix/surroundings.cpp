// Defines what pager.hpp, surroundings.hpp and terminal.hpp declare, on systems of POSIX.
#include "system/surroundings.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <ctime>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "system/files.hpp"
#include "system/pager.hpp"
#include "system/terminal.hpp"
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace trace2::program {

// ---- surroundings.hpp ----

std::vector<char*> arguments_of_main(int argc, char** argv) {
  return {argv, argv + argc + 1};
}

std::optional<std::string> variable(std::string const& name) {
  char const* const value = std::getenv(name.c_str());
  return value == nullptr ? std::nullopt : std::optional<std::string>{value};
}

void set_variable(std::string const& name, std::string const& value) {
  ::setenv(name.c_str(), value.c_str(), 1);
}

std::optional<std::tm> local_time(std::time_t moment) {
  std::tm local{};
  return ::localtime_r(&moment, &local) == nullptr ? std::nullopt : std::optional{local};
}

std::string host_name() {
  char name[256] = {};
  return ::gethostname(name, sizeof name - 1) == 0 ? name : "";
}

// ---- terminal.hpp ----

bool is_terminal(int fd) noexcept { return ::isatty(fd) == 1; }

std::size_t width_of_terminal(int fd) noexcept {
  struct ::winsize size{};
  return ::ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

plain_console::plain_console() noexcept = default;
plain_console::~plain_console() = default;

// ---- pager.hpp ----

namespace {

/// The first executable file with a name in PATH; the name itself if it contains a slash.
std::string find_in_path(std::string const& name) {
  char const* const path = std::getenv("PATH");
  if (name.find('/') != name.npos || path == nullptr) return name;
  for (std::string_view rest = path;;) {
    std::size_t const end = std::min(rest.find(':'), rest.size());
    std::string const found =
        end == 0 ? name : std::string{rest.substr(0, end)}.append("/").append(name);
    if (::access(found.c_str(), X_OK) == 0) return found;
    if (end == rest.size()) return name;
    rest.remove_prefix(end + 1);
  }
}

}  // namespace

pager& pager::of_output() {
  static pager one;
  return one;
}

void pager::allow() {
  if (!is_terminal(standard_output)) return;
  command_ = "less";
  for (char const* const name : {"TRACE2_PAGER", "PAGER"})
    if (char const* const given = std::getenv(name)) {
      command_ = given;
      break;
    }
  if (command_ == "cat") command_.clear();
  if (command_ == "less" && ::access(find_in_path(command_).c_str(), X_OK) != 0) command_.clear();
}

void pager::begin() {
  if (command_.empty() || is_running()) return;
  width_ = width_of_terminal(standard_output);
  int ends[2];
  if (::pipe(ends) != 0) return;
  process_ = ::fork();
  if (process_ == 0) run(ends);
  if (process_ > 0) {
    ::dup2(ends[1], standard_output);
    // Keys that interrupt are for the pager.
    std::signal(SIGINT, SIG_IGN);
  }
  for (int const end : ends) ::close(end);
}

void pager::end() {
  command_.clear();
  if (!is_running()) return;
  // The end of the text is the end of the last descriptor. Nothing else may be open instead, for
  // that may fail, and the pager would wait for ever.
  ::close(standard_output);
  while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
  process_ = 0;
}

void pager::run(int const (&ends)[2]) const {
  ::dup2(ends[0], standard_input);
  for (int const end : ends) ::close(end);
  // Quit if one screen is enough; show colours; leave the text on the terminal.
  ::setenv("LESS", "FRX", 0);
  ::setenv("LV", "-c", 0);
  ::execl("/bin/sh", "sh", "-c", command_.c_str(), static_cast<char*>(nullptr));
  ::_exit(127);
}

}  // namespace trace2::program
