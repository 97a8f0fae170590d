// Programs that run now and may be controlled: how they are found, and how one speaks with them.
#pragma once

#include <trace2/control/directory.hpp>
#include <trace2/control/protocol.hpp>
#include <trace2/control/system.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "output/messages.hpp"
#include "system/owned_descriptor.hpp"

namespace trace2::program {

/// The status of one target, as its program tells it.
struct running_target {
  std::string name{};
  std::string state{};  ///< on, off, or attached by the program
  std::uint64_t lost = 0;
  std::string value{};  ///< of the setting; "-" when it is off
};

/// The status of a program, as it tells it.
struct running_facts {
  std::string own_number;  ///< its process id, as it knows it
  std::string command;
  std::string sid;
  std::string component;
  std::int64_t since = 0;  ///< microseconds since the epoch
  std::vector<running_target> targets;

  running_target const* find(std::string_view name) const;
};

/// A connection to a program that listens. Nothing that the program does can hold this process up
/// for more than some seconds.
class running_program {
  using system = trace2::control_system;
  using clock = std::chrono::steady_clock;

 public:
  explicit running_program(std::string path);

  /// The sockets of all programs of this user. Sockets of programs that have ended are removed.
  static std::vector<std::string> sockets();

  /// The program with this process id; nothing, after a message, if there isn't exactly one.
  static std::optional<running_program> find(std::int64_t process);

  bool is_open() const noexcept { return static_cast<bool>(fd_); }
  int fd() const noexcept { return fd_.get(); }
  /// The directory of its socket.
  std::string directory() const { return std::filesystem::path{path_}.parent_path().string(); }

  /// The process id; of a program in another container the one that it has there.
  std::int64_t process() const;

  /// Sends a request; the lines of the answer without the last, or nothing, and then `refusal` says
  /// why.
  std::optional<std::vector<std::string>> ask(std::string request, std::string& refusal);
  /// Notes a setting; false after a message.
  bool set(std::string_view setting, std::string_view value);
  /// Sends a request that has no other answer than yes or no; false after a message.
  bool order(std::string const& request);

  std::optional<running_facts> facts(std::string& refusal);

 private:
  static constexpr std::size_t most_lines = 1000;
  static constexpr std::size_t most_bytes = 65536;

  static std::string_view take(std::string_view& line);
  static std::string meaning(std::string_view word);

  std::optional<std::string> line(clock::time_point end);

  std::string path_;
  owned_descriptor fd_;
  std::int64_t process_ = 0;
  bool is_greeted_ = false;
  std::string received_;
};

/// The file to which a target of a program writes now; empty if it is no file that can be found.
std::string file_of(running_facts const& program, running_target const& target);

}  // namespace trace2::program
