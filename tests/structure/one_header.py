"""One header has the library: usage one_header.py ROOT BUILD_DIR (hello | all)

Programs of examples compile with it, unchanged: hello.cpp, or all.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

import project
from compiler import Compiler

MAKER = "examples/consumers/one-header/make_header.py"
OWN_INCLUDE = re.compile(r"^#\s*include <(trace2/[^>]+)>", re.MULTILINE)


def boost_directory(build_dir):
    """Where the build finds Boost."""
    found = Compiler(build_dir).run("-M", source="#include <boost/describe/class.hpp>\n").stdout
    return re.search(r"(\S*)/boost/describe/class\.hpp", found)[1]


def make(root, directory, *arguments):
    """Makes the header, and beside it the names under which programs know its parts."""
    command = [sys.executable, root / MAKER, *arguments]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    one = directory / "trace2.hpp"
    one.write_text(text, encoding="utf-8")
    for name in project.headers(root):
        (directory / name).parent.mkdir(parents=True, exist_ok=True)
        (directory / name).write_text(f'#include "{one}"\n', encoding="utf-8")
    return text


def needs_of(program):
    """The trace2 headers of the program and of the files in the folder of its name."""
    files = [program, *sorted(program.with_suffix("").rglob("*.hpp"))]
    return {name for file in files for name in OWN_INCLUDE.findall(file.read_text(encoding="utf-8"))}


def complaints(compiler, directory, program, *options):
    command = [*compiler, "-std=c++20", "-Wall", "-Wextra", "-Werror", "-I", str(directory), "-fsyntax-only", *options]
    compiled = subprocess.run([*command, str(program)], capture_output=True, text=True, check=False)
    return [f"{program.name} {options}:\n{compiled.stderr}"] if compiled.returncode != 0 else []


def violations(root, build_dir, programs, directory):
    # Headers that the build makes for programs stand among its examples.
    compiler = [*Compiler(build_dir).compiler, "-I", f"{build_dir}/examples", "-I", f"{root}/examples/trace2"]
    boost = ("--boost", boost_directory(build_dir))
    text = make(root, directory, *boost)
    if text != make(root, directory, *boost):
        yield "the same sources make two headers"
    yield from (f"is not inside: {line}" for line in re.findall(r"^ *# *include <(?:trace2|boost)/.*", text, re.MULTILINE))
    (hello,) = (program for program in programs if program.stem == "hello")
    yield from complaints(compiler, directory, hello, "-DTRACE2_ENABLED=0")
    for program in programs:
        needs = needs_of(program)
        # Of the folders, the header has what its own headers include.
        make(root, directory, *boost, *sorted(name for name in needs if name.count("/") > 1))
        yield from complaints(compiler, directory, program)


def main(root, build_dir, which):
    programs = sorted(root.glob("examples/*.cpp")) if which == "all" else [root / "examples/hello.cpp"]
    with tempfile.TemporaryDirectory() as name:
        project.finish(list(violations(root, build_dir, programs, Path(name))))


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
