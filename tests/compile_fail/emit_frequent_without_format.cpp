// first: a unit that emits them includes <trace2/format/json.hpp>
// most lines: 30
// A frequent event has code for EVENT of its own, in the unit that emits it.
#include <trace2/emit.hpp>
#if !FAIL
#  include <trace2/format/json.hpp>
#endif

struct cache_hit {
  static constexpr std::string_view event_name = "cache_hit";
  static constexpr trace2::event_traits traits{.frequent = true};
  int entries{};
};
BOOST_DESCRIBE_STRUCT(cache_hit, (), (entries))

int main() { trace2::emit(cache_hit{.entries = 1}); }
