"""A call costs next to nothing while nothing is switched on: usage switched_off.py BUILD_DIR INCLUDE [CASES]

Counts what one call adds to a loop: instructions and loads, in a simulated processor. Arguments are
not evaluated.
"""

from pathlib import Path

import instructions
import project

SOURCE = Path(__file__).with_name("loop.cpp")
# A scope is two calls, one at its beginning and one at its end.
CALLS = {"data": 1, "region": 2, "counter": 1, "error": 1, "event": 1, "message": 2, "timer": 2, "task": 2, "switch": 2}
MOST_INSTRUCTIONS = 3
# A task may be moved or empty, and so may its scope: the end looks at the object as well.
MOST_LOADS = {"task": 2, "switch": 2}
FEW, MANY = 1000, 11000


def per_round(compiler, case):
    return instructions.per_round(compiler, FEW, MANY, f"-DCASE={case}", str(SOURCE))


def violations(compiler, most):
    without = per_round(compiler, "none")
    for case, calls in project.sample(CALLS.items(), most):
        extra, loads = (a - b for a, b in zip(per_round(compiler, case), without))
        if round(extra) > MOST_INSTRUCTIONS * calls or round(loads) > MOST_LOADS.get(case, 1):
            yield f"{case}: {extra:.1f} instructions and {loads:.1f} loads more per call"


if __name__ == "__main__":
    instructions.check(violations)
