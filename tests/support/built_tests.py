"""The tests whose programs are built, one name per line: usage built_tests.py BUILD_DIR [SUITE...]

"meson test" runs no test at all when the program of one is missing. SUITE is one of those that are to
run; without, any is. "quick" among them leaves slow ones out. What is left out is counted on standard error.
"""

import json
import sys
from pathlib import Path


def is_wanted(test, suites):
    own = {name.rpartition(":")[2] for name in test["suite"]}
    chosen = set(suites) - {"quick"}
    return (not chosen or not own.isdisjoint(chosen)) and not ("quick" in suites and "slow" in own)


def main(build_dir, *suites):
    information = Path(build_dir, "meson-info")
    targets, tests = (
        json.loads((information / f"intro-{kind}.json").read_text(encoding="utf-8")) for kind in ("targets", "tests")
    )
    missing = {target["id"] for target in targets if not all(Path(name).exists() for name in target["filename"])}
    wanted = [test for test in tests if is_wanted(test, suites)]
    built = [test["name"] for test in wanted if missing.isdisjoint(test["depends"])]
    print(*built, sep="\n")
    print(f"Left out, since what they run is not built: {len(wanted) - len(built)} of {len(wanted)} tests", file=sys.stderr)


if __name__ == "__main__":
    main(*sys.argv[1:])
