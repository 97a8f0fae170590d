// The output of "trace2 cat", from a program that needs no library for options:
// recording_cat [--format=normal|perf|event] [--brief] [--follow] RECORDING...
#include <trace2/format/normal.hpp>
#include <trace2/format/perf.hpp>

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "../../examples/trace2/chosen_trace.hpp"
#include "../../examples/trace2/output.hpp"
#include "../../examples/trace2/recordings.hpp"

int main(int argc, char** argv) {
  namespace format = trace2::format;
  using namespace trace2_program;
  recordings_shown wanted;
  std::vector<std::string> paths;
  wanted.settings.nesting_limit = std::numeric_limits<int>::max();
  auto show = show_recordings<format::perf>;
  for (int i = 1; i < argc; ++i) {
    std::string_view const argument = argv[i];
    if (argument == "--format=normal")
      show = show_recordings<format::normal>;
    else if (argument == "--format=event")
      show = show_recordings<format::json>;
    else if (argument == "--brief")
      wanted.settings.brief = true;
    else if (argument == "--follow")
      wanted.follows = true;
    else
      paths.emplace_back(argument);
  }
  output out{std::string{}};
  chosen_trace chosen{trace2::read::find_files(paths)};
  return finish(out, show(wanted, chosen, out));
}
