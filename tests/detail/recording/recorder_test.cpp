#include <trace2/detail/buffer.hpp>
#include <trace2/detail/clock.hpp>
#include <trace2/detail/kept.hpp>
#include <trace2/detail/recording/recorder.hpp>
#include <trace2/detail/recording/short_record.hpp>
#include <trace2/detail/static_site.hpp>

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "support/catch.hpp"
#include <sys/mman.h>
#include <unistd.h>

using namespace trace2::detail;
using namespace trace2::detail::recording;

namespace {

/// A recorder of the process for the life of the object, with what is in its file.
struct running_recorder {
  explicit running_recorder(mode kind = mode::grow, std::uint64_t size = 1 << 20) {
    trace2::detail::clock::start();
    descriptor = ::memfd_create("recorder_test", MFD_CLOEXEC);
    REQUIRE(content->open(descriptor, {kind, size}, "SID", "/program", 1) == 0);
    this_cursor.regions = &regions;
    this_cursor.name = "main";
    regions.push_back(trace2::detail::clock::now());
    recorder::set_alone(true);
  }
  ~running_recorder() {
    recorder::set_alone(false);
    recorder::leave(this_cursor);
    this_cursor.regions = cursor{}.regions;
  }

  /// All first words of the records of chunks of events, in their order.
  std::vector<std::uint64_t> heads() const {
    std::vector<std::uint64_t> found;
    auto const size = static_cast<std::size_t>(::lseek(descriptor, 0, SEEK_END));
    std::vector<std::uint64_t> words(size / word);
    REQUIRE(::pread(descriptor, words.data(), size, 0) == static_cast<ssize_t>(size));
    for (std::size_t at = header_size / word; at < words.size(); at += words[at + 1] / word) {
      if (words[at + 3] != static_cast<std::uint64_t>(chunk_kind::events)) continue;
      std::size_t const end = at + words[at + 1] / word;
      for (std::size_t i = at + 4; i < end && words[i] != 0; i += words_of(words[i]))
        found.push_back(words[i]);
    }
    return found;
  }
  std::vector<kind> kinds() const {
    std::vector<kind> found;
    for (std::uint64_t const head : heads()) found.push_back(kind_of(head));
    return found;
  }

  // A recorder lives as long as the process.
  recorder* content = kept<recorder>::make();
  int descriptor = -1;
  basic_buffer<std::int64_t> regions;
};

}  // namespace

TEST_CASE("short records follow a record of whose they are") {
  running_recorder const run;
  static static_site site{"c", "l"};
  REQUIRE(short_record::region_enter_slowly(site));
  REQUIRE(short_record::data(site, std::int64_t{-5}));
  REQUIRE(short_record::data(site, std::uint64_t{5}));
  REQUIRE(short_record::data(site, 0.5));
  REQUIRE(short_record::region_leave(site));
  CHECK(run.kinds() == std::vector<kind>{kind::state, kind::region_enter, kind::data_signed,
                                         kind::data_unsigned, kind::data_floating,
                                         kind::region_leave});
  CHECK(run.regions.size() == 1);
  for (std::uint64_t const head : run.heads())
    if (kind_of(head) != kind::state) CHECK(middle_of(head) == site.number.load_relaxed());
}

TEST_CASE("a site without a number, a thread without a name and other targets take the long way") {
  static static_site site{"c", "l"};
  {
    running_recorder const run;
    CHECK_FALSE(short_record::data(site, std::int64_t{1}));
    CHECK(short_record::data_slowly(site, std::int64_t{1}));
    recorder::set_alone(false);
    CHECK_FALSE(short_record::data(site, std::int64_t{1}));
    CHECK_FALSE(short_record::data_slowly(site, std::int64_t{1}));
  }
  running_recorder const run;
  std::thread{[] { CHECK_FALSE(short_record::data_slowly(site, std::int64_t{1})); }}.join();
}

TEST_CASE("leaving the thread's own region takes the long way", "[R-REG-07]") {
  running_recorder const run;
  static static_site site{"c", "l"};
  CHECK_FALSE(short_record::region_leave_slowly(site));
  CHECK(run.regions.size() == 1);
}

