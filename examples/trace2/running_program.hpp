// Programs that run now and may be controlled: how they are found, and how one speaks with them.
#pragma once

#include <trace2/control/directory.hpp>
#include <trace2/control/protocol.hpp>
#include <trace2/control/system.hpp>

#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "messages.hpp"
#include "owned_descriptor.hpp"
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>

namespace trace2_program {

/// What a program says of one of its targets.
struct running_target {
  std::string name{};
  std::string state{};  ///< on, off, or attached by the program
  std::uint64_t lost = 0;
  std::string value{};  ///< of the setting; "-" when it is off
};

/// What a program says of itself.
struct running_facts {
  std::string own_number;  ///< its process id, as it knows it
  std::string command;
  std::string sid;
  std::string component;
  std::int64_t since = 0;  ///< microseconds since the epoch
  std::vector<running_target> targets;

  running_target const* find(std::string_view name) const {
    for (running_target const& each : targets)
      if (each.name == name) return &each;
    return nullptr;
  }
};

/// A connection to a program that listens. Nothing that the program does can hold this process up
/// for more than some seconds.
class running_program {
  using system = trace2::detail::control_system;
  using clock = std::chrono::steady_clock;

 public:
  explicit running_program(std::string path) : path_{std::move(path)} {
    constexpr int patience = 500;  // milliseconds
    fd_.reset(system::connect_local(path_, SOCK_STREAM, patience));
    system::peer other{};
    if (fd_ && (system::peer_of(fd_.get(), other) < 0 || other.user != system::geteuid()))
      fd_.reset();
    process_ = other.process;
  }

  /// The sockets of all programs of this user. Those of programs that have ended are removed.
  static std::vector<std::string> sockets() {
    std::vector<std::string> found;
    trace2::detail::buffer directory;
    for (int i = 0; i < trace2::detail::control_directory::count; ++i) {
      if (!trace2::detail::control_directory::name(i, directory)) continue;
      if (!trace2::detail::control_directory::is_own(directory.data())) continue;
      trace2::detail::control_directory::for_each_name(directory.data(), [&](char const* name) {
        std::string path = std::string{directory.view()} + "/" + name;
        if (!trace2::detail::control_directory::remove_stale(path.c_str()))
          found.push_back(std::move(path));
        return true;
      });
    }
    return found;
  }

  /// The program with this process id; nothing, after a message, if there isn't exactly one.
  static std::optional<running_program> find(std::int64_t process) {
    std::vector<running_program> found;
    for (std::string const& path : sockets())
      if (running_program each{path}; each.is_open() && each.process() == process)
        found.push_back(std::move(each));
    if (found.size() == 1) return std::move(found.front());
    std::string const name = std::to_string(process);
    if (!found.empty())
      say("several programs call themselves " + name + ", in other containers");
    else
      say("no program " + name +
          " can be reached: it includes no <trace2/control.hpp>, TRACE2_CONTROL=1 is not set for "
          "it, or it is another user's");
    return {};
  }

  bool is_open() const noexcept { return static_cast<bool>(fd_); }
  int fd() const noexcept { return fd_.get(); }
  /// The directory of its socket.
  std::string directory() const { return std::filesystem::path{path_}.parent_path().string(); }

  /// The process id; of a program in another container the one that it has there.
  std::int64_t process() const {
    if (process_ > 0) return process_;
    std::string const name = std::filesystem::path{path_}.filename().string();
    std::int64_t own = 0;
    std::from_chars(name.data(), name.data() + name.size(), own);
    return own;
  }

