// message: the name of a member is not empty, in UTF-8, and without quotes
// A described struct may give its members other names than those of C++.
#include <trace2/trace2.hpp>

struct odd {
  int x{};
};
struct x_of_odd {
  static constexpr int odd::*pointer = &odd::x;
#if FAIL
  static constexpr char const* name = "a\"b";
#else
  static constexpr char const* name = "a b";
#endif
  static constexpr unsigned modifiers = boost::describe::mod_public;
};
template <class... Members>
struct members {};
members<> boost_base_descriptor_fn(odd**);
members<x_of_odd> boost_public_member_descriptor_fn(odd**);
members<> boost_protected_member_descriptor_fn(odd**);
members<> boost_private_member_descriptor_fn(odd**);

int main() { TRACE2_DATA_JSON("a", "b", odd{.x = 1}); }
