"""What a program doesn't use costs it nothing: usage apart.py ROOT BUILD_DIR

A unit that includes a header of a part of its own, and names nothing of it, has the same functions
and objects, each of the same size, as a unit without the include.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import project
from compiler import Compiler

PARTS = ["trace2/reconfigure.hpp"]
# The second line is the include, or empty: places of calls stay the same.
UNIT = """#include <trace2/trace2.hpp>
{}
int main(int argc, char** argv) {{
  trace2::session const trace{{argc, argv}};
  TRACE2_REGION("category", "label");
  return trace.exit(0);
}}
"""


def symbols(compiler, directory, include):
    result = compiler.run("-O0", "-g0", "-c", "-o", f"{directory}/unit.o", source=UNIT.format(include))
    if result.returncode != 0:
        sys.exit(result.stderr)
    listed = subprocess.run(["nm", "-S", f"{directory}/unit.o"], capture_output=True, text=True, check=True)
    return {line.split()[-1]: line.split()[1:-1] for line in listed.stdout.splitlines()}


def violations(compiler):
    with tempfile.TemporaryDirectory() as directory:
        without = symbols(compiler, directory, "")
        for part in PARTS:
            with_part = symbols(compiler, directory, f"#include <{part}>")
            for name in sorted(set(without) | set(with_part)):
                if without.get(name) != with_part.get(name):
                    yield f"{part}: changes {name}: {without.get(name)} becomes {with_part.get(name)}"


if __name__ == "__main__":
    root, build_dir = sys.argv[1:]
    project.finish(list(violations(Compiler(Path(build_dir), f"{root}/include"))))
