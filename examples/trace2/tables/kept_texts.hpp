// Texts of earlier events that a table's row needs, from the beginning of a process, region or
// child until the row is written.
#pragma once

#include <trace2/read/append_json.hpp>
#include <trace2/read/cut_text.hpp>
#include <trace2/read/memory_budget.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "output/bounded_buffer.hpp"
#include "tables/rows.hpp"

namespace trace2::program::tables {

/// Texts of something open. Memory: at most `limits::export_memory` for all that share a budget. A
/// text that finds no room, or is longer than `longest`, is left out or cut, and counted.
class kept_texts {
 public:
  static constexpr std::size_t longest = 65'536;

  kept_texts(read::memory_budget& memory, std::uint64_t& left_out) noexcept
      : memory_{memory}, left_out_{&left_out} {}

  /// Keeps a text in a place that has the one before, or none.
  void keep(std::string& place, std::string_view value);
  /// A list as an array in JSON.
  template <class Value>
  void keep_json(std::string& place, Value const& value) {
    bounded_buffer json{longest};
    read::append_json(json, value);
    *left_out_ += json.size() >= longest ? 1 : 0;
    keep(place, json.view());
  }

 private:
  read::memory_share memory_;
  std::uint64_t* left_out_;  ///< counts texts
};

/// An absent value for an empty text.
text present(std::string_view value) noexcept;

}  // namespace trace2::program::tables
