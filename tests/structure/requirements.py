"""The compiler says in one sentence what it lacks: usage requirements.py ROOT BUILD_DIR"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import project
from compiler import Compiler


def violations(compiler, root, header, directory):
    def first_error(*flags):
        command = [*compiler.compiler, "-fsyntax-only", "-Wfatal-errors", "-x", "c++", "-I", f"{root}/include", *flags, source]
        said = subprocess.run(command, capture_output=True, text=True, check=False, env=environment).stderr
        errors = [line for line in said.splitlines() if "error:" in line]
        return errors[0] if errors else "nothing"

    # These would name the directory of a Boost.
    environment = {k: v for k, v in os.environ.items() if k not in ("CPATH", "CPLUS_INCLUDE_PATH")}
    source = f"{directory}/source.cpp"
    Path(source).write_text(f"#include <trace2/{header}>\n")
    old_boost = Path(directory) / "old"
    (old_boost / "boost/describe").mkdir(parents=True)
    (old_boost / "boost/describe/class.hpp").touch()
    (old_boost / "boost/mp11").mkdir()
    (old_boost / "boost/mp11/version.hpp").write_text("#define BOOST_MP11_VERSION 107400\n")
    nothing_else = ("-std=c++20", "-nostdinc", "-nostdinc++")
    for message, flags in {
        "trace2 needs C++20": ("-std=c++17",),
        "trace2 needs Boost.Describe": nothing_else,
        "This Boost is too old": (*nothing_else, "-I", str(old_boost)),
    }.items():
        if message not in (said := first_error(*flags)):
            yield f"{header}: the compiler says “{said}” and not “{message}…”"


if __name__ == "__main__":
    root, build_dir = sys.argv[1:]
    found = []
    for header in sorted(Path(root, "include/trace2").glob("*.hpp")):
        with tempfile.TemporaryDirectory() as directory:
            found += violations(Compiler(build_dir), root, header.name, directory)
    project.finish(found)
