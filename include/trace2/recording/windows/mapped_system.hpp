// There is no flight recorder on Windows: asking for one fails with a reason.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/sink_system.hpp>
#include <trace2/recording/layout.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trace2 { inline namespace v0 { namespace detail { namespace recording {

struct mapped_system : sink_system {
  static char* map(int, std::size_t) noexcept { return nullptr; }
  static std::uint64_t address_limit() noexcept { return UINT64_MAX; }
  static void unmap(char*, std::size_t) noexcept {}
  static bool is_in_memory(int) noexcept { return false; }
  static void populate(char*, std::size_t, bool) noexcept {}
  static constexpr std::size_t largest_write = 64 * granule;
  static int reserve(int, std::size_t, std::size_t) noexcept { return -ENOSYS; }
  static std::string_view program(char*, std::size_t) noexcept { return {}; }
  static void set_permissions(int, unsigned) noexcept {}
  static void punch(int, std::size_t, std::size_t) noexcept {}
};

}}}}  // namespace trace2::v0::detail::recording
