// Calls each unit and shows what it traced: targets, events, evaluated arguments.
#include <trace2/sink/memory.hpp>
#include <trace2/trace2.hpp>

#include <cstdio>
#include <string>
#include <string_view>

#include "shared.hpp"
#include "units.hpp"

namespace {

trace2::memory_sink normal;
trace2::memory_sink perf;
trace2::memory_sink event;

std::string names_of_events() {
  std::string names;
  event.for_each_line([&](std::string_view line) {
    line.remove_prefix(std::string_view{"{\"event\":\""}.size());
    names.append(" ").append(line.substr(0, line.find('"')));
  });
  return names;
}

void show(char const* what) {
  std::printf("%s\n normal %d\n perf %d\n event%s\n", what, static_cast<int>(normal.line_count()),
              static_cast<int>(perf.line_count()), names_of_events().c_str());
  for (trace2::memory_sink* const sink : {&normal, &perf, &event}) sink->clear();
}

void run(char const* name, units::result (*unit)()) {
  units::result const seen = unit();
  show(name);
  std::printf(" evaluated %d\n enabled %d\n", seen.evaluated, seen.is_enabled);
}

}  // namespace

int main() {
  trace2::tracer::attach<trace2::format::normal>(normal, {.brief = true});
  trace2::tracer::attach<trace2::format::perf>(perf, {.brief = true});
  trace2::tracer::attach<trace2::format::json>(event, {.brief = true});
  trace2::session const trace{{"units"}, {.ancestry = false}};
  show("session");
  run("by_default", units::by_default);
  run("compiled_out", units::compiled_out);
  run("with_own_targets", units::with_own_targets);
  run("sharing", units::sharing);
  units::share();
  show("shared");
  trace.exit(0);
  trace.end();
  std::fwrite(normal.text().data(), 1, normal.text().find("atexit"), stdout);
  show("end");
}
