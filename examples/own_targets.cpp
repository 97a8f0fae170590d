// A program with the EVENT target only. The other formats leave no code in it, and the variables
// TRACE2 and TRACE2_PERF have no effect.
#define TRACE2_TRACER ::app::tracer
#include <trace2/sink/memory.hpp>
#include <trace2/trace2.hpp>

#include <cstdio>
#include <string_view>

namespace app {

// Usually this stands in a header of the program's own, which also defines TRACE2_TRACER.
using tracer = trace2::basic_tracer<TRACE2_ENABLED != 0, trace2::target_list<trace2::format::json>>;
using session = trace2::basic_session<tracer>;

}  // namespace app

int main(int argc, char** argv) {
  static trace2::memory_sink lines;
  app::tracer::attach<trace2::format::json>(lines);
  app::session const trace{argc, argv};

  // Macros use the tracer that TRACE2_TRACER names; functions belong to the tracer itself.
  TRACE2_DATA("answers", "all", 42);
  app::tracer::data("answers", "half", 21);

  auto const has = [](std::string_view part) {
    return lines.text().find(part) != std::string_view::npos;
  };
  std::fwrite(lines.text().data(), 1, lines.text().size(), stdout);
  bool const is_there = has(R"("key":"all","value":"42")") && has(R"("key":"half","value":"21")");
  return trace.exit(is_there == app::tracer::is_compiled_in ? 0 : 1);
}
