// Builds JSON objects whose members are known at run time only. All other JSON is written from
// descriptions.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/append_json.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/text.hpp>

#include <optional>
#include <string_view>

namespace trace2::program {

/// An object under construction. Borrows a buffer and empties it.
class json_members {
 public:
  explicit json_members(buffer& out) noexcept : out_{out} { out_.clear(); }

  template <class T>
  json_members& add(std::string_view name, T const& value) noexcept {
    out_.append(out_.empty() ? '{' : ',');
    read::append_json_string(out_, name);
    out_.append(':');
    read::append_json(out_, value);
    return *this;
  }

  /// Adds a text unless it is empty.
  json_members& add_if_any(std::string_view name, std::string_view value) noexcept;

  /// Ends the object. Valid as long as the buffer doesn't change.
  json_text done() noexcept;

  /// Ends the object; returns nothing for one without members.
  std::optional<json_text> done_if_any() noexcept;

 private:
  buffer& out_;
};

}  // namespace trace2::program
