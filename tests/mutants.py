"""Would the tests notice a fault? python3 tests/mutants.py [--seed N] [--count 100] [--jobs N] [PATH[:LINE]...]

Draws changes of one line, each of which is a fault, builds the tests that include the file, runs them, and prints
the score and every change that no test noticed. Without PATH it draws from include/ and examples/trace2/; with
PATH:LINE it tries every change of the line. The same seed draws the same changes from the same sources.

A change is killed when a test fails, hangs or crashes that passes without the change, or when a static_assert fails.
A change that does not compile does not count, and another is drawn. Of a header of the library the nearest tests
run: its own, those of its room, then others by the includes in between; the command's only if there are no others.

Works in copies of the tree in build-mutants/. An interrupted run goes on where it was, as long as no source changes.
tests/mutants.txt lists survivors that change nothing, with the reason; they count as survivors.
"""

import argparse
import concurrent.futures
import fcntl
import functools
import hashlib
import json
import os
import random
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE / "support"))
from line_changes import changes_of  # noqa: E402

ROOT = HERE.parent
WORK = ROOT / "build-mutants"
MOST_UNIT_TESTS, MOST_OTHER_TESTS = 20, 4
SKIPPED = 77
MOST_MEMORY = 4 << 30  # bytes, for a change that runs wild

OPTIONS = ["-Dtests=true", "-Dexamples=true", "-Dprogram=auto"]
OPTIONS += ["-Doptimization=0", "-Ddebug=false", "-Dwarning_level=0"]
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)
LIST = Path("tests/mutants.txt")
FRAMEWORK = "tests/support/catch.hpp"
FAILED_ASSERTION = re.compile(r"static_assert failed|static assertion failed")


def files_of(top):
    """Path and content of each file, without what Git and builds keep there."""
    for directory, directories, names in os.walk(top):
        at_top = Path(directory) == top
        built = ("build",) if at_top else ()
        directories[:] = [d for d in directories if d not in (".git", "__pycache__") and not d.startswith(built)]
        for name in names:
            path = Path(directory, name)
            if path.is_file() and not path.is_symlink():
                yield path.relative_to(top), path.read_bytes()


