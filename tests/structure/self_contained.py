"""Every header is complete: usage self_contained.py ROOT BUILD_DIR [public]

Each header alone, included twice, compiles with the flags of the build. Those that their unit tests
include before anything else are left out: a build that compiles each test by itself has shown it of
them. With "public", it is the headers whose names users write, all of them.
"""

import re
import sys
from pathlib import Path

import project
from compiler import Compiler


def is_shown_by_its_test(root, name):
    path = Path(root) / "tests" / name.removeprefix("trace2/").replace(".hpp", "_test.cpp")
    first = re.search(r"^#\s*include\s*(\S+)", path.read_text(encoding="utf-8"), re.MULTILINE) if path.exists() else None
    return first is not None and first[1] == f"<{name}>"


def violations(names, compiler):
    for name in names:
        twice = f"#include <{name}>\n" * 2
        result = compiler.run("-fsyntax-only", source=twice)
        if result.returncode != 0:
            yield f"{name}:\n{result.stderr}"


if __name__ == "__main__":
    root, build_dir, *choice = sys.argv[1:]
    names = project.headers(root)
    if choice == ["public"]:
        chosen = [name for name in names if name.count("/") == 1]
    else:
        chosen = [name for name in names if not is_shown_by_its_test(root, name)]
    project.finish(list(violations(chosen, Compiler(build_dir, f"{root}/include"))))
