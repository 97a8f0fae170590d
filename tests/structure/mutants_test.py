"""The tool that changes lines finds what tests miss: usage mutants_test.py BUILD_DIR"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from compiler import Compiler

BUILD_DIR = sys.argv.pop(1)
TESTS = Path(__file__).parent.parent
sys.path.append(str(TESTS / "support"))
from line_changes import changes_of  # noqa: E402

PROJECT = {
    "meson_options.txt": "option('tests', type: 'boolean')\noption('examples', type: 'boolean')\n"
    "option('program', type: 'feature')\n",
    "meson.build": """\
project('tiny', 'cpp', default_options: ['cpp_std=c++20'])
unit = executable('unit', 'tests/clamp_test.cpp', 'tests/apart_test.cpp', include_directories: 'include')
test('clamp', unit, timeout: 3)
halves = static_library('halves', 'examples/trace2/half.cpp')
test('trace2 half', executable('trace2', 'examples/trace2.cpp', link_with: halves))
""",
    "include/trace2/clamp.hpp": """\
// Numbers.
#pragma once
inline int clamp(int n, int most) {
  if (n < 0) return 0;  // n < 0
  return n > most ? most : n;
}
inline unsigned long down(unsigned long n) {
  while (n != 0)
    --n;
  return n;
}
constexpr int next(int n) {
  return n + 1;
}
""",
    "tests/clamp_test.cpp": """\
#include <trace2/clamp.hpp>
static_assert(next(1) == 2);
int main() { return clamp(-1, 5) == 0 && clamp(7, 5) == 5 && clamp(3, 5) == 3 && down(9) == 0 ? 0 : 1; }
""",
    # It is in the same program, and not in the way.
    "tests/apart_test.cpp": "int main() { return 1; }\n",
    "examples/trace2.cpp": '#include "trace2/half.hpp"\nint main() { return half(6) == 3 ? 0 : 1; }\n',
    "examples/trace2/half.hpp": "#pragma once\nint half(int n);\n",
    "examples/trace2/half.cpp": """\
