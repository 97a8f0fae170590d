#include <trace2/call/object_switch.hpp>
#include <trace2/call/verb_table.hpp>

#include <cstddef>
#include <string_view>
#include <type_traits>

#include "support/catch.hpp"

namespace object_switch_test {

using namespace trace2::detail;

TEST_CASE("a program has one switch, and a note by which others find it") {
  int found = 0;
  for_each_switch([&](char const* path, object_switch& each) {
    if (&each != &object_switch_of<true>::value) return;
    CHECK(std::string_view{path}.empty());
    ++found;
  });
  CHECK(found == 1);
}

TEST_CASE("objects of different versions don't fit together") {
  object_switch const first{"v0.1", {}, {}, nullptr};
  object_switch const same{"v0.1", {}, {}, nullptr};
  object_switch const next{"v1.1", {}, {}, nullptr};
  object_switch const other_interface{"v0.2", {}, {}, nullptr};
  object_switch const other_library{"v0.1, libc++", {}, {}, nullptr};
  CHECK(first.fits(same));
  CHECK_FALSE(first.fits(next));
  CHECK_FALSE(first.fits(other_interface));
  CHECK_FALSE(first.fits(other_library));
}

TEST_CASE("what other versions know of a switch stays where it is") {
  CHECK(offsetof(object_switch, version) == 0);
  CHECK(offsetof(object_switch, refuse) == 24);
}

TEST_CASE("a switch names its version without a pointer, which the loader must relocate first") {
  static_assert(std::is_array_v<decltype(object_switch::version)>);
  CHECK(sizeof object_switch::version > sizeof "v0.99, libc++");
}

TEST_CASE("the version names the release, the number of the interface and the standard library") {
  std::string_view const version{object_switch_of<true>::value.version};
  CHECK(version.starts_with("v0." TRACE2_DETAIL_INTERFACE));
}

TEST_CASE("a call reads the switch of its own object") {
  CHECK_FALSE(is_on());
  verb_table const table{};
  object_switch_of<true>::value.verbs.store_relaxed(&table);
  CHECK(is_on());
  CHECK(verbs<true>() == &table);
  CHECK(verbs<false>() == nullptr);
  object_switch_of<true>::value.verbs.store_relaxed(nullptr);
}

}  // namespace object_switch_test
