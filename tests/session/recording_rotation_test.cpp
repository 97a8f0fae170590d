#include <trace2/read/flight_recorder.hpp>
#include <trace2/reconfigure.hpp>
#include <trace2/rotation.hpp>
#include <trace2/session/recording_rotation.hpp>
#include <trace2/trace2.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/environment.hpp"
#include "support/temporary_directory.hpp"

namespace recording_rotation_test {

using trace2::session;

namespace {

constexpr char const* argv[] = {"program", "argument", nullptr};

/// The lines of a recording, each of which must be whole by itself.
std::string lines_of(std::string const& path) {
  trace2::read::flight_recording recording;
  REQUIRE(recording.open(path.c_str()) == "");
  trace2::buffer out;
  while (auto const* const event = recording.next())
    recording.write<trace2::format::json>(out, {.nesting_limit = 99}, *event);
  CHECK(recording.damages() == 0);
  CHECK(recording.dropped() == 0);
  return std::string{out.view()};
}

/// Counts how often each number was recorded.
void count_numbers(std::string const& lines, std::vector<unsigned>& seen) {
  std::string const mark = R"("key":"number","value":")";
  for (auto at = lines.find(mark); at != lines.npos; at = lines.find(mark, at + 1)) {
    auto const number = std::stoul(lines.substr(at + mark.size(), 10));
    REQUIRE(number < seen.size());
    ++seen[number];
  }
}

}  // namespace

TEST_CASE("recordings of several threads rotate by size: no event is lost or in two files") {
  constexpr int threads = 4;
  constexpr int each = 30000;
  support::temporary_directory const directory;
  std::string const file = directory / "recording";
  support::scoped_variable const target{"TRACE2_ROTATED_BINARY", file};
  support::scoped_variable const size{"TRACE2_ROTATED_BINARY_ROTATE_SIZE", "256k"};
  support::scoped_variable const keep{"TRACE2_ROTATED_BINARY_ROTATE_KEEP", "90"};
  REQUIRE(support::run_in_child([&] {
            session const trace{2, argv, {.settings = {.prefix = "TRACE2_ROTATED"}}};
            std::vector<std::thread> running;
            for (int i = 0; i < threads; ++i)
              running.emplace_back([i] {
                for (int n = 0; n < each; ++n) {
                  TRACE2_REGION("test", "region");
                  TRACE2_DATA("test", "number", i * each + n);
                }
              });
            for (auto& thread : running) thread.join();
            return 0;
          }) == 0);
  std::vector<unsigned> seen(threads * each);
  std::size_t files = 0;
  for (auto const& entry : std::filesystem::directory_iterator{directory.path()}) {
    std::string const lines = lines_of(entry.path().string());
    CHECK(lines.find(R"("event":"version")") != lines.npos);
    CHECK(lines.find(R"("argv":["program","argument"])") != lines.npos);
    count_numbers(lines, seen);
    ++files;
  }
  CHECK(files > 3);
  CHECK(std::filesystem::exists(file));
  CHECK(std::filesystem::exists(file + ".1"));
  std::size_t wrong = 0;
  for (unsigned const count : seen) wrong += count != 1;
  CHECK(wrong == 0);
}

TEST_CASE("threads record while one recording after the other is begun anew") {
  constexpr int files = 300;
  support::temporary_directory const directory;
  std::string const file = directory / "recording";
  support::scoped_variable const target{"TRACE2_ROTATED_BINARY", file};
  REQUIRE(support::run_in_child([&] {
            session const trace{2, argv, {.settings = {.prefix = "TRACE2_ROTATED"}}};
            std::atomic<bool> ends = false;
            std::vector<std::thread> running;
            for (int i = 0; i < 6; ++i)
              running.emplace_back([&ends] {
                while (!ends) TRACE2_DATA("test", "number", 1);
              });
            bool is_new = true;
            for (int n = 0; n < files && is_new; ++n) {
              std::filesystem::remove(file);
              is_new = session::reopen() && std::filesystem::exists(file);
            }
            ends = true;
            for (auto& thread : running) thread.join();
            return is_new ? 0 : 1;
          }) == 0);
}

