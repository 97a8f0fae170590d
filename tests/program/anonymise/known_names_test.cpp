#include "anonymise/known_names.hpp"

#include <algorithm>
#include <iterator>

#include "support/catch.hpp"

namespace known_names_test {

namespace names = trace2::program::known_names;

template <class List>
bool is_sorted(List const& list) {
  return std::is_sorted(std::begin(list), std::end(list));
}

TEST_CASE("all lists are sorted", "[read]") {
  CHECK(is_sorted(names::git_commands));
  CHECK(is_sorted(names::git_hooks));
  CHECK(is_sorted(names::programs));
  CHECK(is_sorted(names::endings));
  CHECK(is_sorted(names::schemes));
  CHECK(is_sorted(names::json_keys));
  CHECK(is_sorted(names::json_words));
}

TEST_CASE("Git, its commands and common programs are known", "[read]") {
  CHECK(trace2::program::is_known_program("git"));
  CHECK(trace2::program::is_known_program("git-upload-pack"));
  CHECK(trace2::program::is_known_program("bash"));
  CHECK_FALSE(trace2::program::is_known_program("git-frob"));
  CHECK_FALSE(trace2::program::is_known_program("frob"));
  CHECK_FALSE(trace2::program::is_known_program(""));
}

TEST_CASE("numbers and truth values are plain", "[read]") {
  for (auto const* plain : {"0", "-5", "1.5", "1e9", "-2.5E-3", "true", "false"})
    CHECK(trace2::program::is_plain_value(plain));
  for (auto const* other : {"", "-", "1.", ".5", "1e", "0x1f", "1 2", "12:34", "v1", "1.2.3"})
    CHECK_FALSE(trace2::program::is_plain_value(other));
}

TEST_CASE("names of a source are plain, paths and addresses are not", "[read]") {
  for (auto const* plain :
       {"", "index", "dir/read", "do_read_index", "th01:preload", "t.o.p", "a b"})
    CHECK(trace2::program::is_plain_name(plain));
  for (auto const* other : {"/home/a", "in /home/a", "a@b", "C:\\a", "C:/a", "~a", "http://a",
                            "../a", "src/a.c", "name-1"})
    CHECK_FALSE(trace2::program::is_plain_name(other));
}

}  // namespace known_names_test
