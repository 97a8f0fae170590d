#include <trace2/read/flight_recorder.hpp>
#include <trace2/recording/recorder.hpp>
#include <trace2/session/recording_succession.hpp>
#include <trace2/trace2.hpp>

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <string>
#include <thread>

#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/environment.hpp"
#include "support/temporary_directory.hpp"
#include <fcntl.h>
#include <sys/resource.h>

namespace recording_succession_test {

using succession = trace2::detail::recording_succession;
using trace2::session;

namespace {

constexpr char const* argv[] = {"program", nullptr};
constexpr trace2::session_options options{.settings = {.prefix = "TRACE2_FOLLOWED"}};

trace2::detail::recording_watcher watcher{
    .has_same = [](trace2::settings const&, trace2::settings const&) noexcept { return true; },
    .tend = [](std::int64_t) noexcept { return succession::never; }};
bool const is_added = succession::add(watcher);

bool begin_next() {
  succession::lock const own;
  return own && succession::begin_next([] {});
}

}  // namespace

TEST_CASE("recordings follow each other at one path, without a descriptor or memory for each") {
  support::temporary_directory const directory;
  REQUIRE(is_added);
  for (bool const is_directory : {false, true}) {
    std::string const path = is_directory ? directory.path().string() : directory / "recording";
    support::scoped_variable const target{"TRACE2_FOLLOWED_BINARY", path};
    CHECK(support::run_in_child([&] {
            session const trace{1, argv, options};
            trace2::data("test", "number", 1);
            trace2::detail::recording::recorder* seen[2]{};
            for (int i = 0; i < 300; ++i) {
              if (!begin_next()) return 1;
              trace2::data("test", "number", i);
              auto*& now = seen[i % 2];
              if (now == nullptr) now = trace2::detail::recording::recorder::current();
              if (now != trace2::detail::recording::recorder::current()) return 2;
            }
            int const free = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
            return free < 50 ? 0 : 3;
          }) == 0);
  }
  std::filesystem::directory_iterator const files{directory.path()};
  CHECK(std::distance(begin(files), end(files)) == 2);
}

TEST_CASE("each recording repeats the arguments of the program, also long ones") {
  support::temporary_directory const directory;
  std::string const file = directory / "recording";
  support::scoped_variable const target{"TRACE2_FOLLOWED_BINARY", file};
  std::string const argument(40'000, 'a');
  CHECK(support::run_in_child([&] {
          char const* const long_argv[] = {"program", argument.c_str(), nullptr};
          session const trace{2, long_argv, options};
          return begin_next() && begin_next() ? 0 : 1;
        }) == 0);
  CHECK(support::content_of(file).find(argument) != std::string::npos);
}

TEST_CASE("a file that can't be made leaves the recording in the one that it has") {
  support::temporary_directory const directory;
  std::string const file = directory / "recording";
  support::scoped_variable const target{"TRACE2_FOLLOWED_BINARY", file};
  CHECK(support::run_in_child([&] {
          session const trace{1, argv, options};
          trace2::data("test", "first", 1);
          rlimit const none{0, 0};
          ::setrlimit(RLIMIT_FSIZE, &none);
          if (begin_next()) return 1;
          trace2::data("test", "second", 2);
          return 0;
        }) == 0);
  CHECK_FALSE(std::filesystem::exists(file + ".next"));
  CHECK(support::content_of(file).find("second") != std::string::npos);
}

TEST_CASE("a session leaves what a thread with the lock uses, however long that takes") {
  support::temporary_directory const directory;
  support::scoped_variable const target{"TRACE2_FOLLOWED_BINARY", directory / "recording"};
  CHECK(support::run_in_child([] {
          std::atomic<bool> has_turn{false};
          std::atomic<bool> is_over{false};
          std::thread slow{[&] {
            succession::lock const own;
            has_turn = own.is_held();
            while (!is_over) std::this_thread::yield();
          }};
          while (!has_turn) std::this_thread::yield();
          session const trace{1, argv, options};
          bool const is_untouched = succession::path().empty();
          is_over = true;
          slow.join();
          return is_untouched && trace2::is_enabled() && !begin_next() ? 0 : 1;
        }) == 0);
}

TEST_CASE("nothing follows where nothing is recorded, nor in a child that has no recording yet") {
  CHECK_FALSE(begin_next());
  support::temporary_directory const directory;
  support::scoped_variable const target{"TRACE2_FOLLOWED_BINARY", directory / "recording"};
  CHECK(support::run_in_child([&] {
          session const trace{1, argv, options};
          trace2::data("test", "number", 1);
          return support::run_in_child([] { return begin_next() ? 1 : 0; });
        }) == 0);
}

}  // namespace recording_succession_test
