"""Compiled out, instrumented programs build for Windows: usage compiled_out_windows.py ROOT BUILD_DIR [run | clang]

MinGW builds the examples that need nothing of POSIX themselves, without a warning. With "run", Wine runs
them, and they trace nothing. With "clang", Clang compiles them with MinGW's headers.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import project
from compiler import Compiler

# The examples begin threads by std::thread, which the other model of threads lacks.
MINGW = shutil.which("x86_64-w64-mingw32-g++-posix") or "x86_64-w64-mingw32-g++"
CLANG = "clang++"
FLAGS = "-std=c++20 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -DTRACE2_ENABLED=0".split()

# What the compiler of this system accepts, MinGW must accept as well.
FORMATS = """
#include <trace2/trace2.hpp>
#include <cstddef>
#include <cstdio>
int main() {
  std::size_t const size = 3;
  long long const number = 4;
  std::printf("%zu %lld", size, number);
  TRACE2_PRINTF("%zu %lld", size, number);
  TRACE2_ERROR("%zu %lld", size, number);
  TRACE2_REGION_F("category", "label", "%zu %lld", size, number);
}
"""


def is_portable(example):
    text = example.read_text(encoding="utf-8")
    needs_posix = r'^#include (<[\w/]+\.h>|<trace2/(testing\.hpp|read/|sink/(?!memory))|")'
    return not re.search(needs_posix, text, re.MULTILINE)


def boost_directory(compiler, directory):
    """A directory with Boost and nothing else: beside it may be the headers of this system's C library."""
    found = compiler.run("-M", source="#include <boost/version.hpp>\n")
    alone = Path(directory) / "include"
    alone.mkdir()
    (alone / "boost").symlink_to(Path(re.search(r"(\S+)/version\.hpp", found.stdout)[1]).resolve())
    return alone


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


def clang_for_windows():
    """Clang with the headers of MinGW, which it doesn't find everywhere by itself, but with its own builtin ones."""
    listed = run(MINGW, "-E", "-v", "-x", "c++", os.devnull).stderr
    found = re.search(r"search starts here:\n((?: .*\n)+)End of search list", listed)[1].split()
    builtin = re.compile(r"/lib/gcc/[^/]+/[^/]+/include(-fixed)?$")
    headers = [path for path in map(os.path.realpath, found) if not builtin.search(path)]
    return [CLANG, "--target=x86_64-w64-mingw32", "-nostdinc++", *(f"-isystem{path}" for path in headers)]


def violations(root, compiler, directory, runs_them, by_clang):
    sources = [path for path in sorted(Path(root, "examples").glob("*.cpp")) if is_portable(path)]
    formats = Path(directory) / "formats.cpp"
    formats.write_text(FORMATS)
    include = ["-I", f"{root}/include", "-isystem", str(boost_directory(compiler, directory))]
    command = clang_for_windows() if by_clang else [MINGW]
    programs = {}
    for source in [*sources, formats]:
        programs[source.stem] = f"{directory}/{source.stem}.exe"
        what = ["-fsyntax-only"] if by_clang else ["-static", "-o", programs[source.stem]]
        done = run(*command, *FLAGS, *include, str(source), *what)
        if done.returncode != 0:
            yield done.stderr
            return
    loops = Path(__file__).with_name("compiled_out.cpp")
    done = run(*command, *FLAGS, *include, "-DINSTRUMENTED=1", "-S", str(loops), "-o", "/dev/null")
    if done.returncode != 0:
        yield done.stderr
    if runs_them:
        yield from runs(programs, directory)


def runs(programs, directory):
    traces = Path(directory) / "traces"
    traces.mkdir()
    environment = os.environ | {
        "HOME": directory,
        "WINEPREFIX": f"{directory}/wine",
        "WINEDEBUG": "-all",
        "WINEDLLOVERRIDES": "winemenubuilder.exe,mscoree,mshtml=d",
        "TRACE2_PERF": f"{traces}/perf",
        "TRACE2_EVENT": f"{traces}/event",
    }
    try:
        for name, program in programs.items():
            done = run("wine", program, env=environment, cwd=traces, timeout=120)
            if done.returncode != 0:
                yield f"{name} ends with {done.returncode}: {done.stderr}"
            if name == "hello" and done.stdout != "Hello, world!\n":
                yield f"hello prints {done.stdout!r}"
    finally:
        # Wine's server outlives the programs, and would write into the directory while it is removed.
        run("wineserver", "-k", env=environment)
        run("wineserver", "-w", env=environment)
    yield from (f"{path.name} was written" for path in traces.iterdir())


if __name__ == "__main__":
    root, build_dir, *choice = sys.argv[1:]
    needs = {MINGW: "g++-mingw-w64-x86-64-posix"}
    needs |= {"wine": "wine"} if "run" in choice else {}
    needs |= {CLANG: "clang"} if "clang" in choice else {}
    for needed, package in needs.items():
        if not shutil.which(needed):
            project.skip(f"{needed} is not installed (Debian package {package})")
    with tempfile.TemporaryDirectory() as directory:
        found = list(violations(root, Compiler(build_dir), directory, "run" in choice, "clang" in choice))
    project.finish(found)
