// The value of a member of an event without the member's type, for code that is the same for all
// events.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/text/json_form.hpp>
#include <trace2/detail/text/json_value.hpp>
#include <trace2/event/detail/member_type.hpp>
#include <trace2/value/buffer.hpp>
#include <trace2/value/detail/put.hpp>
#include <trace2/value/duration.hpp>
#include <trace2/value/enumerator.hpp>

#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

namespace trace2 { inline namespace v0 { namespace detail {

inline void append_json(buffer& out, rendered_value value) noexcept {
  value.append(output_to(out), value.value);
}

/// The value of a member whose `member_type` is known elsewhere. Borrows what the member borrows.
class member_value {
 public:
  // Uninitialised: every event has some, and stores them all.
  member_value() noexcept {}  // NOLINT(modernize-use-equals-default)

  template <class T>
  explicit member_value(T const& member) noexcept {
    constexpr member_type type = member_type_of<T>();
    if constexpr (type == member_type::text)
      store(detail::is_absent(member) ? std::string_view{} : view_of_text(member));
    else if constexpr (type == member_type::enumeration)
      store(enumerator_value{enumerator_name(member), static_cast<std::int64_t>(member)});
    else if constexpr (type == member_type::rendered)
      store(rendered_value{detail::is_absent(member) ? nullptr : &member, &json_of<T>::append});
    else if constexpr (type == member_type::microseconds)
      store(duration{member});
    else if constexpr (type == member_type::float64)
      store(static_cast<double>(member));
    else
      store(member);
  }

  explicit member_value(enumerator_value value) noexcept { store(value); }
  explicit member_value(rendered_value value) noexcept { store(value); }

  /// Stores a value that is held as it is.
  void copy(void const* from, member_type type) noexcept {
    put(bytes_, {static_cast<char const*>(from), member_table::held_size(type)});
  }

  /// The value in the type that the row of its `member_type` holds.
  template <class T>
  T as() const noexcept {
    static_assert(sizeof(T) <= sizeof bytes_ && std::is_trivially_copyable_v<T>);
    T value;
    std::memcpy(static_cast<void*>(&value), bytes_, sizeof value);
    return value;
  }

  /// The stored bytes; a smaller value occupies the first of them.
  char const* bytes() const noexcept { return bytes_; }

  /// True for a member that is left out (see `event_type`).
  bool is_absent(member_type type) const noexcept {
    return (type == member_type::text && as<std::string_view>().data() == nullptr) ||
           (type == member_type::rendered && as<rendered_value>().value == nullptr);
  }

  /// Calls `use(value)` with the value in the type that the row of its `member_type` shows; an
  /// enumerator is its name, or the std::int64_t that it has instead.
  template <class Use>
  void visit(member_type type, Use&& use) const {
    member_table::with_row(type, [&]<class Row>(Row) {
      auto const value = as<typename Row::held>();
      if constexpr (Row::type == member_type::enumeration)
        value.name.empty() ? use(value.number) : use(value.name);
      else
        use(static_cast<typename Row::view>(value));
    });
  }

 private:
  template <class T>
  void store(T const& value) noexcept {
    static_assert(sizeof value <= sizeof bytes_ && std::is_trivially_copyable_v<T>);
    std::memcpy(bytes_, &value, sizeof value);
  }

  alignas(8) char bytes_[24];
};

}}}  // namespace trace2::v0::detail
