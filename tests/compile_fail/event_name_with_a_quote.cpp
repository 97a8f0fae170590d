// message: the name of an event is a constant, not empty, in UTF-8, and without quotes
// message: declaration_of<odd>
// most lines: 30
// EVENT writes the name as it is: a quote or a line break would tear the line.
#include <trace2/trace2.hpp>

struct odd {
#if FAIL
  static constexpr std::string_view event_name = "a\"b\n";
#else
  static constexpr std::string_view event_name = "größe";
#endif
  int x{};
};
BOOST_DESCRIBE_STRUCT(odd, (), (x))

int main() { TRACE2_EMIT(odd{.x = 1}); }
