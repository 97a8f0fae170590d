"""Compares what two builds of the command say of clean traces: usage same_output.py BEFORE AFTER DIRECTORY...

For each file of the directories, the outputs of `list`, `tree`, `summary --json` and `why` of both builds are
the same, on standard output and standard error, and so is the exit status.
"""

import concurrent.futures
import subprocess
import sys
from pathlib import Path

COMMANDS = (("list",), ("tree",), ("summary", "--json"), ("why",))


def outcome(program, command, path):
    done = subprocess.run([program, *command, path], stdin=subprocess.DEVNULL, capture_output=True, check=False)
    return done.returncode, done.stdout, done.stderr


def differences(before, after, path):
    return [f"{' '.join(command)} {path}" for command in COMMANDS
            if outcome(before, command, path) != outcome(after, command, path)]


if __name__ == "__main__":
    before, after, *directories = sys.argv[1:]
    files = sorted(str(path) for name in directories for path in Path(name).rglob("*") if path.is_file())
    with concurrent.futures.ThreadPoolExecutor() as pool:
        found = [line for lines in pool.map(lambda path: differences(before, after, path), files) for line in lines]
    print(*found, sep="\n")
    sys.exit(f"{len(found)} of {len(files) * len(COMMANDS)} outputs differ" if found else 0)
