"""The bytes of every event: usage golden.py PROGRAM MODE EXPECTED

What PROGRAM prints in this mode is, byte for byte, what the file EXPECTED holds. Only line numbers of
the library's own sources may differ: there they are 0, and blanks take the place of missing digits.
"""

import difflib
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

# An emulator, where the tests run programs for another processor.
WRAPPER = shlex.split(os.environ.get("MESON_EXE_WRAPPER", ""))


def own_place(match):
    """Where a long line number has taken the place of the first letters, these are back."""
    place = f"trace2{match[1]}0"
    return place + " " * (len(match[0]) - len(place))


def without_own_numbers(text):
    text = re.sub(r"(?:\btrace2|\.\.\.\w*)(/[\w/]+\.hpp:)\d+ *", own_place, text)
    return re.sub(r'("file":"trace2/[\w/]+\.hpp","line":)\d+', r"\g<1>0", text)


def main(program, mode, expected):
    result = subprocess.run([*WRAPPER, program, mode], stdout=subprocess.PIPE, check=True)
    written = without_own_numbers(result.stdout.decode())
    rules = Path(expected).read_text(encoding="utf-8")
    difference = difflib.unified_diff(
        rules.splitlines(), written.splitlines(), "by the rules", "written", lineterm="", n=1
    )
    for line in difference:
        print(line)
    return 0 if written == rules else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
