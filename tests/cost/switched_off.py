"""A call costs next to nothing while nothing is switched on: usage switched_off.py BUILD_DIR INCLUDE

Counts what one call adds to a loop: instructions and loads, in a simulated processor. Arguments are
not evaluated.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import project
from compiler import Compiler

SOURCE = Path(__file__).with_name("loop.cpp")
CALLS = ("data", "counter", "error", "event")
# Two calls, one at the beginning and one at the end.
SCOPES = ("region", "message", "timer")
MOST_INSTRUCTIONS = 3
MOST_LOADS = 1
FEW, MANY = 1000, 11000


def compile_loop(compiler, case, program):
    flags = ("-O2", "-g0", f"-DCASE={case}", "-pthread")
    result = compiler.run(*flags, str(SOURCE), "-o", program)
    if result.returncode != 0:
        project.finish([result.stderr])


def counts(program, rounds):
    """Instructions and loads of the whole program."""
    command = ["valgrind", "--tool=cachegrind", "--cache-sim=yes", "--cachegrind-out-file=/dev/null"]
    result = subprocess.run([*command, program, str(rounds)], capture_output=True, text=True, check=False)
    if result.returncode != 0:
        project.finish([f"{program}: an argument was evaluated, or it failed:\n{result.stderr}"])
    instructions = re.search(r"I +refs: +([\d,]+)", result.stderr)[1]
    loads = re.search(r"D +refs: +[\d,]+ +\(([\d,]+) rd", result.stderr)[1]
    return tuple(int(number.replace(",", "")) for number in (instructions, loads))


def per_round(compiler, case):
    with tempfile.TemporaryDirectory() as directory:
        program = str(Path(directory) / case)
        compile_loop(compiler, case, program)
        few, many = counts(program, FEW), counts(program, MANY)
    return tuple((b - a) / (MANY - FEW) for a, b in zip(few, many))


def violations(compiler):
    without = per_round(compiler, "none")
    for case in CALLS + SCOPES:
        instructions, loads = (a - b for a, b in zip(per_round(compiler, case), without))
        most = MOST_INSTRUCTIONS * (2 if case in SCOPES else 1)
        if round(instructions) > most or round(loads) > MOST_LOADS:
            yield f"{case}: {instructions:.1f} instructions and {loads:.1f} loads more per call"


if __name__ == "__main__":
    build_dir, include = sys.argv[1:]
    compiler = Compiler(build_dir, include)
    if shutil.which("valgrind") is None:
        project.skip("valgrind is not installed")
    if any(flag.startswith("-fsanitize") for flag in compiler.flags):
        project.skip("sanitizers add instructions of their own")
    project.finish(list(violations(compiler)))
