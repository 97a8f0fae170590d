"""The examples and outputs of the README are true: usage readme_test.py ROOT BUILD_DIR MESON"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT, BUILD_DIR, MESON = (os.path.abspath(argument) for argument in sys.argv[1:4])
del sys.argv[1:4]
sys.path.insert(0, f"{ROOT}/tests/structure")

from compiler import Compiler  # pylint: disable=wrong-import-position

README = Path(ROOT, "README.md").read_text(encoding="utf-8")


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)


def masked(line):
    """The line without what differs from run to run, and from version to version of the library."""
    line = re.sub(r"\d{8}T\d{6}\.\d{6}Z-(H[0-9a-f]{8}|Localhost)-P[0-9a-f]{8}", "SID", line)
    line = re.sub(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", "TIME", line)
    line = re.sub(r"^\d\d:\d\d:\d\d\.\d{6}", "TIME", line)
    line = re.sub(r"\d+\.\d{6}", "0.000000", line)
    line = re.sub(r'(trace2/[\w/]+\.hpp(:|","line":))\d+', r"\1LINE", line)
    return line.rstrip()


class Readme(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = Path(directory.name)
        (self.directory / "trace2").symlink_to(ROOT)
        (self.directory / "scan.cpp").write_text(blocks("cpp")[0])
        self.compiler = Compiler(BUILD_DIR).compiler

    def run_command(self, *command, directory=None, **environment):
        result = subprocess.run(
            command,
            cwd=directory or self.directory,
            env=os.environ | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        self.assertEqual(result.returncode, 0, result.stdout)
        return result.stdout

    def test_the_first_example_writes_what_is_shown(self):
        compile_command, run_command = blocks("sh")[0].splitlines()
        compiler, *arguments = shlex.split(compile_command)
        self.assertEqual(compiler, "g++")
        self.run_command(*self.compiler, *arguments)

        *settings, program = shlex.split(run_command)
        files = dict(setting.split("=") for setting in settings)
        files = {name: str(self.directory / Path(file).name) for name, file in files.items()}
        environment = {"PATH": os.environ["PATH"]} | files
        subprocess.run(program, cwd=self.directory, env=environment, check=True)

        shown = [*blocks("text")[:2], blocks("json")[0]]
        for file, text in zip(files.values(), shown, strict=True):
            lines = Path(file).read_text(encoding="utf-8").splitlines()
            lines = [line for line in lines if "cmd_ancestry" not in line]
            self.assertEqual([masked(line) for line in text.splitlines()], [masked(line) for line in lines])

    def test_the_settings_of_a_program_compile(self):
        (settings,) = (block for block in blocks("cpp")[1:] if "argc" in block)
        self.compile(f"#include <trace2/trace2.hpp>\nint main(int argc, char** argv) {{\n{settings}}}\n")

    def test_what_a_program_adds_needs_one_header(self):
        extensions = [block for block in blocks("cpp") if re.search(r"<trace2/(event|format|sink)\.hpp>", block)]
        self.assertEqual(len(extensions), 3)
        for block in extensions:
            for is_enabled in (0, 1):
                self.compile(f"#define TRACE2_ENABLED {is_enabled}\n{block}")

    def test_other_code_is_that_of_the_examples(self):
        """Line by line, but for what an ellipsis stands for."""
        files = Path(ROOT, "examples").glob("*.cpp")
        known = {line.strip().rstrip(" {;") for file in files for line in file.read_text().splitlines()}
        for block in blocks("cpp")[1:]:
            for line in block.splitlines():
                line = line.strip().rstrip(" {;")
                if "argc" not in block and "…" not in line:
                    self.assertTrue(line in known, line)

    def compile(self, source):
        subprocess.run(
            [*self.compiler, "-std=c++20", "-I", f"{ROOT}/include", "-x", "c++", "-fsyntax-only", "-"],
            input=source,
            text=True,
            check=True,
        )

    @unittest.skipIf(shutil.which("cmake") is None, "cmake is not installed")
    def test_cmake_builds_it(self):
        destination = self.directory / "installed"
        install = [MESON, "install", "-C", BUILD_DIR, "--tags=devel", "--no-rebuild"]
        self.run_command(*install, f"--destdir={destination}")
        (package,) = destination.rglob("trace2.pc")
        environment = {
            "CXX": shlex.join(self.compiler),
            "PKG_CONFIG_PATH": str(package.parent),
            "PKG_CONFIG_SYSROOT_DIR": str(destination),
        }
        for number, snippet in enumerate(blocks("cmake")):
            source = self.directory / f"cmake{number}"
            source.mkdir()
            for name in ("trace2", "scan.cpp"):
                (source / name).symlink_to(self.directory / name)
            begin = "cmake_minimum_required(VERSION 3.16)\nproject(scan CXX)\n"
            (source / "CMakeLists.txt").write_text(begin + snippet)
            self.run_command("cmake", "-B", "build", directory=source, **environment)
            self.run_command("cmake", "--build", "build", directory=source)
            self.run_command("build/scan", directory=source)


if __name__ == "__main__":
    unittest.main()
