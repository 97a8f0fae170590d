#include <trace2/detail/system/path.hpp>

#include "support/catch.hpp"

namespace path_test {

using posix = trace2::detail::basic_paths<trace2::detail::posix_paths>;
using windows = trace2::detail::basic_paths<trace2::detail::windows_paths>;

TEST_CASE("an absolute path begins with a slash") {
  STATIC_REQUIRE(posix::is_absolute("/"));
  STATIC_REQUIRE(posix::is_absolute("/a"));
  STATIC_REQUIRE(posix::is_absolute("//./pipe/a"));
  for (auto const* const path : {"", "a", "./a", "~/a", "C:/a", "C:\\a", "\\\\server\\a"})
    CHECK_FALSE(posix::is_absolute(path));
}

TEST_CASE("an absolute path of Windows begins with a separator, or with a drive and one") {
  for (auto const* const path :
       {"/", "/a", "\\a", "C:/", "c:\\a", "\\\\server\\share", "//server/share", "//./pipe/a"})
    CHECK(windows::is_absolute(path));
  for (auto const* const path : {"", "a", "a/b", "C:", "C:a", "1:/a", "CD:/a", "~/a", ":/a"})
    CHECK_FALSE(windows::is_absolute(path));
}

TEST_CASE("a backslash separates names on Windows alone") {
  STATIC_REQUIRE(posix::ends_with_separator("/a/"));
  STATIC_REQUIRE_FALSE(posix::ends_with_separator("/a\\"));
  STATIC_REQUIRE_FALSE(posix::ends_with_separator(""));
  STATIC_REQUIRE(windows::ends_with_separator("C:/a/"));
  STATIC_REQUIRE(windows::ends_with_separator("C:/a\\"));
  STATIC_REQUIRE_FALSE(windows::ends_with_separator("C:\\a"));
  STATIC_REQUIRE_FALSE(windows::ends_with_separator(""));
}

TEST_CASE("the parent of a path is the path without its last name") {
  STATIC_REQUIRE(posix::parent("/a/b") == "/a");
  STATIC_REQUIRE(posix::parent("/a\\b") == "/");
  STATIC_REQUIRE(posix::parent("a/b") == "a");
  STATIC_REQUIRE(windows::parent("C:/a\\b") == "C:/a");
  STATIC_REQUIRE(windows::parent("\\\\server\\share\\a") == "\\\\server\\share");
  STATIC_REQUIRE(windows::parent("a\\b") == "a");
}

TEST_CASE("the parent of the root is the root, and that of a name is empty") {
  STATIC_REQUIRE(posix::parent("/a") == "/");
  STATIC_REQUIRE(posix::parent("/") == "/");
  STATIC_REQUIRE(posix::parent("a").empty());
  STATIC_REQUIRE(windows::parent("C:\\a") == "C:\\");
  STATIC_REQUIRE(windows::parent("C:/") == "C:/");
  STATIC_REQUIRE(windows::parent("\\a") == "\\");
  STATIC_REQUIRE(windows::parent("a").empty());
}

TEST_CASE("Windows knows named pipes by their paths") {
  STATIC_REQUIRE(windows::is_named_pipe("//./pipe/a"));
  STATIC_REQUIRE(windows::is_named_pipe("\\\\.\\PIPE\\a"));
  for (auto const* const path : {"", "//./pipe/", "//./pipe", "//server/pipe/a", "/./pipe/ab",
                                 "C:/./pipe/abc", "//./pape/ab"})
    CHECK_FALSE(windows::is_named_pipe(path));
  STATIC_REQUIRE_FALSE(posix::is_named_pipe("//./pipe/a"));
}

TEST_CASE("paths of Windows are the same with either separator") {
  STATIC_REQUIRE(windows::are_same("C:\\a/b", "C:/a\\b"));
  STATIC_REQUIRE_FALSE(windows::are_same("C:/a", "C:/b"));
  STATIC_REQUIRE_FALSE(windows::are_same("C:/a", "C:/a/"));
  STATIC_REQUIRE(posix::are_same("/a", "/a"));
  STATIC_REQUIRE_FALSE(posix::are_same("/a", "\\a"));
}

}  // namespace path_test
