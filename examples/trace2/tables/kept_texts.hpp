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

/// Texts of what is open. Memory: from a budget; a text that finds no room, or is longer than
/// `longest`, is left out or cut, and counted.
class kept_texts {
 public:
  static constexpr std::size_t longest = 65'536;

  explicit kept_texts(read::memory_budget& memory) noexcept : memory_{memory} {}
  kept_texts(kept_texts const&) = delete;
  kept_texts& operator=(kept_texts const&) = delete;

  /// One text, which knows its place in the budget by its size.
  void keep(std::string& place, std::string_view value);
  /// A list as an array in JSON.
  template <class Value>
  void keep_json(std::string& place, Value const& value) {
    bounded_buffer json{longest};
    read::append_json(json, value);
    left_out_ += json.size() >= longest ? 1 : 0;
    keep(place, json.view());
  }
  void drop(std::string& place) noexcept;

  /// Room for an entry of a container; false, and counted, when there is none.
  [[nodiscard]] bool take_entry(std::size_t size) noexcept;
  void give_back_entry(std::size_t size) noexcept { memory_.give_back(size + per_entry); }

  /// Texts and entries that are left out, or cut.
  std::uint64_t left_out() const noexcept { return left_out_; }

 private:
  static constexpr std::size_t per_entry = 64;

  read::memory_budget& memory_;
  std::uint64_t left_out_ = 0;
};

/// An absent value for an empty text.
text present(std::string_view value) noexcept;

}  // namespace trace2::program::tables
