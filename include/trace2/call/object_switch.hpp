// The switch of a shared object, by which its calls find the session of whichever object has begun
// one. Linkers can't be asked: they hide the symbols of objects that are built with
// -fvisibility=hidden or a version script, and loaders those of the program and of other plugins.
// So each object has a switch of its own, which costs one load to read, and a note by which others
// find it:
//
//   - A session that begins looks through all objects, and sets the switch of each.
//   - An object that is loaded later looks for a session itself, before its constructors run.
//
// Objects of different versions of the library know the beginning of each other's switches and no
// more. They never share a session.
//
// On Windows the objects are the program and its DLLs. They need no header of their own either: a
// DLL can't know whether a program will trace.
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <trace2/detail/system/atomic.hpp>
#include <trace2/detail/system/features.hpp>
#include <trace2/detail/system/function_ref.hpp>
#include <trace2/detail/system/loaded_objects.hpp>

#include <cstdint>

namespace trace2 { inline namespace v0 { namespace detail {

struct verb_table;
namespace recording {
struct numbering;
}

/// The number of the interface between objects: the verb table, the classes behind it and the types
/// that both hand over. Each change of them raises it; tests/structure/interface.py sees one.
#define TRACE2_DETAIL_INTERFACE "12"

/// Names the binary interface. Calls from object to object pass text views, and the standard
/// libraries lay these out differently.
#ifdef _LIBCPP_VERSION
#  define TRACE2_DETAIL_OBJECT_VERSION "v0." TRACE2_DETAIL_INTERFACE ", libc++"
#else
#  define TRACE2_DETAIL_OBJECT_VERSION "v0." TRACE2_DETAIL_INTERFACE
#endif

/// One per object. The first two members and the note that leads here are the same in every version
/// of the library, for ever.
struct object_switch {
  /// The name of the binary interface: objects whose names differ don't fit together. The text
  /// itself: others read it before the loader has relocated this object.
  char version[24];
  /// While a session of that version is open: tells it of an object that doesn't fit, by its path.
  atomic<void (*)(char const* path) noexcept> refuse;

  /// All that a call reads (R-API-34): the verbs of the session; null while nothing is traced.
  atomic<verb_table const*> verbs;
  /// Looks for a session. Here, so that linkers keep the function and with it the note.
  void (*search)() noexcept;
  /// While any object is about to begin a session, in the first object of those that fit: the id of
  /// the process, because the child of a fork inherits the note but not the thread. Else 0.
  atomic<int> beginning_in{0};
  /// The numbering of definitions in this object's recordings; null before the first of them.
  atomic<recording::numbering*> numbers{nullptr};

  bool fits(object_switch const& other) const noexcept {
    return __builtin_strcmp(version, other.version) == 0;
  }
};

/// Calls `use(path, found)` for each loaded object that has a switch, whatever its version. The
/// note leads to the switch. `use` must not load objects, nor follow a pointer of a switch whose
/// `refuse` and `verbs` are null: the loader may still be about to relocate that object.
[[gnu::cold]] inline void for_each_switch(
    function_ref<void(char const* path, object_switch& found)> use) noexcept {
#if TRACE2_DETAIL_HAS_MODULES
  for_each_note(".trace2", [&use](char const* path, void* noted) {
    use(path, *static_cast<object_switch*>(noted));
  });
#else
  for_each_note("trace2 note", 1, [&use](char const* path, char const* content) {
    std::int32_t distance = 0;
    __builtin_memcpy(&distance, content, sizeof distance);
    auto const* const noted = reinterpret_cast<object_switch const*>(content + distance);
    use(path, *const_cast<object_switch*>(noted));
  });
#endif
}

/// Joins the session of another object, if there is one that fits. In verb_table.hpp.
void join_session(object_switch& own) noexcept;

// Without notes the linker and the loader must find the session; Windows hides all anyway.
#ifdef __ELF__
#  define TRACE2_DETAIL_OWN [[gnu::visibility("hidden")]]
#else
#  define TRACE2_DETAIL_OWN
#endif

#if TRACE2_DETAIL_HAS_MODULES
/// The switch of this object by its assembler name: spelt as below, it would be part of units where
/// tracing is compiled out, too.
extern object_switch own_object_switch __asm__(
    "_ZN6trace22v06detail16object_switch_ofILb1EE5valueE");
/// The note. No template, because GCC ignores the sections of those.
[[gnu::section(".trace2")]] inline constinit object_switch* const object_switch_note =
    &own_object_switch;
#endif

/// The switch of this object. A template, so that nothing remains of it in units where tracing is
/// compiled out.
template <bool Enabled>
struct object_switch_of {
  TRACE2_DETAIL_OWN static void search() noexcept;
  // "used", because optimizers of whole objects don't see the stores of other objects.
  TRACE2_DETAIL_OWN [[gnu::used]] static inline constinit object_switch value{
      TRACE2_DETAIL_OBJECT_VERSION, atomic<void (*)(char const*) noexcept>{nullptr},
      atomic<verb_table const*>{nullptr}, &search};
#if TRACE2_DETAIL_HAS_MODULES
  struct loading {
    loading() noexcept { search(); }
  };
  // The first of the constructors, and one however many units trace.
  [[gnu::init_priority(101)]] static inline loading const at_load{};
#endif
};

// The note belongs to the function's section, so that an object has one note however many of its
// units trace. A program doesn't search: no session is older than the program, and one that begins
// finds it.
#ifdef __ELF__
#  define TRACE2_DETAIL_NOTE                                     \
    ".pushsection .note.trace2,\"a?\",%note\n"                   \
    ".balign 4\n.4byte 12,8,1\n.asciz \"trace2 note\"\n"         \
    ".4byte _ZN6trace22v06detail16object_switch_ofILb1EE5valueE - .,0\n" \
    ".popsection\n"
#else
#  define TRACE2_DETAIL_NOTE ""
#endif
#if __SIZEOF_POINTER__ == 8
#  define TRACE2_DETAIL_POINTER_SIZE "8"
#else
#  define TRACE2_DETAIL_POINTER_SIZE "4"
#endif
template <bool Enabled>
[[gnu::cold]] void object_switch_of<Enabled>::search() noexcept {
  asm volatile(TRACE2_DETAIL_NOTE);
  hold_choice<TRACE2_DETAIL_HAS_LINUX != 0>();
#if defined(__ELF__) && defined(__PIC__) && !defined(__PIE__)
  // An entry in the list of functions that the loader calls, before the constructors of the
  // program's own.
  asm volatile(
      ".pushsection .init_array.00100,\"aw?\",%init_array\n"
      ".balign " TRACE2_DETAIL_POINTER_SIZE
      "\n"
      ".dc.a _ZN6trace22v06detail16object_switch_ofILb1EE6searchEv\n"
      ".popsection\n");
  join_session(value);
#elif TRACE2_DETAIL_HAS_MODULES
  asm volatile("" : : "r"(&object_switch_note), "r"(&at_load));
  if (!is_in_program(&value)) join_session(value);
#endif
}

}}}  // namespace trace2::v0::detail
