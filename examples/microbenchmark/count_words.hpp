// The hot loop that the microbenchmark measures.
#pragma once

#include <string_view>

#include "word_table.hpp"

namespace example {

/// Counts the words of a line, and traces the work if `IsTraced`. The two functions are one file,
/// count_words.cpp, compiled with TRACE2_ENABLED=1 and with TRACE2_ENABLED=0.
template <bool IsTraced>
void count_words(std::string_view line, word_table& words);

}  // namespace example
