#include <trace2/read/limits.hpp>
#include <trace2/read/memory_budget.hpp>
#include <trace2/read/recording/chunk_walks.hpp>

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>

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
  /// Writes bytes at a place of the chunk, and looks for its header again.
  void write(std::size_t at, std::string_view bytes) {
    std::fstream out{path, std::ios::in | std::ios::out | std::ios::binary};
    out.seekp(static_cast<std::streamoff>(file.chunks()[0].offset + at));
    out << bytes << std::flush;
    file.scan();
  }
  void replace(std::uint64_t serial) {
    write(offsetof(trace2::detail::recording::chunk_header, serial),
          {reinterpret_cast<char const*>(&serial), sizeof serial});
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
  run.write(sizeof(trace2::detail::recording::chunk_header) + records.size(),
            long_record(kind::event, 4));
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

TEST_CASE("a chunk that replaces another one is new, however often a ring does so") {
  walking run{long_record(kind::event, 3) + long_record(kind::event, 5),
              limits::recordings_reserve + 300};
  for (std::uint64_t serial = 2; serial < 100; ++serial) {
    REQUIRE(run.walk() == 2);
    REQUIRE(run.walk() == 0);
    run.replace(serial);
  }
  CHECK(run.walks.left_out() == 0);
}

TEST_CASE("a damaged chunk that finds no room is not counted again and again") {
  walking run{long_record(kind::event, 1'000'000).substr(0, 8), 100};
  for (int i = 0; i < 2; ++i) run.walk();
  CHECK(run.walks.damages() == 0);
}

TEST_CASE("a damaged chunk counts once") {
  walking run{long_record(kind::event, 3) + long_record(kind::event, 1'000'000).substr(0, 8),
              limits::recordings_memory};
  CHECK(run.walk() == 1);
  CHECK(run.walk() == 0);
  CHECK(run.walks.damages() == 1);
}

}  // namespace chunk_walks_test
