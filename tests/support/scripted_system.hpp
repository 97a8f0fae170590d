// A system that fails as a test tells it to, with a clock that only moves when somebody waits.
#pragma once

#include <trace2/detail/system/sink_system.hpp>

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include <sys/stat.h>

namespace support {

struct scripted_system : trace2::detail::sink_system {
  /// The results of the next writes: at most so many bytes are taken, or a negated errno value.
  /// Behind the end of the script all bytes are taken.
  inline static std::deque<ssize_t> script;
  inline static std::string output;               ///< all bytes taken
  inline static std::vector<std::string> writes;  ///< the bytes of each attempt
  inline static bool has_room = true;             ///< true if waiting finds room
  inline static std::int64_t now = 0;
  inline static int waited = 0;           ///< milliseconds
  inline static int cost_of_a_write = 0;  ///< nanoseconds
  inline static ::mode_t mode = S_IFREG;  ///< of every descriptor
  inline static int type = 0;             ///< of every socket
  inline static ::ino_t identity = 1;     ///< of the file that every descriptor names
  inline static bool size_is_limited = false;

  static void reset() {
    script.clear();
    output.clear();
    writes.clear();
    has_room = true;
    now = 1'000'000'000'000;
    waited = cost_of_a_write = type = 0;
    mode = S_IFREG;
    identity = 1;
    size_is_limited = false;
  }

  static ssize_t write(int, std::string_view bytes) noexcept {
    writes.emplace_back(bytes);
    now += cost_of_a_write;
    ssize_t taken = static_cast<ssize_t>(bytes.size());
    if (!script.empty()) {
      if (script.front() < taken) taken = script.front();
      script.pop_front();
    }
    if (taken > 0) output.append(bytes.substr(0, static_cast<std::size_t>(taken)));
    return taken;
  }
  static ssize_t write_now(int fd, std::string_view bytes) noexcept { return write(fd, bytes); }
  static ssize_t send(int fd, std::string_view bytes) noexcept { return write(fd, bytes); }

  static int wait_writable(int, int milliseconds) noexcept {
    int const passed = has_room ? 1 : milliseconds;
    waited += passed;
    now += passed * std::int64_t{1'000'000};
    return has_room;
  }
  static std::int64_t monotonic_nanoseconds() noexcept { return now; }
  static void pause(int milliseconds) noexcept { now += milliseconds * std::int64_t{1'000'000}; }

  static int status(int, trace2::detail::file_status& found) noexcept {
    struct ::stat status{};
    status.st_mode = mode;
    status.st_ino = identity;
    found = trace2::detail::file_status{status};
    return 0;
  }
  static bool is_terminal(int) noexcept { return S_ISCHR(mode); }
  static int socket_type(int) noexcept { return type; }
  static bool limits_file_size() noexcept { return size_is_limited; }
  static int close(int) noexcept { return 0; }
};

}  // namespace support
