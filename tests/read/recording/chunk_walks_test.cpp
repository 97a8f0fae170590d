#include <trace2/read/limits.hpp>
#include <trace2/read/memory_budget.hpp>
#include <trace2/read/recording/chunk_walks.hpp>

#include <cstdint>
#include <fstream>
#include <string>

#include "support/catch.hpp"
#include "support/chunk_file.hpp"

namespace chunk_walks_test {

namespace recording = trace2::read::recording;
namespace limits = trace2::read::limits;
using kind = trace2::detail::recording::kind;
using support::long_record;

namespace {

struct walking {
  explicit walking(std::string const& records, std::size_t memory)
      : path{support::chunk_file(directory, records)}, budget{memory} {
    REQUIRE(file.open(path.c_str()).empty());
    file.scan();
    REQUIRE(file.chunks().size() == 1);
  }
  std::uint64_t walk() {
    std::uint64_t found = 0;
    walks.begin();
    walks.walk(file.chunks()[0],
               [&](auto const*, auto const&, auto const&, std::uint64_t count) { found += count; });
    return found;
  }
  support::temporary_directory directory;
  std::string path;
  trace2::read::memory_budget budget;
  recording::file file;
  recording::chunk_walks walks{file, budget};
};

}  // namespace

TEST_CASE("a further walk finds what the writer has added") {
  std::string const records = long_record(kind::event, 3) + long_record(kind::event, 5);
  walking run{records, limits::recordings_memory};
  CHECK(run.walk() == 2);
  CHECK(run.walk() == 0);
  std::fstream file{run.path, std::ios::in | std::ios::out | std::ios::binary};
  file.seekp(static_cast<std::streamoff>(run.file.chunks()[0].offset +
                                         sizeof(trace2::detail::recording::chunk_header) +
                                         records.size()));
  file << long_record(kind::event, 4) << std::flush;
  CHECK(run.walk() == 1);
  CHECK(run.walks.damages() == 0);
}

TEST_CASE("records of a chunk that finds no room are counted, once per walk") {
  walking run{long_record(kind::event, 3) + long_record(kind::event, 5), 100};
  for (int i = 0; i < 2; ++i) {
    CHECK(run.walk() == 0);
    CHECK(run.walks.left_out() == 2);
  }
}

TEST_CASE("a damaged chunk counts once") {
  walking run{long_record(kind::event, 3) + long_record(kind::event, 1'000'000).substr(0, 8),
              limits::recordings_memory};
  CHECK(run.walk() == 1);
  CHECK(run.walk() == 0);
  CHECK(run.walks.damages() == 1);
}

}  // namespace chunk_walks_test
