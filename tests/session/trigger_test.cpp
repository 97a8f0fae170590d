#include <trace2/read/flight_recorder.hpp>
#include <trace2/reconfigure.hpp>
#include <trace2/session/trigger.hpp>
#include <trace2/trace2.hpp>

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/environment.hpp"
#include "support/sanitizers.hpp"
#include "support/standard_error.hpp"
#include "support/temporary_directory.hpp"
#include "support/truncation_fault.hpp"
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

namespace session_trigger_test {

using trace2::session;

namespace {

constexpr char const* argv[] = {"program", nullptr};
constexpr trace2::session_options options{.settings = {.prefix = "TRACE2_KEPT"}};

/// A ring whose trigger is a text.
struct ring {
  explicit ring(std::string const& trigger, char const* mode_text = "ring")
      : mode{"TRACE2_KEPT_BINARY_MODE", mode_text}, rules{"TRACE2_KEPT_BINARY_TRIGGER", trigger} {}

  support::temporary_directory directory;
  std::string file = directory / "recording";
  support::scoped_variable target{"TRACE2_KEPT_BINARY", file};
  support::scoped_variable mode;
  support::scoped_variable size{"TRACE2_KEPT_BINARY_SIZE", "128k"};
  support::scoped_variable rules;

  std::string kept(int number) const { return file + ".kept." + std::to_string(number); }
  std::size_t count() const {
    std::filesystem::directory_iterator const files{directory.path()};
    return static_cast<std::size_t>(std::distance(begin(files), end(files)));
  }
};

std::string lines_of(std::string const& path) {
  trace2::read::flight_recording recording;
  REQUIRE(recording.open(path.c_str()) == "");
  trace2::buffer out;
  while (auto const* const event = recording.next())
    recording.write<trace2::format::json>(out, {.nesting_limit = 99}, *event);
  CHECK(recording.damages() == 0);
  return std::string{out.view()};
}

bool has_jump(std::string const& path) {
  trace2::read::flight_recording recording;
  REQUIRE(recording.open(path.c_str()) == "");
  return recording.has_jump();
}

bool holds(std::string const& lines, std::string_view text) {
  return lines.find(text) != lines.npos;
}

void pass(int milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds{milliseconds});
}

void take_long() {
  TRACE2_REGION("index", "refresh");
  pass(30);
}

}  // namespace

