// message: no format can write this member of the event
// message: member_of_event<&measured::bytes>
// flags: -std=gnu++20 -Wno-pedantic
#include <trace2/trace2.hpp>

struct measured {
  static constexpr std::string_view event_name = "measured";
#if FAIL
  unsigned __int128 bytes{};
#else
  unsigned long long bytes{};
#endif
};
BOOST_DESCRIBE_STRUCT(measured, (), (bytes))

int main() { trace2::emit(measured{.bytes = 1}); }
