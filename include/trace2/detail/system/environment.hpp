// The environment of the process: variables that the person who starts the program has set, and
// variables that the program sets for its children. A program that runs with more rights than its
// caller sees no variable at all.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/environ.hpp>
#include <trace2/detail/system/fork_count.hpp>
#include <trace2/detail/system/reentrant_memory.hpp>
#include <trace2/detail/system/system_calls.hpp>
#include <trace2/detail/text/ascii.hpp>
#include <trace2/detail/text/view_of.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// The name of a variable, built in place. A name that is too long, by attack or mistake, becomes
/// the empty name, which no variable has.
class variable_name {
 public:
  static constexpr std::size_t max_size = 255;

  constexpr variable_name() noexcept = default;
  constexpr explicit variable_name(std::string_view exact) noexcept { append(exact); }

  [[gnu::noinline]] constexpr void append(std::string_view part) noexcept {
    if (part.size() > max_size - size_) {
      overflown_ = true;
      size_ = 0;
    }
    if (overflown_) return;
    for (char const c : part) text_[size_++] = c;
    text_[size_] = '\0';
  }

  /// Appends "_WORD", the word spelt as variables are; nothing for an empty word.
  constexpr void append_word(std::string_view word) noexcept {
    if (!word.empty()) append("_");
    for (char const c : word) {
      char const spelt = is_letter(c) || is_digit(c) ? to_upper(c) : '_';
      append(view_of(&spelt, 1));
    }
  }

  constexpr std::string_view view() const noexcept { return {text_, size_}; }
  constexpr char const* c_str() const noexcept { return text_; }

 private:
  char text_[max_size + 1] = {};
  std::size_t size_ = 0;
  bool overflown_ = false;
};

/// The value of a variable; null if it's not set. Lifetime: until the variable changes.
inline std::string_view get_variable(variable_name const& name) noexcept {
  char const* const value = system_calls::secure_getenv(name.c_str());
  return value == nullptr ? std::string_view{} : std::string_view{value};
}
[[gnu::noinline]] inline std::string_view get_variable(std::string_view name) noexcept {
  return get_variable(variable_name{name});
}

/// Where the environment has the variable that a text "NAME=value" sets; null if it isn't set.
inline char** find_entry(std::string_view text) noexcept {
  std::string_view const name = text.substr(0, text.find('=') + 1);
  for (char** at = environment(); at != nullptr && *at != nullptr; ++at)
    if (std::string_view{*at}.starts_with(name)) return at;
  return nullptr;
}

/// Sets a variable for the children of this process by its text "NAME=value", which stays in the
/// environment: the caller neither frees it nor reuses it before another text has replaced it.
/// False when memory ran out. Threads: not while another thread uses the environment. Never waits
/// for a lock of the C library that a fork has left locked.
[[gnu::cold]] inline bool put_variable(char* text) noexcept {
  if (!fork_count::has_left_threads()) return system_calls::putenv(text) >= 0;
  if (char** const entry = find_entry(text); entry != nullptr) {
    *entry = text;
    return true;
  }
  char** const before = environment();
  std::size_t count = 0;
  while (before != nullptr && before[count] != nullptr) ++count;
  // A list of its own, as programs may assign to `environ`. A later setenv copies it.
  void* const room = reentrant_memory::take((count + 2) * sizeof(char*));
  if (room == nullptr) return false;
  auto** const list = static_cast<char**>(room);
  for (std::size_t i = 0; i < count; ++i) list[i] = before[i];
  list[count] = text;
  list[count + 1] = nullptr;
  replace_environment(list);
  return true;
}

/// Calls `use` with name and value of each variable that is called `prefix` or `prefix`_SOMETHING.
/// Cost without such variables: one walk through the environment.
template <class Use>
[[gnu::cold]] void for_each_variable(std::string_view prefix, Use&& use) noexcept {
  char** at = environment();
  if (at == nullptr) return;
  for (; *at != nullptr; ++at) {
    std::string_view const entry = *at;
    if (!entry.starts_with(prefix)) continue;
    std::string_view const name = entry.substr(0, entry.find('='));
    if (name.size() != prefix.size() && name[prefix.size()] != '_') continue;
    if (std::string_view const value = get_variable(name); value.data() != nullptr)
      use(name, value);
  }
}

}}}  // namespace trace2::v0::detail
