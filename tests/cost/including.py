"""Including the library is cheap: usage including.py BUILD_DIR INCLUDE [CASES]

Counts what the compiler executes for the units whose compilation bench/compile.py times, and holds it
to what was reached. How far that is from the budgets stands in the table of bench/compile.py.
"""

import sys
from pathlib import Path

import instructions
import project

sys.path.append(str(Path(__file__).resolve().parents[2] / "bench"))
import compile as bench  # noqa: E402


def cost(compiler, source):
    # Without warnings: looking for them takes time in the headers of the library only.
    flags = [flag for flag in compiler.flags if not flag.startswith("-W")]
    command = [*compiler.compiler, *flags, "-O0", "-g0", "-w", "-S", "-x", "c++", "-", "-o", "/dev/null"]
    return instructions.instructions(instructions.simulate("--cache-sim=no", *command, source=source))


def violations(compiler, most):
    sources = {title: (source, most) for title, source, _, most in bench.CASES}
    limit = cost(compiler, sources[bench.LIMIT][0])
    limited = [(title, *case) for title, case in sources.items() if case[1]]
    for title, source, held in project.sample(limited, most):
        times = cost(compiler, source) / limit
        print(f"{title}: {times:.2f} times {bench.LIMIT}")
        if times > held:
            yield f"{title}: {times:.2f} times {bench.LIMIT}, more than {held}"


if __name__ == "__main__":
    instructions.check(violations)
