// The members of a line of PERF that its event lacks.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/byte_set.hpp>
#include <trace2/detail/text/escape.hpp>
#include <trace2/detail/text/json_text.hpp>
#include <trace2/read/limits.hpp>
#include <trace2/read/other_event.hpp>
#include <trace2/read/perf_columns.hpp>
#include <trace2/read/reserved_memory.hpp>
#include <trace2/value/buffer.hpp>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read {

/// Renders the absolute time, which EVENT has for some events only, that a region waits, and all
/// members of an event that nobody knows. An unknown event without its own wording shows `key:value
/// key:value`.
class perf_members final : public member_renderer {
 public:
  /// Begins a line, whose columns must outlive the members.
  void begin(perf_columns const& columns, bool lacks_time, bool is_known,
             bool waits = false) noexcept {
    columns_ = &columns;
    waits_ = waits;
    lacks_time_ = lacks_time && columns.t_abs.has_value();
    is_known_ = is_known;
    is_rendered_ = false;
  }
  bool is_any() const noexcept { return lacks_time_ || waits_ || !is_known_; }

  bool may_have(std::string_view name) const override {
    return !is_known_ || (name == "waits" ? waits_ : lacks_time_);
  }

  /// True if the members, whose escapes may be six times as long as the line, find no room.
  bool are_too_long() {
    if (is_known_ || columns_->category.size() + columns_->payload.size() < limits::line / 8)
      return false;
    render();
    return texts_.failed();
  }

  std::span<json_member const> render() override {
    if (is_rendered_) return members_;
    is_rendered_ = true;
    members_.clear();
    texts_.clear();
    if (lacks_time_ && detail::is_json(columns_->t_abs_text))
      members_.push_back({"t_abs", {columns_->t_abs_text, json_kind::number}});
    if (waits_) members_.push_back({"waits", {"true", json_kind::literal}});
    if (is_known_) return members_;
    if (!columns_->category.empty()) add_text("category", columns_->category);
    add_words(columns_->payload);
    return members_;
  }

 private:
  static constexpr detail::byte_set name_bytes =
      detail::ascii_letters | detail::ascii_digits | detail::byte_set{"_"};

  void add_words(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of('.'), text.size()));
    while (!text.empty() && members_.size() < most_members) {
      std::size_t const name = size_of_name(text);
      if (name == 0) return add_text("text", text);
      std::size_t const end = end_of_value(text, name + 1);
      add_value(text.substr(0, name), text.substr(name + 1, end - name - 1));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

  /// The size of a name with a colon behind it at the front of a text; 0 if there is none.
  static std::size_t size_of_name(std::string_view text) noexcept {
    std::size_t const size = name_bytes.skip(text);
    return size < text.size() && text[size] == ':' ? size : 0;
  }

  /// A value ends at the blank in front of the next name.
  static std::size_t end_of_value(std::string_view text, std::size_t at) noexcept {
    while ((at = text.find(' ', at)) != text.npos)
      if (size_of_name(text.substr(++at)) != 0) return at - 1;
    return text.size();
  }

  void add_value(std::string_view name, std::string_view value) {
    bool const is_plain = value.find_first_not_of("0123456789.-+eE") == value.npos ||
                          value == "true" || value == "false";
    if (is_plain && detail::is_json(value))
      members_.push_back({name, scanned(value)});
    else
      add_text(name, value);
  }

  void add_text(std::string_view name, std::string_view value) {
    std::size_t const begin = texts_.size();
    texts_.append('"');
    detail::append_json_escaped(texts_, value);
    texts_.append('"');
    std::string_view const text = texts_.view().substr(begin);
    members_.push_back({name, {text, json_kind::string, text.size() != value.size() + 2}});
  }

  static constexpr std::size_t most_members = 1000;

  perf_columns const* columns_ = nullptr;
  bool lacks_time_ = false;
  bool is_known_ = true;
  bool waits_ = false;
  bool is_rendered_ = false;
  std::vector<json_member> members_;
  reserved_memory room_{limits::line};
  buffer texts_{room_.data(), limits::line};  // never moves, because members view it
};

}}}  // namespace trace2::v0::read
