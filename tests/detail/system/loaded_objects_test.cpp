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

// A note of this program.
asm(R"(
  .pushsection .note.trace2_test, "a", %note
  .balign 4
  .4byte 5, 4, 7
  .asciz "TEST"
  .balign 4
  .4byte 42
  .popsection
)");

TEST_CASE("notes of all loaded objects are found, by name and type") {
  int found = 0;
  for_each_note("TEST", 7, [&](char const* path, char const* content) {
    std::uint32_t number = 0;
    __builtin_memcpy(&number, content, sizeof number);
    CHECK(number == 42);
    CHECK(path == std::string_view{});
    ++found;
  });
  CHECK(found == 1);
  for_each_note("TEST", 8, [](char const*, char const*) { FAIL("there is no such note"); });
  for_each_note("NOBODY", 7, [](char const*, char const*) { FAIL("there is no such note"); });
}

}  // namespace loaded_objects_test
