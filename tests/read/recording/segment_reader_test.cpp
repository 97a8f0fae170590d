#include <trace2/read/recording/segment_reader.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/chunk_file.hpp"

namespace segment_reader_test {

namespace recording = trace2::read::recording;
using layout_kind = trace2::detail::recording::kind;
using support::long_record;

namespace {

struct fixture {
  explicit fixture(std::string const& records, std::size_t bytes = std::size_t{64} << 20)
      : memory{bytes} {
    REQUIRE(file.open(support::chunk_file(directory, records).c_str()).empty());
    file.scan();
  }

  bool add(std::size_t begin, std::size_t end, bool is_new = false) {
    recording::chunk const& chunk = file.chunks().at(0);
    return reader.add({chunk.offset, chunk.serial, static_cast<std::uint32_t>(begin),
                       static_cast<std::uint32_t>(end)},
                      is_new);
  }
  std::vector<std::size_t> sizes() {
    std::vector<std::size_t> found;
    while (reader.next()) found.push_back(reader.record().size());
    return found;
  }

  support::temporary_directory directory;
  recording::file file;
  trace2::read::memory_budget memory;
  recording::segment_reader reader{file, memory};
};

using sizes = std::vector<std::size_t>;

}  // namespace

TEST_CASE("segments are read one after the other, also those that come later", "[read]") {
  std::string records;
  for (int i = 0; i < 3'000; ++i) records += long_record(layout_kind::event, 3);
  fixture made{records};
  REQUIRE(made.add(0, 24));
  REQUIRE(made.add(48, 24 * 2'000));
  CHECK(made.sizes() == sizes(1'999, 24));
  REQUIRE(made.add(24 * 2'000, 24 * 3'000));
  CHECK(made.sizes() == sizes(1'000, 24));
  CHECK(made.reader.left_out() == 0);
}

TEST_CASE("a record may be larger than a window", "[read]") {
  std::string const records = long_record(layout_kind::event, 2) +
                              long_record(layout_kind::event, 100'000) +
                              long_record(layout_kind::event, 2);
  fixture made{records};
  REQUIRE(made.add(0, records.size()));
  CHECK(made.sizes() == sizes{16, 800'000, 16});
}

TEST_CASE("a record larger than the budget is left out and counted", "[read]") {
  std::string const records = long_record(layout_kind::event, 2) +
                              long_record(layout_kind::event, 4'000'000) +
                              long_record(layout_kind::event, 2);
  fixture made{records, std::size_t{20} << 20};
  REQUIRE(made.add(0, records.size()));
  CHECK(made.sizes() == sizes{16, 16});
  CHECK(made.reader.left_out() == 1);
}

}  // namespace segment_reader_test
