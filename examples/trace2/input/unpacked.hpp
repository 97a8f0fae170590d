// Opens traces, compressed ones too. A unit that opens them itself compiles all decoders.
#pragma once

#include <trace2/read/byte_source.hpp>
#include <trace2/read/input_file.hpp>
#include <trace2/read/memory_budget.hpp>
#include <trace2/read/opened_input.hpp>
#include <trace2/read/problem.hpp>
#include <trace2/read/time_window.hpp>

#include <cstddef>
#include <memory>

namespace trace2::program {

/// The content of a compressed file; null if the program was built without what it takes.
std::unique_ptr<read::byte_source> unpacked(read::compression by,
                                            std::unique_ptr<read::byte_source> compressed);

/// An opened input, for units that don't know recordings.
struct opened_trace : read::opened_input {
  explicit opened_trace(read::opened_input&& opened) noexcept;
  ~opened_trace();

  /// True if the file holds a text trace or a recording.
  bool is_readable() const noexcept { return events != nullptr || recording != nullptr; }
};

/// `read::open_input` for all that the program unpacks.
opened_trace open_trace(read::input_file const& file, read::problem_handler const& report,
                        read::memory_budget* memory = nullptr,
                        read::time_window const& window = {});

/// True if a file holds events, or a recording.
bool holds_trace(read::input_file const& file);

/// `read::input::copy_to_file`.
int copy_to_file(read::byte_source& from, std::size_t most, bool& is_cut);

}  // namespace trace2::program
