"""The pages for users are true: usage pages_test.py [--update] ROOT BUILD_DIR [PROGRAM...]

The pages are README.md and those of the guide. The commands of a page run from top to bottom in one shell and
one scratch directory, and print what the page shows. PROGRAM are programs of the build: the examples, which
the pages of the guide therefore need not compile again, and the commands trace2 and dupes. Commands that need
a program which is missing are skipped. With --update, outputs that have changed are rewritten in the pages.
"""

import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

IS_UPDATE = "--update" in sys.argv
ROOT, BUILD_DIR, *PROGRAMS = (os.path.abspath(argument) for argument in sys.argv[1:] if argument != "--update")
del sys.argv[1:]
ROOT = Path(ROOT)
sys.path.insert(0, str(ROOT / "tests/structure"))

from compiler import Compiler  # pylint: disable=wrong-import-position
from page import Page, has_output, statements  # pylint: disable=wrong-import-position

BUILT = {Path(program).name: program for program in PROGRAMS}
README = ROOT / "README.md"
GUIDE = ROOT / "examples/guide"
PAGES = [Page(path, ROOT) for path in (README, *sorted(GUIDE.glob("*.md")))]
OTHER_PAGES = [Page(path, ROOT) for path in sorted(ROOT.glob("examples/*/README.md")) if path.parent != GUIDE]
EXAMPLES = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "examples").glob("*.cpp")}
COMPILATION = re.compile(
    r"g\+\+ -std=c\+\+20 -pthread -I trace2/include (?P<room>trace2/examples/tasks/)?(?P<name>\w+)\.cpp -o (?P=name)"
)
# Commands that every system is not expected to have.
TOOLS = {"git"}
# Of the environment: the cache of compilers, and a Boost that stands beside the installed one.
KEPT = ("CCACHE_DIR", "CPLUS_INCLUDE_PATH")
# Of the README.
MOST_LINES, MOST_WORDS, MOST_COLUMNS = 200, 1700, 100


def without_title(source):
    return re.sub(r"\A(//.*\n)+", "", source)


def example_of(program):
    """The name of the example that is this program."""
    names = [name for name, source in EXAMPLES.items() if program in (source, without_title(source))]
    assert len(names) == 1, f"{names} are this program:\n{program}"
    return names[0]


def has_sockets(directory):
    name = f"{directory}/a-name-as-long-as-those-of-trace2-ps"
    try:
        with socket.socket(socket.AF_UNIX) as each:
            each.bind(name)
    except OSError:
        return False
    os.unlink(name)
    return True


def compile_alone(compiler, source):
    command = [*compiler, "-std=c++20", "-I", f"{ROOT}/include", "-x", "c++", "-fsyntax-only", "-"]
    return subprocess.run(command, input=source, stderr=subprocess.PIPE, text=True, check=False)


