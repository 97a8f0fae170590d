// The output of "trace2 cat", from a program that needs no library for options:
// recording_cat [--format=normal|perf|event] [--brief] [--follow] RECORDING...
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "convert/text_lines.hpp"
#include "input/chosen_trace.hpp"
#include "input/found_inputs.hpp"
#include "input/recordings.hpp"
#include "output/output.hpp"

int main(int argc, char** argv) {
  using namespace trace2::program;
  recordings_shown wanted;
  std::vector<std::string> paths;
  wanted.settings.nesting_limit = std::numeric_limits<int>::max();
  for (int i = 1; i < argc; ++i) {
    std::string_view const argument = argv[i];
    if (argument == "--format=normal")
      wanted.format = text_format::normal;
    else if (argument == "--format=event")
      wanted.format = text_format::event;
    else if (argument == "--brief")
      wanted.settings.brief = true;
    else if (argument == "--follow")
      wanted.follows = true;
    else
      paths.emplace_back(argument);
  }
  output out{std::string{}};
  chosen_trace chosen{find_files(paths)};
  return finish(out, show_recordings(wanted, chosen, out));
}
