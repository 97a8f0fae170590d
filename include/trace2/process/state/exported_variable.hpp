// A variable that the library sets for the children of the process, and sets anew: setenv would
// keep each of its values for ever.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/environment.hpp>
#include <trace2/detail/system/fork_count.hpp>
#include <trace2/detail/system/reentrant_memory.hpp>
#include <trace2/value/buffer.hpp>

#include <cstddef>
#include <cstring>
#include <new>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// Two texts "NAME=value", one of which is current, and stands in the environment if the variable
/// is exported. Constant-initialised. Threads: one at a time; others may read the environment if
/// the new value begins with the former one, because they see one of the two then.
class exported_variable {
 public:
  /// The current value. Lifetime: until the second `set` after this one. Empty before the first.
  buffer const& value() const noexcept { return current_ == nullptr ? none_ : current_->value; }
  bool is_called(variable_name const& name) const noexcept {
    return current_ != nullptr && current_->is_called(name);
  }

  /// Gives the variable a value, and puts it into the environment if it `is_exported`. `value` may
  /// be a part of the current one. False when memory ran out, and for a value with which the system
  /// would start no program: that of the variable is empty then.
  [[gnu::cold]] bool set(variable_name const& name, std::string_view value,
                         bool is_exported) noexcept {
    if (name.view().size() + value.size() + 2 > entry::capacity)
      return set(name, {}, is_exported), false;
    if (is_called(name)) {
      bool const is_done = !is_exported || is_in_environment();
      if (current_->value.view() == value) return is_done || put_current();
      if (is_done && current_->change(value)) return true;
    }
    entry* const next = spare();
    if (next == nullptr) return false;
    next->begin(name, value);
    current_ = next;
    is_put_ = false;
    return !is_exported || put_current();
  }

 private:
  struct entry {
    // The system starts no program with a longer text, its terminator included.
    static constexpr std::size_t capacity = std::size_t{128} << 10;

    char* text() noexcept { return reinterpret_cast<char*>(this + 1); }
    bool is_called(variable_name const& name) const noexcept {
      return std::string_view{value.data() - name_size - 1, name_size} == name.view();
    }
    /// Precondition: there is room.
    void begin(variable_name const& name, std::string_view first) noexcept {
      name_size = name.view().size();
      buffer all{text(), capacity};
      all.append(name.view());
      all.append('=');
      ::new (&value) buffer{all.end(), capacity - all.size()};
      value.append(first);
      value.c_str();
    }
    /// True if the value is `wanted` from now on. A value that doesn't begin with the present one
    /// could be seen half changed. Only the child of a fork that has left threads behind takes
    /// that: it has one thread at first, and another one may have been changing the environment.
    bool change(std::string_view wanted) noexcept {
      std::string_view const now = value.view();
      if (!wanted.starts_with(now)) {
        if (!fork_count::has_left_threads()) return false;
        std::memmove(value.data(), wanted.data(), wanted.size());
        value.truncate(0);
        value.commit(wanted.size());
        return value.c_str(), true;
      }
      // From behind: the former terminator is overwritten last.
      char* const end = value.end();
      std::string_view const added = wanted.substr(now.size());
      std::memcpy(end + 1, added.data() + 1, added.size() - 1);
      end[added.size()] = '\0';
      __atomic_store_n(end, added.front(), __ATOMIC_RELEASE);
      value.commit(added.size());
      return true;
    }

    std::size_t name_size = 0;
    buffer value;
  };

  bool is_in_environment() const noexcept {
    if (fork_count::has_left_threads()) return is_put_;
    char** const place = find_entry(current_->text());
    return place != nullptr && *place == current_->text();
  }

  bool put_current() noexcept { return is_put_ = put_variable(current_->text()); }

  /// Takes address space for the longest value; pages that are never used take no memory.
  entry* spare() noexcept {
    entry*& other = entries_[current_ != nullptr && current_ == entries_[0]];
    if (other == nullptr)
      if (void* const room = reentrant_memory::take(sizeof(entry) + entry::capacity))
        other = ::new (room) entry;
    return other;
  }

  static constexpr buffer none_{};

  entry* entries_[2]{};
  entry* current_ = nullptr;
  bool is_put_ = false;  ///< the current one into the environment
};

}}}  // namespace trace2::v0::detail
