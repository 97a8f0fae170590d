"""Every header is complete: usage self_contained.py ROOT BUILD_DIR

Each header alone, included twice, compiles with the flags of the build. Of those that their unit
tests include before anything else the build has shown it.
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


def violations(root, compiler):
    for name in project.headers(root):
        if is_shown_by_its_test(root, name):
            continue
        twice = f"#include <{name}>\n" * 2
        result = compiler.run("-fsyntax-only", source=twice)
        if result.returncode != 0:
            yield f"{name}:\n{result.stderr}"


if __name__ == "__main__":
    root, build_dir = sys.argv[1:]
    project.finish(list(violations(root, Compiler(build_dir, f"{root}/include"))))
