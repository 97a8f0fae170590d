// first: put BOOST_DESCRIBE_STRUCT(event, (), (member, ...)) behind it
// message: cache_hit
// most lines: 30
// An event is a struct whose members the library can see.
#include <trace2/trace2.hpp>

struct cache_hit {
  static constexpr std::string_view event_name = "cache_hit";
  int entries{};
};
#if !FAIL
BOOST_DESCRIBE_STRUCT(cache_hit, (), (entries))
#endif

int main() { trace2::emit(cache_hit{.entries = 1}); }
