// Defines what unpacked.hpp declares.
#include "input/unpacked.hpp"

#include <trace2/read/gzip_source.hpp>
#include <trace2/read/input.hpp>
#ifdef TRACE2_PROGRAM_READS_ZSTD
#  include <trace2/read/zstd_source.hpp>
#endif

#include <utility>

namespace trace2::program {

std::unique_ptr<read::byte_source> unpacked(read::compression by,
                                            std::unique_ptr<read::byte_source> compressed) {
  if (by == read::compression::gzip)
    return std::make_unique<read::gzip_source>(std::move(compressed));
#ifdef TRACE2_PROGRAM_READS_ZSTD
  return std::make_unique<read::zstd_source>(std::move(compressed));
#else
  return nullptr;
#endif
}

read::opened_input open_trace(read::input_file const& file, read::problem_handler const& report,
                              read::memory_budget* memory, read::time_window const& window) {
  return read::open_input(file, unpacked, report, memory, window);
}

}  // namespace trace2::program
