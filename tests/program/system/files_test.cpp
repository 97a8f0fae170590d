#include "system/files.hpp"

#include <trace2/read/byte_source.hpp>

#include <cerrno>
#include <string>

#include "support/catch.hpp"
#include "system/new_files.hpp"
#include "system/owned_descriptor.hpp"
#include "system/temporary_file.hpp"

namespace files_test {

using namespace trace2::program;
using trace2::read::write_all;

namespace {

std::string content_of(std::string const& path) {
  owned_descriptor const file{open_to_read(path)};
  char room[100];
  auto const size = read_at(file.get(), room, sizeof room, 0);
  return size < 0 ? "?" : std::string(room, static_cast<std::size_t>(size));
}

}  // namespace

TEST_CASE("a file is known again by its path and its descriptor") {
  temporary_file const one;
  temporary_file const other;
  REQUIRE(one.error() == 0);
  auto const facts = facts_of(one.path());
  REQUIRE(facts);
  CHECK(facts->is_regular);
  CHECK(facts->is_own);
  CHECK(facts->links == 1);
  CHECK(facts->number == facts_of(one.fd())->number);
  CHECK(facts->number == facts_of_link(one.path())->number);
  CHECK(facts->number != facts_of(other.path())->number);
}

TEST_CASE("nothing is known of a file that isn't there") {
  temporary_file const file;
  CHECK_FALSE(facts_of(file.path() + ".none"));
  CHECK_FALSE(facts_of_link(file.path() + ".none"));
  CHECK(open_to_read(file.path() + ".none") == -ENOENT);
  CHECK(open_new(file.path()) == -EEXIST);
  CHECK(open_to_write(file.path() + ".none/file", true) < 0);
}

TEST_CASE("a temporary file appends, and goes with its object") {
  std::string path;
  {
    temporary_file const file;
    path = file.path();
    owned_descriptor const another{open_to_write(path, true)};
    CHECK(write_all(file.fd(), "one") == 0);
    CHECK(write_all(another.get(), "ONE two") == 0);
    CHECK(write_all(file.fd(), ", three") == 0);
    CHECK(content_of(path) == "ONE two, three");
  }
  CHECK_FALSE(facts_of(path));
}

TEST_CASE("a file has a size, a place for reading, and can be cut") {
  temporary_file const file;
  CHECK(write_all(file.fd(), "0123456789") == 0);
  owned_descriptor const open{open_to_write(file.path(), true)};
  CHECK(cut_file(open.get(), 4) == 0);
  CHECK(size_of(open.get()) == 4);
  CHECK(content_of(file.path()) == "0123");
  go_to_place(open.get(), 2);
  CHECK(place_in(open.get()) == 2);
}

TEST_CASE("a complete file takes the place of another one") {
  temporary_file const beside;
  std::string old = beside.path() + ".XXXXXX";
  std::string path = old;
  owned_descriptor{make_file(old)}.reset();
  owned_descriptor made{make_file(path)};
  REQUIRE(made);
  CHECK(path != old);
  CHECK(write_all(made.get(), "new") == 0);
  CHECK(make_alike(made.get(), *facts_of(old)));
  made.reset();
  CHECK(move_file(path.c_str(), old.c_str()) == 0);
  CHECK(content_of(old) == "new");
  CHECK(move_file(path.c_str(), old.c_str()) == -ENOENT);
  CHECK(remove_file(old.c_str()));
}

TEST_CASE("a complete directory takes the place of an empty one") {
  temporary_file const file;
  std::string old = file.path() + ".XXXXXX";
  std::string made = old;
  REQUIRE(make_directory(old) == 0);
  REQUIRE(make_directory(made) == 0);
  CHECK(make_usual(made.c_str()) == 0);
  owned_descriptor{open_new(made + "/file")}.reset();
  CHECK(move_directory(made.c_str(), old.c_str()) == 0);
  CHECK(facts_of(old)->is_directory);
  CHECK(facts_of(old + "/file")->is_regular);
  CHECK_FALSE(facts_of(made));
  CHECK(remove_file((old + "/file").c_str()));
  remove_directory(old.c_str());
  CHECK_FALSE(facts_of(old));
}

}  // namespace files_test
