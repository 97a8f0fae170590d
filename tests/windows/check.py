"""The library on Windows: usage check.py ROOT BUILD_DIR [quick]

Compiles with MinGW's GCC, of both models of threads, and with Clang; what is built runs under Wine. "quick"
builds and runs an example and the conformance tests. Each check that fails and each that is skipped has a
line with the reason, of which left_out.txt has some; the last one says "N passed, N failed, N skipped".
"""

import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "structure"))
import compiled_out_windows  # noqa: E402
import layering  # noqa: E402
import project  # noqa: E402
from compiler import Compiler  # noqa: E402
from wine import Wine  # noqa: E402

MINGW = "x86_64-w64-mingw32-g++"
WARNINGS = "-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror".split()
# COFF has a limit of sections that the default lowers, and another of names, above which nothing helps.
UNIT = ["-O0", "-w", "-Wa,-mbig-obj"]
MOST_IN_A_UNIT = 15
OF_POSIX = "/posix/"
KILLED = 137  # programs/recorder.cpp
# They need zlib and zstd for Windows.
OF_A_LIBRARY = re.compile("/gzip_source|/zstd_source")


def run(*command, **options):
    return subprocess.run(
        [*map(str, command)], capture_output=True, text=True, errors="replace", check=False, **options
    )


class Results:
    def __init__(self):
        self.passed = self.failed = self.skipped = 0

    def add(self, what, done):
        """Counts a process that has ended, and shows what one that failed has said."""
        if done.returncode == 0:
            self.passed += 1
            return
        print("\n".join((done.stdout + done.stderr).splitlines()[-20:]))
        self.fail(what)

    def fail(self, what):
        self.failed += 1
        print(f"FAILED: windows: {what}", flush=True)

    def skip(self, what, reason):
        self.skipped += 1
        print(f"SKIPPED: {what} on Windows, since {reason}")


class Sources:
    """Which headers, tests and examples are for Windows."""

    def __init__(self, root):
        self.root = root
        self.headers = project.headers(root)
        lines = Path(__file__).with_name("left_out.txt").read_text(encoding="utf-8").splitlines()
        self.left_out = dict(line.split(" ", 1) for line in lines if not line.startswith("#"))
        self.found = {}

    def obstacle(self, header):
        """The listed header that keeps this one from Windows, or None."""
        if header not in self.found:
            below = (name for name in self.headers[header].own_includes if OF_POSIX not in name)
            is_root = header in self.left_out or OF_A_LIBRARY.search(header)
            self.found[header] = header if is_root else next(filter(None, map(self.obstacle, below)), None)
        return self.found[header]

    def meant(self):
        """The headers that compile for Windows."""
        return [name for name in self.headers if OF_POSIX not in name and not self.obstacle(name)]

    def obstacle_of_source(self, path, seen):
        """The same of a source, or a header of POSIX that it includes, itself or by headers beside it."""
        seen.add(path)
        for _, spelling in project.Header(path.name, path.read_text(encoding="utf-8")).includes:
            name = spelling[1:-1]
            found = self.obstacle(name) if name in self.headers else None
            if layering.SYSTEM_HEADER.fullmatch(spelling):
                found = spelling
            for near in (self.root / place / name for place in ("tests", "examples")):
                if spelling[0] == '"' and near.exists() and near not in seen:
                    found = found or self.obstacle_of_source(near, seen)
            if found:
                return found
        return None

    def chosen(self, paths, results):
        """Those of the tests and examples that are for Windows; says why the others are left out."""
        for path in paths:
            name = re.sub("^tests/|(_test)?[.]cpp$", "", path.relative_to(self.root).as_posix())
            reason = self.left_out.get(name)
            if not reason and (obstacle := self.obstacle_of_source(path, set())):
                reason = f"it needs {obstacle}"
            if reason:
                results.skip(name, reason)
            else:
                yield path


