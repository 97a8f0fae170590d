"""A program traces alike whatever it is compiled with: usage flags.py BUILD_DIR [CASES]

Flags that change what code means, and warnings that are worth having in the optimised code of a program.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import project
from compiler import Compiler

SOURCE = Path(__file__).with_suffix(".cpp")
CASES = (
    "-O2 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast -Wnull-dereference"
    " -Wcast-qual -Wcast-align -Wnon-virtual-dtor -Wformat=2 -Wextra-semi -Wdouble-promotion -Wimplicit-fallthrough -Woverloaded-virtual -Wundef",
    "-O2 -ffast-math",
    "-O1 -funsigned-char -fno-rtti -fno-exceptions -fvisibility=hidden",
    "-Os -std=gnu++2b -D_FORTIFY_SOURCE=2 -D_GLIBCXX_ASSERTIONS",
)
EXPECTED = (
    ("version", "1"),
    ("start",),
    ("cmd_name", "flags"),
    ("region_enter", "thread-proc on main: flags"),
    ("region_enter", "flags", "measure"),
    ("region_enter", "flags", "numbers", "0.25"),
    ("data", "flags", "least", "0.25"),
    ("data", "flags", "bytes", "ä \x01 �"),
    ("data_json", "flags", "most", None),
    ("data_json", "flags", "longest", 9223372036854.775807),
    ("measured", 0.25, None, [0.5]),
    ("error", "0.25", "%g"),
    ("region_leave", "flags", "numbers"),
    ("region_leave", "flags", "measure"),
    ("region_leave", "thread-proc on main"),
    ("exit", 0),
    ("timer", "flags", "measure", 1),
    ("counter", "flags", "numbers", 2),
    ("atexit", 0),
)
VARYING = {"sid", "thread", "time", "evt", "argv", "hierarchy", "nesting"}


def shown(line):
    """What an event says, without what differs from run to run."""

    def not_json(constant):
        raise ValueError(constant)

    event = json.loads(line, parse_constant=not_json)
    return tuple(v for k, v in event.items() if k not in VARYING and not k.startswith("t_"))


def violations(compiler, program, flags):
    result = compiler.run(*flags.split(), str(SOURCE), "-pthread", "-o", program)
    if result.returncode != 0:
        return [f"{flags}: {result.stderr}"]
    env = {**os.environ, "TRACE2_EVENT": "1", "TRACE2_EVENT_BRIEF": "1", "TRACE2_EVENT_NESTING": "9"}
    lines = subprocess.run([program], capture_output=True, text=True, env=env, check=False).stderr.splitlines()
    try:
        found = tuple(shown(line) for line in lines)
    except ValueError as error:
        return [f"{flags}: {error} in {lines}"]
    return [] if found == EXPECTED else [f"{flags}: {found}"]


if __name__ == "__main__":
    build_dir, *most = sys.argv[1:]
    compiler = Compiler(build_dir)
    if any("-fsanitize" in flag for flag in compiler.flags):
        project.skip("sanitizers add warnings of their own")
    with tempfile.TemporaryDirectory() as name:
        project.finish([v for flags in project.sample(CASES, most) for v in violations(compiler, str(Path(name) / "program"), flags)])
