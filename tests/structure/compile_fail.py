"""A mistake does not compile: usage compile_fail.py BUILD_DIR SOURCE

SOURCE has two halves: with FAIL=0 it compiles, so that it cannot rot; with FAIL=1 it does not. The
text behind a line "// message: " is one that the compiler must then say.
"""

import re
import sys
from pathlib import Path

import project
from compiler import Compiler


def violations(compiler, source):
    def compile_half(fail):
        return compiler.run("-fsyntax-only", f"-DFAIL={fail}", str(source))

    right, wrong = compile_half(0), compile_half(1)
    if right.returncode != 0:
        yield f"does not compile with FAIL=0:\n{right.stderr}"
    if wrong.returncode == 0:
        yield "compiles with FAIL=1"
    for message in re.findall(r"^// message: (.*)$", source.read_text(), re.MULTILINE):
        if message not in wrong.stderr:
            yield f"the compiler does not say “{message}” but:\n{wrong.stderr}"


if __name__ == "__main__":
    build_dir, source = sys.argv[1:]
    project.finish(list(violations(Compiler(build_dir), Path(source).resolve())))
