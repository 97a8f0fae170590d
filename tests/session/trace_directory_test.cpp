#include <trace2/session/trace_directory.hpp>

#include <cerrno>
#include <filesystem>
#include <string>
#include <string_view>

#include "support/catch.hpp"
#include "support/temporary_directory.hpp"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace trace_directory_test {

namespace {

using support::content_of;
using support::temporary_directory;
using trace2::descriptor_sink;
using trace2::detail::directory_file;
using trace2::detail::directory_state;

constexpr std::string_view sentinel = "git-trace2-discard";

directory_file open_in(temporary_directory const& directory, std::string_view name,
                       int max_files = 0) {
  return trace2::detail::open_in_directory(directory.path().c_str(), name, max_files);
}

void write_and_close(directory_file file, std::string_view text) {
  REQUIRE(file.fd.value >= 3);
  descriptor_sink sink{file.fd};
  sink.write(text);
}

}  // namespace

TEST_CASE("a file in a directory has the name it is given", "[R-DST-10]") {
  temporary_directory const directory;
  auto const file = open_in(directory, "sid");
  CHECK(file.state == directory_state::open);
  write_and_close(file, "one\n");
  write_and_close(trace2::detail::open_in_directory(directory.path().string() + '/', "other", 0),
                  "two\n");
  CHECK(content_of(directory / "sid") == "one\n");
  CHECK(content_of(directory / "other") == "two\n");
}

TEST_CASE("a file in a directory is new and close-on-exec", "[R-DST-08][R-DST-11]") {
  temporary_directory const directory;
  ::mode_t const before = ::umask(022);
  auto const file = open_in(directory, "sid");
  ::umask(before);
  REQUIRE(file.fd.value >= 3);
  CHECK((::fcntl(file.fd.value, F_GETFD) & FD_CLOEXEC) != 0);
  struct ::stat status;
  REQUIRE(::fstat(file.fd.value, &status) == 0);
  CHECK((status.st_mode & 07777) == 0644);
  ::close(file.fd.value);
}

TEST_CASE("targets that share a directory get separate files", "[R-DST-13]") {
  temporary_directory const directory;
  write_and_close(open_in(directory, "sid"), "normal\n");
  write_and_close(open_in(directory, "sid"), "perf\n");
  write_and_close(open_in(directory, "sid"), "event\n");
  CHECK(content_of(directory / "sid") == "normal\n");
  CHECK(content_of(directory / "sid.1") == "perf\n");
  CHECK(content_of(directory / "sid.2") == "event\n");
}

TEST_CASE("a directory is given up after ten names", "[R-DST-12]") {
  temporary_directory const directory;
  directory.write("sid", "");
  for (int suffix = 1; suffix < 9; ++suffix) directory.write("sid." + std::to_string(suffix), "");
  write_and_close(open_in(directory, "sid"), "tenth\n");
  CHECK(content_of(directory / "sid.9") == "tenth\n");
  CHECK(open_in(directory, "sid").fd.value == -EEXIST);
  CHECK_FALSE(std::filesystem::exists(directory / "sid.10"));
}

TEST_CASE("a link in the way is not followed", "[R-DST-11]") {
  temporary_directory const directory;
  std::filesystem::create_symlink(directory / "elsewhere", directory / "sid");
  write_and_close(open_in(directory, "sid"), "line\n");
  CHECK_FALSE(std::filesystem::exists(directory / "elsewhere"));
  CHECK(content_of(directory / "sid.1") == "line\n");
}

TEST_CASE("a name leads nowhere else", "[R-DST-10]") {
  temporary_directory const directory;
  CHECK(open_in(directory, "../sid").fd.value == -EINVAL);
  CHECK(open_in(directory, "").fd.value == -EINVAL);
  CHECK(std::filesystem::is_empty(directory.path()));
}

TEST_CASE("a directory takes as many files as it may", "[R-DST-14][R-DST-15][R-LIM-09]") {
  temporary_directory const directory;
  write_and_close(open_in(directory, "a", 2), "a\n");
  write_and_close(open_in(directory, "b", 2), "b\n");
  CHECK_FALSE(std::filesystem::exists(directory / sentinel));

  auto const full = open_in(directory, "c", 2);
  CHECK(full.state == directory_state::overloaded);
  write_and_close(full, "c\n");
  CHECK(content_of(directory / sentinel) == "c\n");
  CHECK_FALSE(std::filesystem::exists(directory / "c"));
}

TEST_CASE("the sentinel keeps everybody else out of a full directory", "[R-DST-14][R-DST-18]") {
  temporary_directory const directory;
  directory.write(sentinel, "before\n");
  auto const file = open_in(directory, "sid", 10);
  CHECK(file.state == directory_state::discarding);
  CHECK(file.fd.value < 0);
  CHECK(content_of(directory / sentinel) == "before\n");
  CHECK_FALSE(std::filesystem::exists(directory / "sid"));
}

TEST_CASE("without a limit the sentinel means nothing", "[R-DST-19]") {
  temporary_directory const directory;
  directory.write(sentinel, "");
  for (int const unlimited : {0, -1})
    write_and_close(open_in(directory, "sid", unlimited), "line\n");
  CHECK(std::filesystem::exists(directory / "sid.1"));
}

TEST_CASE("a race for the sentinel is lost quietly", "[R-DST-17]") {
  temporary_directory const directory;
  directory.write("a", "");
  // Neither seen by stat(2) nor free to be made.
  std::filesystem::create_symlink("nowhere", directory / sentinel);
  auto const file = open_in(directory, "sid", 1);
  CHECK(file.state == directory_state::overloaded);
  CHECK(file.fd.value == -EEXIST);
}

}  // namespace trace_directory_test
