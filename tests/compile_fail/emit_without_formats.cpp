// first: a unit that emits events of its own includes <trace2/trace2.hpp>
// most lines: 20
// The light header can't write events of the program's own.
#include <trace2/instrument.hpp>
#if !FAIL
#  include <trace2/trace2.hpp>
#endif

struct cache_hit {
  static constexpr std::string_view event_name = "cache_hit";
  int entries{};
};
BOOST_DESCRIBE_STRUCT(cache_hit, (), (entries))

int main() { trace2::emit(cache_hit{.entries = 1}); }
