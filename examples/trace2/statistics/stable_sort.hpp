// Sorts rows of any type by one function: each unit that calls std::stable_sort compiles it anew.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace trace2::program {

/// The numbers below `size` in the order of `is_less(of, a, b)`. Numbers of which neither is less
/// keep their order.
std::vector<std::size_t> stable_order(std::size_t size, void const* of,
                                      bool (*is_less)(void const* of, std::size_t a,
                                                      std::size_t b));

/// Sorts rows; equal ones keep their order. For tables and other short lists: each comparison is a
/// call, and the rows are moved into new memory.
template <class Row, class Less>
void sort_stably(std::vector<Row>& rows, Less const& is_less) {
  auto const compare = [&](std::size_t a, std::size_t b) { return is_less(rows[a], rows[b]); };
  std::vector<Row> sorted;
  sorted.reserve(rows.size());
  for (std::size_t const place : stable_order(
           rows.size(), &compare, [](void const* of, std::size_t a, std::size_t b) -> bool {
             return (*static_cast<decltype(compare)*>(of))(a, b);
           }))
    sorted.push_back(std::move(rows[place]));
  rows = std::move(sorted);
}

}  // namespace trace2::program
