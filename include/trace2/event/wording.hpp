// Requests of a wording to show a member of its event in a certain form: `line << quoted{path}`.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/value/text_list.hpp>

#include <string_view>

namespace trace2 { inline namespace v0 {

/// One text or a list, quoted as a shell would read it (R-QUO-01..04).
template <class Text>
struct quoted {
  Text text;  ///< a text, or a `text_list`
};
/// `quoted{path}` needs no template argument.
template <class Text>
quoted(Text) -> quoted<Text>;

/// A list with a separator, not quoted.
struct joined {
  text_list items;             ///< borrowed
  std::string_view separator;  ///< between two items
};

/// The system's text for an errno value, in the program's language (R-CHD-09).
struct system_error {
  int code{};  ///< an `errno` value
};

}}  // namespace trace2::v0
