#include <trace2/process/state/inheritance.hpp>
#include <trace2/testing.hpp>

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/sanitizers.hpp"
#include "support/skip.hpp"
#include <stdlib.h>
#include <unistd.h>

namespace inheritance_test {

using trace2::detail::export_inheritance;
using trace2::detail::for_each_inherited;
using trace2::detail::this_process;

namespace {

std::vector<std::pair<std::string, std::string>> inherited() {
  std::vector<std::pair<std::string, std::string>> found;
  for_each_inherited([&](trace2::detail::variable_name const& name, std::string_view value,
                         auto const&) { found.emplace_back(name.view(), value); });
  return found;
}

std::string extend_hierarchy(std::string_view name) {
  trace2::buffer hierarchy;
  return std::string{trace2::detail::extend_hierarchy(hierarchy, name)};
}

constexpr char const* name_variable = "TRACE2_TESTING_PARENT_NAME";
constexpr char const* sid_variable = "TRACE2_TESTING_PARENT_SID";

}  // namespace

TEST_CASE("nothing is inherited from a process without a session id", "[R-SID-06]") {
  CHECK(inherited().empty());
}

TEST_CASE("children inherit the whole session id", "[R-SID-03][R-SID-04]") {
  trace2::testing::memory_session<> session{{.parent_sid = "above"}};
  auto const found = inherited();
  REQUIRE(found.size() == 1);
  CHECK(found[0].first == sid_variable);
  CHECK(found[0].second == "above/20000101T000000.000000Z-H00000000-P00000001");
}

TEST_CASE("the environment of the process carries it, unless the program passes it on itself",
          "[R-SID-04][R-HIER-05]") {
  trace2::testing::memory_session<> session;
  support::scoped_variable const sid{sid_variable, nullptr};
  this_process.exports.store_relaxed(false);
  export_inheritance();
  CHECK(::getenv(sid_variable) == nullptr);
  this_process.exports.store_relaxed(true);
  export_inheritance();
  CHECK(::getenv(sid_variable) == std::string{"20000101T000000.000000Z-H00000000-P00000001"});
}

TEST_CASE("names pile up to a hierarchy", "[R-HIER-01][R-HIER-02]") {
  trace2::testing::memory_session<> session;
  this_process.exports.store_relaxed(true);
  support::scoped_variable const sid{sid_variable, nullptr};
  support::scoped_variable const name{name_variable, "above"};
  CHECK(extend_hierarchy("first") == "above/first");
  CHECK(::getenv(name_variable) == std::string{"above/first"});
  CHECK(extend_hierarchy("a/b") == "above/first/a/b");
  CHECK(inherited().back() ==
        std::pair{std::string{name_variable}, std::string{"above/first/a/b"}});
}

TEST_CASE("a hierarchy ends before the system would start no child") {
  trace2::testing::memory_session<> session;
  this_process.exports.store_relaxed(false);
  extend_hierarchy(std::string(std::size_t{64} << 10, 'p'));
  CHECK(extend_hierarchy("second").ends_with("p/second"));
  CHECK(extend_hierarchy("third") == "third");
}

TEST_CASE("however many names a process has, they take no more memory than the longest hierarchy",
          "[R-HIER-02]") {
  if (support::is_address_sanitized || support::is_thread_sanitized)
    return support::skip("sanitizers take memory of their own");
  trace2::testing::memory_session<> session;
  bool const exports = GENERATE(true, false);
  this_process.exports.store_relaxed(exports);
  support::scoped_variable const sid{sid_variable, nullptr};
  support::scoped_variable const name{name_variable, nullptr};
  trace2::buffer hierarchy;
  auto const resident_pages = [] {
    long all = 0;
    long resident = 0;
    std::ifstream{"/proc/self/statm"} >> all >> resident;
    return resident;
  };
  std::size_t longest = 0;
  long before = 0;
  for (int i = 0; i < 40'000; ++i) {
    longest = std::max(longest, trace2::detail::extend_hierarchy(hierarchy, "request").size());
    if (i == 10) before = resident_pages();
  }
  CHECK(longest > std::size_t{64} << 10);
  CHECK((resident_pages() - before) * ::sysconf(_SC_PAGESIZE) <= 1 << 20);
}

TEST_CASE("a name that no program could be started with is told, but not passed on") {
  trace2::testing::memory_session<> session;
  this_process.exports.store_relaxed(true);
  support::scoped_variable const sid{sid_variable, nullptr};
  support::scoped_variable const name{name_variable, nullptr};
  std::string const long_name(std::size_t{200} << 10, 'n');
  CHECK(extend_hierarchy(long_name) == long_name);
  CHECK(::getenv(name_variable) == std::string{});
  CHECK(::system("true") == 0);
  CHECK(extend_hierarchy("next") == "next");
}

TEST_CASE("what the program does to the exported name counts", "[R-SET-03]") {
  trace2::testing::memory_session<> session;
  this_process.exports.store_relaxed(true);
  support::scoped_variable const sid{sid_variable, nullptr};
  support::scoped_variable const name{name_variable, nullptr};
  CHECK(extend_hierarchy("first") == "first");
  ::setenv(name_variable, "", 1);
  CHECK(extend_hierarchy("second") == "second");
}

TEST_CASE("without exports the hierarchy is kept inside", "[R-HIER-02]") {
  trace2::testing::memory_session<> session;
  support::scoped_variable const name{name_variable, "above"};
  this_process.exports.store_relaxed(false);
  CHECK(extend_hierarchy("first") == "above/first");
  CHECK(extend_hierarchy("second") == "above/first/second");
  CHECK(::getenv(name_variable) == std::string{"above"});
}

}  // namespace inheritance_test