  /// Sends a request; the lines of the answer without the last, or nothing, and then `refusal` says
  /// why.
  std::optional<std::vector<std::string>> ask(std::string request, std::string& refusal) {
    auto const end = clock::now() + std::chrono::seconds{3};
    refusal = "the program does not answer";
    if (!is_greeted_) {
      auto const greeting = line(end);
      if (!greeting) return {};
      if (*greeting != trace2::control_protocol::greeting) {
        refusal = "the program speaks another language: " + *greeting;
        return {};
      }
      is_greeted_ = true;
    }
    request += '\n';
    if (request.size() > trace2::control_protocol::most_line) {
      refusal = "a value is longer than programs take";
      return {};
    }
    if (system::send(fd_.get(), request) != static_cast<ssize_t>(request.size())) return {};
    std::vector<std::string> lines;
    for (;;) {
      auto next = line(end);
      constexpr std::string_view error = "error ";
      if (!next || lines.size() > most_lines) return {};
      if (*next == "ok") return lines;
      if (next->starts_with(error)) {
        refusal = next->substr(error.size());
        return {};
      }
      lines.push_back(std::move(*next));
    }
  }
  /// Notes a setting; false after a message.
  bool set(std::string_view setting, std::string_view value) {
    trace2::detail::buffer word;
    trace2::control_protocol::append_word(word, value);
    return order(std::string{"set "}.append(setting).append(" ").append(word.view()));
  }
  /// Sends a request that has no other answer than yes or no; false after a message.
  bool order(std::string const& request) {
    std::string refusal;
    bool const is_done = ask(request, refusal).has_value();
    if (!is_done) say(std::to_string(process()) + ": " + refusal);
    return is_done;
  }

  std::optional<running_facts> facts(std::string& refusal) {
    auto const lines = ask("status", refusal);
    if (!lines) return {};
    running_facts found;
    for (std::string_view rest : *lines) {
      std::string_view const what = take(rest);
      if (what == "pid") found.own_number = meaning(take(rest));
      if (what == "sid") found.sid = meaning(take(rest));
      if (what == "component") found.component = meaning(take(rest));
      if (what == "since") std::from_chars(rest.data(), rest.data() + rest.size(), found.since);
      if (what == "target") {
        running_target target{.name = meaning(take(rest)), .state = meaning(take(rest))};
        std::string_view const lost = take(rest);
        std::from_chars(lost.data(), lost.data() + lost.size(), target.lost);
        target.value = meaning(take(rest));
        found.targets.push_back(std::move(target));
      }
      while (what == "command" && !rest.empty())
        found.command.append(found.command.empty() ? "" : " ").append(meaning(take(rest)));
    }
    return found;
  }

 private:
  static constexpr std::size_t most_lines = 1000;
  static constexpr std::size_t most_bytes = 65536;

  static std::string_view take(std::string_view& line) {
    return trace2::control_protocol::take_word(line);
  }
  static std::string meaning(std::string_view word) {
    trace2::detail::buffer text;
    trace2::control_protocol::append_meaning(text, word);
    return std::string{text.view()};
  }

  std::optional<std::string> line(clock::time_point end) {
    for (;;) {
      if (std::size_t const size = received_.find('\n'); size != received_.npos) {
        std::string found = received_.substr(0, size);
        received_.erase(0, size + 1);
        return found;
      }
      auto const left = std::chrono::duration_cast<std::chrono::milliseconds>(end - clock::now());
      pollfd waiting{fd_.get(), POLLIN, 0};
      if (!fd_ || left.count() <= 0 || received_.size() > most_bytes) return {};
      if (system::poll(&waiting, 1, static_cast<int>(left.count())) == 0) return {};
      char bytes[4096];
      ssize_t const got = system::receive(fd_.get(), bytes, sizeof bytes);
      if (got == -EAGAIN || got == -EINTR) continue;
      if (got <= 0) return {};
      received_.append(bytes, static_cast<std::size_t>(got));
    }
  }

  std::string path_;
  owned_descriptor fd_;
  std::int64_t process_ = 0;
  bool is_greeted_ = false;
  std::string received_;
};

/// The file to which a target of a program writes now; empty if it is no file that can be found.
inline std::string file_of(running_facts const& program, running_target const& target) {
  namespace fs = std::filesystem;
  if (!target.value.starts_with('/')) return {};
  std::error_code none;
  fs::path const path{target.value};
  fs::path const own = fs::is_directory(path, none)
                           ? path / program.component
                           : fs::path{path.string() + "." + program.component};
  if (fs::is_directory(path, none) || (target.name == "binary" && fs::exists(own, none)))
    return fs::is_regular_file(own, none) ? own.string() : std::string{};
  return fs::is_regular_file(path, none) ? path.string() : std::string{};
}

}  // namespace trace2_program
