"""An event costs no more than it did: usage switched_on.py BUILD_DIR INCLUDE [CASES]

Counts the instructions that one call adds to a loop while a session traces, up to the system call.
The limits are a tenth above what g++ 12 and clang 14 take.
"""

from pathlib import Path

import instructions
import project

SOURCE = Path(__file__).with_name("events.cpp")
NAME = "/home/somebody/projects/something/source/indexer/scan_directory.cpp"
MOST_INSTRUCTIONS = {
    ("json", "data"): 600,
    ("perf", "data"): 560,
    ("json", "data_without_site"): 1430,
    ("perf", "data_without_site"): 1280,
    # Two events.
    ("json", "region"): 1090,
    ("perf", "region"): 1025,
    ("json", "counter"): 44,
    ("json", "timer"): 115,
    ("json", "distribution"): 155,
}
FEW, MANY = 1000, 6000


def per_round(compiler, form, case):
    # Under a name of its own: that is in every event, and the longer it is, the more they cost.
    source = f'#line 1 "{NAME}"\n{SOURCE.read_text()}'
    # As a program, whatever library the flags are of.
    return instructions.per_round(
        compiler, FEW, MANY, "-fPIE", f"-DCASE={case}", f"-DFORMAT={form}", source=source
    )[0]


def violations(compiler, most):
    for (form, case), most in project.sample(MOST_INSTRUCTIONS.items(), most):
        count = per_round(compiler, form, case)
        print(f"{form}, {case}: {count:.0f} instructions")
        if count > most:
            yield f"{form}, {case}: {count:.0f} instructions per call, more than {most}"


if __name__ == "__main__":
    instructions.check(violations)
