// trace2: reads, converts and sums up traces, and runs programs under one. Each command is a header
// of trace2/.
#include <exception>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "trace2/cat.hpp"
#include "trace2/convert.hpp"
#include "trace2/messages.hpp"
#include "trace2/overview.hpp"
#include "trace2/run.hpp"
#include <CLI/CLI.hpp>

namespace {

int run(int argc, char** argv) {
  // It has a syntax of its own.
  if (argc > 1 && trace2_program::cat::name == argv[1])
    return trace2_program::cat::run(std::span<char const* const>{argv + 2, argv + argc});

  CLI::App app{"Read, convert and sum up traces of Git and of every program that writes Trace2."};
  app.name("trace2");
  app.set_version_flag("--version", std::string{"trace2 "} + trace2_program::version);
  app.failure_message([](CLI::App const*, CLI::Error const& error) {
    return std::string{"trace2: "} + error.what() + "\nSee \"trace2 --help\".\n";
  });
  app.require_subcommand(1);
  app.footer(
      "  cat                         Show recordings of the flight recorder as text.\n"
      "\n"
      "\"trace2 COMMAND --help\" shows options and examples.\n"
      "\n"
      "Exit status: 0 if all went well, 1 if something could not be read or written (everything "
      "else\n"
      "was), 2 for a wrong command line; of \"trace2 run\" that of the command.");
  trace2_program::convert convert{app};
  trace2_program::summary summary{app};
  trace2_program::tree tree{app};
  trace2_program::run run{app};
  try {
    app.parse(argc, argv);
  } catch (CLI::ParseError const& error) {
    return app.exit(error) == 0 ? trace2_program::ok : trace2_program::bad_usage;
  }
  if (*convert.command()) return convert.run();
  if (*summary.command()) return summary.run();
  if (*tree.command()) return tree.run();
  return run.run_it(argc, argv);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (std::exception const& error) {
    trace2_program::say(error.what());
    return trace2_program::bad_input;
  }
}
