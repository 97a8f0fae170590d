// What a child process must know of the trace, as an environment list that the program passes on.
// It is the way for programs whose threads read the environment at any time, and for which changing
// it, as Git does, is no option.
#pragma once

#include <trace2/call/compiled_out.hpp>
#include <trace2/detail/system/environment.hpp>
#include <trace2/detail/system/errno_guard.hpp>
#include <trace2/detail/system/posix.hpp>
#include <trace2/detail/text/buffer.hpp>
#include <trace2/detail/text/text_store.hpp>
#include <trace2/process/inheritance.hpp>

#include <cstddef>
#include <string_view>

namespace trace2 { inline namespace v0 {

/// The environment of this process, or another list, with what ties a child to this session:
/// session id and hierarchy, and the trace context where the session is asked for it.
///
///     trace2::child_environment environment;
///     posix_spawn(&pid, path, nullptr, nullptr, argv, environment.list());
///
/// While nothing is traced it is the plain list. Lifetime: of the object; the variables of `base`
/// are not copied. Threads: one at a time. After memory ran out, `list` is `base`.
template <bool Enabled>
class basic_child_environment {
 public:
  explicit basic_child_environment(char* const* base = detail::posix::environment()) noexcept
      : base_{base} {
    detail::errno_guard const guard;
    for (char* const* at = base; at != nullptr && *at != nullptr; ++at) list_.push_back(*at);
    detail::for_each_inherited([this](detail::variable_name const& name, std::string_view value) {
      set(name.view(), value);
    });
    list_.push_back(nullptr);
  }

  /// For execve and posix_spawn: ends with a null pointer.
  char* const* list() const noexcept {
    return list_.failed() || has_failed_ ? base_ : list_.data();
  }

 private:
  void set(std::string_view name, std::string_view value) noexcept {
    detail::buffer entry;
    entry.append(name);
    entry.append('=');
    entry.append(value);
    entry.append('\0');
    char* const kept = const_cast<char*>(texts_.keep(entry.view()).data());
    if (kept == nullptr || entry.failed()) {
      has_failed_ = true;
      return;
    }
    std::size_t count = 0;
    for (std::size_t i = 0; i < list_.size(); ++i)
      if (!is_variable(list_[i], name)) list_[count++] = list_[i];
    list_.truncate(count);
    list_.push_back(kept);
  }

  static bool is_variable(std::string_view entry, std::string_view name) noexcept {
    return entry.size() > name.size() && entry.starts_with(name) && entry[name.size()] == '=';
  }

  char* const* base_;
  detail::text_store texts_;
  detail::basic_buffer<char*> list_;
  bool has_failed_ = false;
};

}}  // namespace trace2::v0
