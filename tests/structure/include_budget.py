"""What including the library costs: usage include_budget.py ROOT BUILD_DIR

Nothing that writes traces reaches an expensive header, directly or through the standard library.
Units that only instrument don't even see what writes, and those where that is compiled out hardly
anything of the standard library.
"""

import re
import sys

import project
from compiler import Compiler

EXPENSIVE = re.compile(
    r"/c\+\+/.*/(iostream|filesystem|functional|regex|chrono|thread)$|/boost/(json|mp11)[./](?!version\.hpp$)"
)


WRITES = re.compile(
    r"/trace2/((format|verb|sink|settings)/|session/(?!(basic_session|definition)\.hpp)|event/|process/(threads/call_context|dispatcher))"
)
ANYTHING = re.compile(
    WRITES.pattern
    + r"|/trace2/process/|/c\+\+/\d+/(string_view|bits/stl_\w+\.h)$"
)

INSTRUMENTS = re.compile(WRITES.pattern + r"|/c\+\+/\d+/charconv$")

CODE_OF_TARGETS = re.compile(
    r"/trace2/(format/(normal|perf|json)\.hpp|verb/(?!program_events)|(sink|recording|session|settings)/"
    r"|process/(threads/call_context|dispatcher|target\.hpp))"
)

# Source, and what it may not reach.
CASES = {
    "#include <trace2/instrument.hpp>\n": INSTRUMENTS,
    "#include <trace2/emit.hpp>\n": CODE_OF_TARGETS,
    "#define TRACE2_ENABLED 0\n#include <trace2/trace2.hpp>\n": ANYTHING,
}


def chains(listing, expensive):
    """The chain of includes that leads to each expensive header, from the compiler's -H listing.

    Without those that lead through <string_view>, which everything takes: libc++ has <functional> there.
    """
    stack = []
    for dots, path in re.findall(r"^(\.+) (.*)$", listing, re.MULTILINE):
        del stack[len(dots) - 1 :]
        stack.append(path)
        if expensive.search(path) and not any(step.endswith("/string_view") for step in stack[:-1]):
            yield " -> ".join(re.sub(r".*/(include|c\+\+/v?\d+)/", "", step) for step in stack)


def violations(headers, compiler):
    everything = "".join(f"#include <{h.name}>\n" for h in headers.values() if not (h.is_optional or h.is_for_windows))
    for source, expensive in {everything: EXPENSIVE, **CASES}.items():
        result = compiler.run("-H", "-E", "-o", "/dev/null", source=source)
        if result.returncode != 0:
            yield re.sub(r"^\.+ .*\n", "", result.stderr, flags=re.MULTILINE)
        yield from chains(result.stderr, expensive)


if __name__ == "__main__":
    root, build_dir = sys.argv[1:]
    project.finish(list(violations(project.headers(root), Compiler(build_dir, f"{root}/include"))))
