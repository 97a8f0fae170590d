// A hot loop that stays instrumented. A line takes more than 100 ns, so it has a region of its own;
// a word takes some 15 ns, so the words of a line share a timer and a counter.
#include "count_words.hpp"

#include <trace2/instrument.hpp>

#include <cstddef>
#include <iterator>

namespace {

trace2::distribution_timer const adding{"words", "add"};
trace2::counter const words_added{"words", "added"};

}  // namespace

template <>
void example::count_words<TRACE2_ENABLED != 0>(std::string_view line, word_table& words) {
  TRACE2_REGION("words", "line");

  std::string_view found[32];
  std::size_t size = 0;
  while (!line.empty() && size < std::size(found)) {
    std::size_t const end = line.find(' ');
    found[size++] = line.substr(0, end);
    line.remove_prefix(end == line.npos ? line.size() : end + 1);
  }

  TRACE2_COUNTER_ADD(words_added, size);
  TRACE2_TIMER(adding);
  for (std::size_t i = 0; i < size; ++i) words.add(found[i]);
}
