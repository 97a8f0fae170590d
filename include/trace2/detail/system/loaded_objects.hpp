// The notes in the objects that a process has loaded: the program and its shared objects. The
// structures are those of <link.h> and <elf.h>, which would bring thousands of macros into every
// unit that is instrumented.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#ifdef _WIN32
#  include <trace2/detail/system/windows/loaded_modules.hpp>
#else

#include <trace2/detail/system/function_ref.hpp>

#include <cstddef>
#include <cstdint>

struct dl_phdr_info;
extern "C" int dl_iterate_phdr(int (*)(dl_phdr_info*, std::size_t, void*), void*);

namespace trace2 { inline namespace v0 { namespace detail {

/// An entry of an object's table of segments, as the system lays it out.
struct [[gnu::may_alias]] object_segment {
  std::uint32_t type;
#if __SIZEOF_POINTER__ == 8
  std::uint32_t flags;
#endif
  std::uintptr_t offset, address, physical, size, size_in_memory;
#if __SIZEOF_POINTER__ != 8
  std::uint32_t flags;
#endif
  std::uintptr_t alignment;
};

/// An object in memory; the beginning of the system's structure.
struct [[gnu::may_alias]] loaded_object {
  std::uintptr_t address;
  char const* path;  ///< empty for the program itself with glibc
  object_segment const* segments;
  std::uint16_t segment_count;
};

/// The head of a note; its name and its content follow.
struct [[gnu::may_alias]] object_note {
  std::uint32_t name_size, content_size, type;

  char const* name() const noexcept { return reinterpret_cast<char const*>(this + 1); }
};

/// A search for the notes of one name and type.
struct note_search {
  char const* name;
  std::uint32_t type;
  function_ref<void(char const* path, char const* content)> use;
  bool is_first = true;

  [[gnu::cold]] static int visit(dl_phdr_info* info, std::size_t, void* data) noexcept {
    constexpr std::uint32_t note_segment = 4;
    auto object = *reinterpret_cast<loaded_object const*>(info);
    auto& wanted = *static_cast<note_search*>(data);
#ifndef __GLIBC__
    // Other C libraries give the program's path. The program is the first object.
    if (wanted.is_first) object.path = "";
#endif
    wanted.is_first = false;
    for (unsigned i = 0; i < object.segment_count; ++i)
      if (object.segments[i].type == note_segment) wanted.look_at(object, object.segments[i]);
    return 0;
  }

  [[gnu::cold]] void look_at(loaded_object const& object,
                             object_segment const& notes) const noexcept {
    // Names and contents are padded to 4 bytes, in segments for larger values to 8.
    std::uintptr_t const step = notes.alignment == 8 ? 8 : 4;
    auto const padded = [step](std::uintptr_t size) { return (size + step - 1) & ~(step - 1); };
    std::size_t const name_size = __builtin_strlen(name) + 1;
    std::uintptr_t at = object.address + notes.address;
    std::uintptr_t const end = at + notes.size_in_memory;
    while (end - at >= sizeof(object_note)) {
      auto const* const note = reinterpret_cast<object_note const*>(at);
      std::uintptr_t const content = at + padded(sizeof *note + note->name_size);
      if (content > end || end - content < note->content_size) return;
      if (note->type == type && note->name_size == name_size &&
          __builtin_memcmp(note->name(), name, name_size) == 0)
        use(object.path, reinterpret_cast<char const*>(content));
      at = content + padded(note->content_size);
      if (at > end) return;
    }
  }
};

/// Calls `use(path, content)` for each note of that name and type in a loaded object. The path of
/// the program itself is empty. No object is loaded or unloaded meanwhile, so `use` must not ask
/// for that. Objects that are not relocated yet are shown too: their pointers are wrong. Systems
/// without ELF have no notes.
[[gnu::cold]] inline void for_each_note(
    char const* name, std::uint32_t type,
    function_ref<void(char const* path, char const* content)> use) noexcept {
  [[maybe_unused]] note_search wanted{name, type, use};
#ifdef __ELF__
  dl_iterate_phdr(&note_search::visit, &wanted);
#endif
}

}}}  // namespace trace2::v0::detail
#endif
