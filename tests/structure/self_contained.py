"""Every header is complete: usage self_contained.py ROOT BUILD_DIR

Each header alone, included twice, compiles with the flags of the build.
"""

import sys

import project
from compiler import Compiler


def violations(headers, compiler):
    for name in headers:
        twice = f"#include <{name}>\n" * 2
        result = compiler.run("-fsyntax-only", source=twice)
        if result.returncode != 0:
            yield f"{name}:\n{result.stderr}"


if __name__ == "__main__":
    root, build_dir = sys.argv[1:]
    project.finish(list(violations(project.headers(root), Compiler(build_dir, f"{root}/include"))))
