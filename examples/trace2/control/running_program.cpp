// Defines what running_program.hpp declares.
#include "control/running_program.hpp"

#include <cerrno>
#include <charconv>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace trace2::program {

// ---- running_program.hpp ----

running_target const* running_facts::find(std::string_view name) const {
  for (running_target const& each : targets)
    if (each.name == name) return &each;
  return nullptr;
}

running_program::running_program(std::string path) : path_{std::move(path)} {
  constexpr int patience = 500;  // milliseconds
  fd_.reset(system::connect_local(path_, SOCK_STREAM, patience));
  system::peer other{};
  if (fd_ && (system::peer_of(fd_.get(), other) < 0 || other.user != system::geteuid()))
    fd_.reset();
  process_ = other.process;
}

std::vector<std::string> running_program::sockets() {
  std::vector<std::string> found;
  trace2::buffer directory;
  for (int i = 0; i < trace2::control_directory::count; ++i) {
    if (!trace2::control_directory::name(i, directory)) continue;
    if (!trace2::control_directory::is_own(directory.data())) continue;
    trace2::control_directory::for_each_name(directory.data(), [&](char const* name) {
      std::string path = std::string{directory.view()} + "/" + name;
      if (!trace2::control_directory::remove_stale(path.c_str())) found.push_back(std::move(path));
      return true;
    });
  }
  return found;
}

std::optional<running_program> running_program::find(std::int64_t process) {
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

std::int64_t running_program::process() const {
  if (process_ > 0) return process_;
  std::string const name = std::filesystem::path{path_}.filename().string();
  std::int64_t own = 0;
  std::from_chars(name.data(), name.data() + name.size(), own);
  return own;
}

std::optional<std::vector<std::string>> running_program::ask(std::string request,
                                                             std::string& refusal) {
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
  auto const send = [&] { return system::send(fd_.get(), request); };
  if (system::retry(send) != static_cast<ssize_t>(request.size())) return {};
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

bool running_program::set(std::string_view setting, std::string_view value) {
  trace2::buffer word;
  trace2::control_protocol::append_word(word, value);
  return order(std::string{"set "}.append(setting).append(" ").append(word.view()));
}

bool running_program::order(std::string const& request) {
  std::string refusal;
  bool const is_done = ask(request, refusal).has_value();
  if (!is_done) say(std::to_string(process()) + ": " + refusal);
  return is_done;
}

std::optional<running_facts> running_program::facts(std::string& refusal) {
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

std::string_view running_program::take(std::string_view& line) {
  return trace2::control_protocol::take_word(line);
}

std::string running_program::meaning(std::string_view word) {
  trace2::buffer text;
  trace2::control_protocol::append_meaning(text, word);
  return std::string{text.view()};
}

std::optional<std::string> running_program::line(clock::time_point end) {
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

std::string file_of(running_facts const& program, running_target const& target) {
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

}  // namespace trace2::program
