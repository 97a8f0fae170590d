"""Units may disagree: usage units.py BUILD_DIR [CASES]

One with the default settings, one that is compiled out, one with a target list of its own and one that
is compiled out but names what isn't make up one program, linked in both orders, with and without
optimisation; each behaves as it is told to. About what they ask of the system they must not disagree,
and don't link.
"""

import re
import subprocess
import sys
from pathlib import Path

import project
from compiler import Compiler, at_each_level

HERE = Path(__file__).parent
UNITS = ("main", "by_default", "compiled_out", "sharing", "with_own_targets")

ALL = (
    "region_enter data data_json hit printf error cmd_mode thread_start thread_exit region_leave "
    "region_enter printf data hit child_start child_exit region_leave region_enter printf region_leave"
)

# What the program prints, without times. Counted are lines. A list of targets that a unit has for
# itself decides about events of its own only: "hit" of a macro is no line in PERF there.
EXPECTED = f"""\
session
 normal 2
 perf 2
 event version start
by_default
 normal 7
 perf 20
 event {ALL}
 evaluated 7
 enabled 1
compiled_out
 normal 1
 perf 3
 event region_enter printf region_leave
 evaluated 0
 enabled 0
with_own_targets
 normal 7
 perf 19
 event {ALL}
 evaluated 7
 enabled 1
sharing
 normal 0
 perf 1
 event data_json
 evaluated 0
 enabled 0
shared
 normal 0
 perf 1
 event data_json
exit elapsed:T code:0
timer units/read intervals:4 total:T min:T max:T
timer shared/read intervals:2 total:T min:T max:T
counter units/files value:22
counter shared/files value:10
end
 normal 6
 perf 6
 event exit timer timer counter counter atexit
"""


def violations(compiler, directory, level):
    objects = [str(directory / f"{unit}{level}.o") for unit in UNITS]
    for unit, target in zip(UNITS, objects):
        result = compiler.run(level, "-c", "-o", target, str(HERE / f"{unit}.cpp"))
        if result.returncode != 0:
            return [result.stderr]
    found = list(mixed_choices(compiler, directory, level, objects))
    for order in (objects, objects[::-1]):
        program = str(directory / "program")
        result = compiler.run(*order, "-pthread", "-o", program)
        if result.returncode == 0:
            result = subprocess.run([program], capture_output=True, text=True, env={}, check=False)
        written = re.sub(r"\d+\.\d{6}", "T", result.stdout)
        if written != EXPECTED:
            found.append(f"{level}, {[Path(o).stem for o in order]}:\n{written}{result.stderr}")
    return found


def mixed_choices(compiler, directory, level, objects):
    macro = "TRACE2_DETAIL_POSIX_ONLY"
    other = f"-U{macro}" if f"-D{macro}" in compiler.flags else f"-D{macro}"
    target = str(directory / "by_default_otherwise.o")
    compiler.run(level, other, "-c", "-o", target, str(HERE / "by_default.cpp"))
    rest = [name for name in objects if "by_default" not in name]
    for order in ([target, *rest], [*rest, target]):
        result = compiler.run(*order, "-pthread", "-o", str(directory / "program"))
        if result.returncode == 0 or macro not in result.stderr:
            yield f"{level}: a unit with {other} is linked: {result.stderr}"
    if level != "-O0":
        yield from mixed_choices_of_an_optimising_linker(compiler, directory, level, other)


def mixed_choices_of_an_optimising_linker(compiler, directory, level, other):
    """Such a linker keeps one of all functions with the same name before it looks into them."""
    objects = [str(directory / f"optimised{i}.o") for i in range(2)]
    session = "#include <trace2/trace2.hpp>\nvoid f();\nint main(int n, char** v) { trace2::session s{n, v}; f(); }\n"
    call = '#include <trace2/instrument.hpp>\nvoid f() { TRACE2_DATA("units", "n", 1); }'
    compiler.run(level, "-flto", "-c", "-o", objects[0], source=session)
    compiler.run(level, "-flto", other, "-c", "-o", objects[1], source=call)
    result = compiler.run(level, "-flto", *objects, "-pthread", "-o", str(directory / "program"))
    if result.returncode == 0:
        yield f"{level} -flto: a unit with {other} is linked"


if __name__ == "__main__":
    build_dir, *most = sys.argv[1:]
    project.finish(at_each_level(violations, Compiler(build_dir), most))
