"""A call costs next to nothing while nothing is switched on: usage switched_off.py BUILD_DIR INCLUDE

Counts what one call adds to a loop: instructions and loads, in a simulated processor. Arguments are
not evaluated.
"""

from pathlib import Path

import instructions

SOURCE = Path(__file__).with_name("loop.cpp")
CALLS = ("data", "counter", "error", "event")
# Two calls, one at the beginning and one at the end.
SCOPES = ("region", "message", "timer")
MOST_INSTRUCTIONS = 3
MOST_LOADS = 1
FEW, MANY = 1000, 11000


def per_round(compiler, case):
    return instructions.per_round(compiler, FEW, MANY, f"-DCASE={case}", str(SOURCE))


def violations(compiler):
    without = per_round(compiler, "none")
    for case in CALLS + SCOPES:
        extra, loads = (a - b for a, b in zip(per_round(compiler, case), without))
        most = MOST_INSTRUCTIONS * (2 if case in SCOPES else 1)
        if round(extra) > most or round(loads) > MOST_LOADS:
            yield f"{case}: {extra:.1f} instructions and {loads:.1f} loads more per call"


if __name__ == "__main__":
    instructions.check(violations)