def output_of(command, **options):
    options.update(stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
    done = subprocess.run(command, **options)
    return done.returncode, done.stdout


def must(command, **options):
    status, output = output_of(command, **options)
    if status != 0:
        sys.exit(f"{shlex.join(map(str, command))}:\n{output[-4000:]}")
    return output


def compiler_call(entry):
    """That of a compilation database, without a cache in front of it."""
    return [part for part in shlex.split(entry["command"]) if part != "ccache"]


def is_unit_test(source):
    return source.name.endswith("_test.cpp")


@dataclass
class Test:
    name: str
    command: list
    environment: dict
    timeout: int
    targets: list  # what ninja builds for it
    sources: list  # of the targets
    unit: Path | None  # the one source that it needs of a program of many
    passes: bool | None = None  # without a change, once that is known


class Copy:
    """A copy of the tree, and a build of it."""

    def __init__(self, name, jobs):
        self.tree, self.build = WORK / name / "tree", WORK / name / "build"
        self.jobs, self.ninja_runs = jobs, threading.Lock()
        self.digest = self._copy()
        if not (self.build / "build.ninja").exists():
            compiler = os.environ.get("CXX", "clang++")
            must(["meson", "setup", *OPTIONS, self.build, self.tree], env={**os.environ, "CXX": compiler})
        must(["ninja", "build.ninja"], cwd=self.build)
        commands = json.loads((self.build / "compile_commands.json").read_text())
        self.compile_commands = {Path(os.path.normpath(self.build / c["file"])): c for c in commands}
        self.precompiled = self._precompile()

    def _copy(self):
        """Returns a digest of the sources. What is the same keeps its time, and so its objects."""
        theirs = dict(files_of(self.tree))
        digest = hashlib.sha256()
        for path, content in sorted(files_of(ROOT)):
            if path.suffix != ".md" and path != LIST:
                digest.update(f"{path} {len(content)} ".encode() + content)
            if theirs.pop(path, None) != content:
                (self.tree / path).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / path, self.tree / path)
                os.utime(self.tree / path)
        for path in theirs:
            (self.tree / path).unlink()
        return digest.hexdigest()

    def tests(self):
        """All that run a program built of the project's sources, without the slow ones."""

        def known(what):
            return json.loads((self.build / f"meson-info/intro-{what}.json").read_text())

        targets = {target["id"]: target for target in known("targets")}
        for test in known("tests"):
            built = [targets[name] for name in test["depends"] if targets[name]["filename"]]
            if built and not any(suite.endswith(":slow") for suite in test["suite"]):
                sources = {Path(s) for t in built for part in t["target_sources"] for s in part.get("sources", [])}
                unit = self.tree / f"tests/{test['name']}_test.cpp"
                yield Test(
                    name=test["name"],
                    command=test["cmd"],
                    environment=test["env"],
                    timeout=test["timeout"],
                    targets=[os.path.relpath(target["filename"][0], self.build) for target in built],
                    sources=[source.relative_to(self.tree) for source in sources if source.is_relative_to(self.tree)],
                    unit=unit.relative_to(self.tree) if unit in sources else None,
                )

    def make(self, test):
        """Builds what the test needs: whether it compiles, and what the compiler says."""
        return self._make_unit(test) if test.unit else self._ninja(*test.targets)

    def _ninja(self, *targets):
        with self.ninja_runs:
            status, output = output_of(["ninja", f"-j{self.jobs}", *targets], cwd=self.build)
        return status == 0, output

    @functools.cache
    def _link_command(self, target):
        *_, command = must(["ninja", "-t", "commands", target], cwd=self.build).splitlines()
        return shlex.split(command)

    def _make_unit(self, test):
        """Compiles the one source and links it without the others of its program."""
        entry = self.compile_commands[self.tree / test.unit]
        link = self._link_command(test.targets[0])
        link = [part for part in link if not part.endswith(".o") or part == entry["output"]]
        link[link.index("-o") + 1] = self._program(test)
        libraries = [part for part in link if part.endswith(".a") and not part.startswith("/")]
        is_made, output = self._ninja(*libraries) if libraries else (True, "")
        for command in ([*compiler_call(entry), *self.precompiled], link):
            if is_made:
                status, output = output_of(command, cwd=self.build)
                is_made = status == 0
        return is_made, output

    def _program(self, test):
        return self.compile_commands[self.tree / test.unit]["output"] + ".program"

    def _precompile(self):
        """Options that take the test framework from a file that is compiled once, which halves the time."""
        commands = [compiler_call(entry) for source, entry in self.compile_commands.items() if is_unit_test(source)]
        if not commands or not (self.tree / FRAMEWORK).exists() or "clang" not in commands[0][0]:
            return []
        compiler, *options = commands[0]
        options = [part for part in options if part.startswith(("-I", "-D", "-std", "-O", "-pthread"))]
        made = self.build / "framework.pch"
        must([compiler, *options, "-x", "c++-header", self.tree / FRAMEWORK, "-o", made], cwd=self.build)
        return ["-include-pch", str(made)]

    def run(self, test):
        """None if the test passes, else how it ends."""
        command = [str(self.build / self._program(test)) if test.unit else test.command[0], *test.command[1:]]
        # The test knows the paths of the copy that has been asked for tests.
        command = [re.sub(rf"^{re.escape(str(WORK))}/\w+/", f"{self.build.parent}/", part) for part in command]
        with tempfile.TemporaryDirectory() as directory:
            process = subprocess.Popen(
                [*isolated(), *command],
                cwd=self.build,
                env={**os.environ, **test.environment, "TMPDIR": directory},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
                preexec_fn=limit,
            )
            try:
                return "killed" if process.wait(test.timeout) not in (0, SKIPPED) else None
            except subprocess.TimeoutExpired:
                return "hung"
            finally:
                end(process)


