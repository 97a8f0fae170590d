// first: an event has a name: static constexpr std::string_view event_name
// message: cache_hit
// most lines: 30
// An event must have a name on the wire.
#include <trace2/trace2.hpp>

struct cache_hit {
#if !FAIL
  static constexpr std::string_view event_name = "cache_hit";
#endif
  int entries{};
};
BOOST_DESCRIBE_STRUCT(cache_hit, (), (entries))

int main() { trace2::emit(cache_hit{.entries = 1}); }
