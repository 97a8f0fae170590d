#include <trace2/settings/config_path.hpp>

#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/environment.hpp"
#include <pwd.h>

namespace config_path_test {

using namespace trace2::detail;
using trace2::buffer;
using support::scoped_variable;

namespace {

std::string resolved(std::string_view path, std::string_view directory = "/d") {
  buffer out;
  return resolve_path(path, directory, out) ? std::string{out.view()} : "nowhere";
}

}  // namespace

TEST_CASE("the directory of a file", "[detail][R-SET-07]") {
  CHECK(directory_of("/a/b") == "/a");
  CHECK(directory_of("/a") == "/");
  CHECK(directory_of("a") == ".");
  CHECK(directory_of("").empty());
}

TEST_CASE("a path is absolute or relative to a directory", "[detail][R-SET-07]") {
  CHECK(resolved("/a/b") == "/a/b");
  CHECK(resolved("a/b") == "/d/a/b");
  CHECK(resolved("../a") == "/d/../a");
  CHECK(resolved("a", "") == "nowhere");
  CHECK(resolved("/a", "") == "/a");
}

TEST_CASE("a path may begin in a home directory", "[detail][R-SET-07]") {
  scoped_variable const home{"HOME", "/h"};
  CHECK(resolved("~/a") == "/h/a");
  CHECK(resolved("~/a", "") == "/h/a");
  CHECK(resolved("~") == "/h");
  CHECK(resolved("a/~/b") == "/d/a/~/b");
  passwd const* const root = ::getpwnam("root");
  if (root != nullptr) {
    CHECK(resolved("~root/a") == std::string{root->pw_dir} + "/a");
    CHECK(resolved("~root") == root->pw_dir);
  }
  CHECK(resolved("~no-such-user/a") == "nowhere");
}

TEST_CASE("without a home there is no path in it", "[detail][R-SET-06]") {
  scoped_variable const home{"HOME", nullptr};
  CHECK(resolved("~/a") == "nowhere");
}

TEST_CASE("a path may begin where Git is installed", "[detail][R-SET-07]") {
  CHECK(resolved("%(prefix)/a") == "/usr/a");
  CHECK(resolved("%(prefix)") == "/d/%(prefix)");
  CHECK(resolved("%(prefix)x/a") == "/d/%(prefix)x/a");
  CHECK(resolved("a/%(prefix)/b") == "/d/a/%(prefix)/b");
}

}  // namespace config_path_test
