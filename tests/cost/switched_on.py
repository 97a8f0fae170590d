"""An event costs no more than it did: usage switched_on.py BUILD_DIR INCLUDE

Counts the instructions that one call adds to a loop while a session traces, up to the system call.
The limits are a tenth above what g++ 12 and clang 14 take.
"""

import shutil
import sys
import tempfile
from pathlib import Path

import project
from compiler import Compiler
from switched_off import counts

SOURCE = Path(__file__).with_name("events.cpp")
NAME = "/home/somebody/projects/something/source/indexer/scan_directory.cpp"
MOST_INSTRUCTIONS = {
    ("json", "data"): 1400,
    ("perf", "data"): 1230,
    # Two events.
    ("json", "region"): 2350,
    ("perf", "region"): 2320,
    ("json", "counter"): 42,
    ("json", "timer"): 100,
}
FEW, MANY = 1000, 6000


def per_round(compiler, form, case):
    with tempfile.TemporaryDirectory() as directory:
        program = str(Path(directory) / case)
        flags = ("-O2", "-g0", f"-DCASE={case}", f"-DFORMAT={form}", "-pthread")
        # Under a name of its own: that is in every event, and the longer it is, the more they cost.
        result = compiler.run(*flags, "-o", program, source=f'#line 1 "{NAME}"\n{SOURCE.read_text()}')
        if result.returncode != 0:
            project.finish([result.stderr])
        (few, _), (many, _) = counts(program, FEW), counts(program, MANY)
    return (many - few) / (MANY - FEW)


def violations(compiler):
    for (form, case), most in MOST_INSTRUCTIONS.items():
        instructions = per_round(compiler, form, case)
        print(f"{form}, {case}: {instructions:.0f} instructions")
        if instructions > most:
            yield f"{form}, {case}: {instructions:.0f} instructions per call, more than {most}"


if __name__ == "__main__":
    build_dir, include = sys.argv[1:]
    compiler = Compiler(build_dir, include)
    if shutil.which("valgrind") is None:
        project.skip("valgrind is not installed")
    if any(flag.startswith("-fsanitize") for flag in compiler.flags):
        project.skip("sanitizers add instructions of their own")
    project.finish(list(violations(compiler)))
