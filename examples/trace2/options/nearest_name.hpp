// Finds the name that a misspelt word may stand for.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace trace2::program {

/// The fewest letters to insert, leave out, replace, or exchange with their neighbours, so that one
/// word becomes the other. Takes time and memory in the product of their lengths.
std::size_t typing_errors(std::string_view word, std::string_view name);

/// The name that is closest to a word, the first of several; empty if in all of them more than a
/// third of the word's letters are wrong.
std::string nearest_name(std::string_view word, std::vector<std::string> const& names);

}  // namespace trace2::program
