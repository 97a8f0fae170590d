"""Checks the symbols and bytes of object files: usage symbols.py BUILD_DIR [CASES]

Macros that are compiled out leave nothing, with and without optimisation. Targets that no list
names leave no symbol.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import project
from compiler import Compiler

HERE = Path(__file__).parent

NOT_OF_JSON = r"format::(normal|perf)\b|::text_line\b|default_targets|detail::recording::|recording_file"

# Source, optimisation, texts that neither a symbol nor any other byte of the object may contain.
CASES = (
    ("gone", "-O0", r"trace2|gone"),
    ("json_only", "-O0", NOT_OF_JSON),
    ("gone", "-O2", r"trace2|gone"),
    ("json_only", "-O2", NOT_OF_JSON),
)


def violations(compiler, directory, source, level, pattern):
    target = directory / f"{source}.o"
    result = compiler.run(level, "-g0", "-c", "-o", str(target), str(HERE / f"{source}.cpp"))
    if result.returncode != 0:
        return [result.stderr]
    symbols = subprocess.run(["nm", "-C", target], capture_output=True, text=True, check=True).stdout
    # The name of the source is the compiler's to leave.
    rest = target.read_bytes().replace(f"{source}.cpp".encode(), b"").decode("latin-1")
    found = [line for line in symbols.splitlines() if re.search(pattern, line)]
    found += re.findall(rf"[ -~]*(?:{pattern})[ -~]*", rest) if source == "gone" else []
    # Newer versions of Boost leave it of a described enumeration, with g++ and without optimisation.
    return [f"{source} {level}: {line}" for line in found if "enum_descriptor_fn_impl" not in line]


if __name__ == "__main__":
    if shutil.which("nm") is None:
        project.skip("there is no nm")
    build_dir, *most = sys.argv[1:]
    compiler = Compiler(build_dir)
    if any("-fsanitize" in flag for flag in compiler.flags):
        project.skip("sanitizers keep what nobody needs")
    with tempfile.TemporaryDirectory() as name:
        project.finish([v for case in project.sample(CASES, most) for v in violations(compiler, Path(name), *case)])
