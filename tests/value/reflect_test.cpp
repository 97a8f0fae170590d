#include <trace2/value/reflect.hpp>

#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace reflect_test {

namespace {

struct base {
  int inherited = 1;
};
BOOST_DESCRIBE_STRUCT(base, (), (inherited))

class derived : public base {
 public:
  std::string_view name = "n";
  long number = 2;

 private:
  int secret_ = 3;
  BOOST_DESCRIBE_CLASS(derived, (base), (number, name), (), (secret_))
};

struct more : derived {
  long number = 4;  // another one
  static inline int shared = 5;
  int computed() const { return 6; }
  double last = 7;
};
BOOST_DESCRIBE_STRUCT(more, (derived), (number, shared, computed, last))

class heir : base {
  BOOST_DESCRIBE_CLASS(heir, (base), (), (), ())
};

struct plain {
  int x;
};

enum class color { red, green };
BOOST_DESCRIBE_ENUM(color, green, red)
enum class undescribed { a };

template <class T>
std::string member_names() {
  std::string names;
  trace2::for_each_member<T>([&](auto member) { names.append(member.name).append(" "); });
  return names;
}

}  // namespace

TEST_CASE("described types are known, others are not") {
  static_assert(trace2::described<base>);
  static_assert(trace2::described<derived>);
  static_assert(!trace2::described<plain>);
  static_assert(!trace2::described<int>);
  SUCCEED();
}

TEST_CASE("members are visited in the order of their description, inherited ones first") {
  CHECK(member_names<base>() == "inherited ");
  CHECK(member_names<derived>() == "inherited number name ");
  static_assert(trace2::member_count<derived> == 3);
}

TEST_CASE("what an object hasn't for itself, or hides, is not visited") {
  CHECK(member_names<more>() == "inherited name number last ");
  CHECK(member_names<heir>().empty());
  static_assert(trace2::member_count<more> == 4);
  std::string values;
  trace2::for_each_member<more>([&, object = more{}](auto member) {
    if constexpr (requires { values += std::to_string(object.*member.pointer); })
      values += std::to_string(static_cast<int>(object.*member.pointer)) + ' ';
  });
  CHECK(values == "1 4 7 ");
}

TEST_CASE("a visited member leads to its value") {
  derived const object;
  std::string values;
  trace2::for_each_member<derived>([&](auto member) {
    if constexpr (requires { values += std::to_string(object.*member.pointer); })
      values += std::to_string(object.*member.pointer) + ' ';
  });
  CHECK(values == "1 2 ");
}

}  // namespace reflect_test
