// An event of the program's own: a described struct. Every format can write it.
#include <trace2/event.hpp>
#include <trace2/trace2.hpp>

struct cache_lookup {
  static constexpr std::string_view event_name = "cache_lookup";
  static constexpr trace2::event_traits traits{.urgent = true};
  std::string_view key;
  bool hit{};
  std::uint64_t bytes{};

  // Without it NORMAL ignores the event. A member `perf` would be the wording for PERF.
  void normal(auto& line) const {
    line << "cache_lookup " << trace2::quoted{key} << (hit ? " hit" : " miss");
  }
};
BOOST_DESCRIBE_STRUCT(cache_lookup, (), (key, hit, bytes))

int main(int argc, char** argv) {
  trace2::session const trace{argc, argv};
  TRACE2_EMIT(cache_lookup{.key = "logo.svg", .hit = true, .bytes = 1234});
  return trace.exit(0);
}
