// Finds the name that a misspelt word may stand for.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace trace2_program {

/// The fewest letters to insert, leave out, replace, or exchange with their neighbours, so that one
/// word becomes the other. Takes time and memory in the product of their lengths.
inline std::size_t typing_errors(std::string_view word, std::string_view name) {
  std::vector<std::vector<std::size_t>> of(word.size() + 1,
                                           std::vector<std::size_t>(name.size() + 1));
  for (std::size_t i = 0; i <= word.size(); ++i)
    for (std::size_t j = 0; j <= name.size(); ++j) {
      if (i == 0 || j == 0) {
        of[i][j] = i + j;
        continue;
      }
      bool const is_same = word[i - 1] == name[j - 1];
      of[i][j] = std::min({of[i - 1][j] + 1, of[i][j - 1] + 1, of[i - 1][j - 1] + !is_same});
      if (i > 1 && j > 1 && word[i - 1] == name[j - 2] && word[i - 2] == name[j - 1])
        of[i][j] = std::min(of[i][j], of[i - 2][j - 2] + 1);
    }
  return of[word.size()][name.size()];
}

/// The name that is closest to a word, the first of several; empty if in all of them more than a
/// third of the word's letters are wrong.
inline std::string nearest_name(std::string_view word, std::vector<std::string> const& names) {
  constexpr std::size_t longest = 30;  // letters of a word that may be a name
  std::string nearest;
  if (word.size() > longest) return nearest;
  std::size_t least = word.size() / 3 + 1;
  for (std::string const& name : names)
    if (std::size_t const errors = typing_errors(word, name); errors < least) {
      least = errors;
      nearest = name;
    }
  return nearest;
}

}  // namespace trace2_program
