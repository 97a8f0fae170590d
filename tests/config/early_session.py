"""A session that a static object begins has the features of other units: usage early_session.py BUILD_DIR

Features such as rotation register when their unit is initialised. A session that the static object of an earlier unit
begins does not know them yet. "A lean core" removes the registration, and must turn this test green.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import project
from compiler import Compiler

SESSION = """
#include <trace2/trace2.hpp>
#include <optional>
std::optional<trace2::session> trace;
static bool const begun = [] {
  static char name[] = "early";
  static char* arguments[] = {name, nullptr};
  return trace.emplace(1, arguments), true;
}();
int main() {
  for (int i = 0; i < 1000; ++i) TRACE2_DATA("early", "session", i);
  return begun ? trace->exit(0) : 1;
}
"""
ROTATION = "#include <trace2/rotation.hpp>\n"


def files_of_run(compiler, directory, units):
    """The number of files of a program of these units, linked in this order, whose trace is to rotate."""
    folder = Path(directory) / "-".join(units)
    (folder / "traces").mkdir(parents=True)
    sources = {"session": SESSION, "rotation": ROTATION}
    paths = []
    for unit in units:
        paths.append(folder / f"{unit}.cpp")
        paths[-1].write_text(sources[unit], encoding="utf-8")
    built = compiler.run(*map(str, paths), "-pthread", "-o", str(folder / "program"))
    if built.returncode != 0:
        raise RuntimeError(built.stderr)
    environment = {name: value for name, value in os.environ.items() if "TRACE2" not in name}
    environment |= {"TRACE2_EVENT": str(folder / "traces/event"), "TRACE2_EVENT_ROTATE_SIZE": "4096"}
    subprocess.run([str(folder / "program")], env=environment, check=True, timeout=60)
    return len(list((folder / "traces").iterdir()))


def violations(compiler, directory):
    for units in (["rotation", "session"], ["session", "rotation"]):
        if files_of_run(compiler, directory, units) < 2:
            yield f"linked as {units}, the trace of a static object's session does not rotate"


if __name__ == "__main__":
    (build_dir,) = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        project.finish(list(violations(Compiler(build_dir), name)))
