// message: the name of an event is a constant
// Nobody could tell whether the name is one that EVENT may write as it is.
#include <trace2/trace2.hpp>

struct odd {
#if FAIL
  static inline std::string_view event_name = "odd";
#else
  static constexpr std::string_view event_name = "odd";
#endif
  int x{};
};
BOOST_DESCRIBE_STRUCT(odd, (), (x))

int main() { trace2::emit(odd{.x = 1}); }
