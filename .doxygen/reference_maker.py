"""Makes the reference from the headers: usage reference_maker.py ROOT DIRECTORY

The pages are DIRECTORY/html/index.html then. Each warning is a line, and makes the exit status 1.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

# The modules beside it are in the sources, where nothing is written.
sys.dont_write_bytecode = True
from headers import GROUPS
from shown import aliases, public_names, shown

__all__ = ["make", "public_names"]

FORMAT = "recording/layout.hpp"


def page_of_format(text):
    """The comment at the beginning of the header that defines the format of recordings."""
    lines = re.match(r"(?://.*\n)+?(?=// SPDX)", text)[0].split("\n")
    body = "\n".join(line[3:] for line in lines)
    return f"/** @page recording_format The format of recordings\n@verbatim\n{body}\n@endverbatim\n*/\n"


def make(root, directory, groups=GROUPS):
    """Writes the pages, and returns Doxygen's warnings, which name the files of ROOT."""
    root, directory = Path(root).resolve(), Path(directory).resolve()
    include = root / "include/trace2"
    parts = directory / "input"
    for old in ("input", "html"):
        shutil.rmtree(directory / old, ignore_errors=True)

    def write(name, text):
        (parts / name).parent.mkdir(parents=True, exist_ok=True)
        (parts / name).write_text(text, encoding="utf-8")

    listed = [(group, *line.split()) for group, lines in groups.items() for line in lines]
    texts = {name: (include / name).read_text(encoding="utf-8") for _, name, *_ in listed}
    names = {}
    for text in texts.values():
        names |= aliases(text)
    for group, name, *only in listed:
        write(f"trace2/{name}", shown(name, texts[name], group, only, names))
    write("recording_format.dox", page_of_format((include / FORMAT).read_text(encoding="utf-8")))
    for suffix in ("dox", "xml"):
        for part in root.glob(f".doxygen/*.{suffix}"):
            write(part.name, part.read_text(encoding="utf-8"))
    for example in [*root.glob("examples/*.cpp"), *root.glob("examples/tasks/*.cpp")]:
        write(example.relative_to(root), example.read_text(encoding="utf-8"))

    result = subprocess.run(
        ["doxygen", root / ".doxygen/Doxyfile"],
        cwd=directory,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    warnings = result.stderr.replace(f"{parts}/trace2/", "include/trace2/").replace(f"{parts}/", ".doxygen/")
    if result.returncode != 0 and not warnings:
        warnings = f"doxygen ended with status {result.returncode}"
    return [line for line in warnings.split("\n") if line.strip()]


if __name__ == "__main__":
    found = make(*sys.argv[1:])
    for warning in found:
        print(warning, file=sys.stderr)
    print(f"{sys.argv[2]}/html/index.html")
    sys.exit(1 if found else 0)
