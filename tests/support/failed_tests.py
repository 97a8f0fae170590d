"""The tests that failed in the last run, each with the end of what it printed: usage failed_tests.py BUILD_DIR"""

import json
import sys
from pathlib import Path

LINES = 25


def main(build_dir):
    with Path(build_dir, "meson-logs", "testlog.json").open(encoding="utf-8") as log:
        for test in map(json.loads, log):
            if test["result"] in ("OK", "EXPECTEDFAIL", "SKIP"):
                continue
            print(f"FAILED: {build_dir}: {test['name']} ({test['result'].lower()} after {test['duration']:.0f} s)")
            for text in (test.get("stdout", ""), test.get("stderr", "")):
                for line in text.splitlines()[-LINES:]:
                    print("  " + line)


if __name__ == "__main__":
    main(*sys.argv[1:])
