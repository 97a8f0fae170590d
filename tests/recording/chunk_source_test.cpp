#include <trace2/recording/chunk_source.hpp>
#include <trace2/recording/layout.hpp>
#include <trace2/recording/mapped_chunk.hpp>
#include <trace2/recording/mapped_file.hpp>
#include <trace2/recording/recorder_options.hpp>

#include "support/catch.hpp"
#include <sys/mman.h>

namespace chunk_source_test {

using namespace trace2::detail::recording;

TEST_CASE("chunks become visible in their order, by serial numbers from 1 on") {
  mapped_file file;
  REQUIRE(file.open(::memfd_create("chunk_source_test", MFD_CLOEXEC), 1 << 20, 0) == 0);
  chunk_source chunks{file, recording_mode::grow, {}};
  mapped_chunk first = file.take(granule);
  mapped_chunk second = file.take(granule);
  REQUIRE((first && second));
  CHECK(first.place->serial == 0);
  chunks.reveal(second, chunk_kind::events);
  chunks.reveal(first, chunk_kind::definitions);
  CHECK(second.place->serial == 1);
  CHECK(first.place->serial == 2);
  CHECK(first.place->kind == chunk_kind::definitions);
  mapped_file::let_go(first);
  mapped_file::let_go(second);
  file.close();
}

}  // namespace chunk_source_test
