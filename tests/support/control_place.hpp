// A directory for the sockets of programs that are controlled.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>

#include "support/environment.hpp"
#include "support/temporary_directory.hpp"
#include <sys/types.h>

namespace support {

/// Polls for a condition; false if it doesn't come true within half a minute. A process that
/// couldn't open its socket tries again after ten seconds.
bool comes_true(auto const& condition) {
  for (int i = 0; i < 15'000; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds{2});
  }
  return false;
}

class control_place {
 public:
  /// The paths of the sockets of a process.
  std::string path_of(pid_t process) const {
    std::error_code none;
    std::string const prefix = std::to_string(process) + ".";
    for (auto const& each : std::filesystem::directory_iterator{sockets(), none})
      if (each.path().filename().string().starts_with(prefix)) return each.path().string();
    return {};
  }
  std::string sockets() const { return directory / "trace2"; }
  std::string operator/(std::string_view name) const { return directory / name; }

 private:
  temporary_directory directory;
  scoped_variable runtime{"XDG_RUNTIME_DIR", directory.path().string()};
};

}  // namespace support