TEST_CASE("only so many recordings stay, and none is put in the place of another's file") {
  support::temporary_directory const directory;
  std::string const file = directory / "recording";
  support::scoped_variable const target{"TRACE2_ROTATED_BINARY", file};
  support::scoped_variable const size{"TRACE2_ROTATED_BINARY_ROTATE_SIZE", "256k"};
  support::scoped_variable const keep{"TRACE2_ROTATED_BINARY_ROTATE_KEEP", "2"};
  REQUIRE(support::run_in_child([&] {
            session const trace{2, argv, {.settings = {.prefix = "TRACE2_ROTATED"}}};
            auto const say_much = [] {
              for (int n = 0; n < 200000; ++n) TRACE2_DATA("test", "number", n);
            };
            say_much();
            std::filesystem::rename(file, file + ".moved");
            std::ofstream{file} << "of another";
            say_much();
            return 0;
          }) == 0);
  CHECK(support::content_of(file) == "of another");
  CHECK(std::filesystem::exists(file + ".1"));
  CHECK(std::filesystem::exists(file + ".2"));
  CHECK_FALSE(std::filesystem::exists(file + ".3"));
  CHECK_FALSE(std::filesystem::exists(file + ".next"));
}

TEST_CASE("a recording rotates by age, and a change of the limits begins another one") {
  support::temporary_directory const directory;
  std::string const file = directory / "recording";
  support::scoped_variable const target{"TRACE2_ROTATED_BINARY", file};
  support::scoped_variable const age{"TRACE2_ROTATED_BINARY_ROTATE_AGE", "1s"};
  REQUIRE(support::run_in_child([&] {
            session const trace{2, argv, {.settings = {.prefix = "TRACE2_ROTATED"}}};
            constexpr int most = 400;
            for (int i = 0; i < most && !std::filesystem::exists(file + ".1"); ++i) {
              trace2::data("test", "number", 1);
              std::this_thread::sleep_for(std::chrono::milliseconds{10});
            }
            return session::reconfigure({{"TRACE2_ROTATED_BINARY_ROTATE_AGE", "36500d"}}) ? 0 : 1;
          }) == 0);
  CHECK(std::filesystem::exists(file + ".1"));
  std::filesystem::directory_iterator const files{directory.path()};
  CHECK(std::distance(begin(files), end(files)) >= 3);
}

TEST_CASE("a recording that was renamed is begun anew on request, and nothing is lost") {
  support::temporary_directory const directory;
  std::string const file = directory / "recording";
  support::scoped_variable const target{"TRACE2_ROTATED_BINARY", file};
  REQUIRE(support::run_in_child([&] {
            session const trace{2, argv, {.settings = {.prefix = "TRACE2_ROTATED"}}};
            for (int n = 0; n < 100; ++n) {
              TRACE2_DATA("test", "number", n);
              if (n % 20 != 19) continue;
              std::filesystem::rename(file, file + "." + std::to_string(n));
              if (!session::reopen()) return 1;
            }
            return 0;
          }) == 0);
  std::vector<unsigned> seen(100);
  for (auto const& entry : std::filesystem::directory_iterator{directory.path()})
    count_numbers(lines_of(entry.path().string()), seen);
  CHECK(seen == std::vector<unsigned>(100, 1));
}

TEST_CASE("a recording that has its name goes on, however often files are opened anew") {
  support::temporary_directory const directory;
  for (bool const is_directory : {false, true}) {
    std::string const path = is_directory ? directory.path().string() : directory / "recording";
    support::scoped_variable const target{"TRACE2_ROTATED_BINARY", path};
    CHECK(support::run_in_child([&] {
            session const trace{2, argv, {.settings = {.prefix = "TRACE2_ROTATED"}}};
            for (int n = 0; n < 5; ++n) {
              TRACE2_DATA("test", "number", n);
              if (!session::reopen()) return 1;
            }
            return 0;
          }) == 0);
  }
  std::vector<unsigned> seen(5);
  std::size_t files = 0;
  for (auto const& entry : std::filesystem::directory_iterator{directory.path()}) {
    count_numbers(lines_of(entry.path().string()), seen);
    ++files;
  }
  CHECK(files == 2);
  CHECK(seen == std::vector<unsigned>(5, 2));
}

}  // namespace recording_rotation_test
