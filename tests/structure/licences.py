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
    headers = project.headers(root).values()
    lacking = [header for header in headers if LICENSED not in header.text]
    if add:
        for header in lacking:
            text = header.text.replace(PLACE, LICENSED, 1)
            Path(root, "include", header.name).write_text(text, encoding="utf-8")
        return
    violations = [f"{header.name}: lacks {LICENCE} above #pragma once" for header in lacking]
    violations += [f"{header.name}: names its licence twice" for header in headers if header.text.count("SPDX-") > 1]
    project.finish(violations)


if __name__ == "__main__":
    main(*sys.argv[1:])
