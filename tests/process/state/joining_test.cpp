#include <trace2/process/state/joining.hpp>

#include <cerrno>
#include <string_view>

#include "support/catch.hpp"
#include "support/child.hpp"

namespace joining_test {

using namespace trace2::detail;

namespace {

constexpr verb_table table{};

void refuse(char const*) noexcept {}

}  // namespace

TEST_CASE("a session's verbs are those of this object, and of one that is loaded later") {
  // On the list for ever.
  static object_switch later{TRACE2_DETAIL_OBJECT_VERSION, {}, {}, nullptr};
  open_object_switches(table, &refuse);
  CHECK(verbs<true>() == &table);
  errno = 7;
  join_object(later, "");
  CHECK(errno == 7);
  CHECK(later.verbs.load_relaxed() == &table);
  all_object_switches.close();
  CHECK_FALSE(is_on());
  CHECK(later.verbs.load_relaxed() == nullptr);
}

TEST_CASE("an object that the loader doesn't keep takes no part") {
  object_switch gone{TRACE2_DETAIL_OBJECT_VERSION, {}, {}, nullptr};
  open_object_switches(table, &refuse);
  errno = 7;
  join_object(gone, "/no such object");
  CHECK(errno == 7);
  CHECK(gone.verbs.load_relaxed() == nullptr);
  all_object_switches.close();
}

TEST_CASE("one at a time has the right to begin a session") {
  {
    session_start_lock const first;
    session_start_lock const second;
    CHECK(first.is_ours());
    CHECK_FALSE(second.is_ours());
    CHECK_FALSE(first.is_refused());
    CHECK(object_switch_of<true>::value.beginning_in.load_relaxed() != 0);
  }
  CHECK(session_start_lock{}.is_ours());
}

TEST_CASE("a child of a fork has the right although a thread of its parent was beginning") {
  session_start_lock const parents;
  CHECK(support::run_in_child([] {
          session_start_lock const own;
          session_start_lock const second;
          return own.is_ours() && own.is_left() && !second.is_ours() && !second.is_left() ? 0 : 1;
        }) == 0);
  CHECK_FALSE(parents.is_left());
  CHECK_FALSE(session_start_lock{}.is_ours());
}

TEST_CASE("objects that fit are told apart from those that don't") {
  int fitting = 0;
  for_each_path(true, [&](char const* path) {
    CHECK(std::string_view{path}.empty());  // the program itself
    ++fitting;
  });
  CHECK(fitting == 1);
  for_each_path(false, [](char const*) { FAIL("there is no other version here"); });
}

}  // namespace joining_test
