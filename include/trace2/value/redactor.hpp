// The type of redactors: functions that keep secrets out of traces. The library's own redactor is
// in process/redaction/redact.hpp.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/value/text.hpp>

namespace trace2 { inline namespace v0 {

class buffer;

/// Receives the visible text from a redactor; has `append(std::string_view)`.
using redacted_text = buffer;

/// The type of `redact`, for a program that has secrets of its own to hide. A redactor appends the
/// visible form of `shown` to `out` and returns true. If all of `shown` may be seen, it appends
/// nothing and returns false. A redactor may call `redact`, but must not trace. Threads: any, also
/// several at the same time.
using redactor = bool (*)(text shown, redacted_text& out) noexcept;

/// Stands for `redact` in the options of a session, whose header doesn't include `redact`.
inline bool redact_by_default(text, redacted_text&) noexcept { return false; }

}}  // namespace trace2::v0