TEST_CASE("a slow region keeps the events before it and after it, and says when and why") {
  ring const kept{"index/refresh>20ms after=100ms"};
  REQUIRE(support::run_in_child([&] {
            session const trace{1, argv, options};
            for (int i = 0; i < 1000; ++i) {
              TRACE2_REGION("index", "quick");
            }
            TRACE2_DATA("test", "before", 1);
            take_long();
            TRACE2_DATA("test", "after", 1);
            if (!std::filesystem::exists(kept.kept(1))) return 1;
            for (int i = 0; i < 40; ++i) {
              pass(10);
              trace2::data("test", "waited", i);
            }
            trace2::data("test", "late", 1);
            return 0;
          }) == 0);
  CHECK(kept.count() == 2);
  std::string const lines = lines_of(kept.kept(1));
  CHECK(holds(lines, R"("argv":["program"])"));
  CHECK(holds(lines, R"("key":"before")"));
  CHECK(holds(lines, R"("key":"trigger","value":"index/refresh took )"));
  CHECK(holds(lines, "us: index/refresh>20ms"));
  CHECK(holds(lines, R"(trigger_test.cpp)"));
  CHECK(holds(lines, R"("key":"after")"));
  CHECK_FALSE(holds(lines, R"("key":"late")"));
  CHECK(lines.find("\"before\"") < lines.find("\"trigger\""));
  CHECK(lines.find("\"trigger\"") < lines.find("\"after\""));
  std::string const next = lines_of(kept.file);
  CHECK(holds(next, R"("argv":["program"])"));
  CHECK(holds(next, R"("key":"late")"));
  CHECK_FALSE(holds(next, R"("key":"before")"));
}

TEST_CASE("a slow region is seen where the processor has no counter to use, too") {
  ring const kept{"index/refresh>20ms"};
  CHECK(support::run_in_child([&] {
          trace2::detail::clock::replace(nullptr);
          session const trace{1, argv, options};
          take_long();
          return std::filesystem::exists(kept.kept(1)) ? 0 : 1;
        }) == 0);
}

TEST_CASE("what was in the ring stays in the kept file, however much follows") {
  ring const kept{"region>20ms,after=300ms"};
  REQUIRE(support::run_in_child([&] {
            session const trace{1, argv, options};
            for (int i = 0; i < 3000; ++i) TRACE2_DATA("test", "early", i);
            take_long();
            for (int i = 0; i < 200000; ++i) TRACE2_DATA("test", "flood", i);
            return 0;
          }) == 0);
  std::string const lines = lines_of(kept.kept(1));
  std::size_t count = 0;
  for (auto at = lines.find("\"early\""); at != lines.npos; at = lines.find("\"early\"", at + 1))
    ++count;
  CHECK(count == 3000);
  CHECK(std::filesystem::file_size(kept.kept(1)) < 600'000);
}

TEST_CASE("of what follows a trigger the first events stay, however many there are") {
  ring const kept{"error,after=10s"};
  REQUIRE(support::run_in_child([&] {
            session const trace{1, argv, options};
            for (int i = 0; i < 3000; ++i) TRACE2_DATA("test", "early", i);
            trace2::error("bad");
            for (int i = 0; i < 200000; ++i) TRACE2_DATA("test", "flood", i);
            return 0;
          }) == 0);
  constexpr int least = 3000;
  std::string const lines = lines_of(kept.kept(1));
  constexpr std::string_view flood = R"("key":"flood","value":")";
  int next = 0;
  for (std::size_t at = 0; (at = lines.find(flood, at)) != lines.npos; ++next) {
    at += flood.size();
    if (int const value = std::stoi(lines.substr(at, 8)); value != next) {
      FAIL_CHECK("behind " << next - 1 << " comes " << value);
      break;
    }
  }
  CHECK(next > least);
  CHECK(next < 200000);
  CHECK(holds(lines_of(kept.file), R"("key":"flood","value":"199999")"));
  CHECK_FALSE(has_jump(kept.kept(1)));
  CHECK_FALSE(has_jump(kept.file));
}

TEST_CASE("names choose the region, and errors keep the ring though the program aborts") {
  ring const kept{"index/refre*>10ms,error,every=1ms,after=1ms"};
  REQUIRE(support::run_in_child([&] {
            session const trace{1, argv, options};
            {
              TRACE2_REGION("other", "refresh");
              pass(20);
            }
            if (kept.count() != 1) return 1;
            {
              trace2::region const dynamic{std::string_view{"index"}, "refreshing"};
              pass(20);
            }
            if (!std::filesystem::exists(kept.kept(1))) return 2;
            pass(5);
            trace2::data("test", "next", 1);
            TRACE2_ERROR("bad: %d", 7);
            ::_exit(std::filesystem::exists(kept.kept(2)) ? 0 : 3);
          }) == 0);
  CHECK(holds(lines_of(kept.kept(1)), "index/refreshing took "));
  std::string const lines = lines_of(kept.kept(2));
  CHECK(holds(lines, "bad: 7"));
  CHECK(holds(lines, R"("key":"trigger","value":"error")"));
}

TEST_CASE("a storm keeps few files, the newest, and tells how many triggers it passed over") {
  ring const kept{"error,every=20ms,after=10ms,keep=2"};
  REQUIRE(support::run_in_child([&] {
            session const trace{1, argv, options};
            std::vector<std::thread> threads;
            for (int t = 0; t < 3; ++t)
              threads.emplace_back([] {
                for (int i = 0; i < 2000; ++i) {
                  trace2::error("storm");
                  if (i % 10 == 0) pass(1);
                }
              });
            for (auto& thread : threads) thread.join();
            return 0;
          }) == 0);
  CHECK(kept.count() == 3);
  CHECK_FALSE(std::filesystem::exists(kept.kept(1)));
  bool is_told = false;
  for (auto const& entry : std::filesystem::directory_iterator{kept.directory.path()})
    is_told = is_told || holds(lines_of(entry.path().string()), "triggers_passed_over");
  CHECK(is_told);
}

TEST_CASE("only so many files stay of all recordings that a process makes at one destination") {
  ring const kept{"error,every=1ms,after=1ms,keep=2"};
  REQUIRE(support::run_in_child([&] {
            session const trace{1, argv, options};
            for (int i = 0; i < 5; ++i) {
              trace2::error("bad");
              pass(5);
              trace2::data("test", "after", i);
              if (i == 1) std::filesystem::rename(kept.file, kept.file + ".moved");
              std::string const size = i < 3 ? "128k" : "192k";
              if (i == 1 ? !session::reopen()
                         : !session::reconfigure({{"TRACE2_KEPT_BINARY_SIZE", size}}))
                return 1;
            }
            return 0;
          }) == 0);
  std::size_t files = 0;
  for (auto const& entry : std::filesystem::directory_iterator{kept.directory.path()})
    files += holds(entry.path().string(), ".kept.") ? 1 : 0;
  CHECK(files == 2);
  CHECK(std::filesystem::exists(kept.kept(4)));
  CHECK(std::filesystem::exists(kept.kept(5)));
}

TEST_CASE("a signal keeps the ring, unless the program has a handler of its own") {
  ring const kept{"signal:USR2"};
  REQUIRE(support::run_in_child([&] {
            {
              session const trace{1, argv, options};
              trace2::data("test", "before", 1);
              ::raise(SIGUSR2);
              if (!std::filesystem::exists(kept.kept(1))) return 1;
              trace.end();
            }
            struct sigaction now {};
            ::sigaction(SIGUSR2, nullptr, &now);
            return now.sa_handler == SIG_DFL ? 0 : 2;
          }) == 0);
  std::string const lines = lines_of(kept.kept(1));
  CHECK(holds(lines, R"("key":"before")"));
  CHECK(holds(lines, R"("key":"trigger","value":"signal:USR2")"));

  ring const other{"signal:USR2"};
  static volatile sig_atomic_t handled = 0;
  REQUIRE(support::run_in_child([&] {
            ::signal(SIGUSR2, [](int) { handled = 1; });
            std::string const said = support::standard_error_of([&] {
              session const trace{1, argv, options};
              trace2::data("test", "before", 1);
              ::raise(SIGUSR2);
            });
            if (said.find("the program handles the signal") == said.npos) return 2;
            return handled == 1 && other.count() == 1 ? 0 : 1;
          }) == 0);
}

TEST_CASE("the signal's handler gets by with a small stack") {
  ring const kept{"signal:USR2"};
  REQUIRE(support::run_in_child([&] {
            session const trace{1, argv, options};
            trace2::data("test", "before", 1);
            auto const page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
            // What the system itself needs, and what programs usually give. A sanitizer puts room
            // around each variable.
            constexpr std::size_t usual = support::is_address_sanitized ? 32'768 : 8192;
            auto const size = static_cast<std::size_t>(MINSIGSTKSZ) + usual;
            // Below it, more than a frame could skip.
            std::size_t const guard = 32 * page;
            auto* const memory = static_cast<char*>(::mmap(
                nullptr, guard + size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
            ::mprotect(memory, guard, PROT_NONE);
            stack_t small{};
            small.ss_sp = memory + guard;
            small.ss_size = size;
            if (::sigaltstack(&small, nullptr) != 0) return 1;
            ::raise(SIGUSR2);
            return std::filesystem::exists(kept.kept(1)) ? 0 : 2;
          }) == 0);
}

TEST_CASE("the signal is the program's again, also after the recording was lost") {
  if (!support::has_truncation_fault()) return;
  ring const kept{"signal:USR2"};
  REQUIRE(support::run_in_child([&] {
            ::signal(SIGBUS, SIG_DFL);  // a sanitizer may have it
            {
              session const trace{1, argv, options};
              // A recording is read-only once it is open, for all but root.
              std::filesystem::permissions(kept.file, std::filesystem::perms::owner_write,
                                           std::filesystem::perm_options::add);
              std::filesystem::resize_file(kept.file, 0);
              for (int i = 0; i < 100'000; ++i) trace2::data("test", "lost", i);
              ::raise(SIGUSR2);
              trace.end();
            }
            struct sigaction now {};
            ::sigaction(SIGUSR2, nullptr, &now);
            return now.sa_handler == SIG_DFL ? 0 : 2;
          }) == 0);
}

TEST_CASE("files that the process has not made are no kept ones, whatever their names") {
  ring const other{"error"};
  REQUIRE(support::run_in_child([&] {
            session const trace{1, argv, options};
            trace2::data("test", "another process", 1);
            return 0;
          }) == 0);
  ring const kept{"error,every=1ms,after=1ms,keep=2"};
  kept.directory.write("recording.kept.1", "mine");
  std::filesystem::copy_file(other.file, kept.kept(3));
  std::filesystem::create_symlink(other.file, kept.kept(4));
  REQUIRE(support::run_in_child([&] {
            session const trace{1, argv, options};
            for (int i = 0; i < 6; ++i) {
              trace2::error("bad");
              pass(5);
              trace2::data("test", "after", i);
            }
            return 0;
          }) == 0);
  CHECK(support::content_of(kept.kept(1)) == "mine");
  CHECK(holds(lines_of(kept.kept(3)), "another process"));
  CHECK(std::filesystem::is_symlink(kept.kept(4)));
  CHECK_FALSE(std::filesystem::exists(kept.kept(7)));
  CHECK(std::filesystem::exists(kept.kept(8)));
  CHECK(std::filesystem::exists(kept.kept(9)));
  CHECK(kept.count() == 6);
}

TEST_CASE("a trigger whose directory is gone says so once, and the recording has the number") {
  ring const kept{"error,every=1ms,after=1ms"};
  support::scoped_variable const asks{"TRACE2_KEPT_DST_DEBUG", "1"};
  std::string const elsewhere = kept.directory.path().string() + ".elsewhere";
  std::string const said = support::standard_error_of([&] {
    REQUIRE(support::run_in_child([&] {
              session const trace{1, argv, options};
              std::filesystem::rename(kept.directory.path(), elsewhere);
              for (int i = 0; i < 3; ++i) {
                trace2::error("bad");
                pass(3);
              }
              std::filesystem::rename(elsewhere, kept.directory.path());
              return 0;
            }) == 0);
  });
  CHECK(said == "warning: the ring is not kept beside '" + kept.file +
                    "': No such file or directory\n");
  CHECK(kept.count() == 1);
  CHECK(holds(lines_of(kept.file), R"("key":"triggers_not_kept","value":"3")"));
}

TEST_CASE("a ring that can't get a second name goes on, and no other file is touched") {
  ring const kept{"error,after=1ms,every=1ms"};
  REQUIRE(support::run_in_child([&] {
            session const trace{1, argv, options};
            trace2::data("test", "before", 1);
            std::filesystem::rename(kept.file, kept.file + ".elsewhere");
            std::filesystem::create_directory(kept.file);
            for (int i = 0; i < 3; ++i) {
              trace2::error("bad");
              pass(3);
            }
            return 0;
          }) == 0);
  CHECK(kept.count() == 2);
  std::string const lines = lines_of(kept.file + ".elsewhere");
  CHECK(holds(lines, "bad"));
  CHECK_FALSE(holds(lines, R"("key":"trigger")"));
}

TEST_CASE("a forked child keeps its own ring, also when its parent is keeping one") {
  ring const kept{"error,after=50ms,every=1ms"};
  REQUIRE(support::run_in_child([&] {
            session const trace{1, argv, options};
            trace2::error("parent");
            if (support::run_in_child([&] {
                  trace2::data("test", "child", 1);
                  if (kept.count() != 3) return 1;
                  trace2::error("child");
                  return kept.count() == 4 ? 0 : 2;
                }) != 0)
              return 1;
            pass(60);
            trace2::data("test", "late", 1);
            return 0;
          }) == 0);
  std::string const lines = lines_of(kept.kept(1));
  CHECK(holds(lines, "parent"));
  CHECK_FALSE(holds(lines, R"("key":"child")"));
}

TEST_CASE("a full disk leaves the ring in the file that was to be kept, and loses no new event") {
  ring const kept{"error,after=50ms"};
  REQUIRE(support::run_in_child([&] {
            session const trace{1, argv, options};
            for (int i = 0; i < 20000; ++i) TRACE2_DATA("test", "early", i);
            trace2::error("bad");
            rlimit const none{0, 0};
            ::setrlimit(RLIMIT_FSIZE, &none);
            for (int i = 0; i < 20000; ++i) TRACE2_DATA("test", "meanwhile", i);
            pass(60);
            for (int i = 0; i < 20000; ++i) TRACE2_DATA("test", "late", i);
            trace2::data("test", "last", 1);
            return 0;
          }) == 0);
  CHECK(kept.count() == 2);
  CHECK(std::filesystem::equivalent(kept.file, kept.kept(1)));
  std::string const lines = lines_of(kept.file);
  CHECK_FALSE(has_jump(kept.file));  // the oldest events are gone, and none between others
  CHECK(holds(lines, R"("key":"late","value":"19999")"));
  CHECK(holds(lines, R"("key":"last")"));
  CHECK_FALSE(holds(lines, "lost_lines"));
}

TEST_CASE("a ring that goes on in the file where it was kept tells its readers of the jump") {
  ring const kept{"error,after=50ms"};
  REQUIRE(support::run_in_child([&] {
            session const trace{1, argv, options};
            for (int i = 0; i < 20000; ++i) TRACE2_DATA("test", "early", i);
            trace2::error("bad");
            for (int i = 0; i < 3000; ++i) TRACE2_DATA("test", "meanwhile", i);
            rlimit const none{0, 0};
            ::setrlimit(RLIMIT_FSIZE, &none);
            pass(60);
            for (int i = 0; i < 20000; ++i) TRACE2_DATA("test", "late", i);
            return 0;
          }) == 0);
  CHECK(std::filesystem::equivalent(kept.file, kept.kept(1)));
  CHECK(has_jump(kept.file));
}

TEST_CASE("a recording that can't go on in another file says so at its end") {
  ring const kept{"error,after=1ms"};
  support::scoped_variable const asks{"TRACE2_KEPT_DST_DEBUG", "1"};
  std::filesystem::create_directory(kept.file + ".next");
  std::string const said = support::standard_error_of([&] {
    REQUIRE(support::run_in_child([&] {
              session const trace{1, argv, options};
              trace2::error("bad");
              pass(5);
              trace2::data("test", "late", 1);
              // Of the parent's recording its child has nothing to say.
              int const child = support::run_in_child([] {
                trace2::data("test", "child", 1);
                return 0;
              });
              trace.end();
              return child;
            }) == 0);
  });
  CHECK(said == "warning: the recording '" + kept.file +
                    "' could not go on in another file: File exists\n");
  CHECK(holds(lines_of(kept.file), R"("key":"late")"));
}

TEST_CASE("what is no trigger is said, and so is a recording that is no ring") {
  ring const wrong{"region>soon nonsense error", "grow"};
  std::string said;
  REQUIRE(support::run_in_child([&] {
            said = support::standard_error_of([&] {
              session const trace{1, argv, options};
              trace2::error("bad");
            });
            bool const is_said =
                holds(said, "'region>soon' in TRACE2_KEPT_BINARY_TRIGGER is no trigger") &&
                holds(said, "'nonsense' in ") && holds(said, "the recording is no ring");
            return is_said && wrong.count() == 1 ? 0 : 1;
          }) == 0);
}

TEST_CASE("settings of a recording that is off have no effect, which is said to who asks") {
  support::scoped_variable const rules{"TRACE2_KEPT_BINARY_TRIGGER", "error"};
  support::scoped_variable const mode{"TRACE2_KEPT_BINARY_MODE", "ring"};
  support::temporary_directory const directory;
  auto const said = [&](char const* debug, std::string const& event) {
    support::scoped_variable const asked{"TRACE2_KEPT_DST_DEBUG", debug};
    support::scoped_variable const target{"TRACE2_KEPT_EVENT", event};
    return support::standard_error_of([] {
      CHECK(support::run_in_child([] {
              session const trace{1, argv, options};
              return 0;
            }) == 0);
    });
  };
  for (std::string const& event : {std::string{}, directory / "event"}) {
    std::string const text = said("1", event);
    for (std::string const name : {"TRIGGER", "MODE"})
      CHECK(holds(text, "warning: TRACE2_KEPT_BINARY_" + name + " has no effect: "));
    CHECK(said("0", event).empty());
  }
}

}  // namespace session_trigger_test
