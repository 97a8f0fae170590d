"""What including the library costs: usage include_budget.py ROOT BUILD_DIR

Nothing that writes traces reaches an expensive header, directly or through the standard library.
"""

import re
import sys

import project
from compiler import Compiler

EXPENSIVE = re.compile(
    r"/c\+\+/.*/(iostream|filesystem|functional|regex|chrono|thread)$|/boost/json[./]"
)


def chains(listing):
    """The chain of includes that leads to each expensive header, from the compiler's -H listing."""
    stack = []
    for dots, path in re.findall(r"^(\.+) (.*)$", listing, re.MULTILINE):
        del stack[len(dots) - 1 :]
        stack.append(path)
        if EXPENSIVE.search(path):
            yield " -> ".join(re.sub(r".*/(include|c\+\+/\d+)/", "", step) for step in stack)


def violations(headers, compiler):
    everything = "".join(f"#include <{h.name}>\n" for h in headers.values() if not h.is_optional)
    result = compiler.run("-H", "-E", "-o", "/dev/null", source=everything)
    if result.returncode != 0:
        return [re.sub(r"^\.+ .*\n", "", result.stderr, flags=re.MULTILINE)]
    return list(chains(result.stderr))


if __name__ == "__main__":
    root, build_dir = sys.argv[1:]
    project.finish(violations(project.headers(root), Compiler(build_dir, f"{root}/include")))
