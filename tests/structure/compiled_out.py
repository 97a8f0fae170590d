"""Compiled out means gone: usage compiled_out.py BUILD_DIR

A hot loop whose instrumentation is compiled out gives the same optimised assembly as a loop without.
"""

import re
import sys
from pathlib import Path

import project
from compiler import Compiler

SOURCE = Path(__file__).with_suffix(".cpp")


def assembly(compiler, instrumented):
    """The instructions and data of the loop; the numbers of local labels mean nothing."""
    flags = ("-O2", "-g0", f"-DINSTRUMENTED={instrumented}", "-S", "-o", "-")
    result = compiler.run(*flags, str(SOURCE))
    if result.returncode != 0:
        project.finish([result.stderr])
    return re.sub(r"\.L\w*?\d+(_\d+)?", ".L", result.stdout)


if __name__ == "__main__":
    compiler = Compiler(sys.argv[1])
    without, compiled_out = (assembly(compiler, instrumented) for instrumented in (0, 1))
    project.finish([] if without == compiled_out else [f"without:\n{without}", f"with:\n{compiled_out}"])
