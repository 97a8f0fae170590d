#!/usr/bin/env python3
"""Makes one header of the library: make_header.py [--boost DIRECTORY] [HEADER...] >trace2.hpp

The header has all of include/trace2/*.hpp that needs no library beside Boost's headers, in an order in
which each part follows what it includes. HEADER adds others with what they include, such as
trace2/read/event_stream.hpp. With --boost the headers of Boost.Describe and Boost.Mp11 are taken in
too, from the directory that has boost/describe.hpp; then a program needs nothing else. The same
sources make the same header. The script runs in the source tree; a copy of it elsewhere does not.
"""

import argparse
import re
import sys
from pathlib import Path

INCLUDE_DIR = Path(__file__).resolve().parents[3] / "include"
NEEDS_MORE = ("boost_json.hpp",)

SPDX = "// SPDX-License-Identifier: BSL-1.0\n"  # once, for all parts

INCLUDE = re.compile(r"^[ \t]*#[ \t]*include <([^>]+)>.*\n", re.MULTILINE)
# What only a unit with tracing compiled in includes, and what only one with probes.
CHOICE = re.compile(r"^#if TRACE2_(ENABLED|USDT)\n((?:#  include <trace2/.*\n)+)#endif\n", re.MULTILINE)
CONDITIONS = {"ENABLED": "TRACE2_ENABLED", "USDT": "TRACE2_ENABLED && TRACE2_USDT"}
# The rooms of one system.
SYSTEMS = {"/windows/": "defined(_WIN32)", "/posix/": "!defined(_WIN32)"}


class OneHeader:
    def __init__(self, boost):
        self.directories = {"trace2": INCLUDE_DIR, "boost": boost}
        self.always = set()  # the names of headers that every unit gets
        self.parts = {}  # (name, condition of its inclusion or "") -> text, in their order

    def is_inside(self, name):
        return self.directories.get(name.split("/")[0]) is not None

    def read(self, name):
        """The text without its trace2 includes under a condition, and those as (condition, name)."""
        text = (self.directories[name.split("/")[0]] / name).read_text(encoding="utf-8")
        blocks = CHOICE.findall(text)
        under_condition = [(CONDITIONS[macro], name) for macro, block in blocks for name in INCLUDE.findall(block)]
        return CHOICE.sub("", text), under_condition

    def find_always(self, name):
        if name not in self.always:
            self.always.add(name)
            for included in filter(self.is_inside, INCLUDE.findall(self.read(name)[0])):
                self.find_always(included)

    def add(self, name, condition=""):
        condition = "" if name in self.always else condition
        if (name, condition) in self.parts:
            return
        text, under_condition = self.read(name)
        for included in filter(self.is_inside, INCLUDE.findall(text)):
            # Units without probes need what the probes need too.
            self.add(included, condition and CONDITIONS["ENABLED"])
        for further, included in under_condition:
            self.add(included, further)
        text = INCLUDE.sub(lambda line: "" if self.is_inside(line[1]) else line[0], text)
        self.parts[name, condition] = text.replace(SPDX, "").replace("#pragma once\n", "")

    def text(self):
        """All parts, each under its name. Standard headers are named where they are first needed."""
        current = ""
        known = set()

        def not_yet_known(line):
            if line[0].startswith("#include") and line[1] in known:
                return ""
            if line[0].startswith("#include") and not current:
                known.add(line[1])
            return line[0]

        for (name, condition), text in self.parts.items():
            systems = [system for room, system in SYSTEMS.items() if room in name and name.startswith("trace2/")]
            condition = " && ".join([*filter(None, [condition]), *systems])
            if condition != current and current:
                yield f"\n#endif  // {current}\n"
            if condition != current and condition:
                yield f"\n#if {condition}\n"
            current = condition
            if not name.startswith("boost/"):  # Boost's own conditions may stand around its includes
                text = INCLUDE.sub(not_yet_known, text)
            yield f"\n// {name}\n\n" + re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"
        if current:
            yield f"\n#endif  // {current}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boost", type=Path, metavar="DIRECTORY", help="take in Boost's headers from here")
    parser.add_argument("headers", nargs="*", metavar="HEADER", help="such as trace2/read/event_stream.hpp")
    options = parser.parse_args()
    if not (INCLUDE_DIR / "trace2").is_dir():
        parser.error(f"no headers in {INCLUDE_DIR}: run the script of the source tree, not a copy")

    top = sorted(path.name for path in (INCLUDE_DIR / "trace2").glob("*.hpp") if path.name not in NEEDS_MORE)
    roots = [f"trace2/{name}" for name in top] + options.headers
    header = OneHeader(options.boost)
    if options.boost:
        # Whatever the library includes, for its first part asks whether they are there.
        roots = ["boost/mp11/version.hpp", "boost/describe/class.hpp", *roots]
    for name in roots:
        header.find_always(name)
    for name in roots:
        header.add(name)
    licence = (INCLUDE_DIR.parent / "LICENSE").read_text(encoding="utf-8")
    sys.stdout.write(f"// trace2 in one header, made by make_header.py of its sources.\n{SPDX}//\n")
    sys.stdout.writelines(f"// {line}".rstrip() + "\n" for line in licence.splitlines())
    # As an installed header: its warnings are not the program's.
    sys.stdout.write("#pragma once\n#pragma GCC system_header\n")
    sys.stdout.writelines(header.text())


if __name__ == "__main__":
    main()
