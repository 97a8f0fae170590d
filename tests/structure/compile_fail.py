"""A mistake does not compile: usage compile_fail.py BUILD_DIR SOURCE...

A source has two halves: with FAIL=0 it compiles, so that it cannot rot; with FAIL=1 it does not. The
text behind a line "// message: " is one that the compiler must then say; behind "// flags: " are
further flags for it.
"""

import re
import sys
import tempfile
from pathlib import Path

import project
from compiler import Compiler


def precompile(compiler, directory):
    """So that most sources find the header that they include first already compiled; g++ does, where no
    macro of theirs changes it."""
    source = Path(directory) / "source.hpp"
    source.write_text("#include <trace2/trace2.hpp>\n")
    (Path(directory) / "trace2").mkdir()
    compiler.run("-x", "c++-header", str(source), "-o", f"{directory}/trace2/trace2.hpp.gch")
    compiler.flags = ["-I", directory, *compiler.flags, "-Wno-invalid-pch"]


def violations(compiler, source):
    text = source.read_text()
    flags = " ".join(re.findall(r"^// flags: (.*)$", text, re.MULTILINE)).split()

    def compile_half(fail):
        return compiler.run("-fsyntax-only", *flags, f"-DFAIL={fail}", str(source))

    right, wrong = compile_half(0), compile_half(1)
    if right.returncode != 0:
        yield f"does not compile with FAIL=0:\n{right.stderr}"
    if wrong.returncode == 0:
        yield "compiles with FAIL=1"
    for message in re.findall(r"^// message: (.*)$", text, re.MULTILINE):
        if message not in wrong.stderr:
            yield f"the compiler does not say “{message}” but:\n{wrong.stderr}"
    first = next((line for line in wrong.stderr.split("\n") if "error: " in line), "")
    for message in re.findall(r"^// first: (.*)$", text, re.MULTILINE):
        if message not in first:
            yield f"the compiler does not say “{message}” first but:\n{wrong.stderr}"
    for most in re.findall(r"^// most lines: (.*)$", text, re.MULTILINE):
        if wrong.stderr.count("\n") > int(most):
            yield f"the compiler says more than {most} lines:\n{wrong.stderr}"


if __name__ == "__main__":
    build_dir, *sources = sys.argv[1:]
    compiler = Compiler(build_dir)
    with tempfile.TemporaryDirectory() as name:
        if len(sources) > 1:
            precompile(compiler, name)
        found = [f"{source}: {v}" for source in sources for v in violations(compiler, Path(source).resolve())]
    project.finish(found)
