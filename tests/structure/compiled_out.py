"""Compiled out means gone: usage compiled_out.py BUILD_DIR

Hot loops whose instrumentation is compiled out give the same optimised assembly as loops without, and
without optimisation no symbol of the library and no text of the instrumentation stays.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

import project
from compiler import Compiler

SOURCE = Path(__file__).with_suffix(".cpp")


def compiled(compiler, *flags):
    result = compiler.run("-g0", *flags, str(SOURCE))
    if result.returncode != 0:
        project.finish([result.stderr])
    return result.stdout


def assembly(compiler, instrumented):
    """The instructions and data of the loops; the numbers of local labels mean nothing."""
    listing = compiled(compiler, "-O2", f"-DINSTRUMENTED={instrumented}", "-S", "-o", "-")
    return re.sub(r"\.L\w*?\d+(_\d+)?", ".L", listing)


def remains(compiler):
    """Symbols and texts of the instrumentation in an object file that isn't optimised."""
    with tempfile.TemporaryDirectory() as directory:
        target = Path(directory) / "loops.o"
        compiled(compiler, "-O0", "-DINSTRUMENTED=1", "-c", "-o", str(target))
        symbols = subprocess.run(["nm", "-C", str(target)], capture_output=True, text=True, check=True)
        # Of a described enumeration, newer versions of Boost leave a local function of their own with g++.
        of_the_library = r"^(?!.* t auto boost::describe::).*\btrace2::.*"
        yield from re.findall(of_the_library, symbols.stdout, re.MULTILINE)
        yield from (text.decode() for text in re.findall(rb"gone[ -~]*", target.read_bytes()))


if __name__ == "__main__":
    compiler = Compiler(sys.argv[1])
    found = [f"stays without optimisation: {what}" for what in remains(compiler)]
    without, compiled_out = (assembly(compiler, instrumented) for instrumented in (0, 1))
    if without != compiled_out:
        found += [f"without:\n{without}", f"with:\n{compiled_out}"]
    project.finish(found)
