// Defines what attach.hpp declares.
#include "commands/attach.hpp"

#include <trace2/control/system.hpp>
#include <trace2/read/fine_time.hpp>
#include <trace2/read/shown.hpp>

#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "control/running_program.hpp"
#include "options/choosing.hpp"
#include "output/messages.hpp"
#include "system/posix/interruption.hpp"
#include "system/owned_descriptor.hpp"
#include <poll.h>
#include <unistd.h>

namespace trace2::program {

namespace {

/// A socket to which the program sends its lines; nobody but the program finds it.
class line_socket {
  using system = trace2::control_system;

 public:
  explicit line_socket(std::string const& directory)
      : path_{directory + "/.attach." + std::to_string(::getpid()) + "." +
              std::to_string(system::monotonic_nanoseconds())},
        listening_{system::listen_local(path_, 1)} {}
  line_socket(line_socket const&) = delete;
  line_socket& operator=(line_socket const&) = delete;
  ~line_socket() { close_door(); }

  std::string const& path() const noexcept { return path_; }
  bool is_open() const noexcept { return static_cast<bool>(listening_); }
  int fd() const noexcept { return fd_.get(); }

  /// The program has connected, if it could; false if it has not.
  bool accept() {
    pollfd door{listening_.get(), POLLIN, 0};
    constexpr int patience = 1000;  // milliseconds
    if (system::poll(&door, 1, patience) > 0) fd_.reset(system::accept(listening_.get()));
    close_door();
    system::peer other{};
    return fd_ && system::peer_of(fd_.get(), other) == 0 && other.user == system::geteuid();
  }

 private:
  void close_door() {
    if (!listening_) return;
    system::unlink(path_.c_str());
    listening_.reset();
  }

  std::string path_;
  owned_descriptor listening_;
  owned_descriptor fd_;
};

/// Standard output, whose reader may be slow or have stopped.
class shown_lines {
  using clock = std::chrono::steady_clock;

 public:
  /// Until `end`, or an interruption.
  shown_lines(interruption const& interrupted, std::optional<clock::time_point> end)
      : interrupted_{interrupted}, end_{end} {}

  /// False if nothing more can be shown.
  bool write(std::string_view lines) {
    std::string safe;
    if (is_terminal_) {
      // Texts of the program must not control the terminal.
      for (; !lines.empty(); lines.remove_prefix(lines.find('\n') + 1))
        safe += read::shown_text(lines.substr(0, lines.find('\n'))) + "\n";
      lines = safe;
    }
    if (error_ == 0) error_ = -interrupted_.write(STDOUT_FILENO, lines, end_);
    return error_ == 0;
  }
  /// 0, or an errno value; that of lines which nobody wanted to wait for is none.
  int error() const noexcept { return error_ == EINTR ? 0 : error_; }
  bool is_over() const noexcept {
    return interruption::is_over() || (end_ && clock::now() >= *end_);
  }
  std::optional<std::chrono::nanoseconds> left() const {
    if (!end_) return {};
    return *end_ - clock::now();
  }
  interruption const& interrupted() const noexcept { return interrupted_; }

 private:
  interruption const& interrupted_;
  std::optional<clock::time_point> end_;
  bool is_terminal_ = ::isatty(STDOUT_FILENO) == 1;
  int error_ = 0;
};

class attachment {
 public:
  explicit attachment(attach_options const& options)
      : options_{options},
        to_{!options.to.empty()      ? options.to
            : options.is_ring        ? "binary"
            : options.output.empty() ? "perf"
                                     : "event"} {}

  int run() {
    if (options_.is_ring && to_ != "binary") {
      say("attach: only --to=binary has a ring");
      return bad_usage;
    }
    if (options_.nesting && to_ != "event") {
      say("attach: --nesting is for event");
      return bad_usage;
    }
    if (options_.output.empty() && to_ == "binary") {
      say("attach: --to=binary needs --output=FILE");
      return bad_usage;
    }
    auto program = running_program::find(options_.process);
    if (!program) return bad_input;
    interruption const interrupted;
    std::optional<line_socket> lines;
    if (options_.output.empty() && !lines.emplace(program->directory()).is_open()) {
      say("attach: can't make a socket in " + program->directory());
      return bad_input;
    }
    lost_before_ = lost(*program);
    if (!switch_on(*program, lines ? "af_unix:stream:" + lines->path()
                                   : std::filesystem::absolute(options_.output).string()))
      return bad_input;
    if (lines && !lines->accept()) {
      say(std::to_string(options_.process) + ": the program does not send its lines");
      return bad_input;
    }
    std::optional<clock::time_point> last;
    if (options_.most)
      last = clock::now() + std::chrono::microseconds{options_.most->in_microseconds()};
    shown_lines out{interrupted, last};
    bool const is_there = follow(*program, lines ? lines->fd() : -1, out);
    return end(*program, is_there, out);
  }

