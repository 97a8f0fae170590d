// Lines that a trace lacks, as the programs that have written it tell.
#pragma once

#include <trace2/event/data.hpp>
#include <trace2/read/moment.hpp>
#include <trace2/read/number_text.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/text_target.hpp>

#include <cstdint>

namespace trace2::program {

/// Counts the lines that found no room, as on a disk that was full for a while. Programs that use
/// the library tell of them at their end; others, Git among them, don't.
class lost_lines {
 public:
  void note(read::occurrence const& event, read::text_target of);

  std::uint64_t count() const noexcept { return static_cast<std::uint64_t>(count_); }

 private:
  std::int64_t count_ = 0;
};

}  // namespace trace2::program
