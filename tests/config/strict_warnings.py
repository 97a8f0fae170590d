"""Headers by -I are silent under the warnings that programs use: usage strict_warnings.py BUILD_DIR [CASES]

CMake marks the headers of a library SYSTEM; make, pkg-config and subprojects of Meson don't. All public headers and
a program's own code of each concept (strict_warnings.cpp) are compiled with each list of flags, of which a compiler gets
those that it knows.
"""

import sys
import tempfile
from pathlib import Path

import project
from compiler import Compiler

ROOT = Path(__file__).resolve().parents[2]
SOURCE = Path(__file__).with_suffix(".cpp")
STRICT = (
    "-Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Wcast-align -Wunused -Woverloaded-virtual"
    " -Wconversion -Wsign-conversion -Wmisleading-indentation -Wduplicated-cond -Wduplicated-branches -Wlogical-op"
    " -Wnull-dereference -Wuseless-cast -Wdouble-promotion -Wformat=2 -Wimplicit-fallthrough -Wextra-semi -Wcast-qual"
    " -Wundef -Wmissing-declarations"
)
# Flags, and the headers that are compiled with them besides those that strict_warnings.cpp includes.
INSTRUMENTATION = ("", "sink/", "format/", "event/", "recording/", "task/", "settings/", "session/")
CASES = (
    (f"-std=c++20 {STRICT}", INSTRUMENTATION),
    (f"-std=c++20 -O2 {STRICT}", ()),
    ("-std=c++23 -Wall -Wextra -Wpedantic -Wdeprecated", INSTRUMENTATION),
    ("-std=c++26 -Wall -Wextra -Wpedantic -Wdeprecated", INSTRUMENTATION),
    (f"-std=c++20 {STRICT}", ("read/",)),
)
# Standard libraries need it in a header or two: the threads of libstdc++, which strict_warnings.cpp includes.
WITHOUT_GNU = "#include <trace2/trace2.hpp>\nint main(int c, char** v) { trace2::session const trace{c, v}; }\n"


def known(compiler, flags):
    """The flags that the compiler knows; None if it doesn't know the standard."""
    taken = []
    for flag in flags.split():
        if compiler.run("-Werror", "-fsyntax-only", flag, source="").returncode == 0:
            taken.append(flag)
        elif flag.startswith("-std="):
            return None
    return taken


def includes(folders):
    """All headers in these folders of include/trace2, but none in a folder below."""
    for folder in folders:
        for header in sorted((ROOT / "include/trace2" / folder).glob("*.hpp")):
            yield f"#include <trace2/{folder}{header.name}>\n"


def violations(compiler, directory, case):
    flags, folders = case
    if (taken := known(compiler, flags)) is None:
        return
    unit = Path(directory) / "unit.cpp"
    unit.write_text("".join(includes(folders)) + f'#include "{SOURCE}"\n', encoding="utf-8")
    compiled = compiler.run(*taken, "-Werror", "-S", str(unit), "-o", "/dev/null")
    if compiled.returncode != 0:
        yield f"{flags}, {folders}:\n{compiled.stderr}"


def run(build_dir, most):
    compiler = Compiler(build_dir, f"{ROOT}/include")
    # Meson marks nothing, but a path that comes twice counts as that of the system.
    compiler.flags = [flag for flag in compiler.flags if not flag.startswith("-isystem")]
    with tempfile.TemporaryDirectory() as directory:
        for case in project.sample(CASES, most):
            yield from violations(compiler, directory, case)
    alone = compiler.run("-std=gnu++20", "-U_GNU_SOURCE", "-fsyntax-only", source=WITHOUT_GNU)
    if alone.returncode != 0:
        yield f"-U_GNU_SOURCE:\n{alone.stderr}"


if __name__ == "__main__":
    build_dir, *most = sys.argv[1:]
    project.finish(list(run(build_dir, most)))
