"""What a choice of tests needs, one name per line: usage chosen_tests.py targets|built BUILD_DIR [SUITE...]

"targets" prints what is to be built for tests of these suites; "built" prints those tests whose programs
are built, since "meson test" runs no test at all when one is missing, and counts the others on standard
error. Without SUITE, all tests are meant. "quick" among the suites leaves slow tests out.
"""

import json
import sys
from pathlib import Path


def is_wanted(test, suites):
    own = {name.rpartition(":")[2] for name in test["suite"]}
    chosen = set(suites) - {"quick"}
    return (not chosen or not own.isdisjoint(chosen)) and not ("quick" in suites and "slow" in own)


def main(question, build_dir, *suites):
    information = Path(build_dir, "meson-info")
    targets, tests = (
        json.loads((information / f"intro-{kind}.json").read_text(encoding="utf-8")) for kind in ("targets", "tests")
    )
    wanted = [test for test in tests if is_wanted(test, suites)]
    if question == "targets":
        needed = {target for test in wanted for target in test["depends"]}
        files = [name for target in targets if target["id"] in needed for name in target["filename"]]
        print(*(Path(name).relative_to(Path(build_dir).resolve()) for name in files), sep="\n")
        return
    missing = {target["id"] for target in targets if not all(Path(name).exists() for name in target["filename"])}
    built = [test["name"] for test in wanted if missing.isdisjoint(test["depends"])]
    print(*built, sep="\n")
    print(f"Left out, since what they run is not built: {len(wanted) - len(built)} of {len(wanted)} tests", file=sys.stderr)


if __name__ == "__main__":
    main(*sys.argv[1:])
