#include <trace2/detail/system/loaded_objects.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "support/catch.hpp"
#include <link.h>

namespace loaded_objects_test {

using namespace trace2::detail;

TEST_CASE("the system's structures are laid out as here") {
  using segment = ElfW(Phdr);
  CHECK(sizeof(object_segment) == sizeof(segment));
  CHECK(offsetof(object_segment, type) == offsetof(segment, p_type));
  CHECK(offsetof(object_segment, address) == offsetof(segment, p_vaddr));
  CHECK(offsetof(object_segment, size_in_memory) == offsetof(segment, p_memsz));
  CHECK(offsetof(object_segment, alignment) == offsetof(segment, p_align));
  CHECK(offsetof(loaded_object, address) == offsetof(dl_phdr_info, dlpi_addr));
  CHECK(offsetof(loaded_object, path) == offsetof(dl_phdr_info, dlpi_name));
  CHECK(offsetof(loaded_object, segments) == offsetof(dl_phdr_info, dlpi_phdr));
  CHECK(offsetof(loaded_object, segment_count) == offsetof(dl_phdr_info, dlpi_phnum));
  CHECK(sizeof(object_note) == sizeof(ElfW(Nhdr)));
}

TEST_CASE("notes of all loaded objects are found, by name and type") {
  // The C library says what system it is made for.
  int found = 0;
  for_each_note("GNU", NT_GNU_ABI_TAG, [&](char const*, char const* content) {
    std::uint32_t system = 99;
    __builtin_memcpy(&system, content, sizeof system);
    CHECK(system == ELF_NOTE_OS_LINUX);
    ++found;
  });
  CHECK(found >= 1);
  for_each_note("NOBODY", 1, [](char const*, char const*) { FAIL("there is no such note"); });
}

}  // namespace loaded_objects_test
