// A program whose session has Git's three targets and no feature: no recording, no configuration
// file, and of the redaction what every session has. It is built with less than two thirds of
// the bytes.
#define TRACE2_TRACER ::app::tracer
#include <trace2/core.hpp>
#include <trace2/sink/memory.hpp>

#include <cstdio>
#include <string_view>

namespace app {

namespace format = trace2::format;
using tracer =
    trace2::basic_tracer<TRACE2_ENABLED != 0,
                         trace2::target_list<format::normal, format::perf, format::json>>;
using session = trace2::basic_session<tracer, trace2::features<>>;

}  // namespace app

int main(int argc, char** argv) {
  static trace2::memory_sink lines;
  app::tracer::attach<trace2::format::normal>(lines);
  app::session const trace{argc, argv};

  trace2::error("no answer from https://me:password@example.com/");
  TRACE2_REGION("answers", "print");
  std::fwrite(lines.text().data(), 1, lines.text().size(), stdout);

  auto const has = [](std::string_view part) {
    return lines.text().find(part) != std::string_view::npos;
  };
  bool const is_hidden = !has("password") && has("https://me:<REDACTED>@example.com/");
  return trace.exit(is_hidden == app::tracer::is_compiled_in ? 0 : 1);
}