TEST_CASE("a site keeps its number in the next recording, which defines it again") {
  static static_site site{"c", "l"};
  std::uint32_t number = 0;
  {
    running_recorder const run;
    REQUIRE(short_record::data_slowly(site, std::int64_t{1}));
    number = site.number.load_relaxed();
  }
  running_recorder const run;
  REQUIRE(short_record::data_slowly(site, std::int64_t{1}));
  CHECK(site.number.load_relaxed() == number);
  std::string bytes(1 << 14, '\0');
  REQUIRE(::pread(run.descriptor, bytes.data(), bytes.size(), 0) > 0);
  CHECK(bytes.find(std::string{"recorder_test.cpp"}) != bytes.npos);
}

TEST_CASE("records that fill many chunks are all there") {
  running_recorder const run{mode::grow, 8 << 20};
  static static_site site{"c", "l"};
  constexpr int count = 100'000;
  int stored = 0;
  for (int i = 0; i < count; ++i)
    stored += short_record::data(site, std::int64_t{i}) ||
              short_record::data_slowly(site, std::int64_t{i});
  CHECK(stored == count);
  int found = 0;
  for (kind const what : run.kinds()) found += what == kind::data_signed;
  CHECK(found == count);
  CHECK(run.content->dropped() == 0);
}

TEST_CASE("what finds no room is refused, counted and harmless") {
  running_recorder const run{mode::grow, 100 * 1024};
  static static_site site{"c", "l"};
  int stored = 0;
  for (int i = 0; i < 20'000; ++i)
    stored += short_record::data(site, std::int64_t{i}) ||
              short_record::data_slowly(site, std::int64_t{i});
  CHECK(stored > 2'000);
  CHECK(stored < 20'000);
  std::uint64_t const record[] = {long_head(kind::event, 200, 1)};
  std::string bytes(200 * word, '\0');
  std::memcpy(bytes.data(), record, sizeof record);
  run.content->append(bytes);
  CHECK(run.content->dropped() == 1);
}

TEST_CASE("code that has interrupted the recorder in the same thread is refused") {
  running_recorder const run;
  static static_site site{"c", "l"};
  REQUIRE(short_record::data_slowly(site, std::int64_t{1}));
  std::size_t const before = this_cursor.room;
  {
    cursor::use const held{this_cursor};
    REQUIRE(held);
    CHECK_FALSE(cursor::use{this_cursor});
    CHECK_FALSE(short_record::data(site, std::int64_t{2}));
    CHECK_FALSE(short_record::data_slowly(site, std::int64_t{2}));
  }
  CHECK(this_cursor.room == before);
  CHECK(short_record::data(site, std::int64_t{3}));
}

TEST_CASE("a thread goes on in the chunk of one that has ended") {
  running_recorder const run;
  static static_site site{"c", "l"};
  REQUIRE(short_record::data_slowly(site, std::int64_t{0}));
  for (int i = 1; i <= 3; ++i)
    std::thread{[i] {
      basic_buffer<std::int64_t> regions;
      regions.push_back(1);
      this_cursor.regions = &regions;
      this_cursor.name = "other";
      CHECK(short_record::data_slowly(site, std::int64_t{i}));
      recorder::leave(this_cursor);
      this_cursor.regions = cursor{}.regions;
    }}.join();
  // Two chunks: main's, and that of the others, which each say who they are.
  auto const heads = run.heads();
  REQUIRE(heads.size() == 8);
  std::vector<std::uint32_t> threads;
  for (std::uint64_t const head : heads)
    if (kind_of(head) == kind::state) threads.push_back(upper_of(head));
  CHECK(threads == std::vector<std::uint32_t>{1, 2, 3, 4});
}

TEST_CASE("names may be long") {
  running_recorder const run;
  static std::string const label(5000, 'x');
  static static_site site{"c", std::string_view{label}};
  REQUIRE(short_record::data_slowly(site, std::int64_t{1}));
  std::string bytes(1 << 15, '\0');
  REQUIRE(::pread(run.descriptor, bytes.data(), bytes.size(), 0) > 0);
  CHECK(bytes.find(label) != bytes.npos);
}
