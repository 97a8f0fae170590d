// A misspelt member is found although the event is compiled out.
#define TRACE2_ENABLED 0
#include <trace2/trace2.hpp>

#include <string_view>

struct cache_hit {
  static constexpr std::string_view event_name = "cache_hit";
  int entries{};
};
BOOST_DESCRIBE_STRUCT(cache_hit, (), (entries))

int main() {
#if FAIL
  TRACE2_EMIT(cache_hit{.entires = 1});
#else
  TRACE2_EMIT(cache_hit{.entries = 1});
#endif
}
