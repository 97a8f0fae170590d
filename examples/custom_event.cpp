// An event of the program's own: a described struct. Every format can write it, and the library
// needs no change.
#include <trace2/event.hpp>
#include <trace2/sink/memory.hpp>
#include <trace2/trace2.hpp>

#include <cstdint>
#include <cstdio>
#include <string_view>

namespace shop {

/// The traits and the wordings are optional. Without `normal` the NORMAL target ignores the event; without `perf`
/// the PERF target shows "key:logo.svg hit:true bytes:1234". EVENT needs no wording at all.
struct cache_lookup {
  static constexpr std::string_view event_name = "cache_lookup";
  static constexpr trace2::event_traits traits{.urgent = true};
  std::string_view key;
  bool hit{};
  std::uint64_t bytes{};

  void normal(auto& line) const {
    line << "cache_lookup " << trace2::quoted{key} << (hit ? " hit" : " miss");
  }
};
BOOST_DESCRIBE_STRUCT(cache_lookup, (), (key, hit, bytes))

}  // namespace shop

int main(int argc, char** argv) {
  // Stands for TRACE2_EVENT=/some/file, so that the program can print its own trace.
  static trace2::memory_sink lines;
  trace2::tracer::attach<trace2::format::json>(lines, {.brief = true});
  trace2::session const trace{argc, argv};

  TRACE2_EMIT(shop::cache_lookup{.key = "logo.svg", .hit = true, .bytes = 1234});

  bool const is_there =
      lines.text().find(R"("thread":"main","key":"logo.svg","hit":true,"bytes":1234})") !=
      std::string_view::npos;
  std::fwrite(lines.text().data(), 1, lines.text().size(), stdout);
  return trace.exit(is_there == trace2::tracer::is_compiled_in ? 0 : 1);
}