class Coverage:
    """Which tests include a file, from the text of the sources."""

    def __init__(self, tree, tests):
        self.tree, self.tests = tree, tests

    @functools.cache
    def _included_by(self, path):
        names = INCLUDE.findall((self.tree / path).read_text(encoding="utf-8", errors="replace"))
        places = (path.parent, Path("include"), Path("tests"), Path("examples/trace2"))
        found = ([place / name for place in places if (self.tree / place / name).is_file()] for name in names)
        return [Path(os.path.normpath(files[0])) for files in found if files]

    @functools.cache
    def _reached_from(self, source):
        """How many includes it takes from the source to each file."""
        distances, border = {source: 0}, [source]
        for path in border:
            for included in self._included_by(path):
                if included not in distances:
                    distances[included] = distances[path] + 1
                    border.append(included)
        return distances

    def _distance(self, test, path):
        """A source counts where its header is included."""
        wanted = {path, path.with_suffix(".hpp")}
        reached = [self._reached_from(source) for source in ([test.unit] if test.unit else test.sources)]
        return min((distances[file] for distances in reached for file in wanted & distances.keys()), default=None)

    def of(self, path):
        """The tests, the nearest first."""
        place = ["program"] if path.parts[0] == "examples" else []
        own = Path("tests", *place, *path.with_suffix("").parts[2:])

        def order(test):
            """Its own, those of its room, and the quickest to compile of those that are equally far."""
            if test.unit:
                place = test.unit != own.with_name(own.name + "_test.cpp"), test.unit.parent != own.parent
            else:
                # “trace2 run” for run.hpp, “endings” for ending.hpp.
                words = [word for word in re.split(r"\W+", test.name) if len(word) > 2 and word != "trace2"]
                is_alike = path.stem in test.name or any(word in path.stem or word in path.parts for word in words)
                place = True, not is_alike
            size = sum(len(self._reached_from(source)) for source in ([test.unit] if test.unit else test.sources))
            return *place, self._distance(test, path), size, test.name

        covering = sorted((t for t in self.tests if self._distance(t, path) is not None), key=order)
        units = [test for test in covering if test.unit]
        others = [test for test in covering if not test.unit]
        if units and path.parts[0] == "include":
            # The command takes a minute to build, and is no test of a header that has its own.
            others = [test for test in others if "examples/trace2" not in test.targets]
            return units[:MOST_UNIT_TESTS] + others[:MOST_OTHER_TESTS]
        return units + others


