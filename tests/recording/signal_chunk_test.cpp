#include <trace2/detail/time/clock.hpp>
#include <trace2/detail/time/clock_start.hpp>
#include <trace2/recording/record_writer.hpp>
#include <trace2/recording/signal_chunk.hpp>

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "support/catch.hpp"
#include "support/child.hpp"
#include "support/running_recorder.hpp"
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

namespace signal_chunk_test {

using namespace trace2::detail;
using namespace trace2::detail::recording;
using support::record_of;

namespace {

/// A room in a file of its own.
struct opened_room {
  opened_room() {
    trace2::detail::start_clock();
    int const fd = ::memfd_create("signal_chunk_test", MFD_CLOEXEC);
    descriptor = ::dup(fd);
    REQUIRE(file.open(fd, 1 << 20, 0) == 0);
  }
  ~opened_room() {
    room.end(file, true);
    file.close();
    ::close(descriptor);
  }

  std::uint64_t word_at(std::size_t place) const {
    std::uint64_t found = 0;
    CHECK(::pread(descriptor, &found, sizeof found, static_cast<off_t>(place)) == sizeof found);
    return found;
  }
  /// The first words of the records.
  std::vector<std::uint64_t> heads() const {
    std::vector<std::uint64_t> found;
    std::size_t at = header_size + sizeof(chunk_header);
    while (at < header_size + granule && word_at(at) != 0) {
      found.push_back(word_at(at));
      at += words_of(found.back()) * word;
    }
    return found;
  }

  int descriptor = -1;
  mapped_file file;
  chunk_source chunks{file, recording_mode::grow, {}};
  signal_chunk room;
};

}  // namespace

TEST_CASE("without a chunk there is no room") {
  opened_room run;
  CHECK_FALSE(run.room.store(record_of(64), 1));
}

TEST_CASE("a record gets a thread of its own, so that it finds its place by its time") {
  opened_room run;
  run.room.make(run.chunks);
  run.room.make(run.chunks);  // it has one
  CHECK(::lseek(run.descriptor, 0, SEEK_END) == static_cast<off_t>(header_size + granule));
  REQUIRE(run.room.store(record_of(64), 7));
  REQUIRE(run.room.store(record_of(64), 8));
  std::vector<std::uint32_t> threads;
  std::vector<kind> others;
  for (std::uint64_t const head : run.heads())
    if (kind_of(head) == kind::state)
      threads.push_back(upper_of(head));
    else if (kind_of(head) != kind::clock)
      others.push_back(kind_of(head));
  CHECK(threads == std::vector<std::uint32_t>{7, 8});
  CHECK(others == std::vector<kind>{kind::event, kind::event});
}

TEST_CASE("a full room refuses") {
  opened_room run;
  run.room.make(run.chunks);
  CHECK_FALSE(run.room.store(record_of(granule), 1));
  int stored = 0;
  while (stored < 100 && run.room.store(record_of(200), 1)) ++stored;
  CHECK(stored > 4);
  CHECK(stored < 20);
  CHECK(run.room.is_intact());
}

TEST_CASE("two threads never store at the same time, and one of them is refused") {
  opened_room run;
  run.room.make(run.chunks);
  std::atomic<int> stored{0};
  std::vector<std::thread> threads;
  std::string const record = record_of(8);
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int n = 0; n < 3; ++n) stored += run.room.store(record, 1);
    });
  for (std::thread& thread : threads) thread.join();
  int found = 0;
  for (std::uint64_t const head : run.heads()) found += kind_of(head) == kind::event;
  CHECK(stored == found);
  CHECK(stored >= 3);
}

TEST_CASE("a recorder has a room once signals are expected, and in all later recordings") {
  // The process of the other cases goes on without it.
  CHECK(support::run_in_child([] {
          recorder::expect_signals();
          bool is_right = true;
          for (int i = 0; i < 2; ++i) {
            support::running_recorder const run;
            static static_site site{"c", "l"};
            is_right = is_right && support::stores(site, std::int64_t{1});
            {
              cursor::use const interrupted{this_cursor};
              run.content->append(record_of(64));
              is_right = is_right && run.content->dropped() == 1;
              run.content->append_in_handler(record_of(64));
            }
            is_right = is_right && run.content->dropped() == 1;
            int events = 0;
            for (std::uint64_t const head : run.heads()) events += kind_of(head) == kind::event;
            is_right = is_right && events == 1;
          }
          return is_right ? 0 : 1;
        }) == 0);
}

TEST_CASE("a recording that ends while a handler stores is over as soon as that has stored") {
  CHECK(support::run_in_child([] {
          recorder::expect_signals();
          support::running_recorder const run;
          static recorder* ending;
          ending = run.content;
          // The handler's record is in memory that is forbidden until the recording has ended.
          static void* forbidden;
          std::string const record = record_of(64);
          forbidden =
              ::mmap(nullptr, granule, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
          if (forbidden == MAP_FAILED) return 1;
          record.copy(static_cast<char*>(forbidden), record.size());
          if (::mprotect(forbidden, granule, PROT_NONE) != 0) return 2;
          ::signal(SIGSEGV, [](int) {
            ending->close();
            if (ending->is_idle()) ::_exit(3);
            ::mprotect(forbidden, granule, PROT_READ);
          });
          ending->append_in_handler({static_cast<char const*>(forbidden), record.size()});
          if (ending->dropped() != 0) return 4;
          return ending->is_idle() ? 0 : 5;
        }) == 0);
}

}  // namespace signal_chunk_test
