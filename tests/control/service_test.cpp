#include <trace2/control.hpp>
#include <trace2/control/service.hpp>
#include <trace2/reconfigure.hpp>
#include <trace2/sink/memory.hpp>
#include <trace2/trace2.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/collector.hpp"
#include "support/control_client.hpp"
#include "support/control_place.hpp"
#include "support/environment.hpp"
#include "support/sanitizers.hpp"
#include "support/skip.hpp"
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

namespace control_service_test {

// Programs that are controlled live in processes of their own.

using support::comes_true;
using support::control_client;
using support::control_place;
using support::word;
using trace2::session;

namespace {

// The sanitizer of threads ends a forked child that starts a thread, and finds a race where a
// program closes descriptors that it doesn't know.
using support::is_thread_sanitized;

constexpr char const* argv[] = {"program", nullptr};
constexpr trace2::session_options options{.ancestry = false};

void say(int number) { trace2::data("test", "number", number); }

std::size_t open_descriptors(pid_t process = ::getpid()) {
  std::filesystem::directory_iterator const all{"/proc/" + std::to_string(process) + "/fd"};
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

/// A process that runs until the end of the test case, or until it is told to go on.
class program {
 public:
  /// `run(wait)` is the program; `wait()` waits for `go_on`.
  explicit program(auto const& run) {
    REQUIRE(::pipe2(go_, O_CLOEXEC) == 0);
    id_ = support::start_child([&] {
      ::close(go_[1]);
      return run([&] {
        char byte;
        [[maybe_unused]] ssize_t const got = ::read(go_[0], &byte, 1);
      });
    });
    ::close(go_[0]);
  }
  program(program const&) = delete;
  program& operator=(program const&) = delete;
  ~program() { end(); }

  pid_t id() const { return id_; }
  void go_on() const { REQUIRE(::write(go_[1], "x", 1) == 1); }
  int end() {
    if (id_ == 0) return 0;
    ::close(go_[1]);
    int const result = support::result_of(id_);
    id_ = 0;
    return result;
  }

 private:
  int go_[2];
  pid_t id_;
};

/// Says numbers until it is to end.
auto talking(control_place const& place) {
  return [&place](auto const& wait) {
    session const trace{1, argv, options};
    if (!trace2::control::allow()) return 1;
    std::atomic<bool> is_over{false};
    std::thread talker{[&] {
      while (!is_over) {
        say(1);
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
      }
    }};
    wait();
    is_over = true;
    talker.join();
    trace.end();
    return place.path_of(::getpid()).empty() ? 2 : 0;
  };
}

std::string socket_of(control_place const& place, pid_t process) {
  std::string path;
  CHECK(comes_true([&] { return !(path = place.path_of(process)).empty(); }));
  return path;
}

/// Writes the number of a process for the test to read.
void publish(std::string const& file, pid_t process) {
  std::ofstream{file + "~"} << process;
  std::filesystem::rename(file + "~", file);
}
pid_t published(std::string const& file) {
  REQUIRE(comes_true([&] { return std::filesystem::exists(file); }));
  return std::stoi(support::content_of(file));
}

bool grows(std::string const& file) {
  std::error_code none;
  auto const before = std::filesystem::file_size(file, none);
  return comes_true([&] { return std::filesystem::file_size(file, none) > before && !none; });
}
bool stays(std::string const& file) {
  std::error_code none;
  auto const before = std::filesystem::file_size(file, none);
  std::this_thread::sleep_for(std::chrono::milliseconds{30});
  return std::filesystem::file_size(file, none) == before;
}

std::string status_of(std::string const& path) {
  control_client client{path};
  CHECK(client.line() == "trace2-control 1");
  return client.ask("status");
}
bool has(std::string const& text, std::string_view part) { return text.find(part) != text.npos; }

}  // namespace

TEST_CASE("a client switches a target on, and its end switches the target off") {
  control_place const place;
  std::string const file = place / "event";
  program running{talking(place)};
  std::string const path = socket_of(place, running.id());
  CHECK(status_of(path).starts_with("pid " + std::to_string(running.id()) + "\ncommand "));
  {
    control_client client{path};
    CHECK(client.line() == "trace2-control 1");
    CHECK(client.ask("set event " + word(file)) == "ok");
    CHECK(client.ask("set event.filter test") == "ok");
    CHECK(client.ask("switch") == "ok");
    CHECK(grows(file));
    CHECK(has(client.ask("status"), "\ntarget event on 0 " + word(file) + "\n"));
  }
  CHECK(comes_true([&] { return has(status_of(path), "\ntarget event off 0 -\n"); }));
  CHECK(stays(file));
  std::string const text = support::content_of(file);
  CHECK(text.starts_with(R"({"event":"version")"));
  CHECK(has(text, R"("thread":"th01:unknown")"));
  CHECK(running.end() == 0);
  CHECK(place.path_of(running.id()).empty());
}

TEST_CASE("a client that is killed gives the settings of the program back") {
  control_place const place;
  std::string const own = place / "own";
  std::string const other = place / "other";
  support::scoped_variable const target{"TRACE2_PERF", own};
  program running{talking(place)};
  std::string const path = socket_of(place, running.id());
  pid_t const client = support::start_child([&] {
    control_client killed{path};
    killed.line();
    killed.ask("set perf " + word(other));
    killed.ask("switch");
    ::pause();
    return 0;
  });
  CHECK(comes_true([&] { return std::filesystem::exists(other); }));
  CHECK(grows(other));
  CHECK(stays(own));
  ::kill(client, SIGKILL);
  support::result_of(client);
  CHECK(grows(own));
  CHECK(stays(other));
}

TEST_CASE("what the program changes itself stays when a client goes") {
  control_place const place;
  std::string const own = place / "own";
  std::string const other = place / "other";
  program running{[&](auto const& wait) {
    session const trace{1, argv, options};
    trace2::control::allow();
    wait();
    if (!session::reconfigure({{"TRACE2_EVENT", own}})) return 1;
    wait();
    say(1);
    return 0;
  }};
  std::string const path = socket_of(place, running.id());
  {
    control_client client{path};
    client.line();
    CHECK(client.ask("set perf " + word(other)) == "ok");
    CHECK(client.ask("switch") == "ok");
    running.go_on();
    CHECK(comes_true([&] { return std::filesystem::exists(own); }));
  }
  CHECK(comes_true([&] { return has(status_of(path), "\ntarget event on 0 " + word(own)); }));
  CHECK(running.end() == 0);
  CHECK(has(support::content_of(own), R"("value":"1")"));
}

TEST_CASE("a client may ask while the program changes its targets") {
  control_place const place;
  program running{[&](auto const& wait) {
    session const trace{1, argv, options};
    trace2::control::allow();
    wait();
    for (int i = 0; i < 60; ++i)
      session::reconfigure({{"TRACE2_EVENT", place / std::to_string(i % 3)}});
    return 0;
  }};
  control_client client{socket_of(place, running.id())};
  client.line();
  running.go_on();
  while (client.ask("status").ends_with("\nok")) {
  }
  CHECK(running.end() == 0);
}

TEST_CASE("two clients change two targets, and never the same") {
  control_place const place;
  program running{talking(place)};
  std::string const path = socket_of(place, running.id());
  auto one = std::make_unique<control_client>(path);
  control_client two{path};
  one->line();
  two.line();
  one->ask("set event " + word(place / "one"));
  CHECK(one->ask("switch") == "ok");
  two.ask("set event.brief 1");
  CHECK(two.ask("switch") == "error another client has changed this target");
  CHECK(two.ask("restore") == "ok");
  two.ask("set perf " + word(place / "two"));
  CHECK(two.ask("switch") == "ok");
  CHECK(two.ask("switch") == "error no setting was noted");
  one.reset();
  CHECK(comes_true([&] { return has(two.ask("status"), "\ntarget event off "); }));
  CHECK(has(two.ask("status"), "\ntarget perf on "));
  CHECK(two.ask("restore") == "ok");
  CHECK(has(two.ask("status"), "\ntarget perf off "));
}

TEST_CASE("a client changes what it has changed, and a change that fails changes nothing") {
  control_place const place;
  program running{talking(place)};
  std::string const path = socket_of(place, running.id());
  control_client client{path};
  client.line();
  client.ask("set event " + word(place / "one"));
  CHECK(client.ask("switch") == "ok");
  client.ask("set event " + word(place / "two"));
  CHECK(client.ask("switch") == "ok");
  CHECK(grows(place / "two"));
  CHECK(stays(place / "one"));
  client.ask("set perf /no/such/directory/file");
  CHECK(client.ask("switch") ==
        "error can't switch TRACE2_PERF: can't open '/no/such/directory/file': "
        "No such file or directory");
  CHECK(has(client.ask("status"), "\ntarget event on 0 " + word(place / "two")));
  CHECK(grows(place / "two"));
}

TEST_CASE("requests that make no sense get an error that says why") {
  control_place const place;
  program running{talking(place)};
  control_client client{socket_of(place, running.id())};
  client.line();
  for (auto const& [request, reason] : std::vector<std::pair<std::string, std::string>>{
           {"", "unknown request"},
           {"dance", "unknown request"},
           {"status now", "unknown request"},
           {"switch", "no setting was noted"},
           {"set", "there is no such target"},
           {"set nothing /file", "there is no such target"},
           {"set event.nothing 1", "there is no such setting"},
           {"set event", "misspelt value"},
           {"set event /a /b", "misspelt value"},
           {"set event %zz", "misspelt value"},
           {"set event 2", "a target needs 0 or an absolute path"},
           {"set event relative", "a target needs 0 or an absolute path"},
           {"set event %", "a target needs 0 or an absolute path"},
           {"set event.filter a%00b", "a value with a zero byte"}}) {
    CAPTURE(request);
    CHECK(client.ask(request) == "error " + reason);
  }
  for (auto const& [value, reason] : std::vector<std::pair<std::string, std::string>>{
           {"event /no/such/directory/a%0ab", "EVENT: can't open '/no/such/directory/a?b'"},
           {"event af_unix:/no/such/socket", "EVENT: can't connect to '/no/such/socket'"},
           {"binary /no/such/directory/file",
            "BINARY: can't record to '/no/such/directory/file'"}}) {
    CHECK(client.ask("set " + value) == "ok");
    CHECK(client.ask("switch") ==
          "error can't switch TRACE2_" + reason + ": No such file or directory");
  }
  CHECK(client.ask("set event " + word(place / "file")) == "ok");
  CHECK(client.ask("switch") == "ok");
}

TEST_CASE("hostile clients cost themselves only") {
  control_place const place;
  program running{talking(place)};
  std::string const path = socket_of(place, running.id());
  std::vector<std::unique_ptr<control_client>> hostile;
  for (int i = 0; i < 40; ++i) hostile.push_back(std::make_unique<control_client>(path));
  CHECK(status_of(path).ends_with("\nok"));
  hostile.clear();
  {
    control_client endless{path};
    endless.line();
    for (int i = 0; i < 100 && endless.send(std::string(1000, 'x')); ++i) {
    }
    CHECK(endless.line().empty());
  }
  {
    control_client unread{path};
    for (int i = 0; i < 20'000 && unread.send("status\n"); ++i) {
    }
    CHECK(status_of(path).ends_with("\nok"));
  }
  {
    control_client garbage{path};
    std::string bytes;
    for (int i = 0; i < 4000; ++i) bytes += static_cast<char>(i * 7 % 256);
    garbage.send(bytes);
    CHECK(status_of(path).ends_with("\nok"));
  }
  CHECK(running.end() == 0);
}

TEST_CASE("a program is reachable only if it allows it or the user, who has the last word") {
  control_place const place;
  auto const is_reachable = [&](bool allows) {
    return support::run_in_child([&] {
      session const trace{1, argv, options};
      if (allows && trace2::control::allow() != !place.path_of(::getpid()).empty()) return 2;
      return place.path_of(::getpid()).empty() ? 0 : 1;
    });
  };
  CHECK(is_reachable(false) == 0);
  CHECK(is_reachable(true) == 1);
  support::scoped_variable const yes{"TRACE2_CONTROL", "1"};
  CHECK(is_reachable(false) == 1);
  support::scoped_variable const no{"TRACE2_CONTROL", "0"};
  CHECK(is_reachable(true) == 0);
}

TEST_CASE("all threads that allow it at the same moment are told that clients can come") {
  control_place const place;
  CHECK(support::run_in_child([] {
          session const trace{1, argv, options};
          std::atomic<int> there{0};
          std::atomic<int> allowed{0};
          constexpr int many = 4;
          std::vector<std::thread> threads;
          for (int i = 0; i < many; ++i)
            threads.emplace_back([&] {
              ++there;
              while (there < many) std::this_thread::yield();
              allowed += trace2::control::allow();
            });
          for (std::thread& each : threads) each.join();
          return allowed == many ? 0 : 1;
        }) == 0);
}

TEST_CASE("a directory that can't be used doesn't disturb the program") {
  control_place const place;
  support::scoped_variable const runtime{"XDG_RUNTIME_DIR", place / std::string(150, 'x')};
  CHECK(support::run_in_child([&] {
          session const trace{1, argv, options};
          trace2::control::allow();
          say(1);
          return 0;
        }) == 0);
}

TEST_CASE("a program that closes its descriptors is reachable at the second attempt") {
  if (is_thread_sanitized) return support::skip("the thread sanitizer forks and closes otherwise");
  control_place const place;
  program running{[&](auto const& wait) {
    session const trace{1, argv, options};
    trace2::control::allow();
    wait();
    // High numbers are the library's.
    int const own = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    for (int fd = 900; fd < 1000; ++fd) ::dup2(own, fd);
    wait();
    for (int fd = 900; fd < 1000; ++fd)
      if (::close(fd) != 0) return 1;
    return 0;
  }};
  std::string const before = socket_of(place, running.id());
  std::size_t const without_client = open_descriptors(running.id());
  CHECK(status_of(before).ends_with("\nok"));
  // Else the client's number may be closed just as the program takes it.
  CHECK(comes_true([&] { return open_descriptors(running.id()) <= without_client; }));
  running.go_on();
  CHECK(comes_true([&] {
    std::string const path = place.path_of(running.id());
    control_client client{path};
    return client.line() == "trace2-control 1" && client.ask("status").ends_with("\nok") &&
           path != before;
  }));
  CHECK(running.end() == 0);
}

TEST_CASE("a forked child is reachable from its first event on, and takes clients' changes back") {
  if (is_thread_sanitized) return support::skip("the thread sanitizer forks and closes otherwise");
  control_place const place;
  bool const is_on = GENERATE(false, true);
  CAPTURE(is_on);
  std::string const number = place / "number";
  std::string const first_event = place / "first_event";
  program running{[&](auto const& wait) {
    session const trace{1, argv, options};
    trace2::control::allow();
    wait();
    pid_t const child = support::start_child([&] {
      wait();
      say(1);
      publish(first_event, ::getpid());
      wait();
      say(2);
      return 0;
    });
    publish(number, child);
    return support::result_of(child);
  }};
  control_client client{socket_of(place, running.id())};
  client.line();
  if (is_on) {
    client.ask("set event " + word(place / "event"));
    CHECK(client.ask("switch") == "ok");
  }
  running.go_on();
  pid_t const child = published(number);
  CHECK(place.path_of(child).empty());
  running.go_on();
  std::string const childs = socket_of(place, child);
  CHECK(comes_true([&] { return has(status_of(childs), "\ntarget event off "); }));
  std::string const parents = client.ask("status");
  std::string const sid = parents.substr(parents.find("\nsid ") + 5);
  CHECK(has(status_of(childs), "\nsid " + sid.substr(0, sid.find('\n')) + "/"));
  CHECK(published(first_event) == child);
  control_client other{childs};
  other.line();
  other.ask("set perf " + word(place / "perf"));
  CHECK(other.ask("switch") == "ok");
  running.go_on();
  CHECK(running.end() == 0);
  CHECK(has(support::content_of(place / "perf"), "| number:2"));
  CHECK_FALSE(has(support::content_of(place / "perf"), "| number:1"));
}

TEST_CASE("forked children leave no recording and lose no line for the clients of their parent") {
  if (is_thread_sanitized) return support::skip("the thread sanitizer forks and closes otherwise");
  bool const is_own_off = GENERATE(false, true);
  CAPTURE(is_own_off);
  control_place const place;
  support::scoped_variable const own{"TRACE2_PERF", place / "perf"};
  support::collector lines{place / "lines"};
  program running{[&](auto const& wait) {
    session const trace{1, argv, options};
    trace2::control::allow();
    wait();
    for (int i = 0; i < 5; ++i)
      if (support::run_in_child([&] {
            say(100 + i);
            say(200 + i);
            trace.end();
            auto const lost = trace2::target<trace2::format::json>::state.lost() +
                              trace2::target<trace2::flight_recorder>::state.lost();
            return lost == 0 ? 0 : 1;
          }) != 0)
        return 1;
    say(7);
    return 0;
  }};
  control_client client{socket_of(place, running.id())};
  client.line();
  client.ask("set event af_unix:stream:" + word(place / "lines"));
  client.ask("set binary " + word(place / "recording"));
  if (is_own_off) client.ask("set perf 0");
  CHECK(client.ask("switch") == "ok");
  lines.accept();
  ::unlink((place / "lines").c_str());
  running.go_on();
  CHECK(running.end() == 0);
  std::string const received = lines.received();
  CHECK(has(received, R"("value":"7")"));
  CHECK_FALSE(has(received, R"("value":"10)"));
  std::size_t recordings = 0;
  for (auto const& entry : std::filesystem::directory_iterator{place / ""})
    recordings += has(entry.path().string(), "recording") ? 1 : 0;
  CHECK(recordings == 1);
  // Their own targets they keep.
  std::string const perf = support::content_of(place / "perf");
  CHECK(has(perf, "| number:100"));
  CHECK(has(perf, "| number:204"));
  CHECK(has(perf, "| number:7") == !is_own_off);
}

TEST_CASE("a forked child that allows it has a session of its own, before a client asks") {
  control_place const place;
  bool const is_on = GENERATE(false, true);
  CAPTURE(is_on);
  std::string const number = place / "number";
  support::scoped_variable const target{"TRACE2_PERF", is_on ? place / "perf" : "0"};
  program running{[&](auto const& wait) {
    session const trace{1, argv, options};
    pid_t const child = support::start_child([&] {
      if (!trace2::control::allow()) return 1;
      wait();
      return 0;
    });
    publish(number, child);
    return support::result_of(child);
  }};
  std::string const status = status_of(socket_of(place, published(number)));
  auto const at = status.find("\nsid ");
  REQUIRE(at != status.npos);
  std::string const sid = status.substr(at, status.find('\n', at + 1) - at);
  if (is_on) CHECK(has(sid, "/"));
  CHECK(running.end() == 0);
  if (is_on) CHECK_FALSE(has(support::content_of(place / "perf"), "trace2_control"));
}

TEST_CASE("the connections of a parent end with it, whatever its children do") {
  control_place const place;
  std::string const number = place / "number";
  program running{[&](auto const& wait) {
    session const trace{1, argv, options};
    trace2::control::allow();
    wait();
    publish(number, support::start_child([] { return ::pause(); }));
    wait();
    return 0;
  }};
  std::string const path = socket_of(place, running.id());
  control_client client{path};
  client.line();
  running.go_on();
  pid_t const child = published(number);
  ::kill(running.id(), SIGKILL);
  CHECK(client.line().empty());
  CHECK(comes_true([&] { return !control_client{path}.is_connected(); }));
  ::kill(child, SIGKILL);
}

TEST_CASE("a daemon is reachable, and its starter's descriptors are closed at the fork") {
  if (is_thread_sanitized || support::is_address_sanitized)
    return support::skip(
        "a sanitizer's own locks are not free in the child of a fork among threads");
  control_place const place;
  std::string const number = place / "number";
  CHECK(support::run_in_child([&] {
          session const trace{1, argv, options};
          trace2::control::allow();
          if (::daemon(1, 0) != 0) return 1;
          ::alarm(60);
          publish(number, ::getpid());
          for (;;) {
            say(1);
            ::usleep(1000);
          }
        }) == 0);
  pid_t const daemon = published(number);
  std::string const path = socket_of(place, daemon);
  CHECK(status_of(path).ends_with("\nok"));
  {
    control_client client{path};
    client.line();
    client.ask("set event " + word(place / "event"));
    CHECK(client.ask("switch") == "ok");
    CHECK(grows(place / "event"));
  }
  ::kill(daemon, SIGKILL);
  CHECK(comes_true([&] { return !control_client{path}.is_connected(); }));
}

TEST_CASE("nothing of the control is left after exec") {
  control_place const place;
  program running{[&](auto const&) {
    session const trace{1, argv, options};
    trace2::control::allow();
    ::execl("/bin/sh", "sh", "-c", "exec sleep 60", nullptr);
    return 1;
  }};
  std::string const path = socket_of(place, running.id());
  CHECK(comes_true([&] { return !control_client{path}.is_connected(); }));
  CHECK(trace2::control_directory::remove_stale(path.c_str()));
  ::kill(running.id(), SIGKILL);
}

TEST_CASE("a target that the program has attached is not taken from it") {
  control_place const place;
  program running{[&](auto const& wait) {
    static trace2::memory_sink lines;
    trace2::tracer::attach<trace2::format::json>(lines);
    session const trace{1, argv, options};
    trace2::control::allow();
    wait();
    return 0;
  }};
  control_client client{socket_of(place, running.id())};
  client.line();
  CHECK(has(client.ask("status"), "\ntarget event attached 0 -\n"));
  CHECK(client.ask("set event " + word(place / "event")) ==
        "error the program has attached a destination of its own to this target");
}

TEST_CASE("switching leaves no descriptor and no target behind") {
  control_place const place;
  program running{[&](auto const& wait) {
    session const trace{1, argv, options};
    trace2::control::allow();
    auto const before = open_descriptors();
    publish(place / "measured", ::getpid());
    wait();
    bool const is_clean = comes_true([&] { return open_descriptors() == before; });
    return is_clean && !trace2::tracer::enabled() ? 0 : 1;
  }};
  std::string const path = socket_of(place, published(place / "measured"));
  for (int i = 0; i < 20; ++i) {
    control_client client{path};
    client.line();
    client.ask("set event " + word(place / std::to_string(i % 3)));
    client.ask("set binary " + word(place / "binary"));
    CHECK(client.ask("switch") == "ok");
    if (i % 2 == 0) CHECK(client.ask("restore") == "ok");
  }
  CHECK(comes_true([&] {
    std::string const status = status_of(path);
    return has(status, "event off") && has(status, "binary off");
  }));
  CHECK(running.end() == 0);
}

}  // namespace control_service_test
