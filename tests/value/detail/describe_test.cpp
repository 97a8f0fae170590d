#include <trace2/value/detail/describe.hpp>
#include <trace2/value/reflect.hpp>

#include <boost/describe/members.hpp>
#include <boost/mp11/algorithm.hpp>

#include <string>

#include "support/catch.hpp"

namespace describe_test {

struct empty {};
TRACE2_DETAIL_DESCRIBE(empty)

struct point {
  int x = 1;
  long y = 2;
};
TRACE2_DETAIL_DESCRIBE(point, x, y)

struct week {
  int mon, tue, wed, thu, fri, sat, sun;
};
TRACE2_DETAIL_DESCRIBE(week, mon, tue, wed, thu, fri, sat, sun)

template <class T>
struct interval {
  T from = 1;
  T to = 2;
};
TRACE2_DETAIL_DESCRIBE_BEHIND(template <class T>, interval<T>, from, to)

struct place : point {
  int x = 3;  // another one
};
BOOST_DESCRIBE_STRUCT(place, (point), (x))

template <class T>
std::string member_names() {
  std::string names;
  trace2::for_each_member<T>([&](auto member) { names.append(member.name).append(" "); });
  return names;
}

TEST_CASE("a described struct shows its members in the order of the description") {
  static_assert(trace2::described<empty>);
  CHECK(member_names<empty>().empty());
  CHECK(member_names<point>() == "x y ");
  CHECK(member_names<week>() == "mon tue wed thu fri sat sun ");
}

TEST_CASE("a class template is described for all its types") {
  CHECK(member_names<interval<int>>() == "from to ");
  CHECK(member_names<interval<long>>() == "from to ");
}

TEST_CASE("a description leads to the members themselves") {
  point const at{.x = 5, .y = 6};
  long sum = 0;
  trace2::for_each_member<point>([&](auto member) { sum = sum * 10 + at.*member.pointer; });
  CHECK(sum == 56);
}

TEST_CASE("a program's struct may inherit described members") {
  CHECK(member_names<place>() == "y x ");
}

TEST_CASE("Boost.Describe reads the same description") {
  using members = boost::describe::describe_members<point, boost::describe::mod_any_access>;
  std::string names;
  boost::mp11::mp_for_each<members>([&](auto member) { names.append(member.name).append(" "); });
  CHECK(names == "x y ");
}

}  // namespace describe_test
