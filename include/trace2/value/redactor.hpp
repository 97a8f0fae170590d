// The type of functions that keep secrets out of traces; the library's own is in redact.hpp.
#pragma once

#include <trace2/value/text.hpp>

namespace trace2 { inline namespace v0 {

namespace detail {

class buffer;

}  // namespace detail

/// Where a redaction puts the text that may be seen; has `append(std::string_view)`.
using redacted_text = detail::buffer;

/// The type of `redact`, for a program that has secrets of its own to hide. A redactor appends what
/// may be seen of `text` to `out` and returns true, or appends nothing and returns false if it may
/// be seen as it is. It may call `redact`; it may not trace. Threads: called from any, also at the
/// same time.
using redactor = bool (*)(text shown, redacted_text& out) noexcept;

/// Stands for `redact` among the options of a session, which don't bring it along.
inline bool redact_by_default(text, redacted_text&) noexcept { return false; }

}}  // namespace trace2::v0
