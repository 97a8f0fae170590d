// Shows what happens at one moment in Chrome's Trace Event format.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/read/fine_time.hpp>
#include <trace2/read/occurrence.hpp>
#include <trace2/read/tracker_visitor.hpp>
#include <trace2/value/buffer.hpp>

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>

#include "convert/chrome_schema.hpp"
#include "convert/json_members.hpp"
#include "output/bounded_buffer.hpp"

namespace trace2::program {

/// Makes instants of command lines, data, messages and errors, and counters of counters and of data
/// that are numbers. Processes, threads, regions and children are shown elsewhere.
class chrome_marks {
 public:
  /// The buffer is for arguments and must outlive it.
  explicit chrome_marks(bounded_buffer& arguments) : arguments_{arguments} {}

  /// An event without time and place; nothing if none stands for the occurrence. Valid until the
  /// next call and as long as the buffer doesn't change.
  std::optional<chrome_event> of(read::traced_event const& now);

 private:
  using made = std::optional<chrome_event>;

  static chrome_event instant(std::string_view name, std::string_view category,
                              json_text arguments);

  template <class Number>
  chrome_event counter(std::string_view category, std::string_view name, Number value) {
    name_.assign(category).append("/").append(name);
    return {.ph = "C",
            .name = name_,
            .cat = category,
            .args = json_members{arguments_}.add("value", value).done()};
  }

  /// The value if it is a whole number that a double holds. Viewers read others inexactly: they
  /// stay texts.
  template <class Value>
  static std::optional<std::int64_t> exact_number(Value const& value) noexcept {
    constexpr std::int64_t most = std::int64_t{1} << 53;
    std::int64_t number = 0;
    if constexpr (std::is_same_v<Value, trace2::text>) {
      std::string_view const text = value;
      auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
      if (error != std::errc{} || end != text.data() + text.size()) return {};
    } else if constexpr (std::is_integral_v<Value>) {
      if (!std::in_range<std::int64_t>(value)) return {};
      number = static_cast<std::int64_t>(value);
    } else if constexpr (std::is_floating_point_v<Value>) {
      // The text tells, as in a line of EVENT.
      buffer shown;
      shown.append_decimal(value);
      return exact_number(trace2::text{shown.view()});
    } else {
      return {};
    }
    return number >= -most && number <= most ? std::optional{number} : std::nullopt;
  }

  template <class Event>
  made mark(Event const&, read::traced_event const&) {
    return {};
  }
  made mark(read::other_event const& event, read::traced_event const& now);
  made mark(event::start const& event, read::traced_event const& now);
  made mark(event::data const& event, read::traced_event const&);
  made mark(event::data_json const& event, read::traced_event const&);
  made mark(event::error const& event, read::traced_event const&);
  made mark(event::printf const& event, read::traced_event const&);
  made mark(event::signal const& event, read::traced_event const&);
  made mark(event::exec const& event, read::traced_event const&);
  made mark(event::timer const& event, read::traced_event const&);
  made mark(event::counter const& event, read::traced_event const&);

  bounded_buffer& arguments_;
  std::string name_;
};

}  // namespace trace2::program
