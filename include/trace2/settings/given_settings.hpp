// The settings that somebody has given a program: names, values, and whether the program has asked
// for them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/diagnostic.hpp>
#include <trace2/detail/text/buffer.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// Lifetime: texts are borrowed. Threads: any number may ask at the same time.
class given_settings {
 public:
  struct entry {
    std::string_view name;
    std::string_view value;
    mutable bool is_read = false;
  };

  void add(std::string_view name, std::string_view value) noexcept {
    entries_.push_back({name, value});
  }
  /// False when memory ran out.
  bool is_complete() const noexcept { return !entries_.failed(); }

  entry const* begin() const noexcept { return entries_.begin(); }
  entry const* end() const noexcept { return entries_.end(); }

  /// The value of the first one, or of the last one, whose name is wanted; null if there is none.
  std::string_view first(auto const& is_wanted) const noexcept {
    std::string_view value{};
    for_each_wanted(is_wanted, [&](std::string_view found) {
      if (value.data() == nullptr) value = found;
    });
    return value;
  }
  std::string_view last(auto const& is_wanted) const noexcept {
    std::string_view value{};
    for_each_wanted(is_wanted, [&](std::string_view found) { value = found; });
    return value;
  }

  bool is_same_as(given_settings const& other) const noexcept {
    if (entries_.size() != other.entries_.size()) return false;
    for (std::size_t i = 0; i < entries_.size(); ++i)
      if (entries_[i].name != other.entries_[i].name ||
          entries_[i].value != other.entries_[i].value)
        return false;
    return true;
  }

  /// Warns of those that nobody has asked for, if what follows the prefix in their names begins
  /// with one word or has the other. `before` comes before the names.
  [[gnu::cold, gnu::noinline]] void tell_idle(std::string_view before, std::string_view prefix,
                                              std::string_view first_word,
                                              std::string_view word) const noexcept {
    for (entry const& each : entries_) {
      std::string_view name = each.name;
      if (!name.starts_with(prefix)) continue;
      name.remove_prefix(prefix.size());
      bool const is_idle = !__atomic_load_n(&each.is_read, __ATOMIC_RELAXED) &&
                           !each.value.empty() && each.value != "0";
      if (is_idle && (name.starts_with(first_word) || name.find(word) != name.npos))
        warn({before, each.name,
              " has no effect: its target is off, or the program has no such setting"});
    }
  }

 private:
  void for_each_wanted(auto const& is_wanted, auto const& use) const noexcept {
    for (entry const& each : entries_) {
      if (!is_wanted(each.name)) continue;
      __atomic_store_n(&each.is_read, true, __ATOMIC_RELAXED);
      use(each.value);
    }
  }

  basic_buffer<entry> entries_;
};

}}}  // namespace trace2::v0::detail
