// Words in lines that fit a terminal, for texts of help.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace trace2::program {

/// Columns of a text of help.
inline constexpr std::size_t help_width = 80;

/// Appends the words in lines that begin at column `from`. The present line has `at` characters.
void append_words(std::string& text, std::string_view words, std::size_t from, std::size_t at);

}  // namespace trace2::program
