#include <trace2/value/call_site.hpp>

#include <string_view>
#include <type_traits>

#include "support/catch.hpp"

namespace call_site_test {

using trace2::call_site;

namespace {

call_site caller(call_site at = call_site::here()) { return at; }

}  // namespace

TEST_CASE("as a default argument a call site names the caller") {
  call_site const here = caller();
  int const line = __LINE__ - 1;
  CHECK(here.line == line);
  CHECK(here.file == std::string_view{__FILE__});
}

TEST_CASE("a call site can be any place, or none", "[R-EVT-03]") {
  constexpr call_site chosen{"f.c", -1};
  CHECK(chosen.line == -1);
  CHECK(call_site{}.file == nullptr);
}

TEST_CASE("a call site costs what its two members cost") {
  CHECK(std::is_trivially_copyable_v<call_site>);
  CHECK(sizeof(call_site) <= 2 * sizeof(char const*));
}

}  // namespace call_site_test

namespace repo_id_test {

using trace2::repo_id;

TEST_CASE("an event without repository is not one of an unregistered repository", "[R-REG-10]") {
  CHECK_FALSE(repo_id{}.has_value());
  CHECK(repo_id{repo_id::unregistered}.has_value());
  CHECK(repo_id{12345}.has_value());
}

}  // namespace repo_id_test
