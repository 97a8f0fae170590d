// Opens traces, compressed ones too.
#pragma once

#include <trace2/read/byte_source.hpp>
#include <trace2/read/input_file.hpp>
#include <trace2/read/memory_budget.hpp>
#include <trace2/read/problem.hpp>
#include <trace2/read/time_window.hpp>

#include <memory>

namespace trace2 { inline namespace v0 { namespace read {
struct opened_input;
}}}  // namespace trace2::v0::read

namespace trace2::program {

/// The content of a compressed file; null if the program was built without what it takes.
std::unique_ptr<read::byte_source> unpacked(read::compression by,
                                            std::unique_ptr<read::byte_source> compressed);

/// `read::open_input` for all that the program unpacks.
read::opened_input open_trace(read::input_file const& file, read::problem_handler const& report,
                              read::memory_budget* memory = nullptr,
                              read::time_window const& window = {});

}  // namespace trace2::program
