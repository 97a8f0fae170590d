// message: no format can write this member of the event: describe this type with
// message: member_of_event<&moved::to>
#include <trace2/trace2.hpp>

struct point {
  int x{};
};
#if !FAIL
BOOST_DESCRIBE_STRUCT(point, (), (x))
#endif

struct moved {
  static constexpr std::string_view event_name = "moved";
  point to;
};
BOOST_DESCRIBE_STRUCT(moved, (), (to))

int main() { trace2::emit(moved{.to = {}}); }
