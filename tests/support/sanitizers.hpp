// Which sanitizers a test is compiled with: some things they do otherwise.
#pragma once

#ifdef __has_feature
#  define SUPPORT_HAS_SANITIZER(name) __has_feature(name##_sanitizer)
#else
#  define SUPPORT_HAS_SANITIZER(name) SUPPORT_SANITIZER_##name
#endif
#ifdef __SANITIZE_ADDRESS__
#  define SUPPORT_SANITIZER_address 1
#else
#  define SUPPORT_SANITIZER_address 0
#endif
#ifdef __SANITIZE_THREAD__
#  define SUPPORT_SANITIZER_thread 1
#else
#  define SUPPORT_SANITIZER_thread 0
#endif
// g++ doesn't tell.
#define SUPPORT_SANITIZER_undefined_behavior 0

namespace support {

inline constexpr bool is_address_sanitized = SUPPORT_HAS_SANITIZER(address);
inline constexpr bool is_thread_sanitized = SUPPORT_HAS_SANITIZER(thread);
inline constexpr bool is_behavior_sanitized = SUPPORT_HAS_SANITIZER(undefined_behavior);

}  // namespace support
