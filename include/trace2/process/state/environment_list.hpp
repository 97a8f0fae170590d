// The implementation of a child's environment, for tracing that is compiled in: a list of variables
// in which the session's own replace those of the same names.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/environment.hpp>
#include <trace2/detail/system/errno_guard.hpp>
#include <trace2/detail/text/text_store.hpp>
#include <trace2/process/state/exported_variable.hpp>
#include <trace2/process/state/inheritance.hpp>
#include <trace2/value/buffer.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail {

/// See `basic_child_environment`.
template <bool Enabled>
class environment_list {
 public:
  explicit environment_list(char* const* base) noexcept : base_{base} {
    errno_guard const guard;
    for (char* const* at = base; at != nullptr && *at != nullptr; ++at) list_.push_back(*at);
    for_each_inherited([this](variable_name const& name, std::string_view value,
                              exported_variable const&) { set(name.view(), value); });
    list_.push_back(nullptr);
  }

  char* const* get() const noexcept { return list_.failed() || has_failed_ ? base_ : list_.data(); }

 private:
  void set(std::string_view name, std::string_view value) noexcept {
    buffer entry;
    entry.append(name);
    entry.append('=');
    entry.append(value);
    entry.append('\0');
    char* const copy = const_cast<char*>(texts_.keep(entry.view()).data());
    if (copy == nullptr || entry.failed()) {
      has_failed_ = true;
      return;
    }
    std::size_t count = 0;
    for (std::size_t i = 0; i < list_.size(); ++i)
      if (!is_variable(list_[i], name)) list_[count++] = list_[i];
    list_.truncate(count);
    list_.push_back(copy);
  }

  static bool is_variable(std::string_view entry, std::string_view name) noexcept {
    return entry.size() > name.size() && entry.starts_with(name) && entry[name.size()] == '=';
  }

  char* const* base_;
  text_store texts_;
  basic_buffer<char*> list_;
  bool has_failed_ = false;
};

}}}  // namespace trace2::v0::detail
