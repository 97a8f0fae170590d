// The texts that the OpenTelemetry export keeps of a process, and the room for all that it keeps.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/append_json.hpp>
#include <trace2/read/cut_text.hpp>
#include <trace2/read/memory_budget.hpp>

#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <string>
#include <string_view>

#include "convert/value_set.hpp"
#include "output/bounded_buffer.hpp"

namespace trace2::program {

/// A share of a budget, which must outlive it. Texts without room are left out and counted.
struct otlp_texts {
  explicit otlp_texts(read::memory_budget& budget) noexcept : memory{budget} {}

  read::memory_share memory;
  std::uint64_t values_left_out = 0;  ///< texts and values, or parts of them

  /// The beginning of a text, at most `value_set::most_bytes`.
  std::string_view cut(std::string_view text) noexcept;

  /// Takes room for a text that the caller copies, and returns what finds room: its beginning, or
  /// nothing of it.
  std::string_view fit(std::string_view text) { return fit(text, memory); }
  std::string_view fit(std::string_view text, read::memory_share& to);
  std::string fit_json(auto const& value, read::memory_share& to) {
    return with_json(value, [&](std::string_view json) { return std::string{fit(json, to)}; });
  }

  /// Keeps the beginning of a text, or nothing of it, as long as this object.
  std::string_view keep(std::string_view text);
  std::string_view keep_json(auto const& value) {
    return with_json(value, [this](std::string_view json) { return keep(json); });
  }

  template <class T>
  static std::string json_of(T const& value) {
    short_buffer<value_set::most_bytes> json;
    read::append_json(json, value);
    return std::string{json.view()};
  }

 protected:
  /// The memory that the containers take for an entry, besides its text.
  static constexpr std::size_t per_entry = 128;

  void count(bool is_kept) noexcept { values_left_out += is_kept ? 0 : 1; }

 private:
  template <class Use>
  auto with_json(auto const& value, Use const& use) {
    short_buffer<value_set::most_bytes> json;
    read::append_json(json, value);
    count(json.size() < value_set::most_bytes);
    return use(json.view());
  }

  std::forward_list<std::string> texts_;
};

}  // namespace trace2::program
