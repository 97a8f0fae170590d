"""Calls are small: usage call_site_size.py BUILD_DIR INCLUDE

Measures the optimised code of functions that make some calls each, unwinding included, beside one that
makes none; and what one more call of the same kind adds to an object file, names and all.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

import project
from compiler import Compiler

SOURCE = Path(__file__).with_name("sites.cpp")
CALLS = 8
# A text is a pointer and a size: one argument more.
MOST_BYTES = {"data": 32, "text": 36, "error": 32, "region": 64, "region_with_message": 74}
# g++ 15 needs more for unwinding: a region may also have this share of a scope by hand there.
SHARE_OF_BY_HAND = {"region": 0.8, "region_with_message": 0.9}
MOST_BYTES_OF_A_FURTHER_USE = 100


def build(compiler, target, *arguments, source=None):
    result = compiler.run("-O2", "-g0", "-c", "-o", target, *arguments, source=source)
    if result.returncode != 0:
        project.finish([result.stderr])


def version_of_gcc(compiler):
    """0 for other compilers."""
    macros = compiler.run("-E", "-dM", source="").stdout
    found = re.search(r"#define __GNUC__ (\d+)", macros)
    return 0 if found is None or "__clang__" in macros else int(found[1])


def sizes_of_functions(target):
    """Bytes by function; a function may have a part that is seldom run."""
    listing = subprocess.run(["nm", "-CS", target], capture_output=True, text=True, check=True)
    sizes = {}
    for size, name in re.findall(r"^\w+ (\w+) [tT] (\w+)\(", listing.stdout, re.MULTILINE):
        sizes[name] = sizes.get(name, 0) + int(size, 16)
    return sizes


def size_of_uses(compiler, target, count):
    uses = "".join(f'TRACE2_DATA("index", "entry {i}", work());\n' for i in range(count))
    source = f"#include <trace2/trace2.hpp>\nint work();\nvoid f() {{ work(); {uses} work(); }}"
    build(compiler, target, source=source)
    listing = subprocess.run(["size", target], capture_output=True, text=True, check=True)
    return int(listing.stdout.split("\n")[1].split()[3])


def violations(compiler):
    with tempfile.TemporaryDirectory() as directory:
        target = str(Path(directory) / "sites.o")
        build(compiler, target, str(SOURCE))
        sizes = sizes_of_functions(target)
        further = (size_of_uses(compiler, target, 101) - size_of_uses(compiler, target, 1)) / 100
    by_hand = (sizes["by_hand"] - sizes["plain"]) / CALLS
    for name, most in MOST_BYTES.items():
        size = (sizes[name] - sizes["plain"]) / CALLS
        if version_of_gcc(compiler) >= 15:
            most = max(most, by_hand * SHARE_OF_BY_HAND.get(name, 0))
        if size > most:
            yield f"{name}: {size} bytes of code, more than {most}"
    if further > MOST_BYTES_OF_A_FURTHER_USE:
        yield f"a further use: {further} bytes, more than {MOST_BYTES_OF_A_FURTHER_USE}"


if __name__ == "__main__":
    build_dir, include = sys.argv[1:]
    compiler = Compiler(build_dir, include)
    if any(flag.startswith("-fsanitize") for flag in compiler.flags):
        project.skip("sanitizers add code of their own")
    project.finish(list(violations(compiler)))
