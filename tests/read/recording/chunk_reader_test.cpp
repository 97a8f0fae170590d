#include <trace2/read/recording/chunk_reader.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/chunk_file.hpp"

namespace chunk_reader_test {

namespace recording = trace2::read::recording;
using layout_kind = trace2::detail::recording::kind;
using support::long_record;

namespace {

struct walked {
  std::vector<std::size_t> sizes{};  ///< of the records
  std::vector<std::size_t> seen{};   ///< bytes of their fields that could be seen
  std::uint64_t short_ones = 0;
  bool is_sound = false;

  explicit walked(std::string const& records) {
    support::temporary_directory const directory;
    recording::file file;
    REQUIRE(file.open(support::chunk_file(directory, records).c_str()).empty());
    file.scan();
    REQUIRE(file.chunks().size() == 1);
    recording::chunk_reader reader{file};
    recording::progress at;
    is_sound = reader.walk(file.chunks()[0], at,
                           [&](recording::record_walk const* record, recording::progress const&,
                               recording::segment const& place, std::uint64_t count) {
                             sizes.push_back(place.end - place.begin);
                             seen.push_back(record == nullptr ? 0 : record->fields().size());
                             short_ones += record == nullptr ? count : 0;
                           });
  }
};

}  // namespace

TEST_CASE("records may lie across the windows of the walk", "[read]") {
  std::string records;
  for (int i = 0; i < 10'000; ++i) records += long_record(layout_kind::event, 3);
  walked const all{records};
  CHECK(all.is_sound);
  CHECK(all.sizes == std::vector<std::size_t>(10'000, 24));
}

TEST_CASE("short records come together", "[read]") {
  auto const short_record = [](layout_kind kind, std::size_t words) {
    std::string bytes(words * 8, '\0');
    std::uint64_t const head = trace2::detail::recording::short_head(kind, 1, 0);
    std::memcpy(bytes.data(), &head, sizeof head);
    return bytes;
  };
  walked const all{long_record(layout_kind::state, 3) + short_record(layout_kind::region_enter, 1) +
                   short_record(layout_kind::data_signed, 2) +
                   short_record(layout_kind::region_leave, 1) + long_record(layout_kind::state, 4) +
                   short_record(layout_kind::region_enter, 1)};
  CHECK(all.is_sound);
  CHECK(all.sizes == std::vector<std::size_t>{24, 32, 32, 8});
  CHECK(all.short_ones == 4);
}

TEST_CASE("a definition is seen whole, a larger record is passed", "[read]") {
  walked const all{long_record(layout_kind::site, 100'000) +
                   long_record(layout_kind::event, 1'000'000) + long_record(layout_kind::event, 2)};
  CHECK(all.is_sound);
  CHECK(all.sizes == std::vector<std::size_t>{800'000, 8'000'000, 16});
  CHECK(all.seen[0] == 800'000 - 8);
  CHECK(all.seen[1] < 2'000'000);
  CHECK(all.seen[2] == 8);
}

TEST_CASE("a record that leaves its chunk is damage", "[read]") {
  walked const all{long_record(layout_kind::event, 2) +
                   long_record(layout_kind::event, 10'000).substr(0, 64)};
  CHECK_FALSE(all.is_sound);
  CHECK(all.sizes == std::vector<std::size_t>{16});
}

TEST_CASE("the preamble of a chunk ends in front of its first event") {
  support::temporary_directory const directory;
  recording::file file;
  std::string const clock = long_record(layout_kind::clock, 5);
  std::string const state = long_record(layout_kind::state, 3);
  std::string const event =
      GENERATE_COPY(long_record(layout_kind::event, 3), std::string(8, '\x01'));  // a short one
  std::string const path = support::chunk_file(directory, state + clock + clock + event + clock);
  REQUIRE(file.open(path.c_str()).empty());
  file.scan();
  std::vector<layout_kind> kinds;
  recording::chunk_reader{file}.walk_preamble(
      file.chunks()[0],
      [&](recording::record_walk const& record) { kinds.push_back(record.kind()); });
  CHECK(kinds == std::vector{layout_kind::state, layout_kind::clock, layout_kind::clock});
}

}  // namespace chunk_reader_test
