"""PERF tells of the same processes and parents as EVENT of the same run: usage joins_test.py PROGRAM

EVENT has session ids, so its parents are the truth; PERF has none, and the reader finds out. With SLOW in the
environment the ten commands run thirty times, otherwise three times.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

from trace2_program import Program, run_all, skip

RUNS = 30 if "SLOW" in os.environ else 3
MOST_GUESSES = 0.05

CONFIG = """
[user]
	name = n
	email = a@b
[alias]
	both = !git status -s && git log -1 --format=%h
[init]
	defaultBranch = main
[protocol "file"]
	allow = always
[advice]
	detachedHead = false
"""

PREPARE = r"""
git init -q --bare q.git; git clone -q q.git w 2>/dev/null; cd w
for i in 1 2 3 4 5; do echo $i >f$i; git add .; git commit -qm $i; done; git push -q origin HEAD
git clone -q ../q.git ../v
for name in pre-commit post-commit; do
  printf '#!/bin/sh\ngit rev-parse HEAD >/dev/null\ngit diff --cached --quiet || true\n' >.git/hooks/$name; chmod +x .git/hooks/$name
done
echo g >g; git add g
cd ../v; echo h >h; git add h; git commit -qm mine
"""

# Each in its directory, in this order: later ones need what earlier ones have done.
COMMANDS = (
    ("w", "commit -qm next"),
    ("w", "push -q origin HEAD"),
    ("v", "fetch -q"),
    ("v", "fetch -q --all"),
    ("v", "pull -q --rebase"),
    (".", "clone -q --no-local q.git c"),
    ("w", "gc -q"),
    ("w", "maintenance run"),
    ("v", "rebase -q --exec 'git status -s' HEAD~1"),
    ("w", "both"),
)

ROW = re.compile(r"^ *([\d.]+) (us|ms|s) +[\d.]+% {2}( *)(.*)$")
COMMAND = re.compile(r"(?:child )?[^ ]*\bgit\b")
MARK = re.compile(r" \[(?:took|exit|beside|background|detached|unfinished|killed)[^]]*\]")
UNIT = {"us": 1e-3, "ms": 1.0, "s": 1e3}


def rows(tree):
    """The depth, name and milliseconds of each process, and the depth of each other row, with None. A process inside a
    child that is a shell has the child's time.
    """
    child = None
    for line in tree.decode().splitlines():
        row = ROW.match(line)
        if row is None:
            continue
        depth, name, time = len(row[3]), MARK.sub("", row[4]), float(row[1]) * UNIT[row[2]]
        if COMMAND.match(name) is None:
            yield depth, None, time
        elif name.startswith("child "):
            child = depth, time
        else:
            yield depth, name, child[1] if child is not None and child[0] == depth - 2 else time
            child = None


def places(tree):
    """The times of processes by those around them, and how many may be of another child; these are left out."""
    found, guessed, around = defaultdict(list), 0, []
    for depth, name, time in rows(tree):
        around = [outer for outer in around if outer[0] < depth]
        if name is None:
            continue
        around.append((depth, name))
        guessed += name.endswith("[guessed]")
        if not any(outer.endswith("[guessed]") for _, outer in around):
            found[" / ".join(outer for _, outer in around)].append(time)
    return found, guessed


def differences(truth, found):
    """Places that the truth does not have, or has with another time. Each target reads the time of day for itself, and
    the process may wait for a processor in between.
    """
    whole = max(time for times in truth.values() for time in times)
    for place, times in found.items():
        expected = sorted(truth.get(place, []))
        if len(expected) < len(times):
            yield place
        elif len(expected) == len(times) and any(
            abs(one - other) > 0.2 * whole + 5 for one, other in zip(expected, sorted(times))
        ):
            yield f"{place}: {times} instead of {expected}"


def traced(command, directory, home, targets):
    env = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "TRACE2"))}
    env |= {"HOME": str(home), "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C"}
    env |= {f"GIT_TRACE2_{name}": str(path) for name, path in targets.items()} | {"GIT_TRACE2_EVENT_NESTING": "100"}
    subprocess.run(["sh", "-c", command], cwd=directory, env=env, check=True, capture_output=True, timeout=240)


def test_joins_of_perf_are_right_or_marked(trace2):
    joined = marked = 0
    wrong = []
    for run in range(RUNS):
        with tempfile.TemporaryDirectory() as name:
            place = Path(name)
            (place / ".gitconfig").write_text(CONFIG)
            traced(PREPARE, place, place, {})
            for number, (directory, words) in enumerate(COMMANDS):
                targets = {kind: place / f"{number}.{kind.lower()}" for kind in ("EVENT", "PERF")}
                traced(f"git {words}", place / directory, place, targets)
                truth, _ = places(trace2("tree", targets["EVENT"]).stdout)
                found, guessed = places(trace2("tree", targets["PERF"]).stdout)
                assert truth, words
                joined += sum(map(len, found.values())) + guessed
                marked += guessed
                wrong += [(run, words, difference) for difference in differences(truth, found)]
    assert not wrong, wrong[:5]
    assert marked <= MOST_GUESSES * joined, (marked, joined)
    print(f"{joined} processes, {marked} marked as guesses")


if __name__ == "__main__":
    if shutil.which("git") is None:
        skip("no git")
    run_all(globals(), Program(sys.argv[1]))
