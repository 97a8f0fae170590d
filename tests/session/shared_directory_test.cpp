#include <trace2/process/state/state.hpp>
#include <trace2/session/destination.hpp>
#include <trace2/session/recording_destination.hpp>
#include <trace2/session/shared_directory.hpp>
#include <trace2/settings/settings.hpp>

#include <cerrno>
#include <filesystem>
#include <string>

#include "support/catch.hpp"
#include "support/skip.hpp"
#include "support/standard_error.hpp"
#include "support/temporary_directory.hpp"
#include <sys/stat.h>
#include <unistd.h>

namespace shared_directory_test {

using namespace trace2::detail;
using trace2::shared_directory;
using support::standard_error_of;
using support::temporary_directory;

namespace {

constexpr uid_t stranger = 12'345;

/// A directory as /tmp is one.
struct shared {
  shared() { REQUIRE(::chmod(directory.path().c_str(), 01777) == 0); }

  std::string file(char const* name, uid_t owner) const {
    std::string const path = directory.write(name, "content\n");
    REQUIRE(::chown(path.c_str(), owner, owner) == 0);
    REQUIRE(::chmod(path.c_str(), 0666) == 0);
    return path;
  }
  std::string link(char const* name, std::string const& to, uid_t owner) const {
    std::string const path = directory / name;
    REQUIRE(::symlink(to.c_str(), path.c_str()) == 0);
    REQUIRE(::lchown(path.c_str(), owner, owner) == 0);
    return path;
  }

  temporary_directory directory;
};

bool is_strangers(std::string const& path) { return shared_directory{path}.holds_strangers(); }

int error_of_opening(std::string const& path) {
  int const fd = shared_directory{path}.open<sink_system>(path.c_str()).value;
  if (fd >= 0) ::close(fd);
  return fd < 0 ? fd : 0;
}

}  // namespace

TEST_CASE("a file that nobody has put there, or its own user, is opened") {
  shared const tmp;
  CHECK_FALSE(is_strangers(tmp.directory / "new"));
  CHECK(error_of_opening(tmp.directory / "new") == 0);
  CHECK_FALSE(is_strangers(tmp.directory / "new"));
  std::string const link = tmp.link("link", tmp.directory / "elsewhere", ::geteuid());
  CHECK_FALSE(is_strangers(link));
  CHECK(error_of_opening(link) == 0);
  CHECK(std::filesystem::exists(tmp.directory / "elsewhere"));
}

TEST_CASE("where everybody may create names, those of another user are refused") {
  if (::geteuid() != 0) return support::skip("only root can give a file to another user");
  shared const tmp;
  std::string const file = tmp.file("file", stranger);
  std::string const precious = tmp.directory.write("own/precious", "");
  std::string const link = tmp.link("link", precious, stranger);
  CHECK(is_strangers(file));
  CHECK(is_strangers(link));
  // These came between look and opening.
  CHECK(error_of_opening(file) == -EACCES);
  CHECK(error_of_opening(link) < 0);

  ::chown(tmp.directory.path().c_str(), stranger, stranger);
  CHECK_FALSE(is_strangers(link));
  CHECK(error_of_opening(link) == 0);
  ::chown(tmp.directory.path().c_str(), 0, 0);

  // As Git, where only some may create names.
  ::chmod(tmp.directory.path().c_str(), 0777);
  CHECK_FALSE(is_strangers(link));
  ::chmod(tmp.directory.path().c_str(), 01775);
  CHECK_FALSE(is_strangers(link));
}

TEST_CASE("a link of another user is not traced through, which a warning says") {
  if (::geteuid() != 0) return support::skip("only root can give a link to another user");
  shared const tmp;
  std::string const precious = tmp.directory.write("own/precious", "");
  std::string const private_directory = (tmp.directory.path() / "own").string();
  for (std::string const& target : {precious, private_directory}) {
    std::string const link = tmp.link("link", target, stranger);
    trace2::opened_sink opened;
    std::string const said = standard_error_of([&] {
      opened = trace2::open_destination(link, {.variable = "TRACE2_EVENT", .file_name = "sid"});
    });
    CHECK(opened.to == nullptr);
    CHECK(said == "warning: trace 'TRACE2_EVENT' is off: '" + link + "' belongs to another user\n");
    ::unlink(link.c_str());
  }
  CHECK_FALSE(std::filesystem::exists(tmp.directory / "own/sid"));
}

TEST_CASE("nothing goes through a link to a directory, however it is written, nor into one") {
  if (::geteuid() != 0) return support::skip("only root can give a link to another user");
  shared const tmp;
  tmp.directory.write("own/file", "");
  std::string const link = tmp.link("link", tmp.directory / "own", stranger);
  tmp.directory.write("theirs/file", "");
  std::string const theirs = tmp.directory / "theirs";
  REQUIRE(::chown(theirs.c_str(), stranger, stranger) == 0);
  static process_identity const identity{"", "sid"};
  this_process.identity.store_release(&identity);
  trace2::settings const none{{.prefix = "TRACE2_NOT_SET"}};
  for (std::string const& path : {link, link + "/", link + "//", theirs, theirs + "/"}) {
    INFO(path);
    trace2::destination_context const context{.variable = "TRACE2_X", .file_name = "sid"};
    std::string const said =
        "warning: trace 'TRACE2_X' is off: '" + path + "' belongs to another user\n";
    CHECK(standard_error_of(
              [&] { CHECK(trace2::open_destination(path, context).to == nullptr); }) == said);
    trace2::detail::recording_path found;
    CHECK(standard_error_of(
              [&] { CHECK(open_recording(path, context, none, found).to == nullptr); }) == said);
  }
  CHECK_FALSE(std::filesystem::exists(tmp.directory / "own/sid"));
  CHECK_FALSE(std::filesystem::exists(tmp.directory / "theirs/sid"));
}

}  // namespace shared_directory_test
