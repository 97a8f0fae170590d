"""Each header names its licence, for it may be copied alone: usage licences.py ROOT [add]

With "add" the line is added where it is missing.
"""

import sys
from pathlib import Path

import project

LICENCE = "// SPDX-License-Identifier: BSL-1.0"
PLACE = "#pragma once\n"
LICENSED = f"{LICENCE}\n{PLACE}"


def main(root, *add):
    lacking = [header for header in project.headers(root).values() if LICENSED not in header.text]
    for header in lacking if add else []:
        text = header.text.replace(PLACE, LICENSED, 1)
        Path(root, "include", header.name).write_text(text, encoding="utf-8")
    project.finish([] if add else [f"{header.name}: lacks {LICENCE} above #pragma once" for header in lacking])


if __name__ == "__main__":
    main(*sys.argv[1:])
