"""Runs the program with one seed after the other: usage chaos.py PROGRAM RUNS

R-CON-01, R-CON-03, R-CON-04, R-LIFE-19, R-LIM-23: whatever races, nothing crashes, hangs or tears.
"""

import os
import subprocess
import sys

# The test is about threads that still run at the end, so they are no leak.
LEFT_BEHIND = "report_thread_leaks=0:" + os.environ.get("TSAN_OPTIONS", "")


def main(program, runs):
    for seed in range(int(runs)):
        # A target that fails from the beginning, one that the system refuses, none.
        normal = ["/dev/full", "/nonexistent/file", "0"][seed % 3]
        result = subprocess.run(
            [program, str(seed)],
            env={**os.environ, "TRACE2": normal, "TSAN_OPTIONS": LEFT_BEHIND},
            capture_output=True,
            timeout=240,
            check=False,
        )
        if result.returncode != 0 or result.stderr:
            print(f"seed {seed}: {result.returncode}\n{result.stderr.decode()[:8000]}")
            sys.exit(1)


if __name__ == "__main__":
    main(*sys.argv[1:])
