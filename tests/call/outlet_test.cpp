#include <trace2/call/outlet.hpp>
#include <trace2/call/verb_table.hpp>

#include <cstddef>
#include <string_view>
#include <type_traits>

#include "support/catch.hpp"

namespace outlet_test {

using namespace trace2::detail;

TEST_CASE("a program has one outlet, and a note by which others find it") {
  int found = 0;
  for_each_outlet([&](char const* path, outlet& each) {
    if (&each != &outlet_of<true>::value) return;
    CHECK(std::string_view{path}.empty());
    ++found;
  });
  CHECK(found == 1);
}

TEST_CASE("objects of different versions don't fit together") {
  outlet const first{"v0.1", {}, {}, nullptr};
  outlet const same{"v0.1", {}, {}, nullptr};
  outlet const next{"v1.1", {}, {}, nullptr};
  outlet const other_interface{"v0.2", {}, {}, nullptr};
  outlet const other_library{"v0.1, libc++", {}, {}, nullptr};
  CHECK(first.fits(same));
  CHECK_FALSE(first.fits(next));
  CHECK_FALSE(first.fits(other_interface));
  CHECK_FALSE(first.fits(other_library));
}

TEST_CASE("what other versions know of an outlet stays where it is") {
  CHECK(offsetof(outlet, version) == 0);
  CHECK(offsetof(outlet, refuse) == 24);
}

TEST_CASE("an outlet names its version without a pointer, which the loader must relocate first") {
  static_assert(std::is_array_v<decltype(outlet::version)>);
  CHECK(sizeof outlet::version > sizeof "v0.99, libc++");
}

TEST_CASE("the version names the release, the number of the interface and the standard library") {
  std::string_view const version{outlet_of<true>::value.version};
  CHECK(version.starts_with("v0." TRACE2_DETAIL_INTERFACE));
}

TEST_CASE("a call reads the outlet of its own object") {
  CHECK_FALSE(is_on());
  verb_table const table{};
  outlet_of<true>::value.verbs.store_relaxed(&table);
  CHECK(is_on());
  CHECK(verbs<true>() == &table);
  CHECK(verbs<false>() == nullptr);
  outlet_of<true>::value.verbs.store_relaxed(nullptr);
}

}  // namespace outlet_test
