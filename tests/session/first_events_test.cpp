#include <trace2/session/first_events.hpp>
#include <trace2/trace2.hpp>

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/environment.hpp"
#include "support/temporary_directory.hpp"

namespace first_events_test {

namespace {

constexpr char const* argv[] = {"program", "an argument", nullptr};

/// For each file that a child process leaves in a directory, the names of its first events.
std::vector<std::string> beginnings(std::size_t count, auto const& action) {
  support::temporary_directory const directory;
  support::scoped_variable const target{"TRACE2_EVENT", directory.path().string()};
  CHECK(support::run_in_child(action) == 0);
  std::vector<std::string> found;
  for (auto const& file : std::filesystem::directory_iterator{directory.path()}) {
    std::string const text = support::content_of(file.path());
    std::string names;
    std::size_t at = 0;
    constexpr std::string_view name = R"({"event":")";
    for (std::size_t i = 0; i < count && (at = text.find(name, at)) != text.npos; ++i) {
      at += name.size();
      names += text.substr(at, text.find('"', at) - at) + " ";
    }
    found.push_back(names);
  }
  return found;
}

/// Threads that trace until the object ends.
class busy_threads {
 public:
  busy_threads() {
    for (int i = 0; i < count; ++i)
      threads_.emplace_back([&] {
        for (++running_; !is_over_;) TRACE2_DATA("test", "busy", 1);
      });
    while (running_ != count) std::this_thread::yield();
  }
  busy_threads(busy_threads const&) = delete;
  busy_threads& operator=(busy_threads const&) = delete;
  ~busy_threads() {
    is_over_ = true;
    for (std::thread& each : threads_) each.join();
  }

 private:
  static constexpr int count = 2;
  std::atomic<int> running_{0};
  std::atomic<bool> is_over_{false};
  std::vector<std::thread> threads_;
};

}  // namespace

TEST_CASE("a trace begins with the program's version, arguments and ancestry", "[R-LIFE-02]") {
  CHECK(beginnings(9, [] {
          trace2::session const trace{2, argv, {.program_version = "1.0"}};
          trace.end();
          return 0;
        }) == std::vector<std::string>{"version start cmd_ancestry atexit "});
  CHECK(beginnings(9, [] {
          trace2::session const trace{2, argv, {.ancestry = false}};
          trace.end();
          return 0;
        }) == std::vector<std::string>{"version start atexit "});
}

TEST_CASE("a session that begins under threads that trace says first what it is", "[R-LIFE-02]") {
  for (int i = 0; i < 20; ++i)
    CHECK(beginnings(3, [] {
            busy_threads const others;
            trace2::session const trace{2, argv};
            trace.end();
            return 0;
          }) == std::vector<std::string>{"version start cmd_ancestry "});
}

TEST_CASE("a child whose threads trace at once says first what it is", "[R-LIFE-02][R-LIM-12]") {
  std::vector<std::string> const found = beginnings(3, [] {
    trace2::session const trace{2, argv};
    for (int i = 0; i < 20; ++i)
      support::run_in_child([] {
        busy_threads const others;
        return 0;
      });
    trace.end();
    return 0;
  });
  CHECK(found == std::vector<std::string>(21, "version start cmd_ancestry "));
}

}  // namespace first_events_test
