"""The examples in headers are parts of programs that are run: usage header_examples.py ROOT

Where a comment names a program of examples/, followed by a colon and indented code, each paragraph of
that code must stand in the program.
"""

import re
import sys
from pathlib import Path

import project

EXAMPLE = re.compile(r"^//+ .*(examples/\w+\.cpp):\n((?://+(?:     .*)?\n)+)", re.MULTILINE)


def squeezed(code):
    return re.sub(r"\s+", " ", code).strip()


def violations(root, headers):
    for header in headers.values():
        for program, comment in EXAMPLE.findall(header.text):
            source = root / program
            if not source.is_file():
                yield f"{header.name}: there is no {program}"
                continue
            shown = re.sub(r"^//+", "", comment, flags=re.MULTILINE)
            text = squeezed(source.read_text(encoding="utf-8"))
            for paragraph in filter(None, map(squeezed, re.split(r"\n[ ]*\n", shown))):
                if paragraph not in text:
                    yield f"{header.name}: {program} has no “{paragraph[:60]}…”"


if __name__ == "__main__":
    project.finish(list(violations(Path(sys.argv[1]), project.headers(sys.argv[1]))))
