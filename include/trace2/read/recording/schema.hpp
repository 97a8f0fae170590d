// What the events of a recording are called, and where they come from.
#pragma once

#include <trace2/detail/text/buffer.hpp>
#include <trace2/detail/text/escape.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/recording/field_reader.hpp>
#include <trace2/event/schema.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trace2 { inline namespace v0 { namespace read { namespace recording {

/// A name as formats take it, which is as it stands between the quotes of JSON: a recording from a
/// stranger may call its events and members anything.
inline std::string safe_name(std::string_view name) {
  trace2::detail::buffer safe;
  trace2::detail::append_json_escaped(safe, name);
  return std::string{safe.view()};
}

/// What a recording says of its events of one type.
struct schema {
  struct member {
    detail::member_type type;
    std::string name;
  };

  std::string name;
  std::uint32_t flags = 0;
  std::vector<member> members;
  std::size_t listed = 0;  ///< index in `builtin_events`; their number when there is no such event
  bool is_as_listed = false;  ///< the members are those that this program knows

  bool has(detail::schema_flag flag) const noexcept { return (flags & flag) != 0; }
};

/// A place of the program.
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
