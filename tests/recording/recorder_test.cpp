#include <trace2/call/static_site.hpp>
#include <trace2/detail/system/leaked.hpp>
#include <trace2/detail/time/clock.hpp>
#include <trace2/recording/recorder.hpp>
#include <trace2/recording/short_record.hpp>
#include <trace2/value/buffer.hpp>

#include <atomic>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/mapped_size.hpp"
#include "support/running_recorder.hpp"
#include "support/truncation_fault.hpp"
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace recorder_test {

using namespace trace2::detail;
using namespace trace2::detail::recording;

namespace {

using support::record_of;
using support::running_recorder;
using support::stores;

}  // namespace

TEST_CASE("a site keeps its number in the next recording, which defines it again") {
  static static_site site{"c", "l"};
  std::uint32_t number = 0;
  {
    running_recorder const run;
    REQUIRE(stores(site, std::int64_t{1}));
    number = site.number.load_relaxed();
  }
  running_recorder const run;
  REQUIRE(stores(site, std::int64_t{1}));
  CHECK(site.number.load_relaxed() == number);
  std::string bytes(1 << 14, '\0');
  REQUIRE(::pread(run.descriptor, bytes.data(), bytes.size(), 0) > 0);
  CHECK(bytes.find(std::string{"recorder_test.cpp"}) != bytes.npos);
}

TEST_CASE("a thread that is late for a recording which has ended takes no number from the next") {
  // In a child, because all later recordings repeat the definitions.
  CHECK(support::run_in_child([] {
          running_recorder const ended;
          ended.content->close();
          running_recorder const next{recording_mode::grow, 64 << 20};
          auto const number_in = [](running_recorder const& run) {
            atomic<std::uint32_t> number{0};
            return run.content->number_of(number, kind::site, [](record_writer& definition) {
              definition.put(std::uint32_t{1});
            });
          };
          std::atomic<bool> is_over{false};
          std::thread late{[&] {
            while (!is_over) number_in(ended);
          }};
          std::uint32_t last = 0;
          int falls = 0;
          for (int i = 0; i < 300'000; ++i) {
            std::uint32_t const given = number_in(next);
            falls += given <= last;
            last = given;
          }
          is_over = true;
          late.join();
          return falls == 0 && number_in(ended) == 0 ? 0 : 1;
        }) == 0);
}

TEST_CASE("records that fill many chunks are all there") {
  running_recorder const run{recording_mode::grow, 8 << 20};
  static static_site site{"c", "l"};
  constexpr int count = 100'000;
  int stored = 0;
  for (int i = 0; i < count; ++i) stored += stores(site, std::int64_t{i});
  CHECK(stored == count);
  int found = 0;
  for (kind const what : run.kinds()) found += what == kind::data_signed;
  CHECK(found == count);
  CHECK(run.content->dropped() == 0);
}

TEST_CASE("a thread that needs a new chunk looks at the system's clocks when that is due") {
  running_recorder const run;
  std::string const large = record_of(lane::smallest_chunk);
  run.content->append(large);
  std::int64_t const before = clock::last_look();
  while (clock::time_to_keep(clock::now()) > 0) ::usleep(1'000);
  run.content->append(large);
  CHECK(clock::last_look() > before);
}

TEST_CASE("what finds no room is refused, counted and harmless") {
  running_recorder const run{recording_mode::grow, 100 * 1024};
  static static_site site{"c", "l"};
  int stored = 0;
  for (int i = 0; i < 20'000; ++i) stored += stores(site, std::int64_t{i});
  CHECK(stored > 2'000);
  CHECK(stored < 20'000);
  std::uint64_t const record[] = {long_head(kind::event, 200, 1)};
  std::string bytes(200 * word, '\0');
  std::memcpy(bytes.data(), record, sizeof record);
  run.content->append(bytes);
  CHECK(run.content->dropped() == 1);
}

TEST_CASE("an event that is too large for a chunk keeps no smaller one out") {
  for (recording_mode const mode : {recording_mode::grow, recording_mode::ring}) {
    running_recorder const run{mode, 256 * 1024};
    for (int i = 0; i < 2; ++i) run.content->append(record_of(300'000));
    CHECK(run.content->dropped() == 2);
    for (int i = 0; i < 200; ++i) run.content->append(record_of(1'000));
    CHECK(run.content->dropped() == 2);
    CHECK(run.chunks() > 2);
  }
}

TEST_CASE("a thread goes on in the chunk of one that has ended") {
  running_recorder const run;
  static static_site site{"c", "l"};
  REQUIRE(stores(site, std::int64_t{0}));
  for (int i = 1; i <= 3; ++i)
    std::thread{[i] {
      region_stack regions;
      regions.enter(1);
      this_cursor.regions = &regions;
      this_cursor.name = "other";
      CHECK(stores(site, std::int64_t{i}));
      recorder::leave(this_cursor);
      this_cursor.regions = cursor{}.regions;
    }}.join();
  // Two chunks: main's, and that of the others, which each say who they are.
  CHECK(run.chunks() == 2);
  CHECK(run.kinds().size() == 4);
  std::vector<std::uint32_t> threads;
  for (std::uint64_t const head : run.heads())
    if (kind_of(head) == kind::state && (threads.empty() || threads.back() != upper_of(head)))
      threads.push_back(upper_of(head));
  CHECK(threads == std::vector<std::uint32_t>{1, 2, 3, 4});
}

TEST_CASE("a closed recording holds nothing but the chunk in which another thread is storing") {
  static static_site site{"c", "l"};
  std::mutex turn;
  std::unique_lock held{turn};
  std::atomic<bool> has_recorded{false};
  std::thread other;
  std::size_t const before = support::mapped_size("recorder_test");
  {
    running_recorder const run;
    REQUIRE(stores(site, std::int64_t{1}));
    other = std::thread{[&] {
      region_stack regions;
      regions.enter(1);
      this_cursor.regions = &regions;
      CHECK(stores(site, std::int64_t{2}));
      has_recorded = true;
      std::unique_lock const waiting{turn};
      CHECK_FALSE(short_record::data(site, std::int64_t{3}));
      CHECK_FALSE(short_record::data_slowly(site, std::int64_t{3}));
      recorder::leave(this_cursor);
      this_cursor.regions = cursor{}.regions;
    }};
    while (!has_recorded) std::this_thread::yield();
    run.content->close();
    CHECK(recorder::current() == nullptr);
    CHECK(::fcntl(run.descriptor, F_GETFD) == -1);
    CHECK_FALSE(short_record::data_slowly(site, std::int64_t{3}));
  }
  std::size_t const definitions = 3 * granule;
  CHECK(support::mapped_size("recorder_test") <= before + definitions + lane::smallest_chunk);
  held.unlock();
  other.join();
  CHECK(support::mapped_size("recorder_test") <= before + definitions);
}

TEST_CASE("one recording after the other takes neither descriptors nor memory") {
  static static_site site{"c", "l"};
  auto const record = [](recording_mode mode) {
    running_recorder const run{mode};
    REQUIRE(stores(site, std::int64_t{1}));
    std::thread{[] {
      region_stack regions;
      regions.enter(1);
      this_cursor.regions = &regions;
      CHECK(stores(site, std::int64_t{2}));
      recorder::leave(this_cursor);
      this_cursor.regions = cursor{}.regions;
    }}.join();
    return std::pair{run.descriptor, support::mapped_size("recorder_test")};
  };
  for (recording_mode const mode : {recording_mode::grow, recording_mode::ring}) {
    auto const [descriptor, size] = record(mode);
    for (int i = 0; i < 20; ++i) {
      auto const next = record(mode);
      CHECK(next.first <= descriptor + 1);  // of the one before, until this one takes over
      CHECK(next.second <= size);           // less where addresses are few
    }
  }
}

TEST_CASE("the child of a fork neither records into the parent's file nor ends it") {
  running_recorder const run;
  static static_site site{"c", "l"};
  REQUIRE(stores(site, std::int64_t{1}));
  pid_t const child = ::fork();
  if (child == 0) {
    bool const is_refused = !short_record::data(site, std::int64_t{2}) &&
                            !short_record::data_slowly(site, std::int64_t{2});
    run.content->append(std::string(8 * word, '\x81'));
    run.content->close();
    ::_exit(is_refused ? 0 : 1);
  }
  int status = -1;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(status == 0);
  CHECK(stores(site, std::int64_t{3}));
  CHECK(run.kinds() == std::vector<kind>{kind::data_signed, kind::data_signed});
  file_header header{};
  REQUIRE(::pread(run.descriptor, &header, sizeof header, 0) == sizeof header);
  CHECK(header.is_finished == 0);
  CHECK(header.dropped == 0);
}

TEST_CASE("a child that was forked while another thread took a chunk waits for nobody") {
  running_recorder const run{recording_mode::ring, std::uint64_t{8} << 20};
  static static_site known{"c", "known"};
  REQUIRE(stores(known, std::int64_t{1}));
  std::atomic<bool> is_over{false};
  std::thread taking{[&] {
    region_stack regions;
    regions.enter(1);
    this_cursor.regions = &regions;
    std::string const large = record_of(lane::usual_chunk * 3);
    while (!is_over) run.content->append(large);
    recorder::leave(this_cursor);
    this_cursor.regions = cursor{}.regions;
  }};
  static static_site fresh{"c", "fresh"};
  int failures = 0;
  for (int i = 0; i < 40 && failures == 0; ++i)
    failures += support::run_in_child([&] {
                  ::alarm(60);
                  bool const is_short =
                      stores(known, std::int64_t{2}) || stores(fresh, std::int64_t{2});
                  run.content->append(record_of(64));
                  run.content->keep(record_of(64));
                  run.content->close();
                  return is_short || recorder::current() != nullptr ? 1 : 0;
                }) != 0;
  is_over = true;
  taking.join();
  CHECK(failures == 0);
}

TEST_CASE("a forked child keeps its parent's numbers, but none that was given after the fork") {
  running_recorder const run;
  static static_site known{"c", "known"};
  static static_site parents{"c", "parents"};
  static static_site own{"c", "own"};
  REQUIRE(stores(known, std::int64_t{1}));
  int turn[2];
  REQUIRE(::pipe(turn) == 0);
  pid_t const child = support::start_child([&] {
    char waited = 0;
    if (::read(turn[0], &waited, 1) != 1) return 1;
    running_recorder const next;
    if (!stores(known, std::int64_t{2}) || !stores(own, std::int64_t{2})) return 2;
    return next.sites(known) == 1 && next.sites(own) == 1 ? 0 : 3;
  });
  REQUIRE(stores(parents, std::int64_t{1}));
  REQUIRE(::write(turn[1], "", 1) == 1);
  CHECK(support::result_of(child) == 0);
  CHECK(run.sites(parents) == 1);
  for (int const fd : turn) ::close(fd);
}

TEST_CASE("a child without fork handlers takes no chunk of the parent's") {
  running_recorder const run;
  static static_site site{"c", "l"};
  REQUIRE(stores(site, std::int64_t{1}));
  auto const fill = [&run] { run.content->append(record_of(lane::smallest_chunk)); };
  pid_t const child = ::_Fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    for (int i = 0; i < 8; ++i) fill();
    ::_exit(run.content->dropped() == 8 ? 0 : 1);
  }
  CHECK(support::result_of(child) == 0);
  fill();
  CHECK(run.content->dropped() == 0);
  file_header header{};
  REQUIRE(::pread(run.descriptor, &header, sizeof header, 0) == sizeof header);
  CHECK(header.dropped == 0);
}

TEST_CASE("a recorder whose file is truncated retires, and later events are counted") {
  if (!support::has_truncation_fault()) return;
  static static_site site{"c", "l"};
  for (recording_mode const mode : {recording_mode::grow, recording_mode::ring})
    CHECK(support::run_in_child([&] {
            ::signal(SIGBUS, SIG_DFL);
            running_recorder const run{mode};
            if (!stores(site, std::int64_t{1})) return 1;
            if (::ftruncate(run.descriptor, 0) != 0) return 2;
            if (!stores(site, std::int64_t{2}) || run.content->dropped() != 1) return 3;
            if (!run.content->is_lost() || recorder::current() != nullptr) return 4;
            if (short_record::data(site, std::int64_t{3})) return 5;
            if (short_record::data_slowly(site, std::int64_t{3})) return 6;
            run.content->append(record_of(64));
            run.content->keep(record_of(64));
            if (run.content->dropped() != 3) return 7;
            run.content->close();
            if (::fcntl(run.descriptor, F_GETFD) != -1) return 8;
            running_recorder const next{mode};
            return stores(site, std::int64_t{4}) && next.sites(site) == 1 ? 0 : 9;
          }) == 0);
}

TEST_CASE("a handler may end the recording and the process wherever it interrupts the thread") {
  static running_recorder* open = nullptr;
  auto const interrupted_after = [](int microseconds) {
    return support::run_in_child([microseconds] {
      running_recorder run{recording_mode::grow, 64 << 20};
      open = &run;
      support::interrupt_after(microseconds, [](int) {
        open->content->close();
        ::_exit(0);
      });
      for (;;) {
        // Most of the time a thread that defines, and takes and leaves chunks, holds the mutex.
        static_site fresh{"c", "fresh"};
        short_record::data_slowly(fresh, std::int64_t{1});
        recorder::leave(this_cursor);
      }
      return 1;
    });
  };
  for (int i = 0; i < 10; ++i) REQUIRE(interrupted_after(1'000 + 371 * i) == 0);
}

TEST_CASE("the next recording takes no definition from the file of the one before") {
  static static_site site{"c", "l"};
  std::string const zeros(3 * granule, '\0');
  {
    running_recorder const run;
    REQUIRE(stores(site, std::int64_t{1}));
    REQUIRE(::pwrite(run.descriptor, zeros.data(), zeros.size(), header_size) ==
            static_cast<ssize_t>(zeros.size()));
  }
  running_recorder const run;
  REQUIRE(stores(site, std::int64_t{1}));
  CHECK(run.sites(site) == 1);
}

TEST_CASE("names may be long") {
  running_recorder const run;
  static std::string const label(static_site::largest_text, 'x');
  static static_site site{"c", std::string_view{label}};
  REQUIRE(stores(site, std::int64_t{1}));
  std::string bytes(1 << 15, '\0');
  REQUIRE(::pread(run.descriptor, bytes.data(), bytes.size(), 0) > 0);
  CHECK(bytes.find(label) != bytes.npos);
}

}  // namespace recorder_test
