"""The README is true: usage readme_test.py ROOT BUILD_DIR [PROGRAM...]

Its commands run from top to bottom in one directory, and print what it shows. PROGRAM are the installed
programs that the commands need; commands are skipped that need another.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT, BUILD_DIR, *PROGRAMS = (os.path.abspath(argument) for argument in sys.argv[1:])
del sys.argv[1:]
sys.path.insert(0, f"{ROOT}/tests/structure")

from compiler import Compiler  # pylint: disable=wrong-import-position

README = Path(ROOT, "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
CPP = [text for language, text in BLOCKS if language == "cpp"]
# What begins with its includes is a program; other code is a part of one.
COMPLETE = [text for text in CPP if "int main(" in text]
EXAMPLES = {path.name: path.read_text(encoding="utf-8") for path in Path(ROOT, "examples").glob("*.cpp")}
INSTALLED = {"trace2", "dupes"}
# Of the environment: the cache of compilers, and a Boost that stands beside the installed one.
KEPT = ("HOME", "CCACHE_DIR", "CPLUS_INCLUDE_PATH")
MOST_LINES = 450


def without_title(source):
    return re.sub(r"\A(//.*\n)+", "", source)


def example_of(program):
    """The name of the example that is this program."""
    (name,) = (name for name, source in EXAMPLES.items() if program in (source, without_title(source)))
    return name


def statements(code):
    """The lines of a part of a program, without comments."""
    lines = (re.sub(r"\s*//.*", "", line).strip() for line in code.splitlines())
    return [line for line in lines if line]


def commands():
    """Each command, and the output shown below it; None where none is shown."""
    for language, text in BLOCKS:
        if language == "sh":
            yield from ((line, None) for line in text.splitlines())
        if language == "console":
            assert text.startswith("$ "), text
            for command in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
                line, output = command.split("\n", 1)
                yield line, output


def masked(text):
    """The lines without what differs from run to run, and from version to version of the library."""
    text = re.sub(r"\d{8}T\d{6}\.\d{6}Z-(H[0-9a-f]{8}|Localhost)-P[0-9a-f]{8}", "SID", text)
    text = re.sub(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", "TIME", text)
    text = re.sub(r"^\d\d:\d\d:\d\d\.\d{6}", "TIME", text, flags=re.MULTILINE)
    text = re.sub(r"\d+\.\d{6}", "0.000000", text)
    text = re.sub(r"^ *[\d.]+ m?[su]s? +[\d.]+%", "DURATION SHARE", text, flags=re.MULTILINE)
    text = re.sub(r"(?<= )/\S*/(?=dupes )", "", text)
    return [line.rstrip() for line in text.splitlines() if "cmd_ancestry" not in line]


class Readme(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = Path(directory.name)
        self.compiler = Compiler(BUILD_DIR).compiler

    def compile(self, source):
        result = subprocess.run(
            [*self.compiler, "-std=c++20", "-I", f"{ROOT}/include", "-x", "c++", "-fsyntax-only", "-"],
            input=source,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
        self.assertEqual(result.returncode, 0, f"{source}\n{result.stderr}")

    def make_what_commands_need(self):
        """The library beside the examples, g++ as the build's compiler, the programs, and files to compare."""
        (self.directory / "trace2").symlink_to(ROOT)
        for name, source in EXAMPLES.items():
            (self.directory / name).write_text(source, encoding="utf-8")
        binaries = self.directory / "bin"
        binaries.mkdir()
        # A compiler cache that is called g++ would take the file below for the real one.
        if self.compiler != ["g++"]:
            compiler = binaries / "g++"
            # By its path, because a name would be looked for here first.
            path = [shutil.which(part) or part for part in self.compiler]
            compiler.write_text(f'#!/bin/sh\nexec {shlex.join(path)} "$@"\n', encoding="utf-8")
            compiler.chmod(0o755)
        for program in PROGRAMS:
            (binaries / Path(program).name).symlink_to(program)
        photos = self.directory / "photos"
        photos.mkdir()
        for name in range(8):
            (photos / f"{name}.raw").write_bytes(bytes([name // 4]) * 300_000)
        environment = {"PATH": f"{binaries}:{os.environ['PATH']}"}
        return environment | {name: os.environ[name] for name in KEPT if name in os.environ}

    def shell(self, command, environment):
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True, "timeout": 240}
        done = subprocess.run(["sh", "-c", command], cwd=self.directory, env=environment, check=False, **options)
        self.assertEqual(done.returncode, 0, f"{command}\n{done.stdout}")
        return done.stdout

    def test_commands_print_what_is_shown(self):
        environment = self.make_what_commands_need()
        missing = INSTALLED - {Path(program).name for program in PROGRAMS}
        build = next(line for line, _ in commands() if line.startswith("g++ ") and "hello" in line)
        for program in map(example_of, COMPLETE):
            if program != "hello.cpp":
                self.shell(build.replace("hello", program.removesuffix(".cpp")), environment)
        for command, output in commands():
            if missing & set(command.split("#")[0].split()):
                continue
            with self.subTest(command):
                printed = self.shell(command, environment)
                if output is not None:
                    self.assertEqual(masked(printed), masked(output))

    def test_programs_are_examples(self):
        self.assertEqual(
            [example_of(program) for program in COMPLETE],
            ["hello.cpp", "custom_event.cpp", "custom_format.cpp", "custom_sink.cpp"],
        )
        # With its title, for what it prints has numbers of lines.
        self.assertIn(EXAMPLES["custom_event.cpp"], COMPLETE)

    def test_parts_of_programs_stand_in_the_example_named_above_them(self):
        for part in CPP:
            if part not in COMPLETE and "argc" not in part:
                name = re.findall(r"\(examples/(\w+\.cpp)\)", README[: README.index(part)])[-1]
                known = statements(EXAMPLES[name])
                for statement in statements(part):
                    self.assertIn(statement, known, name)

    def test_the_settings_of_a_program_compile(self):
        (settings,) = (part for part in CPP if "argc" in part and part not in COMPLETE)
        self.compile(f"#include <trace2/trace2.hpp>\nint main(int argc, char** argv) {{\n{settings}}}\n")

    def test_what_a_program_adds_needs_one_header(self):
        """Compiled in or out: an event, a format and a sink without what uses them, and the whole programs."""
        extensions = [program for program in COMPLETE if re.search(r"<trace2/(event|format|sink)\.hpp>", program)]
        self.assertEqual(len(extensions), 3)
        for program in extensions:
            alone = program.replace("#include <trace2/trace2.hpp>\n", "")
            alone = re.split(r"^(?:using \w+ =|int main\()", alone, flags=re.MULTILINE)[0]
            for is_enabled in (0, 1):
                for source in (alone, program):
                    self.compile(f"#define TRACE2_ENABLED {is_enabled}\n{source}")

    def test_the_manual_has_the_settings_of_the_table(self):
        manual = set(re.findall(r"\bTRACE2\w*", Path(ROOT, "examples/trace2/trace2.1").read_text(encoding="utf-8")))
        rows = re.findall(r"^\| (`TRACE2[^|]*) \| `\w+`", README, re.MULTILINE)
        self.assertGreater(len(rows), 5)
        for variable in re.findall(r"\bTRACE2\w*", " ".join(rows)):
            self.assertIn(variable, manual)

    def test_links_lead_somewhere(self):
        text = re.sub(r"^```.*?^```$", "", README, flags=re.DOTALL | re.MULTILINE)
        headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
        anchors = {"#" + re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
        links = re.findall(r"\]\(([^)]*)\)", text)
        self.assertGreater(len(links), len(anchors))
        for link in links:
            self.assertTrue(link in anchors or Path(ROOT, link).exists(), link)
        contents = {link for link in links if link.startswith("#")}
        self.assertEqual(contents, anchors - {"#trace2"}, "the table of contents")

    def test_it_is_not_too_long(self):
        self.assertLessEqual(len(README.splitlines()), MOST_LINES)


if __name__ == "__main__":
    unittest.main()