class PageCase:
    """What holds for each page; below is a test case for each of them."""

    maxDiff = None
    page: Page

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.base = Path(directory.name).resolve()
        self.directory = self.base / "try"
        self.compiler = Compiler(BUILD_DIR).compiler

    def environment(self):
        """The library beside the examples, g++ as the build's compiler, the programs, and files to compare."""
        for name in ("try", "bin", "home", "run", "printed"):
            (self.base / name).mkdir(mode=0o700)
        (self.directory / "trace2").symlink_to(ROOT)
        commands = "\n".join(command for command, _ in self.page.commands())
        for name in set(re.findall(r"(?<!/)\b\w+\.cpp\b", commands)) & EXAMPLES.keys():
            (self.directory / name).write_text(EXAMPLES[name], encoding="utf-8")
        binaries = self.base / "bin"
        # A compiler cache that is called g++ would take the file below for the real one.
        if self.compiler != ["g++"]:
            compiler = binaries / "g++"
            # By its path, because a name would be looked for here first.
            path = [shutil.which(part) or part for part in self.compiler]
            compiler.write_text(f'#!/bin/sh\nexec {shlex.join(path)} "$@"\n', encoding="utf-8")
            compiler.chmod(0o755)
        for name in {"trace2", "dupes"} & BUILT.keys():
            (binaries / name).symlink_to(BUILT[name])
        if "photos" in commands:
            photos = self.directory / "photos"
            photos.mkdir()
            for name in range(8):
                (photos / f"{name}.raw").write_bytes(bytes([name // 4]) * 300_000)
        kept = {name: os.environ[name] for name in KEPT if name in os.environ}
        if "HOME" in os.environ:
            kept["XDG_CACHE_HOME"] = os.environ.get("XDG_CACHE_HOME", os.environ["HOME"] + "/.cache")
        return kept | {
            "PATH": f"{binaries}:{os.environ['PATH']}",
            "HOME": str(self.base / "home"),
            "XDG_RUNTIME_DIR": str(self.base / "run"),
            "TZ": "UTC",
            "GIT_CONFIG_NOSYSTEM": "1",
            # Whoever commits: a page need not say.
            **{f"GIT_{role}_{key}": "a@example.org" for role in ("AUTHOR", "COMMITTER") for key in ("NAME", "EMAIL")},
        }

    def missing(self, command):
        """The programs that a command needs, and that are not there."""
        words = set(re.sub(r"\s#.*", "", command).split())
        missing = {name for name in ("trace2", "dupes") if name in words and name not in BUILT}
        missing |= {name for name in TOOLS & words if not shutil.which(name)}
        if words & {"attach", "snapshot", "ps", "listen"} and not has_sockets(self.base / "run"):
            missing.add("Unix sockets")
        return missing

    def prepared(self, command):
        """The command, or a link to the program that the build has compiled already."""
        match = COMPILATION.fullmatch(command)
        built = match and ("tasks_" if match["room"] else "") + match["name"]
        if built in BUILT and self.page.path != README:
            return f"ln -s {shlex.quote(BUILT[built])} {match['name']}"
        return command

    def test_commands_print_what_is_shown(self):
        commands = list(self.page.commands())
        if not commands:
            return
        environment = self.environment()
        missing = sorted({name for command, _ in commands for name in self.missing(command)})
        # Later commands of a page of the guide need the earlier ones.
        if missing and self.page.path != README:
            self.skipTest(f"there is no {missing[0]}")
        script = []
        for number, (command, _) in enumerate(commands):
            if not self.missing(command):
                to = shlex.quote(str(self.base / "printed" / str(number)))
                script += ["{", self.prepared(command), f"}} >{to} 2>&1 </dev/null", f"echo $? >{to}.status"]
        # One shell, so that jobs, variables and directories last to the end of the page.
        with subprocess.Popen(
            ["sh", "-c", "\n".join(script)], cwd=self.directory, env=environment, start_new_session=True
        ) as shell:
            try:
                shell.wait(240)
            finally:
                try:
                    os.killpg(shell.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
        for number, (command, shown) in enumerate(commands):
            with self.subTest(command):
                if self.missing(command):
                    self.skipTest(f"there is no {sorted(self.missing(command))[0]}")
                self.compare(self.base / "printed" / str(number), command, shown)

    def compare(self, file, command, shown):
        printed = file.read_text(encoding="utf-8", errors="replace") if file.exists() else "nothing: it did not run"
        status = Path(f"{file}.status")
        code = status.read_text(encoding="ascii").strip() if status.exists() else "none"
        self.assertEqual(code, "0", f"{self.page.name}: {command}\n{printed}")
        # A build may have compiled the examples by their whole path, which may have blanks.
        printed = printed.replace(str(self.base), "/home/ann").replace(f"{ROOT}/examples/", "")
        if shown is None or has_output(printed, shown):
            return
        printed = printed.replace("../examples/", "")
        printed = re.sub(r"(?<=ancestry:\[).*(?=\])", "bash sshd systemd", printed)
        lines = "".join("> " * (i > 0) + line + "\n" for i, line in enumerate(command.split("\n")))
        if IS_UPDATE and "…" not in shown:
            text = self.page.path.read_text(encoding="utf-8")
            self.page.path.write_text(text.replace(f"$ {lines}{shown}", f"$ {lines}{printed}"), encoding="utf-8")
            print(f"{self.page.name}: updated {command}", file=sys.stderr)
            return
        self.fail(f"{self.page.name}: {command}\nprints\n{printed}\nand the page shows\n{shown}")

    def test_programs_are_examples(self):
        for program in self.page.programs:
            example_of(program)

    def test_parts_of_programs_stand_in_the_file_linked_above_them_or_compile(self):
        functions = []
        for part, path in self.page.parts():
            if path is None:
                parameters = "[[maybe_unused]] int argc, [[maybe_unused]] char** argv"
                functions.append(f"int part{len(functions)}({parameters}) {{\n{part}}}\n")
                continue
            known = statements(path.read_text(encoding="utf-8"))
            for statement in statements(part):
                self.assertIn(statement, known, f"{self.page.name}: {path.name}")
        if functions:
            source = "#include <trace2/trace2.hpp>\n#include <spawn.h>\n" + "".join(functions)
            result = compile_alone(self.compiler, source)
            self.assertEqual(result.returncode, 0, f"{self.page.name}: {source}\n{result.stderr}")


for each_page in PAGES:
    case = "Page_" + re.sub(r"\W+", "_", each_page.name.removeprefix("examples/").removesuffix(".md"))
    globals()[case] = type(case, (PageCase, unittest.TestCase), {"page": each_page})


class AllPages(unittest.TestCase):
    maxDiff = None

    def test_outputs_are_compared_without_times_and_in_any_order(self):
        shown = "12.5 ms   5% #     walk\n 3 us  files = 7\n"
        self.assertTrue(has_output("3.25 ms  files = 7\n  7 s  50% ####  walk\n", shown))
        self.assertFalse(has_output("3.25 ms  files = 8\n  7 s  50% ####  walk\n", shown))
        self.assertFalse(has_output("3.25 ms  files = 7\n", shown))
        self.assertFalse(has_output(shown + "more\n", shown))
        self.assertTrue(has_output(shown + "more\n", shown + "…\n"))
        self.assertFalse(has_output("more\n", shown + "…\n"))
        self.assertTrue(has_output("number:77\n", "number:…\n"))

    def test_a_small_row_may_be_among_those_that_are_summed_up(self):
        shown = "9 ms  90% ## walk\n 1 ms  10% # sort\n…\n"
        self.assertTrue(has_output("9 ms 99% ## walk\n 1 ms <1% 3 more\n", shown))
        self.assertFalse(has_output("9 ms 100% ## walk\n", shown))
        self.assertFalse(has_output("9 ms 99% ## run\n 1 ms <1% 3 more\n", shown))

    def test_what_a_program_adds_needs_one_header(self):
        """Compiled in or out: an event, a format and a sink without what uses them, and the whole programs."""
        programs = [program for page in PAGES for program in page.programs]
        extensions = [program for program in programs if re.search(r"<trace2/(event|format|sink)\.hpp>", program)]
        self.assertEqual(len(extensions), 3)
        compiler = Compiler(BUILD_DIR).compiler
        for program in extensions:
            alone = program.replace("#include <trace2/trace2.hpp>\n", "")
            alone = re.split(r"^(?:using \w+ =|int main\()", alone, flags=re.MULTILINE)[0]
            for is_enabled in (0, 1):
                for source in (alone, program):
                    result = compile_alone(compiler, f"#define TRACE2_ENABLED {is_enabled}\n{source}")
                    self.assertEqual(result.returncode, 0, f"{source}\n{result.stderr}")

    def test_the_manual_has_the_settings_of_the_tables(self):
        manual = set(re.findall(r"\bTRACE2\w*", (ROOT / "examples/trace2/trace2.1").read_text(encoding="utf-8")))
        text = "\n".join(page.text for page in PAGES)
        rows = re.findall(r"^\| (`TRACE2[^|]*) \| `\w+`", text, re.MULTILINE)
        self.assertGreater(len(rows), 5)
        for variable in re.findall(r"\bTRACE2\w*", " ".join(rows)):
            self.assertIn(variable, manual)

    def test_links_lead_somewhere(self):
        """Those of all pages of the project, with their anchors, and the pages that the sources name."""
        others = [Page(path, ROOT) for path in (ROOT / ".github").glob("*.md")]
        for page in [*PAGES, *OTHER_PAGES, *others]:
            for link in re.findall(r"\]\(([^)\s]+)\)", page.prose()):
                if "://" in link:
                    continue
                file, _, anchor = link.partition("#")
                target = page.path.parent / file if file else page.path
                where = f"{page.name}: {link}"
                self.assertTrue(target.exists(), where)
                if anchor:
                    headings = re.findall(r"^#+ (.*)$", Page(target.resolve(), ROOT).prose(), re.MULTILINE)
                    anchors = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
                    self.assertIn(anchor, anchors, where)
        sources = [*ROOT.glob("include/**/*.hpp"), *ROOT.glob("examples/**/*.[ch]pp")]
        for path in sources:
            for name in re.findall(r"\bexamples/[\w/-]+\.md\b", path.read_text(encoding="utf-8")):
                self.assertTrue((ROOT / name).exists(), f"{path}: {name}")

    def test_the_index_of_the_guide_has_each_page_once(self):
        index = (GUIDE / "README.md").read_text(encoding="utf-8")
        links = re.findall(r"^- \[[^]]*\]\(([\w-]+\.md)\)", index, re.MULTILINE)
        pages = {path.name for path in GUIDE.glob("*.md")} - {"README.md"}
        self.assertEqual(sorted(links), sorted(pages))

    def test_nothing_stands_twice(self):
        seen = {}
        for page in [*PAGES, *OTHER_PAGES]:
            for line in page.prose().splitlines():
                if len(line) >= 60:
                    self.assertEqual(seen.setdefault(line, page.name), page.name, line)

    def test_the_readme_is_short(self):
        text = README.read_text(encoding="utf-8")
        self.assertLessEqual(len(text.splitlines()), MOST_LINES)
        self.assertLessEqual(len(text.split()), MOST_WORDS)
        for line in text.splitlines():
            self.assertLessEqual(len(line), MOST_COLUMNS, line)


if __name__ == "__main__":
    unittest.main()
