"""What is not listed leaves no code: usage features.py ROOT BUILD_DIR

The objects of a session without features and of the complete one, neither of them optimised: each
symbol that a part of a session is known by is in the second one and not in the first one.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import project
from compiler import Compiler

PARTS = {
    "configuration files": "config_parser",
    "Git's configuration": "git_repository",
    "programs with secrets": "secretive_programs",
    "shapes of tokens": "secret_tokens",
    "members of JSON and YAML": "member_redaction",
    "command lines": "command_line_redaction",
    "the flight recorder": "mapped_file",
    "lengths of intervals": "length_counts",
    "signals": "detail::signals<",
    "the trace context": "append_trace_parent",
}


def symbols(compiler, source):
    with tempfile.TemporaryDirectory() as directory:
        target = str(Path(directory) / "unit.o")
        result = compiler.run("-O0", "-c", "-o", target, str(source))
        if result.returncode != 0:
            project.finish([result.stderr])
        return subprocess.run(["nm", "-C", target], capture_output=True, text=True, check=True).stdout


def violations(small, complete):
    for part, name in PARTS.items():
        if name in small:
            yield f"{part}: {name} stays in a session without the feature"
        if name not in complete:
            yield f"{part}: {name} is nowhere in the complete session"


if __name__ == "__main__":
    root, build_dir = sys.argv[1:]
    compiler = Compiler(build_dir, f"{root}/include")
    small, complete = (symbols(compiler, f"{root}/examples/{name}.cpp") for name in ("small", "tour"))
    project.finish(list(violations(small, complete)))
