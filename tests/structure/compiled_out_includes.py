"""Compiled out, the library asks nothing of the system: usage compiled_out_includes.py ROOT BUILD_DIR

Where tracing is compiled out, the headers that portable programs include reach no header of POSIX, except
behind a question whether the system has it. So the instrumented source of a program builds on any system.
"""

import re
import sys

import project
from compiler import Compiler

# What brings the whole writer is for tests of traces, and for units that trace whatever the switch says.
TRACES = ("trace2/testing.hpp", "trace2/compiled_in.hpp")
# Compilers bring this one to systems that are not POSIX.
EVERYWHERE = ("pthread.h",)


def portable(headers):
    """The headers of the top folder, and the sinks that tests of portable programs may use."""
    for name in headers:
        if name.count("/") == 1 and name not in TRACES or name in ("trace2/sink/memory.hpp", "trace2/sink/null.hpp"):
            yield name


def violations(headers, compiler):
    source = "#define TRACE2_ENABLED 0\n" + "".join(f"#include <{name}>\n" for name in portable(headers))
    result = compiler.run("-MM", source=source)
    if result.returncode != 0:
        yield result.stderr
    for name in re.findall(r"\btrace2/[\w/]+\.hpp\b", result.stdout):
        for number, spelling in headers[name].includes if name in headers else ():
            # An include that depends on something is indented.
            is_certain = headers[name].code[number - 1].startswith("#include")
            if is_certain and spelling.endswith(".h>") and spelling.strip("<>") not in EVERYWHERE:
                yield f"{name}:{number}: {spelling} is not on every system"


if __name__ == "__main__":
    root, build_dir = sys.argv[1:]
    project.finish(sorted(set(violations(project.headers(root), Compiler(build_dir, f"{root}/include")))))
