"""The examples in headers are parts of programs that are run: usage header_examples.py ROOT

Where a comment names a program of examples/, followed by a colon and indented code, each paragraph of
that code must stand in the program, and the braces of the whole must balance.
"""

import re
import sys
from pathlib import Path

import project

EXAMPLE = re.compile(r"^//+ .*(examples/\w+\.cpp):\n((?://+(?:     .*)?\n)+)", re.MULTILINE)
LITERAL = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'')
BRACKETS = {"}": "{", ")": "(", "]": "["}


def is_balanced(code):
    """Whether each bracket outside of literals and comments has its partner."""
    is_open = []
    for bracket in re.findall(r"[][(){}]", re.sub(r"//.*", "", LITERAL.sub("", code))):
        if bracket not in BRACKETS:
            is_open.append(bracket)
        elif not is_open or is_open.pop() != BRACKETS[bracket]:
            return False
    return not is_open


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
            if not is_balanced(shown):
                yield f"{header.name}: the example from {program} lacks braces"
            text = squeezed(source.read_text(encoding="utf-8"))
            for paragraph in filter(None, map(squeezed, re.split(r"\n[ ]*\n", shown))):
                if paragraph not in text:
                    yield f"{header.name}: {program} has no “{paragraph[:60]}…”"


if __name__ == "__main__":
    project.finish(list(violations(Path(sys.argv[1]), project.headers(sys.argv[1]))))
