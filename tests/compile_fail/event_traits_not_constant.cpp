// first: the traits of an event are declared as:
// message: cache_lookup
// Traits that may change would do nothing.
#include <trace2/event.hpp>
#include <trace2/trace2.hpp>

#include <string_view>

struct cache_lookup {
  static constexpr std::string_view event_name = "cache_lookup";
#if FAIL
  static inline trace2::event_traits traits{.urgent = true};
#else
  static constexpr trace2::event_traits traits{.urgent = true};
#endif
  std::string_view key{};
};
BOOST_DESCRIBE_STRUCT(cache_lookup, (), (key))

int main() { trace2::emit(cache_lookup{.key = "logo.svg"}); }
