// The texts that the OpenTelemetry export keeps of a process, and the room for all that it keeps.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/json_value.hpp>
#include <trace2/detail/text/text_store.hpp>
#include <trace2/export/value_set.hpp>
#include <trace2/read/bounded_buffer.hpp>
#include <trace2/read/cut_text.hpp>
#include <trace2/read/memory_budget.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace exporter {

/// A share of a budget, which outlives it. What finds no room is left out and counted.
struct otlp_texts {
  explicit otlp_texts(read::memory_budget& budget) noexcept : memory{budget} {}

  read::memory_share memory;
  std::uint64_t values_left_out = 0;  ///< texts and values, or parts of them

  /// Takes room for a text that the caller copies, and returns what finds room: its beginning, or
  /// nothing of it.
  std::string_view fit(std::string_view text) {
    std::string_view const kept = read::cut_text(text, value_set::most_bytes);
    bool const is_room = memory.take(kept.size() + per_entry);
    count(kept.size() == text.size() && is_room);
    return is_room ? kept : std::string_view{};
  }
  std::string fit_json(auto const& value) {
    return with_json(value, [this](std::string_view json) { return std::string{fit(json)}; });
  }

  /// Keeps the beginning of a text, or nothing of it, as long as this object.
  std::string_view keep(std::string_view text) {
    std::string_view const wanted = fit(text);
    std::string_view const kept = texts_.keep(wanted);
    count(kept.size() == wanted.size());
    return kept;
  }
  std::string_view keep_json(auto const& value) {
    return with_json(value, [this](std::string_view json) { return keep(json); });
  }

  template <class T>
  static std::string json_of(T const& value) {
    read::short_buffer<value_set::most_bytes> json;
    detail::append_json(json, value);
    return std::string{json.view()};
  }

 protected:
  /// The memory that the containers take for an entry, besides its text.
  static constexpr std::size_t per_entry = 128;

  void count(bool is_kept) noexcept { values_left_out += is_kept ? 0 : 1; }

 private:
  template <class Use>
  auto with_json(auto const& value, Use const& use) {
    read::short_buffer<value_set::most_bytes> json;
    detail::append_json(json, value);
    count(json.size() < value_set::most_bytes);
    return use(json.view());
  }

  detail::text_store texts_;
};

}}}  // namespace trace2::v0::exporter
