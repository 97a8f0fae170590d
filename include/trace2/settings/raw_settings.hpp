// The settings that somebody has given a program: names, values, and whether the program has asked
// for them.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/diagnostic.hpp>
#include <trace2/value/buffer.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// Lifetime: texts are borrowed. Threads: any number may ask at the same time.
class raw_settings {
 public:
  struct entry {
    std::string_view name;
    std::string_view value;
    std::string_view place;  ///< the key and where it stands in a file; empty for a variable
    mutable bool is_read = false;

    std::string_view shown_name() const noexcept { return place.empty() ? name : place; }
  };

  void add(std::string_view name, std::string_view value, std::string_view place = {}) noexcept {
    entries_.push_back({name, value, place});
  }
  /// False when memory ran out.
  bool is_complete() const noexcept { return !entries_.failed(); }

  entry const* begin() const noexcept { return entries_.begin(); }
  entry const* end() const noexcept { return entries_.end(); }

  /// The first one, or the last one, whose name is wanted; null if there is none.
  entry const* first(auto const& is_wanted) const noexcept {
    entry const* first = nullptr;
    for_each_wanted(is_wanted, [&](entry const& each) {
      if (first == nullptr) first = &each;
    });
    return first;
  }
  entry const* last(auto const& is_wanted) const noexcept {
    entry const* last = nullptr;
    for_each_wanted(is_wanted, [&](entry const& each) { last = &each; });
    return last;
  }

  bool is_same_as(raw_settings const& other) const noexcept {
    if (entries_.size() != other.entries_.size()) return false;
    for (std::size_t i = 0; i < entries_.size(); ++i)
      if (entries_[i].name != other.entries_[i].name ||
          entries_[i].value != other.entries_[i].value)
        return false;
    return true;
  }

  /// Warns once of each that nobody has asked for, if what follows the prefix in its name begins
  /// with one word or has the other.
  [[gnu::cold, gnu::noinline]] void tell_idle(std::string_view prefix, std::string_view first_word,
                                              std::string_view word) const noexcept {
    for (entry const& each : entries_) {
      std::string_view name = each.name;
      if (!name.starts_with(prefix) || each.value.empty() || each.value == "0") continue;
      name.remove_prefix(prefix.size());
      if (!name.starts_with(first_word) && name.find(word) == name.npos) continue;
      if (!__atomic_exchange_n(&each.is_read, true, __ATOMIC_RELAXED))
        warn({each.shown_name(),
              " has no effect: its target is off, or the program has no such setting"});
    }
  }

 private:
  void for_each_wanted(auto const& is_wanted, auto const& use) const noexcept {
    for (entry const& each : entries_) {
      if (!is_wanted(each.name)) continue;
      __atomic_store_n(&each.is_read, true, __ATOMIC_RELAXED);
      use(each);
    }
  }

  basic_buffer<entry> entries_;
};

}}}  // namespace trace2::v0::detail
