// The schemas and sites of a recording, as its definitions describe them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/escape.hpp>
#include <trace2/event/detail/schema.hpp>
#include <trace2/read/event_list.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/recording/field_reader.hpp>
#include <trace2/value/buffer.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read { namespace recording {

/// Escapes a name for JSON, as formats expect names to be. A recording from a stranger may call its
/// events and members anything.
inline std::string safe_name(std::string_view name) {
  trace2::buffer safe;
  trace2::detail::append_json_escaped(safe, name);
  return std::string{safe.view()};
}

/// The description of a recording's events of one type.
struct schema {
  struct member {
    detail::member_type type;
    std::string name;
  };

  std::string name;
  std::uint32_t flags = 0;
  std::vector<member> members;
  event_kind listed = 0;      ///< the number of the `builtin_events` when none has this name
  bool is_as_listed = false;  ///< the members are those of this program's struct

  bool has(detail::schema_flag flag) const noexcept { return (flags & flag) != 0; }
};

/// A site: a place of the program with the names that it uses.
struct site {
  std::uint32_t line = 0;
  std::string file;
  std::string category;
  std::string label;
  bool has_file = false;
  bool has_category = false;
  bool has_label = false;
  text_key label_key = no_key;

  std::string_view view(std::string const& text, bool is_there) const noexcept {
    return is_there ? std::string_view{text} : std::string_view{};
  }
};

}}}}  // namespace trace2::v0::read::recording
