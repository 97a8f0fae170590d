"""Every header is complete: usage self_contained.py ROOT BUILD_DIR [public]

Each header alone, included twice, compiles with the flags of the build: those of the library, and
those of the command where it is built. Those that their unit tests include before anything else are left
out: a build that compiles each test by itself has shown it of them. With "public", it is the headers
whose names users write, all of them. Those for Windows are left to tests/systems.sh.
"""

import re
import sys
from pathlib import Path

import project
from compiler import Compiler, targets


def is_shown_by_its_test(root, name):
    place = "tests" if name.startswith("trace2/") else "tests/program"
    path = Path(root) / place / name.removeprefix("trace2/").replace(".hpp", "_test.cpp")
    first = re.search(r"^#\s*include\s*(\S+)", path.read_text(encoding="utf-8"), re.MULTILINE) if path.exists() else None
    return first is not None and first[1] in (f"<{name}>", f'"{name}"')


def violations(names, compiler):
    for name in names:
        twice = f'#include "{name}"\n' * 2
        result = compiler.run("-fsyntax-only", source=twice)
        if result.returncode != 0:
            yield f"{name}:\n{result.stderr}"


if __name__ == "__main__":
    root, build_dir, *choice = sys.argv[1:]
    names = [header.name for header in project.headers(root).values() if not header.is_for_windows]
    own_names = [name for name in project.program_files(root) if name.endswith(".hpp") and not project.is_for_windows(name)]
    if choice == ["public"]:
        found = list(violations([name for name in names if name.count("/") == 1], Compiler(build_dir, f"{root}/include")))
    else:
        chosen = [name for name in names if not is_shown_by_its_test(root, name)]
        found = list(violations(chosen, Compiler(build_dir, f"{root}/include")))
        if any(target["name"] == "trace2" for target in targets(build_dir)):
            chosen = [name for name in own_names if not is_shown_by_its_test(root, name)]
            found += violations(chosen, Compiler(build_dir, f"{root}/examples/trace2", "trace2"))
    project.finish(found)