class Check:
    def __init__(self, root, compiler, directory, wine):
        self.root, self.directory, self.wine = root, directory, wine
        self.sources = Sources(root)
        self.results = Results()
        include = compiled_out_windows.boost_directory(compiler, directory)
        self.catch2 = include / "catch2"
        self.catch2.symlink_to("/usr/include/catch2")
        self.flags = ["-std=c++20", "-I", root / "include", "-isystem", include, "-x", "c++"]
        self.test = [f"{MINGW}-posix", *self.flags, *UNIT, "-include", root / "tests/windows/posix.hpp"]
        self.test += ["-I", root / "tests", "-I", root / "examples"]
        self.pool = ThreadPoolExecutor(os.cpu_count())

    def headers_alone(self):
        """Each that is meant for Windows; a listed one that compiles has to be taken off the list."""

        def compile_alone(name):
            source = f"#include <{name}>\n" * 2
            return run(f"{MINGW}-posix", *self.flags, *WARNINGS, "-fsyntax-only", "-", input=source)

        meant = self.sources.meant()
        for name, done in zip(meant, self.pool.map(compile_alone, meant)):
            self.results.add(name, done)
        for name in sorted(name for name in self.sources.left_out if name.startswith("trace2/")):
            if name not in self.sources.headers or compile_alone(name).returncode == 0:
                self.results.fail(f"{name} is for Windows: take it off left_out.txt")
        others = len(self.sources.headers) - len(meant)
        self.results.skip(f"{others} headers", "they are POSIX's, or left_out.txt has one that they include")

    def headers_together(self, kind, compiler, others):
        names = (name for name in self.sources.meant() if not re.search(others, name))
        source = "".join(f"#include <{name}>\n" for name in names)
        command = [*compiler, *self.flags, *WARNINGS, "-fsyntax-only", "-"]
        self.results.add(f"all headers, {kind}", run(*command, input=source))

    def build(self, name, source, *further):
        """Compiles and links a source; returns the program, or None."""
        program = self.directory / f"{name}.exe"
        done = run(*self.test, "-static", "-o", program, "-", "-x", "none", *further, input=source)
        self.results.add(f"{name} compiles", done)
        return program if done.returncode == 0 else None

    def unit_tests(self):
        if not (self.catch2 / "catch.hpp").exists():
            self.results.skip("unit tests", "Catch2 2 in one header is not here")
            return
        listed = re.search(r"^unit_tests = \[\n(.*?)^\]", (self.root / "tests/meson.build").read_text(), re.M | re.S)[1]
        names = re.findall(r"^  '([\w/]+)',$", listed, re.M)
        # The tests of this directory are for Windows alone.
        paths = [self.root / f"tests/{name}_test.cpp" for name in names]
        paths += sorted(self.root.glob("tests/windows/*.cpp"))
        rooms = {}
        for path in self.sources.chosen(paths, self.results):
            rooms.setdefault(path.parent, []).append(path)
        main = self.directory / "main.o"
        # What Catch2 inlines makes the linker slow: 14 seconds for each program without -O1.
        self.results.add("Catch2", run(*self.test, "-O1", "-c", self.root / "tests/support/main.cpp", "-o", main))
        most = MOST_IN_A_UNIT
        units = [room[at : at + most] for room in rooms.values() for at in range(0, len(room), most)]

        def build(unit):
            program = self.directory / ("_".join(unit[0].relative_to(self.root).parts) + ".exe")
            source = "".join(f'#include "{path}"\n' for path in unit)
            done = run(*self.test, "-static", "-o", program, "-", "-x", "none", main, input=source)
            if done.returncode == 0 or len(unit) == 1:
                return [(unit[0], done, program, unit)]
            return [result for path in unit for result in build([path])]

        for results in self.pool.map(build, units):
            for first, built, program, unit in results:
                self.results.add(f"{first.stem} compiles", built)
                for path in unit if built.returncode == 0 else ():
                    done = self.wine.run(program, "--filenames-as-tags", f"[#{path.stem}]", cwd=self.directory)
                    self.results.add(path.relative_to(self.root), done)

    def examples(self, names):
        """They end well, and those that trace to EVENT leave a whole trace; hello does."""
        paths = [self.root / f"examples/{name}.cpp" for name in names]
        chosen = list(self.sources.chosen(paths, self.results))
        built = self.pool.map(lambda path: self.build(path.stem, path.read_text(encoding="utf-8")), chosen)
        for path, program in zip(chosen, built):
            trace = self.directory / f"{path.stem}.event"
            if program:
                done = self.wine.run(program, cwd=self.directory, variables={"TRACE2_EVENT": str(trace)})
                self.results.add(path.stem, done)
                if path.stem == "hello" or trace.exists():
                    events = [json.loads(line)["event"] for line in trace.open(encoding="utf-8")]
                    if events[:2] != ["version", "start"] or events[-1] != "atexit":
                        self.results.fail(f"the trace of {path.stem}")

    def ancestry(self):
        """The parent's name is in the trace: letters that the code page lacks, too."""
        shell = self.directory / "é中.exe"
        trace = self.directory / "ancestry.event"
        shutil.copy(self.wine.shell(), shell)
        command = [shell, "/c", self.directory / "hello.exe"]
        self.results.add("hello as a child", self.wine.run(*command, variables={"TRACE2_EVENT": str(trace)}))
        events = [json.loads(line) for line in trace.open(encoding="utf-8")]
        names = [event["ancestry"] for event in events if event["event"] == "cmd_ancestry"]
        if not names or names[0][0] != shell.name:
            self.results.fail(f"the ancestry {names}")

    def ctrl_c(self):
        """It ends a program as it would without a session, whose trace tells of it."""
        program = self.build("ctrl_c", (self.root / "tests/windows/programs/ctrl_c.cpp").read_text(encoding="utf-8"))
        if not program:
            return
        trace = self.directory / "ctrl_c.event"
        # A terminal becomes a console.
        terminal, end = os.openpty()
        variables = self.wine.environment | {"TRACE2_EVENT": str(trace)}
        streams = {"stdin": end, "stdout": end, "stderr": end}
        done = subprocess.run(["wine", program], env=variables, timeout=120, check=False, **streams)
        os.close(end)
        os.close(terminal)
        last = json.loads(trace.read_text().splitlines()[-1])
        # Of the code 0xC000013A, Linux shows the lowest byte.
        if done.returncode != 0x3A or (last["event"], last.get("signo")) != ("signal", 2):
            self.results.fail(f"Ctrl-C ends with {done.returncode}, and the trace with {last['event']}")

    def descriptor(self):
        """A trace goes behind what a descriptor's file has, and nowhere else; why there is none is said."""
        program = self.build("descriptor", (self.root / "tests/windows/programs/descriptor.cpp").read_text(encoding="utf-8"))
        if not program:
            return
        appended, other = (self.directory / f"{name}.txt" for name in ("appended", "other"))
        appended.write_text("before\n")
        off = "warning: trace 'TRACE2' is off: can't connect to"
        for destination, said in (
            ("3", "warning: trace of 'TRACE2' lost 2 lines: "),
            ("9", "warning: unable to write trace for 'TRACE2': Bad file descriptor\n"),
            ("af_unix:/tmp/x", f"{off} '/tmp/x': not available on Windows\n"),
            ("af_unix:stream:C:/x", f"{off} 'C:/x': not available on Windows\n"),
        ):
            variables = {"TRACE2": destination, "TRACE2_BRIEF": "1", "TRACE2_DST_DEBUG": "1"}
            done = self.wine.run(program, cwd=self.directory, variables=variables)
            self.results.add(f"descriptor, {destination}", done)
            if done.stdout or not done.stderr.startswith(said):
                self.results.fail(f"descriptor, {destination}: {done.stdout}{done.stderr}")
        lines = [line.split(" ")[0] for line in appended.read_text().splitlines()]
        if lines != ["before", "version", "start", "own", "traced"] + 7 * ["own"] or other.read_text():
            self.results.fail(f"the lines of a descriptor: {lines} {other.read_text()}")

    def modules(self):
        """A program and its DLLs are one session, whoever begins it; but for a DLL with another interface."""
        source = self.root / "tests/windows/programs/modules.cpp"
        # Its letters are in the DLLs' paths.
        place = self.directory / "é 中"
        other = self.directory / "other"
        place.mkdir()
        shutil.copytree(self.root / "include", other)
        object_switch = other / "trace2/call/object_switch.hpp"
        number = '#define TRACE2_DETAIL_INTERFACE "'
        object_switch.write_text(object_switch.read_text(encoding="utf-8").replace(number, number + "9"), encoding="utf-8")
        by_clang = [*compiled_out_windows.clang_for_windows(), *self.flags, "-O2"]

        def link(name, *objects):
            command = [f"{MINGW}-posix", "-static", *([] if name.endswith(".exe") else ["-shared"])]
            return run(*command, "-o", place / name, *objects)

        for name, command, part, *linked in (
            ("linked.dll", self.test, 1),
            ("loaded.dll", by_clang, 1),
            ("other.dll", [*self.test[:1], "-I", other, *self.test[1:], "-O2"], 1),
            ("modules.exe", self.test, 0, place / "linked.dll"),
        ):
            done = run(*command, f"-DPART={part}", "-c", "-o", place / "object.o", source)
            self.results.add(name, done if done.returncode else link(name, place / "object.o", *linked))

        def check(name, verbs, expected, other=False):
            trace = self.directory / f"{name}.event"
            variables = {"TRACE2_EVENT": str(trace), "TRACE2_DST_DEBUG": "1"}
            done = self.wine.run("modules.exe", *verbs.split(), cwd=place, variables=variables)
            self.results.add(name, done)
            events = [json.loads(line) for line in trace.open(encoding="utf-8")]
            found = [
                f"{event['thread']} {event['event']} {event.get('nesting', event.get('count'))}"
                for event in events
                if event.get("category") == "dll" and event["event"] != "region_leave"
            ] + [f"{event['thread']} {event['event']}" for event in events[-1:]]
            message = r"warning: '.*é 中\\other\.dll' has another version of trace2 and is not traced\n"
            if ", ".join(found) != expected or not re.fullmatch(message if other else "", done.stdout + done.stderr):
                self.results.fail(f"{name}: {found} {done.stdout}{done.stderr}")

        check(
            "DLLs that are loaded before a session",
            "call loaded.dll begin call loaded.dll free loaded.dll",
            "main region_enter 1, main region_enter 2, main counter 2, main atexit",
        )
        check(
            "DLLs that are loaded later",
            "begin call loaded.dll free loaded.dll thread loaded.dll",
            "main region_enter 1, main data 2, main region_enter 2, th01:of_program region_enter 1, main counter 3, main atexit",
        )
        check(
            "the session of a DLL",
            "begin_in loaded.dll free loaded.dll call linked.dll",
            "main region_enter 2, main counter 1, main atexit",
        )
        alone = "main region_enter 1, main counter 1, main atexit"
        check("a later DLL with another interface", "begin call other.dll free other.dll", alone, True)
        check("an earlier DLL with another interface", "call other.dll begin free other.dll", alone, True)

    def kills(self, count):
        """A recording has all that a program had recorded when it was killed, whenever that was."""
        path = self.root / "tests/windows/programs/recorder.cpp"
        program = self.build("recorder", path.read_text(encoding="utf-8"))
        if not program:
            return
        recording, progress = self.directory / "recording", self.directory / "progress"
        rounds = 0
        for number in range(count):
            ring = ["ring"] if number % 3 == 2 else []
            variables = {"TRACE2_BINARY": str(recording)}
            if ring:
                variables |= {"TRACE2_BINARY_MODE": "ring", "TRACE2_BINARY_SIZE": "256k"}
            delay = int(random.random() ** 3 * 100)
            killed = self.wine.run(program, "kill", delay, progress, variables=variables)
            done = self.wine.run(program, "check", recording, progress, *ring)
            if killed.returncode != KILLED or done.returncode != 0:
                print(f"killed with {killed.returncode} after {delay} ms:", done.stdout)
                return self.results.fail("a recording of a killed program")
            rounds += int(done.stdout.split()[0])
            recording.unlink()
            progress.unlink()
        print(f"{count} killed programs had recorded {rounds} rounds")
        if rounds < 100 * count:
            return self.results.fail("killed programs had recorded next to nothing")
        self.results.add("kills", done)

    def conformance(self):
        place = self.root / "tests/conformance"
        by_wine = self.wine.environment | {"MESON_EXE_WRAPPER": "wine"}

        def test(name, script, *modes):
            if program := self.build(name, (place / f"{name}.cpp").read_text(encoding="utf-8")):
                for mode in modes:
                    done = run(sys.executable, place / script, program, *mode, env=by_wine)
                    self.results.add(" ".join([script, *mode[:1]]), done)

        modes = {mode: self.directory / f"{mode}.txt" for mode in ("full", "brief")}
        for mode, expected in modes.items():
            # The words for an error are those of the C runtime.
            rules = (place / f"golden/{mode}.txt").read_text(encoding="utf-8")
            expected.write_text(rules.replace("Cannot assign requested address", "Unknown error"), encoding="utf-8")
        test("golden", "golden.py", *modes.items())
        test("replay", "like_git.py", ())


def main(root, build_dir, extent=""):
    for needed in (f"{MINGW}-posix", "wine", *([] if extent else [f"{MINGW}-win32", "clang++"])):
        if not shutil.which(needed):
            project.skip(f"{needed} is not installed")
    with tempfile.TemporaryDirectory() as name, Wine(name) as wine:
        check = Check(Path(root).resolve(), Compiler(build_dir), Path(name), wine)
        check.conformance()
        if extent:
            check.examples(["hello"])
            check.ancestry()
        else:
            check.examples(sorted(path.stem for path in Path(root, "examples").glob("*.cpp")))
            check.ancestry()
            check.ctrl_c()
            check.descriptor()
            check.modules()
            check.kills(100)
            check.headers_alone()
            # Without std::thread and std::mutex there is no reader. Boost.JSON 1.81 itself fails with Clang 14.
            check.headers_together("GCC, win32 threads", [f"{MINGW}-win32"], "/read/")
            check.headers_together("Clang", compiled_out_windows.clang_for_windows(), "/boost_json|/read/")
            check.unit_tests()
    results = check.results
    print(f"{results.passed} passed, {results.failed} failed, {results.skipped} skipped")
    return 1 if results.failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
