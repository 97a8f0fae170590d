#include <trace2/read/recording/chunk_reader.hpp>

#include <cstddef>
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
                           [&](recording::record_walk const& record, recording::progress const&,
                               recording::segment const& place) {
                             sizes.push_back(place.end - place.begin);
                             seen.push_back(record.fields().size());
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

}  // namespace chunk_reader_test
