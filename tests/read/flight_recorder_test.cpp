#include "fuzz/flight_recorder.hpp"

#include <trace2/read/flight_recorder.hpp>
#include <trace2/recording/recording_file.hpp>
#include <trace2/testing.hpp>
#include <trace2/trace2.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>
#include <vector>

#include "support/catch.hpp"
#include "support/chunk_file.hpp"
#include "support/recording_session.hpp"
#include "support/temporary_directory.hpp"
#include <sys/wait.h>
#include <unistd.h>

namespace flight_recorder_test {

using namespace trace2;
using support::recording_session;
using support::tracer_on;

#undef TRACE2_TRACER
#define TRACE2_TRACER tracer_on

namespace {

struct cache_hit {
  static constexpr std::string_view event_name = "cache_hit";
  std::string_view key;
  double ratio = 0;
};
BOOST_DESCRIBE_STRUCT(cache_hit, (), (key, ratio))

/// Somebody sets the system's clock all the time.
class wandering_clock final : public trace2::detail::clock_source {
 public:
  explicit wandering_clock(testing::fake_clock& steady) : steady_{steady} {
    trace2::detail::clock::replace(this);
  }
  ~wandering_clock() { trace2::detail::clock::replace(&steady_); }

  void advance() {
    steady_.advance_microseconds(1'100'000);
    ++steps_;
  }
  std::int64_t monotonic_nanoseconds() noexcept override { return steady_.monotonic_nanoseconds(); }
  std::int64_t wall_nanoseconds() noexcept override {
    return steady_.wall_nanoseconds() + steps_ * steps_ * 1'000'000;
  }

