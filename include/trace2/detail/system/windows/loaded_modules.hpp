// The notes in the modules that a process has loaded: the program and its DLLs. A note is a pointer
// in a section of the module. It is no exported symbol, because MinGW exports all symbols of a DLL
// that names none.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/function_ref.hpp>
#include <trace2/detail/system/windows/wide_text.hpp>
#include <trace2/detail/system/windows/win32.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>

namespace trace2 { inline namespace v0 { namespace detail {

/// The modules that are loaded now. Threads: any, also in the initialiser of a DLL.
class module_list {
 public:
  /// Empty if memory ran out, or if other threads load and unload all the time.
  [[gnu::cold]] module_list() noexcept {
    for (int attempt = 0; attempt < 100 && count_ == 0; ++attempt) read();
  }
  module_list(module_list const&) = delete;
  module_list& operator=(module_list const&) = delete;
  ~module_list() { delete[] room_; }

  win32::handle const* begin() const noexcept { return room_; }
  win32::handle const* end() const noexcept { return room_ + count_; }

 private:
  /// Windows walks through its list without a lock, so that two walks have to agree.
  void read() noexcept {
    delete[] room_;
    std::size_t const most = bytes_of(nullptr, 0) / sizeof *room_ + 16;
    room_ = new (std::nothrow) win32::handle[2 * most];
    if (room_ == nullptr) return;
    auto const bytes = static_cast<win32::dword>(most * sizeof *room_);
    win32::dword const first = bytes_of(room_, bytes);
    win32::dword const second = bytes_of(room_ + most, bytes);
    if (first == second && first <= bytes && std::memcmp(room_, room_ + most, first) == 0)
      count_ = first / sizeof *room_;
  }

  static win32::dword bytes_of(win32::handle* room, win32::dword bytes) noexcept {
    win32::dword needed = 0;
    return win32::K32EnumProcessModules(win32::this_process, room, bytes, &needed) ? needed : 0;
  }

  win32::handle* room_ = nullptr;  ///< for two lists
  std::size_t count_ = 0;
};

/// A module that stays in memory as long as this object lives; none if it is gone already.
class held_module {
 public:
  [[gnu::cold]] explicit held_module(win32::handle listed) noexcept {
    win32::GetModuleHandleExW(win32::module_of_address, static_cast<wchar_t const*>(listed),
                              &module_);
  }
  held_module(held_module const&) = delete;
  held_module& operator=(held_module const&) = delete;
  ~held_module() {
    if (module_ != nullptr) win32::FreeLibrary(module_);
  }

  /// Calls `use(noted)` for each pointer into the module that its sections of that name hold.
  [[gnu::cold]] void for_each_note(char const (&section)[8],
                                   function_ref<void(void* noted)> use) const noexcept {
    // A copy, because what protects a program from debuggers may take these pages away.
    char headers[4096];
    std::size_t copied = 0;
    if (!win32::ReadProcessMemory(win32::this_process, module_, headers, sizeof headers, &copied))
      return;
    auto const number = [&headers](std::size_t offset, auto value) {
      if (offset <= sizeof headers - sizeof value)
        std::memcpy(&value, headers + offset, sizeof value);
      return std::size_t{value};
    };
    std::size_t const header = number(60, std::uint32_t{});
    if (number(header, std::uint32_t{}) != 0x4550) return;  // "PE"
    std::size_t const sections = number(header + 6, std::uint16_t{});
    std::size_t const image_size = number(header + 80, std::uint32_t{});
    std::size_t at = header + 24 + number(header + 20, std::uint16_t{});
    constexpr std::size_t step = 40;
    for (std::size_t i = 0; i < sections && at <= sizeof headers - step; ++i, at += step) {
      std::size_t const place = number(at + 12, std::uint32_t{});
      std::size_t const end = place + number(at + 8, std::uint32_t{});
      if (std::memcmp(headers + at, section, sizeof section) == 0 && end <= image_size)
        for_each_pointer(place, end, image_size, use);
    }
  }

  /// Its path in UTF-8, of the program itself empty; "?" if it is too long, or memory ran out.
  [[gnu::cold]] char const* path() const noexcept {
    if (module_ == win32::GetModuleHandleW(nullptr)) return "";
    wchar_t wide[longest_path];
    char narrow[longest_path];
    win32::dword const length = win32::GetModuleFileNameW(module_, wide, longest_path);
    bool const fits =
        length > 0 && length < longest_path && to_utf8(wide, narrow, sizeof narrow);
    char const* const path = fits ? kept_text::of(narrow) : nullptr;
    return path == nullptr ? "?" : path;
  }

 private:
  void for_each_pointer(std::size_t at, std::size_t end, std::size_t image_size,
                        function_ref<void(void* noted)> use) const noexcept {
    for (; at + sizeof(void*) <= end; at += sizeof(void*)) {
      void* noted = nullptr;
      std::memcpy(&noted, static_cast<char const*>(module_) + at, sizeof noted);
      // The loader may still be about to relocate it.
      auto const distance =
          reinterpret_cast<std::uintptr_t>(noted) - reinterpret_cast<std::uintptr_t>(module_);
      if (distance < image_size) use(noted);
    }
  }

  win32::handle module_ = nullptr;
};

/// Calls `use(path, noted)` for each note in a module that is loaded. The path of the program
/// itself is empty; paths live as long as the process. No module is unloaded while `use` looks at
/// it.
[[gnu::cold]] inline void for_each_note(
    char const (&section)[8],
    function_ref<void(char const* path, void* noted)> use) noexcept {
  module_list const loaded;
  for (win32::handle const listed : loaded) {
    held_module const module{listed};
    module.for_each_note(section, [&](void* noted) { use(module.path(), noted); });
  }
}

/// True of an address in the program itself, false in a DLL.
[[gnu::cold]] inline bool is_in_program(void const* address) noexcept {
  win32::handle module = nullptr;
  constexpr win32::dword without_holding = 2;
  win32::GetModuleHandleExW(win32::module_of_address | without_holding,
                            static_cast<wchar_t const*>(address), &module);
  return module == win32::GetModuleHandleW(nullptr);
}

}}}  // namespace trace2::v0::detail
