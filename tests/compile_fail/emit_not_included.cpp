// first: a unit that emits events of its own includes <trace2/emit.hpp>
// most lines: 20
// Units that only instrument don't pay for events of the program's own.
#include <trace2/instrument.hpp>
#if !FAIL
#  include <trace2/emit.hpp>
#endif

struct cache_hit {
  static constexpr std::string_view event_name = "cache_hit";
  int entries{};
};
BOOST_DESCRIBE_STRUCT(cache_hit, (), (entries))

int main() { trace2::emit(cache_hit{.entries = 1}); }