 private:
  testing::fake_clock& steady_;
  std::int64_t steps_ = 0;
};

void emit_some(testing::fake_clock& clock) {
  clock.advance_microseconds(1'234'567);
  TRACE2_REGION("index", "load");
  clock.advance_nanoseconds(1'999);
  TRACE2_DATA("index", "entries", 42);
  TRACE2_DATA("index", "unsigned", 42u);
  TRACE2_DATA("index", "ratio", 0.1);
  {
    TRACE2_REGION("index", "inner");
    clock.advance_nanoseconds(1'500);
    TRACE2_DATA("index", "text", "some text");
  }
  TRACE2_EMIT(cache_hit{"a \"key\"", 0.5});
  TRACE2_ERROR("no '%s'", "luck");
}

}  // namespace

TEST_CASE("lines are those of the text targets, byte by byte") {
  recording_session run;
  emit_some(run.session.clock);
  CHECK(run.lines<format::json>() == run.session.event());
  CHECK(run.lines<format::perf>() == run.session.perf());
  CHECK(run.lines<format::normal>() == run.session.normal());
}

TEST_CASE("short records become the same lines as whole ones") {
  std::string whole;
  {
    recording_session run;
    emit_some(run.session.clock);
    whole = run.lines<format::perf>();
  }
  recording_session run;
  run.record_alone();
  emit_some(run.session.clock);
  CHECK(run.lines<format::perf>() == whole);
}

TEST_CASE("short records and whole ones of the same regions go together", "[R-REG-01]") {
  auto const emit = [](testing::fake_clock& clock) {
    TRACE2_REGION("c", "outer");
    auto first = std::make_unique<basic_region<tracer_on>>("c", "first");
    clock.advance_microseconds(20'000'000);  // so long that the thread says anew who it is
    auto second = std::make_unique<basic_region<tracer_on>>("c", "second");
    clock.advance_microseconds(20'000'000);
    first.reset();
    {
      TRACE2_REGION("c", "third");
      clock.advance_microseconds(20'000'000);
      second.reset();
      clock.advance_microseconds(5);
    }
    TRACE2_REGION("c", "fourth");
  };
  std::string whole;
  {
    recording_session run;
    emit(run.session.clock);
    whole = run.lines<format::perf>();
    CHECK(whole == run.session.perf());
  }
  recording_session run;
  run.record_alone();
  emit(run.session.clock);
  CHECK(run.lines<format::perf>() == whole);
}

TEST_CASE("lines are left out only where that is asked for") {
  recording_session run;
  for (int i = 0; i < 9; ++i) tracer_on::region_enter("c", "deep");
  read::flight_recording recording;
  REQUIRE(recording.open(run.path.c_str()) == "");
  buffer all;
  buffer outermost;
  buffer as_target;
  format_settings const settings_of_target;
  while (auto const* const event = recording.next()) {
    recording.write<format::json>(all, {}, *event);
    recording.write<format::json>(outermost, {.brief = true, .nesting_limit = 1}, *event);
    recording.write<format::json>(as_target, settings_of_target, *event);
  }
  auto const lines = [](buffer const& text) {
    return std::count(text.view().begin(), text.view().end(), '\n');
  };
  CHECK(lines(all) == 9);
  CHECK(lines(outermost) == 1);
  CHECK(lines(as_target) == 2);
}

TEST_CASE("a short record may be long after the one before", "[R-TIME-05]") {
  recording_session run;
  run.record_alone();
  TRACE2_DATA("c", "k", 1);
  run.session.clock.advance_microseconds(3'600'000'000);
  TRACE2_DATA("c", "k", 2);
  run.session.clock.advance_microseconds(5'000'000);
  TRACE2_DATA("c", "k", 3);
  std::string const lines = run.lines<format::json>();
  CHECK(lines.find("\"t_abs\":0.000000") != lines.npos);
  CHECK(lines.find("\"t_abs\":3600.000000") != lines.npos);
  CHECK(lines.find("\"t_abs\":3605.000000") != lines.npos);
}

TEST_CASE("however often the clock was set, each event has its own time") {
  recording_session run;
  wandering_clock clock{run.session.clock};
  for (int i = 0; i < 300; ++i) {
    clock.advance();
    TRACE2_DATA("c", "k", i);
  }
  read::flight_recording recording;
  REQUIRE(recording.open(run.path.c_str()) == "");
  int seen = 0;
  while (auto const* const event = recording.next()) {
    CHECK(event->wall_nanoseconds / 1000 == event->wall());
    ++seen;
  }
  CHECK(seen == 300);
}

TEST_CASE("a ring takes constant space, however often the clock was set") {
  recording_session run{recording_mode::ring, 128 * 1024};
  run.record_alone();
  wandering_clock clock{run.session.clock};
  std::vector<std::int64_t> walls;
  std::vector<std::uintmax_t> sizes;
  constexpr int rounds = 12'000;
  for (int i = 0; i < rounds; ++i) {
    clock.advance();
    walls.push_back(clock.wall_nanoseconds() / 1000);
    TRACE2_DATA("c", "k", i);
    if (i % 4000 == 3999) sizes.push_back(std::filesystem::file_size(run.path));
  }
  CHECK(sizes[1] == sizes[0]);
  CHECK(sizes[2] == sizes[0]);
  read::flight_recording recording;
  REQUIRE(recording.open(run.path.c_str()) == "");
  int seen = 0;
  while (auto const* const event = recording.next()) {
    CHECK(event->wall() == walls[event->value]);
    ++seen;
  }
  CHECK(seen > 1'000);
  CHECK(seen < rounds);
}

TEST_CASE("a reader goes on where a running writer does") {
  recording_session run;
  run.record_alone();
  read::flight_recording recording;
  TRACE2_DATA("c", "k", 0);
  REQUIRE(recording.open(run.path.c_str()) == "");
  int seen = 0;
  for (int i = 1; i <= 5; ++i) {
    while (recording.next() != nullptr) ++seen;
    CHECK(seen == i);
    TRACE2_DATA("c", "k", i);
    recording.refresh();
  }
  CHECK(recording.is_live());
  CHECK_FALSE(recording.is_finished());
}

TEST_CASE("only a process keeps a recording alive") {
  recording_session run;
  run.record_alone();
  std::string bytes = support::content_of(run.path);
  for (std::uint64_t const pid : {std::uint64_t{0}, std::uint64_t{1} << 32, ~std::uint64_t{0}}) {
    std::memcpy(&bytes[offsetof(trace2::detail::recording::file_header, pid)], &pid, sizeof pid);
    std::string const path = run.directory / "forged";
    std::ofstream{path, std::ios::binary} << bytes;
    read::flight_recording recording;
    REQUIRE(recording.open(path.c_str()) == "");
    CHECK_FALSE(recording.is_finished());
    CHECK_FALSE(recording.is_live());
  }
}

TEST_CASE("whether the process lives is asked before its events are looked for") {
  support::temporary_directory const directory;
  std::string const path = directory / "recording";
  int ready[2];
  int go_on[2];
  REQUIRE((::pipe(ready) == 0 && ::pipe(go_on) == 0));
  ::pid_t const writer = ::fork();
  if (writer == 0) {
    testing::memory_session<tracer_on> session;
    auto* const file =
        trace2::detail::leaked<recording_file>::make(path.c_str(), recording_options{});
    target<flight_recorder>::state.open(*file, {});
    TRACE2_DATA("c", "k", 1);
    char signal = 0;
    bool const goes_on = ::write(ready[1], "", 1) == 1 && ::read(go_on[0], &signal, 1) == 1;
    TRACE2_DATA("c", "k", 2);
    if (goes_on) file->close();
    ::_exit(0);
  }
  char signal = 0;
  REQUIRE(::read(ready[0], &signal, 1) == 1);
  read::flight_recording recording;
  REQUIRE(recording.open(path.c_str()) == "");
  REQUIRE(::write(go_on[1], "", 1) == 1);
  REQUIRE(::waitpid(writer, nullptr, 0) == writer);
  for (int const fd : {ready[0], ready[1], go_on[0], go_on[1]}) ::close(fd);

  auto const count = [&recording] {
    int seen = 0;
    while (auto const* const event = recording.next())
      if (event->kind == trace2::detail::recording::kind::event &&
          event->what->name == event::data::event_name)
        ++seen;
    return seen;
  };
  CHECK(count() == 1);
  CHECK(recording.is_live());
  recording.refresh();
  CHECK(count() == 1);
  CHECK_FALSE(recording.is_live());
}

TEST_CASE("threads keep their order and their names") {
  recording_session run;
  run.record_alone();
  constexpr int rounds = 20'000;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([] {
      TRACE2_THREAD("worker");
      for (int round = 0; round < rounds; ++round) TRACE2_DATA("c", "k", round);
    });
  for (std::thread& thread : threads) thread.join();
  read::flight_recording recording;
  REQUIRE(recording.open(run.path.c_str()) == "");
  std::map<std::string, int> next;
  while (auto const* const event = recording.next()) {
    if (event->kind != trace2::detail::recording::kind::data_signed) continue;
    REQUIRE(next[std::string{event->thread}]++ == static_cast<int>(event->value));
  }
  CHECK(next == std::map<std::string, int>{
                    {"th01:worker", rounds}, {"th02:worker", rounds}, {"th03:worker", rounds}});
}

// Examples have recorded themselves and written EVENT: with a released version, which is in the
// name, and on a machine whose numbers begin with their most significant byte.
TEST_CASE("recordings of older versions and of machines with another byte order are read") {
  char const* const directory = std::getenv("RECORDINGS");
  for (std::string const name : {"0.1.0-tour", "s390x-tour", "s390x-custom_event"}) {
    std::string const path =
        std::string{directory == nullptr ? "tests/recordings" : directory} + "/" + name;
    read::flight_recording recording;
    REQUIRE(recording.open((path + ".recording").c_str()) == "");
    trace2::buffer lines;
    while (auto const* const event = recording.next())
      recording.write<format::json>(lines, {.nesting_limit = 9}, *event);
    std::ifstream written{path + ".event"};
    CHECK(lines.view() == std::string{std::istreambuf_iterator<char>{written}, {}});
    CHECK(recording.damages() == 0);
    CHECK(recording.is_finished());
  }
}

TEST_CASE("files that are no recordings are refused") {
  support::temporary_directory const directory;
  auto const problem = [&](std::string const& content) {
    return read::flight_recording{}.open(directory.write("file", content).c_str());
  };
  CHECK(problem("") == "is no recording: it is too short");
  CHECK(problem(std::string(100, 'x')) == "is no recording");
  std::string header{"TRACE2R\n", 8};
  header.resize(4096);
  CHECK(problem(header) == "has a damaged header");
  namespace layout = trace2::detail::recording;
  layout::file_header head{{}, layout::endian_mark, layout::version, sizeof head, 0, 0, 0, 0, {},
                           0};
  std::memcpy(head.magic, layout::file_magic, sizeof head.magic);
  auto const problem_with_header = [&] {
    return problem({reinterpret_cast<char const*>(&head), sizeof head});
  };
  CHECK(problem_with_header() == "");
  head.first_chunk = sizeof head - layout::word;  // within the header
  CHECK(problem_with_header() == "has a damaged header");
  for (std::uint32_t const version : {0u, trace2::detail::recording::version + 1}) {
    trace2::detail::recording::file_header other{};
    header.copy(other.magic, sizeof other.magic);
    other.endian = trace2::detail::recording::endian_mark;
    other.version = version;
    std::memcpy(header.data(), &other, sizeof other);
    CHECK(problem(header) == "is a recording of another version");
  }
  CHECK(read::flight_recording{}.open((directory / "none").c_str()) ==
        "can't be opened: No such file or directory");
  CHECK(read::flight_recording{}.open("/dev/null") == "is no file");
  int const none = 1'000'000;  // no descriptor
  CHECK(read::flight_recording{}.open(none) == "can't be read: Bad file descriptor");
}

TEST_CASE("a recording cut or changed at any byte is read as far as possible") {
  std::string bytes;
  {
    recording_session run;
    emit_some(run.session.clock);
    run.record_alone();
    emit_some(run.session.clock);
    bytes = support::content_of(run.path);
  }
  std::uint64_t const all = fuzz::read_recording(bytes).events;
  CHECK(all == 20);
  SECTION("cut, or changed behind the definitions: what is in front is delivered") {
    std::size_t const first_events = bytes.rfind("CHUNK2R");
    std::uint64_t in_front = 0;
    std::size_t const step = std::getenv("SLOW") == nullptr ? 9 : 1;
    for (std::size_t at = 0; at < bytes.size(); at += step) {
      if (bytes[at] == 0 && at % 64 != 0) continue;
      std::uint64_t const events = fuzz::read_recording({bytes.data(), at}).events;
      REQUIRE(events >= in_front);
      in_front = events;
      std::string changed = bytes;
      for (int bit = 0; bit < 8; ++bit) {
        changed[at] = static_cast<char>(bytes[at] ^ 1 << bit);
        std::uint64_t const found = fuzz::read_recording(changed).events;
        if (at >= first_events) REQUIRE(found >= in_front);
      }
    }
    CHECK(in_front == all);
  }
  SECTION("changed in many places") {
    std::mt19937 random{2};
    for (int i = 0; i < 500; ++i) {
      std::string changed = bytes;
      for (auto count = 1 + random() % 50; count > 0; --count)
        changed[random() % bytes.size()] = static_cast<char>(random() % 2 == 0 ? random() : 0xff);
      fuzz::read_recording(changed);
    }
  }
}

TEST_CASE("a recording that ends in its header is damaged") {
  recording_session run;
  std::string const bytes = support::content_of(run.path);
  CHECK(fuzz::read_recording({bytes.data(), 100}).damages == 1);
  CHECK(fuzz::read_recording({bytes.data(), 4096}).damages == 0);
}

TEST_CASE("damage in the middle costs no more than what it covers") {
  recording_session run;
  run.record_alone();
  for (int i = 0; i < 50'000; ++i) TRACE2_DATA("c", "k", i);
  std::string bytes = support::content_of(run.path);
  std::size_t const chunk = bytes.find("CHUNK2R", bytes.size() / 2);
  REQUIRE(chunk != bytes.npos);
  bytes[chunk] = 'X';
  fuzz::reading const found = fuzz::read_recording(bytes);
  CHECK(found.damages == 1);
  CHECK(found.events > 20'000);
  CHECK(found.events < 50'000);
}

TEST_CASE("a short record of a kind that nobody knows is passed over", "[read]") {
  std::uint64_t const head = GENERATE(0x100u, 0x105u);  // kinds 0 and 5 of site 1
  std::string record(sizeof head, '\0');
  std::memcpy(record.data(), &head, sizeof head);
  support::temporary_directory const directory;
  read::flight_recording recording;
  REQUIRE(recording.open(support::chunk_file(directory, record).c_str()) == "");
  CHECK(recording.next() == nullptr);
  CHECK(recording.damages() == 0);
}

}  // namespace flight_recorder_test
