"""What became of the tests of a run: usage results.py BUILD_DIR | results.py compare REFERENCE LOG [SUITE...]

With a build directory: a line "PASSED FAILED SKIPPED" of the last run there, and then each test that failed,
with the end of what it printed, and whatever was skipped, with the reason. A test that skips some of its cases
prints a line "SKIPPED: CASE: REASON" for each; they count as skipped, beside the test itself.

"compare" reads two files testlog.json: of the same tests by root, and by somebody else, who has run all or
these suites, but no slow test. It prints what the second run skips besides, and fails if tests are missing
there, end otherwise, or if it skips more than MOST.
"""

import json
import sys
from dataclasses import dataclass, field
from pathlib import Path

LINES = 25
MOST = 10
MARK = "SKIPPED: "


@dataclass
class Test:
    name: str
    result: str  # as Meson names it
    printed: list[str]
    duration: float
    skipped: list[str] = field(default_factory=list)  # the reason, or "CASE: REASON" of each case

    @property
    def passed(self):
        return self.result in ("OK", "EXPECTEDFAIL")

    @property
    def failed(self):
        return not self.passed and self.result != "SKIP"


def read(log):
    """The tests of a log, in the order of their names."""
    tests = []
    for test in map(json.loads, Path(log).read_text(encoding="utf-8", errors="replace").splitlines()):
        printed = [line for stream in ("stdout", "stderr") for line in test.get(stream, "").splitlines()]
        made = Test(test["name"], test["result"], printed, test["duration"])
        if not made.failed:
            made.skipped = list(dict.fromkeys(line.removeprefix(MARK) for line in printed if line.startswith(MARK)))
        if made.result == "SKIP" and not made.skipped:
            made.skipped = printed[-1:] or ["no reason is given"]
        tests.append(made)
    return sorted(tests, key=lambda made: made.name)


def show(build_dir):
    tests = read(Path(build_dir, "meson-logs", "testlog.json"))
    failed = [test for test in tests if test.failed]
    print(sum(test.passed for test in tests), len(failed), sum(len(test.skipped) for test in tests))
    for test in failed:
        print(f"FAILED: {build_dir}: {test.name} ({test.result.lower()} after {test.duration:.0f} s)")
        print(*(f"  {line}" for line in test.printed[-LINES:]), sep="\n")
    for test in tests:
        print(*(f"{MARK}{build_dir}: {test.name}: {reason}\n" for reason in test.skipped), sep="", end="")


def is_of(test, suites):
    """Meson's name of a test begins with the project and the suites: "trace2:unit+slow / read/input".

    Slow tests run once."""
    own = test.name.split(" / ")[0].rpartition(":")[2].split("+")
    return "slow" not in own and (not suites or not set(suites).isdisjoint(own))


def problems(reference, other, suites):
    """What differs between two runs and must not, after the further skips have been printed."""
    by_root = {test.name: test for test in read(reference) if is_of(test, suites)}
    by_other = {test.name: test for test in read(other) if is_of(test, suites)}
    yield from (f"did not run: {name}" for name in by_root.keys() - by_other.keys())
    yield from (f"runs for this account only: {name}" for name in by_other.keys() - by_root.keys())
    further = 0
    for name in sorted(by_root.keys() & by_other.keys()):
        if by_other[name].failed and not by_root[name].failed:
            yield f"fails for this account only: {name}"
        for reason in by_other[name].skipped:
            if reason not in by_root[name].skipped:
                further += 1
                print(f"skipped for this account only: {name}: {reason}")
    if further > MOST:
        yield f"{further} are skipped for this account only, more than {MOST}"


def main(what, *arguments):
    if what != "compare":
        show(what)
        return
    reference, other, *suites = arguments
    found = list(problems(reference, other, suites))
    print(*(f"{problem}\n" for problem in found), sep="", end="")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