def limit():
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def end(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


@functools.cache
def isolated():
    """A command that gives the test process ids of its own, where the system has one: a changed kill() must not end
    the programs of the person who waits."""
    command = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc", "sh", "-c", '"$@"; exit $?', "sh"]
    works = shutil.which("unshare") and output_of([*command, "true"])[0] == 0
    return command if works else []


@dataclass(frozen=True)
class Change:
    path: Path
    number: int
    before: str
    after: str

    def write_to(self, tree, line):
        lines = (tree / self.path).read_text(encoding="utf-8").split("\n")
        lines[self.number - 1] = line
        (tree / self.path).write_text("\n".join(lines), encoding="utf-8")

    def key(self):
        return f"{self.path}:{self.number}: {self.after}"

    def __str__(self):
        return f"-  {self.before.strip()}\n+  {self.after.strip()}"


def passes_unchanged(test, original):
    """Asked at the first failure only, because a test that has passed in spite of a change has answered."""
    if test.passes is None:
        test.passes = original.make(test)[0] and original.run(test) is None
        if not test.passes:
            print(f"left out: “{test.name}” fails without a change", flush=True)
    return test.passes


def verdict_of_tests(changed, original, tests, jobs):
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for first in range(0, len(tests), jobs):
            some = [test for test in tests[first : first + jobs] if test.passes is not False]
            # Compilers of single sources run beside each other; ninja starts as many by itself.
            units = [test for test in some if test.unit]
            made = dict(zip((test.name for test in units), pool.map(changed.make, units)))
            for test in some:
                is_made, output = made.get(test.name) or changed.make(test)
                how = changed.run(test) if is_made else None
                # What fails by chance passes the second time.
                how = changed.run(test) if how == "killed" else how
                if is_made and how is None:
                    test.passes = True
                elif passes_unchanged(test, original):
                    if not is_made and not FAILED_ASSERTION.search(output):
                        return "does not compile", test.name
                    return how or "killed", test.name
    return "survived", f"{sum(test.passes is True for test in tests)} tests"


def verdict_on(change, changed, original, coverage, jobs):
    """What becomes of the change, and by which test or after how many."""
    change.write_to(changed.tree, change.after)
    try:
        return verdict_of_tests(changed, original, coverage.of(change.path), jobs)
    finally:
        change.write_to(changed.tree, change.before)


def candidates(paths):
    """The changes among which the seed draws: for each line one after the other."""
    lines = {}
    for argument in paths or ["include", "examples/trace2"]:
        name, _, number = argument.partition(":")
        path = (ROOT / name).resolve()
        if not path.exists():
            sys.exit(f"{name}: there is no such file")
        for file in sorted(f for f in ([path] if path.is_file() else path.rglob("*")) if f.suffix in (".hpp", ".cpp")):
            text = file.read_text(encoding="utf-8")
            for at, after in changes_of(text):
                if not number or at == int(number):
                    lines.setdefault((file.relative_to(ROOT), at), []).append(
                        Change(file.relative_to(ROOT), at, text.split("\n")[at - 1], after)
                    )
    return lines


def drawn(paths, seed):
    lines = candidates(paths)
    if any(":" in path for path in paths):
        return [change for changes in lines.values() for change in changes]
    chance = random.Random(seed)
    places = sorted(lines)
    chance.shuffle(places)
    return [chance.choice(lines[place]) for place in places]


def listed():
    """Survivors that change nothing, by path and lines; each entry is “PATH: REASON” and the two lines."""
    file = ROOT / LIST
    entries = {}
    for entry in re.split(r"\n\s*\n", file.read_text(encoding="utf-8")) if file.exists() else []:
        lines = [line for line in entry.strip().splitlines() if not line.startswith("#")]
        if not lines:
            continue
        if len(lines) != 3 or ": " not in lines[0] or lines[1][0] != "-" or lines[2][0] != "+":
            sys.exit(f"{LIST}: not an entry:\n{entry}")
        path, reason = lines[0].split(": ", 1)
        before, after = (line[1:].strip() for line in lines[1:])
        file = ROOT / path
        if not file.exists() or before not in map(str.strip, file.read_text(encoding="utf-8").splitlines()):
            sys.exit(f"{LIST}: {path} has no line\n{before}")
        entries[path, before, after] = reason
    return entries


class Journal:
    """The verdicts so far, for a run that is interrupted."""

    def __init__(self, state):
        self.path = WORK / "journal"
        lines = self.path.read_text().splitlines() if self.path.exists() else []
        is_same = lines and lines[0] == state
        self.verdicts = dict(json.loads(line) for line in lines[1:] if line.endswith("]")) if is_same else {}
        if not is_same:
            self.path.write_text(state + "\n")

    def note(self, change, verdict):
        self.verdicts[change.key()] = verdict
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(json.dumps([change.key(), verdict]) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--jobs", "-j", type=int, default=os.cpu_count() or 1)
    parser.add_argument("paths", metavar="PATH[:LINE]", nargs="*")
    arguments = parser.parse_args()

    # What changes has no use for a cache, which would also read the precompiled framework anew.
    os.environ["CCACHE_DISABLE"] = "1"
    reasons = listed()
    WORK.mkdir(exist_ok=True)
    lock = os.open(WORK, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        sys.exit(f"{WORK}: another run works there")
    changed, original = Copy("changed", arguments.jobs), Copy("original", arguments.jobs)
    coverage = Coverage(original.tree, list(changed.tests()))
    journal = Journal(changed.digest)
    counts = dict.fromkeys(("killed", "hung", "survived", "listed", "does not compile"), 0)
    for change in drawn(arguments.paths, arguments.seed):
        if counts["killed"] + counts["hung"] + counts["survived"] >= arguments.count:
            break
        if change.key() not in journal.verdicts:
            journal.note(change, verdict_on(change, changed, original, coverage, arguments.jobs))
        verdict, by = journal.verdicts[change.key()]
        counts[verdict] += 1
        reason = reasons.get((str(change.path), change.before.strip(), change.after.strip()))
        counts["listed"] += verdict == "survived" and reason is not None
        note = f"\nlisted: {reason}" if reason else ""
        detail = f"\n{change}{note}" if verdict == "survived" else ""
        print(f"{change.path}:{change.number}: {verdict} ({by}){detail}", flush=True)
    killed = counts["killed"] + counts["hung"]
    of = killed + counts["survived"]
    print(
        f"{killed} of {of} killed ({100 * killed / max(of, 1):.0f} %), {counts['hung']} of them by a hang; "
        f"{counts['survived']} survived, {counts['listed']} of them listed; {counts['does not compile']} do not compile"
    )


if __name__ == "__main__":
    main()
