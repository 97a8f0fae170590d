#include <trace2/call/outlet.hpp>
#include <trace2/call/verb_table.hpp>

#include <cstddef>
#include <string_view>

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
  auto const of_version = [](char const* version) { return outlet{version, {}, {}, nullptr}; };
  char const same[] = "v0";
  CHECK(of_version("v0").fits(of_version(same)));
  CHECK_FALSE(of_version("v0").fits(of_version("v1")));
  CHECK_FALSE(of_version("v0").fits(of_version("v0, libc++")));
}

TEST_CASE("what other versions know of an outlet stays where it is") {
  CHECK(offsetof(outlet, version) == 0);
  CHECK(offsetof(outlet, refuse) == sizeof(void*));
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