#include "half.hpp"
int half(int n) {
  if (n <= 0) return 0;
  return n / 2;
}
""",
}
# No number is clamped that differs.
SURVIVORS = {
    "include/trace2/clamp.hpp:4": "-  if (n < 0) return 0;  // n < 0\n+  if (n <= 0) return 0;  // n < 0\n",
    "include/trace2/clamp.hpp:5": "-  return n > most ? most : n;\n+  return n >= most ? most : n;\n",
}


class Mutants(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(directory.cleanup)
        cls.root = Path(directory.name)
        for name in ("mutants.py", "support/line_changes.py", "structure/project.py"):
            cls.write(f"tests/{name}", (TESTS / name).read_text(encoding="utf-8"))
        for name, text in PROJECT.items():
            cls.write(name, text)

    @classmethod
    def write(cls, name, text):
        path = cls.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def run_tool(self, *arguments):
        command = [sys.executable, self.root / "tests/mutants.py", *arguments]
        environment = {**os.environ, "CXX": shlex.join(Compiler(BUILD_DIR).compiler)}
        return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)

    def output_of(self, *arguments):
        result = self.run_tool(*arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        for name, text in PROJECT.items():
            self.assertEqual((self.root / name).read_text(encoding="utf-8"), text)
        return result.stdout

    def lines(self, *numbers):
        return self.output_of(*(f"include/trace2/clamp.hpp:{number}" for number in numbers))

    def test_survivors_are_shown_and_counted(self):
        output = self.lines(4, 5)
        for place, change in SURVIVORS.items():
            self.assertIn(f"{place}: survived (1 tests)\n{change}", output)
        killed, count, survived = map(int, re.search(r"(\d+) of (\d+) killed .* (\d+) survived", output).groups())
        self.assertEqual((count, survived), (killed + 2, 2))
        self.assertEqual(output.count(": killed (clamp)"), killed)

    def test_a_hang_and_an_assertion_kill(self):
        output = self.lines(9, 13)
        self.assertIn("clamp.hpp:9: hung (clamp)", output)
        self.assertIn("clamp.hpp:13: killed (clamp)", output)
        self.assertIn("0 survived", output)

    def test_a_source_of_the_command_is_covered_by_the_tests_of_the_command(self):
        output = self.output_of("examples/trace2/half.cpp")
        self.assertIn("half.cpp:3: killed (trace2 half)", output + self.output_of("examples/trace2/half.cpp:3"))

    def test_what_does_not_compile_does_not_count(self):
        header = PROJECT["include/trace2/clamp.hpp"]
        self.addCleanup(self.write, "include/trace2/clamp.hpp", header)
        self.write("include/trace2/clamp.hpp", header + "extern int a[4];\nextern int a[3 + 1];\n")
        result = self.run_tool("include/trace2/clamp.hpp:16")
        self.assertIn("clamp.hpp:16: does not compile (clamp)\n0 of 0 killed", result.stdout)

    def test_a_test_that_fails_without_a_change_says_nothing(self):
        self.addCleanup(self.write, "tests/clamp_test.cpp", PROJECT["tests/clamp_test.cpp"])
        self.write("tests/clamp_test.cpp", PROJECT["tests/clamp_test.cpp"].replace("down(9) == 0", "down(9) == 1"))
        result = self.run_tool("include/trace2/clamp.hpp:4")
        self.assertIn("left out: “clamp” fails without a change", result.stdout)
        self.assertIn("survived (0 tests)", result.stdout)

    def test_an_interrupted_run_goes_on_and_a_seed_draws_the_same(self):
        output = self.output_of("--seed", "5", "--count", "4", "include")
        journal = self.root / "build-mutants/journal"
        whole = journal.read_text()
        self.addCleanup(journal.unlink)
        journal.write_text("".join(whole.splitlines(keepends=True)[:3]) + '["cut o')
        self.assertEqual(self.output_of("--seed", "5", "--count", "4", "include"), output)
        journal.write_text(whole.replace("killed", "hung"))
        self.assertEqual(self.output_of("--seed", "5", "--count", "4", "include").count(": killed"), 0)

    def test_listed_survivors_count_and_say_why(self):
        self.addCleanup((self.root / "tests/mutants.txt").unlink)
        entry = "include/trace2/clamp.hpp: 0 is clamped to 0\n" + SURVIVORS["include/trace2/clamp.hpp:4"]
        self.write("tests/mutants.txt", "# A comment.\n\n" + entry)
        output = self.lines(4)
        self.assertIn("listed: 0 is clamped to 0\n", output)
        self.assertIn("1 survived, 1 of them listed", output)
        self.write("tests/mutants.txt", entry.replace("n < 0) return 0", "n < 1) return 0"))
        self.assertIn("has no line", self.run_tool("include").stderr)
        self.write("tests/mutants.txt", "what is this\n")
        self.assertIn("not an entry", self.run_tool("include").stderr)


class Changes(unittest.TestCase):
    def changes(self, line, before=""):
        return [after for number, after in changes_of(f"{before}\n{line}") if number == 2 + before.count("\n")]

    def test_of_code(self):
        for line, *expected in (
            ("  if (a < b) return;", "  if (a <= b) return;", "  if (a >= b) return;", "  ;"),
            ("  return a && b(c, d);", "  return a || b(c, d);", "  return a;", "  return b(c, d);"),
            ("  return false;", "  return true;"),
            ("  x = std::min(a, b);", "  x = std::max(a, b);", "  ;"),
            ("  x = a + 1;", "  x = a;", "  x = a - 1;", "  ;"),
            ("  return a ? b : c;", "  return a ? c : b;"),
            ("  f(x, y);", "  ;"),
            ("void f() { x = 1; }", "void f() {  }"),
        ):
            with self.subTest(line):
                self.assertEqual(sorted(expected), sorted(self.changes(line, "{")))

    def test_of_nothing_else(self):
        for line in (
            "// if (a < b) return true;",
            '  char const* s = "a < b && true";',
            "#if A < B && C",
            "  static_assert(a < b);",
            "template <class T, bool B = true>",
            "bool f(int a, int b) noexcept;",
            "std::vector<int> x;",
            "bool operator==(x const&, x const&) = default;",
            "}",
        ):
            with self.subTest(line):
                self.assertEqual([], self.changes(line))
        self.assertEqual([], self.changes("  a < b", before="#define X \\"))
        self.assertEqual([], self.changes("  b + 1);", before="  static_assert(a ==\n"[:-1]))


if __name__ == "__main__":
    unittest.main()
