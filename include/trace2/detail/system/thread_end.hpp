// The ends of threads. A thread_local object would end before the exit handlers, which still trace.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#ifdef _WIN32
#  include <trace2/detail/system/windows/win32.hpp>
#else
#  include <pthread.h>
#endif

namespace trace2 { inline namespace v0 { namespace detail {

/// Calls a function at the end of each thread that has set a value. Constant-initialised, never
/// destroyed. Threads: `create` one at a time.
class thread_end {
 public:
  /// True where emulated thread_local objects may be gone when the function is called.
#ifdef _WIN32
  static constexpr bool loses_objects = true;
#else
  static constexpr bool loses_objects = false;
#endif

  /// False when the system has no key left.
  bool create(void (*function)(void* value)) noexcept {
#ifdef _WIN32
    constexpr win32::dword none = 0xffff'ffff;
    key_ = win32::FlsAlloc(function);
    return key_ != none;
#else
    return ::pthread_key_create(&key_, function) == 0;
#endif
  }

  /// True if it is the end of the process: the thread then still runs the exit handlers of DLLs,
  /// which trace.
  static bool is_of_process() noexcept {
#ifdef _WIN32
    auto* const is_ending = reinterpret_cast<unsigned char (*)()>(win32::GetProcAddress(
        win32::GetModuleHandleW(L"ntdll.dll"), "RtlDllShutdownInProgress"));
    return is_ending != nullptr && is_ending() != 0;
#else
    return false;
#endif
  }

  /// Of the calling thread; null calls nothing.
  void set(void* value) const noexcept {
#ifdef _WIN32
    win32::FlsSetValue(key_, value);
#else
    ::pthread_setspecific(key_, value);
#endif
  }

 private:
#ifdef _WIN32
  win32::dword key_ = 0;
#else
  pthread_key_t key_{};
#endif
};

}}}  // namespace trace2::v0::detail
