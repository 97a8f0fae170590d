"""The session may have a unit of its own: usage separate.py BUILD_DIR [CASES]

The unit of main then has none of the session's code, with and without optimisation, even if it emits
events of the program's own. A program that lacks the session's unit doesn't link.
"""

import subprocess
import sys
from pathlib import Path

import project
from compiler import Compiler, at_each_level

MAIN = """
#include <trace2/emit.hpp>
#include <trace2/separate_session.hpp>
struct hit {
  static constexpr std::string_view event_name = "hit";
  int n{};
};
BOOST_DESCRIBE_STRUCT(hit, (), (n))
int main(int argc, char** argv) {
  trace2::session const trace{argc, argv, {.ancestry = false}};
  TRACE2_DATA("separate", "n", 1);
  TRACE2_EMIT(hit{.n = 2});
  return trace.exit(0);
}
"""
SESSION = """
#include <trace2/trace2.hpp>
template class trace2::basic_session<trace2::tracer>;
"""
EVENTS = ["version", "start", "data", "hit", "exit", "atexit"]


def events(program):
    environment = {"TRACE2_PERF": "1", "TRACE2_PERF_BRIEF": "1"}
    done = subprocess.run([program], capture_output=True, text=True, env=environment, check=False)
    return [line.split("|")[2].strip() for line in done.stderr.splitlines() if line.startswith("d0")]


def violations(compiler, directory, level):
    main, session, program = (str(directory / name) for name in ("main.o", "session.o", "program"))
    for target, source in ((main, MAIN), (session, SESSION)):
        result = compiler.run(level, "-g0", "-c", "-o", target, source=source)
        if result.returncode != 0:
            return [result.stderr]
    found = []
    sizes = [Path(target).stat().st_size for target in (main, session)]
    if sizes[0] * 10 > sizes[1]:
        found.append(f"{level}: the unit of main has {sizes[0]} bytes, that of the session {sizes[1]}")
    if compiler.run(main, "-pthread", "-o", program).returncode == 0:
        found.append(f"{level}: the program is linked without a session")
    result = compiler.run(main, session, "-pthread", "-o", program)
    written = events(program) if result.returncode == 0 else result.stderr
    if written != EVENTS:
        found.append(f"{level}: {written}")
    return found


if __name__ == "__main__":
    build_dir, *most = sys.argv[1:]
    project.finish(at_each_level(violations, Compiler(build_dir), most))
