// A member of an event without its type, for code that is the same for all events.
#pragma once

#include <trace2/detail/text/buffer.hpp>
#include <trace2/event/json_value.hpp>
#include <trace2/event/schema.hpp>
#include <trace2/value/data_value.hpp>
#include <trace2/value/duration.hpp>
#include <trace2/value/enumerator.hpp>
#include <trace2/value/text.hpp>
#include <trace2/value/text_list.hpp>

#include <concepts>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

namespace trace2 { inline namespace v0 { namespace detail {

/// What a member of type T is to formats, and how recordings store it.
template <class T>
constexpr member_type member_type_of() noexcept {
  using enum member_type;
  if constexpr (std::is_same_v<T, bool>)
    return boolean;
  else if constexpr (std::is_same_v<T, char>)
    return character;
  else if constexpr (std::is_same_v<T, duration> || chrono_duration<T>)
    return microseconds;
  else if constexpr (std::is_same_v<T, data_value>)
    return value;
  else if constexpr (std::is_same_v<T, json_text>)
    return json;
  else if constexpr (std::is_same_v<T, text_list>)
    return texts;
  else if constexpr (text_like<T> && !std::is_null_pointer_v<T>)
    return text;
  else if constexpr (described_enum<T>)
    return enumeration;
  else if constexpr (std::is_enum_v<T>)
    return member_type_of<std::underlying_type_t<T>>();
  else if constexpr (std::signed_integral<T>)
    return sizeof(T) == 1 ? int8 : sizeof(T) == 2 ? int16 : sizeof(T) == 4 ? int32 : int64;
  else if constexpr (std::unsigned_integral<T>)
    return sizeof(T) == 1 ? uint8 : sizeof(T) == 2 ? uint16 : sizeof(T) == 4 ? uint32 : uint64;
  else if constexpr (std::is_same_v<T, float>)
    return float32;
  else if constexpr (std::floating_point<T>)
    return float64;
  else
    return rendered;
}

/// An enumerator; the name is empty when it has none.
struct enumerator_value {
  std::string_view name;
  std::int64_t number;
};

/// A borrowed value of a type that only its event knows; null when it is absent.
struct rendered_value {
  void const* value;
  void (*append)(buffer& out, void const* value) noexcept;
};
inline void append_json(buffer& out, rendered_value value) noexcept {
  value.append(out, value.value);
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

  /// The value in the type that belongs to its `member_type`.
  template <class T>
  T as() const noexcept {
    static_assert(sizeof(T) <= sizeof bytes_ && std::is_trivially_copyable_v<T>);
    T value;
    std::memcpy(static_cast<void*>(&value), bytes_, sizeof value);
    return value;
  }

  /// A word, which begins with the bytes of what is no larger.
  char const* bytes() const noexcept { return bytes_; }

  /// True for what is left out (see `event_type`).
  bool is_absent(member_type type) const noexcept {
    return (type == member_type::text && as<std::string_view>().data() == nullptr) ||
           (type == member_type::rendered && as<rendered_value>().value == nullptr);
  }

  /// Calls `use(value)` with a bool, char, std::int64_t, std::uint64_t, float, double,
  /// std::string_view, text_list, seconds, data_value, json_text or rendered_value.
  template <class Use>
  void visit(member_type type, Use&& use) const {
    switch (type) {
      case member_type::boolean:
        return use(as<bool>());
      case member_type::character:
        return use(as<char>());
      case member_type::int8:
        return use(std::int64_t{as<std::int8_t>()});
      case member_type::int16:
        return use(std::int64_t{as<std::int16_t>()});
      case member_type::int32:
        return use(std::int64_t{as<std::int32_t>()});
      case member_type::int64:
        return use(as<std::int64_t>());
      case member_type::uint8:
        return use(std::uint64_t{as<std::uint8_t>()});
      case member_type::uint16:
        return use(std::uint64_t{as<std::uint16_t>()});
      case member_type::uint32:
        return use(std::uint64_t{as<std::uint32_t>()});
      case member_type::uint64:
        return use(as<std::uint64_t>());
      case member_type::float32:
        return use(as<float>());
      case member_type::float64:
        return use(as<double>());
      case member_type::text:
        return use(as<std::string_view>());
      case member_type::texts:
        return use(as<text_list>());
      case member_type::microseconds:
        return use(as<duration>());
      case member_type::value:
        return use(as<data_value>());
      case member_type::json:
        return use(as<json_text>());
      case member_type::rendered:
        return use(as<rendered_value>());
      case member_type::enumeration:
        auto const known = as<enumerator_value>();
        return known.name.empty() ? use(known.number) : use(known.name);
    }
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
