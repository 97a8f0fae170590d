// message: a wording is declared as: void perf(auto& line) const
// message: cache_lookup
// A wording changes nothing.
#include <trace2/event.hpp>
#include <trace2/trace2.hpp>

#include <string_view>

struct cache_lookup {
  static constexpr std::string_view event_name = "cache_lookup";
  std::string_view key{};
#if FAIL
  void perf(auto& line) { line << key; }
#else
  void perf(auto& line) const { line << key; }
#endif
};
BOOST_DESCRIBE_STRUCT(cache_lookup, (), (key))

int main() { trace2::emit(cache_lookup{.key = "logo.svg"}); }