 private:
  using clock = std::chrono::steady_clock;

  bool switch_on(running_program& program, std::string const& destination) const {
    bool const is_text = to_ != "binary";
    return program.set(to_, destination) && program.set(to_ + ".filter", options_.filter) &&
           (!is_text || program.set(to_ + ".brief", "0")) &&
           (!is_text || !options_.output.empty() || program.set(to_ + ".buffer", "0")) &&
           (to_ != "event" ||
            program.set("event.nesting", std::to_string(options_.nesting.value_or(
                                             std::numeric_limits<int>::max())))) &&
           (is_text || program.set("binary.mode", options_.is_ring ? "ring" : "grow")) &&
           program.order("switch");
  }

  /// Shows lines until the time is over or the user interrupts; false if the program has ended.
  static bool follow(running_program const& program, int lines, shown_lines& out) {
    std::string rest;
    for (;;) {
      if (out.is_over()) return true;
      pollfd watched[] = {{program.fd(), POLLIN, 0}, {lines, POLLIN, 0}};
      out.interrupted().wait(watched, 2, out.left());
      if (watched[1].revents != 0 && !take(lines, rest, out)) {
        // A program that ends closes both; one that has changed its targets only this one.
        return out.error() != 0 || out.is_over() || !has_ended(program);
      }
      if (watched[0].revents != 0 && has_ended(program)) {
        while (lines >= 0 && take(lines, rest, out)) {
        }
        return false;
      }
    }
  }

  static bool has_ended(running_program const& program) {
    pollfd watched{program.fd(), POLLIN, 0};
    constexpr int patience = 100;  // milliseconds
    char byte;
    return trace2::control_system::poll(&watched, 1, patience) > 0 &&
           ::recv(program.fd(), &byte, 1, MSG_PEEK | MSG_DONTWAIT) <= 0;
  }

  /// Shows the lines that have come; false at their end, and when nobody reads the output.
  static bool take(int lines, std::string& rest, shown_lines& out) {
    char bytes[65536];
    ssize_t const got = trace2::control_system::receive(lines, bytes, sizeof bytes);
    if (got <= 0) return false;
    std::size_t const end = std::string_view{bytes, static_cast<std::size_t>(got)}.rfind('\n');
    std::size_t whole = end == std::string_view::npos ? 0 : rest.size() + end + 1;
    rest.append(bytes, static_cast<std::size_t>(got));
    // A program that sends no end of a line must not fill the memory.
    constexpr std::size_t longest = std::size_t{16} << 20;
    if (whole == 0 && rest.size() > longest) {
      rest.push_back('\n');
      whole = rest.size();
    }
    bool const is_shown = out.write(std::string_view{rest}.substr(0, whole));
    rest.erase(0, whole);
    return is_shown;
  }

  std::uint64_t lost(running_program& program) const {
    std::string refusal;
    auto const facts = program.facts(refusal);
    auto const* const target = facts ? facts->find(to_) : nullptr;
    return target == nullptr ? 0 : target->lost;
  }

  int end(running_program& program, bool is_there, shown_lines const& out) const {
    bool is_restored = true;
    bool is_written = out.error() == 0;
    if (!is_there) {
      say("program " + std::to_string(options_.process) + " has ended");
    } else {
      std::uint64_t const now = lost(program);
      is_restored = program.order("restore");
      // A target that is switched on begins to count anew.
      std::uint64_t const here = now < lost_before_ ? now : now - lost_before_;
      if (here != 0)
        say(counted(here, "event") + " lost" +
            (options_.output.empty() ? ", for lack of room"
                                     : ": " + options_.output + " did not take them"));
      // A reader who is slow gets what he reads; a file is to have all.
      is_written = is_written && (here == 0 || options_.output.empty());
    }
    if (out.error() != 0 && out.error() != EPIPE)
      say(std::string{"can't write: "} + std::strerror(out.error()));
    return is_restored && is_written ? ok : bad_input;
  }

  attach_options const& options_;
  std::string to_;
  std::uint64_t lost_before_ = 0;
};

}  // namespace

int commands::attach(attach_options const& options) { return attachment{options}.run(); }

}  // namespace trace2::program
