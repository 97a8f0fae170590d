"""The command on Windows says what it says here: usage command.py TRACE2 TRACE2.EXE [DIRECTORY...]

Runs many command lines by both programs, the second one by Wine, and compares exit codes, outputs and files. The
directories hold traces: one more for each line. The last line tells how many were equal; the exit status is 0 when all
were.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from wine import Wine

ROOT = Path(__file__).resolve().parent.parent.parent
OF_A_TRACE = [
    ["summary"],
    ["summary", "--json"],
    ["summary", "--csv=regions"],
    ["tree"],
    ["why"],
    ["why", "--json"],
    ["list"],
    ["list", "--json"],
    ["check"],
    ["cat"],
    ["convert", "--to=event"],
    ["convert", "--to=normal"],
    ["convert", "--to=chrome"],
    ["convert", "--to=firefox"],
    ["convert", "--to=otlp"],
    ["convert", "--to=folded"],
    ["convert", "--to=html", "--anonymise"],
    ["tree", "--slower-than=1ms", "--color"],
]
WITHOUT = [
    [],
    ["--version"],
    ["summary", "--help"],
    ["help", "settings"],
    ["why", "/nowhere/at/all"],
    ["why", "nowhere"],
    ["summary"],
    ["summary", "--nonsense"],
    ["nonsense"],
    ["diff", "nowhere", "nowhere"],
    ["query", "select 1", "nowhere"],
    ["query", "select name, count(*) from regions group by 1 order by 1", str(ROOT / "tests/traces/git")],
]


class Comparison:
    def __init__(self, here, there, wine):
        self.here = [here]
        self.there = ["wine", there]
        self.environment = wine.environment | {"TZ": "UTC"}
        self.all = 0
        self.equal = 0

    def run(self, program, words, **how):
        if "input" not in how:
            how.setdefault("stdin", subprocess.DEVNULL)
        done = subprocess.run([*program, *words], capture_output=True, env=self.environment, check=False, **how)
        return done.returncode, done.stdout, done.stderr

    def compare_own(self, words, own):
        """Compares a command line that ends with one of the same program."""
        seen = [self.run(program, [*words, "--", program[-1], *own]) for program in (self.here, self.there)]
        self.count([*words, *own], seen)

    def count(self, words, seen):
        self.all += 1
        self.equal += seen[0] == seen[1]
        if seen[0] != seen[1]:
            print("DIFFERS:", *words)
            for name, one, other in zip(("exit", "output", "errors", "files"), *seen):
                if one != other:
                    print(f"  {name}: {str(one)[:300]}\n  {' ' * len(name)}: {str(other)[:300]}")

    def compare(self, words, result=None, before=None, **how):
        """Compares a command line; also the file or directory RESULT, which BEFORE makes."""
        seen = []
        for program in self.here, self.there:
            if before:
                before()
            if "stdin" in how:
                how["stdin"].seek(0)
            said = self.run(program, words, **how)
            made = []
            if result and result.is_dir():
                made = [(file.name, file.read_bytes()) for file in sorted(result.iterdir())]
            elif result and result.exists():
                made = result.read_bytes()
            seen.append((*said, made))
        self.count(words, seen)


def of_outputs(to, trace):
    """Files that are made or replaced, with any letters in their names."""
    with tempfile.TemporaryDirectory() as name:
        room = Path(name) / "é中 ß"
        file = room / "Ж.json"

        def empty():
            shutil.rmtree(room, ignore_errors=True)
            room.mkdir()

        def full():
            empty()
            file.write_text("old")

        for before in empty, full:
            to.compare(["convert", "--to=chrome", "-o", str(file), str(trace)], file, before)
        to.compare(["convert", "--to=chrome", "-o", str(file), "nowhere"], file, full)
        to.compare(["convert", "--to=chrome", "-o", str(room), str(trace)], room, full)
        to.compare(["convert", "--to=chrome", "-o", str(room / "no" / "x"), str(trace)], room, empty)
        for form in "csv", "ndjson":
            to.compare(["convert", f"--to={form}", "-o", str(room / "ü") + "/", str(trace)], room / "ü", empty)
            to.compare(["convert", f"--to={form}", "-o", str(room), str(trace)], room, full)
        empty()
        shutil.copy(trace, room / "ö.event")
        for words in ["summary"], ["list", "--json"]:
            to.compare([*words, str(room)])
            to.compare([*words, str(room / "ö.event")])
        to.compare(["why", "ö.event"], cwd=room)
        to.compare(["summary", str(room), str(room / "ö.event")])


def of_inputs(to, trace):
    with open(trace, "rb") as opened:
        to.compare(["summary"], stdin=opened)
        to.compare(["list", "--slower-than=1us", "-"], stdin=opened)
    for words in ["summary", "-"], ["why", "--slower-than=1us", "-"], ["convert", "--to=perf", "-"]:
        to.compare(words, input=trace.read_bytes())


def of_commands(to):
    """What `run` gives to the command: its words, and the exit status back."""
    words = ["", "a b", 'c"d', "e\\", "f\\ g\\", 'h\\"i j', "é中Ж", "*.event", "%PATH%", "^&|<>", "-x"]
    with tempfile.TemporaryDirectory() as name:
        for each in words:
            # The command is this one, whose message shows what it has got.
            to.compare_own(["run", "--to=event", "-o", f"{name}/x"], ["summary", "--", each])
        to.compare_own(["run", "--to=event", "-o", f"{name}/x"], ["nonsense"])
        to.compare(["run", "--to=event", "-o", f"{name}/x", "--", "no-such-command"])


def compare_all(to, directories):
    traces = [file for each in directories or [ROOT / "tests/traces"] for file in sorted(Path(each).rglob("*"))]
    traces = [file for file in traces if file.is_file()]
    for words in WITHOUT:
        to.compare(words)
    for i, trace in enumerate(traces):
        # Each line meets many traces, and each trace some lines.
        for j in range(3):
            to.compare([*OF_A_TRACE[(3 * i + j) % len(OF_A_TRACE)], str(trace)])
    for words in OF_A_TRACE:
        to.compare([*words, str(ROOT / "tests/traces/git")])
    # Their messages name files, and their order is that of paths.
    for room in "field", "writers", "":
        for words in ["check", "--json"], ["list"], ["report"]:
            to.compare([*words, str(ROOT / "tests/traces" / room)])
    for one, other in zip(traces[::7], traces[1::7]):
        to.compare(["diff", str(one), str(other)])
    whole = next(file for file in sorted((ROOT / "tests/traces/git").rglob("*")) if "event" in file.name)
    of_outputs(to, whole)
    of_inputs(to, whole)
    of_commands(to)


def main():
    with tempfile.TemporaryDirectory() as name, Wine(name) as wine:
        to = Comparison(*(str(Path(each).resolve()) for each in sys.argv[1:3]), wine)
        compare_all(to, sys.argv[3:])
    print(f"{to.equal} of {to.all} command lines are equal")
    sys.exit(to.equal != to.all)


if __name__ == "__main__":
    main()
