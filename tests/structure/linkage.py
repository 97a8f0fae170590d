"""All headers together: usage linkage.py ROOT BUILD_DIR [FLAG...]

Two units that both include every header of the writer link into one program: headers define nothing
twice. The flags are for the second unit only, so that units with different settings meet.
"""

import sys
import tempfile
from pathlib import Path

import project
from compiler import Compiler


def violations(headers, compiler, flags):
    everything = "".join(f"#include <{h.name}>\n" for h in headers.values() if not (h.is_optional or h.is_for_windows))
    with tempfile.TemporaryDirectory() as directory:
        first, second, program = (str(Path(directory) / name) for name in ("1.o", "2.o", "program"))
        for result in (
            compiler.run("-c", "-o", first, source=everything),
            compiler.run("-c", "-o", second, *flags, source=everything + "int main() {}\n"),
            compiler.run(first, second, "-pthread", "-o", program),
        ):
            if result.returncode != 0:
                yield result.stderr
                return


if __name__ == "__main__":
    root, build_dir, *flags = sys.argv[1:]
    project.finish(list(violations(project.headers(root), Compiler(build_dir, f"{root}/include"), flags)))
