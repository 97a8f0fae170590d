// Shows what is odd in a trace, so that some of its numbers rest on a guess.
#pragma once

#include <trace2/read/remark.hpp>
#include <trace2/read/shown.hpp>

#include <cstddef>
#include <cstdint>

#include "output/messages.hpp"
#include "output/output.hpp"
#include "output/table.hpp"

namespace trace2::program {

/// Calls `show(line)` for each remark, up to a few.
template <class Show>
void for_each_remark(read::remark_list const& remarks, Show const& show) {
  constexpr std::size_t most = 20;
  std::size_t count = 0;
  for (read::remark const& told : remarks)
    if (count++ < most) show(told.line());
  std::uint64_t const others = (count > most ? count - most : 0) + remarks.left_out();
  if (others != 0) show("... and " + counted(others, "more remark"));
}

/// Behind the text of an output.
void write_remarks(read::remark_list const& remarks, text_style style, output& out);

/// Beside an output for programs.
void say_remarks(read::remark_list const& remarks);

}  // namespace trace2::program
