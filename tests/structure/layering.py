"""Includes go in one direction, and none to what is private: usage layering.py ROOT

Names each include that goes to a layer which the including file does not stand on, each cycle, whatever
programs, which are in examples/, use of the library's private headers and names, and each use of a system's
own headers and names outside of detail/system and of the command's room system. Files that still have such a
use are in tests/structure/system_users.txt, which only gets shorter.
"""

import re
import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import project

# The rooms from the bottom up, and what each stands on. A room may include those rooms, whatever they
# stand on, and itself. A header of the top folder belongs to the room of the same name; the others
# are what programs include, and stand on everything but the readers.
STANDS_ON = {
    "version": "",
    "config": "version",
    "features": "version",
    "value": "config",
    "detail/text": "value",
    "detail/system": "detail/text",
    "detail/time": "detail/system",
    "call": "detail/system",
    "event": "detail/system",
    "format": "event detail/time",
    "sink": "detail/time",
    "settings": "detail/system",
    "process/redaction": "detail/text",
    "process/state": "call format sink settings process/redaction",
    "process/counters": "process/state",
    "process/threads": "process/counters",
    "process": "process/threads",
    "recording/layout": "",
    "recording": "recording/layout process",
    "verb": "recording",
    "session": "verb features",
    "boost_json": "event",
    "top": "session",
    "control": "top",
    "task": "top",
    "read": "boost_json format recording/layout settings",
    # The command's rooms below examples/trace2.
    "program/system": "read control task top",
    "program/statistics": "program/system",
    "program/model": "program/statistics",
    "program/output": "program/model",
    "program/anonymise": "program/system",
    "program/samples": "program/output",
    "program/walk": "program/samples",
    "program/summary": "program/output",
    "program/convert": "program/samples",
    "program/why": "program/walk",
    "program/diff": "program/walk program/summary",
    "program/input": "program/anonymise program/convert program/why",
    "program/options": "program/input",
    "program/control": "program/output",
    "program/command_list": "program/input",
    "program/tables": "program/input",
    "program/otlp_http": "program/options",
    "program/report": "program/input program/diff",
    "program/listen": "program/otlp_http program/command_list program/summary",
    "program/commands": "program/control program/listen program/report program/tables",
}


def layer(header):
    """The room of trace2/detail/time/clock.hpp is detail/time, that of trace2/sink.hpp is sink; that of the
    command's walk/tree.hpp is program/walk."""
    if not header.startswith("trace2/"):
        return f"program/{header.partition('/')[0]}"
    own = header.removeprefix("trace2/").removesuffix(".hpp")
    rooms = (room for room in STANDS_ON if own == room or own.startswith(room + "/"))
    return max(rooms, key=len, default=own if "/" in own else "top")


def below(name):
    """The layers that a header of this layer may include."""
    found = {name}
    for lower in STANDS_ON[name].split():
        found |= below(lower)
    return found


def violations(headers):
    for header in headers.values():
        if layer(header.name) not in STANDS_ON:
            yield f"{header.name}: belongs to no room; give it one in layering.py"
            continue
        for included in header.own_includes:
            if included not in headers:
                yield f"{header.name} -> {included}: no such header"
            elif layer(included) not in below(layer(header.name)):
                yield f"{header.name} -> {included}: goes up"
    try:
        TopologicalSorter({name: h.own_includes for name, h in headers.items()}).prepare()
    except CycleError as error:
        yield "cycle: " + " -> ".join(reversed(error.args[1]))


IN_LIBRARY = re.compile(r"\bnamespace\s+trace2\b")
ALIAS = re.compile(r"\bnamespace\s+(\w+)\s*=\s*(?:::\s*)?trace2\s*;")


def private_uses(file):
    """(line number, what it uses) of a program; its own namespaces may be called detail."""
    for number, spelling in file.includes:
        if project.PRIVATE.match(spelling.strip('<>"')):
            yield number, f"includes {spelling}"
    code = "\n".join(file.code)
    outer = "|".join({"trace2", "v0", *ALIAS.findall(code)})
    names = rf"\b(?:{outer})\s*::\s*(?:inline\s+)?(?:v0\s*::\s*)?detail\b|\bTRACE2_DETAIL_\w+"
    if IN_LIBRARY.search(code):
        names += r"|(?<![\w:])detail\s*::|\bnamespace\s+detail\b"
    for match in re.finditer(names, code):
        yield code.count("\n", 0, match.start()) + 1, f"names {' '.join(match[0].split())}"


def private_violations(files):
    for file in files.values():
        for number, use in private_uses(file):
            yield f"{file.name}:{number}: {use}, which is private to the library"


SYSTEM_HEADER = re.compile(r"<(?:sys/.*|dirent|dlfcn|fcntl|poll|pthread|pwd|sched|signal|spawn|unistd)\.h>")
SYSTEM_NAME = re.compile(r"\bstruct\s+::\s*stat\b|\b_WIN32\b")
OF_THE_SYSTEM = "trace2/detail/system/", "system/"


def system_uses(file):
    """(line number, what it uses) of what not every system has."""
    for number, spelling in file.includes:
        if SYSTEM_HEADER.fullmatch(spelling):
            yield number, spelling
    for number, line in enumerate(file.code, 1):
        for name in SYSTEM_NAME.findall(line):
            yield number, name


def system_violations(root, files):
    listed = Path(root) / "tests/structure/system_users.txt"
    users = set(listed.read_text(encoding="utf-8").split()) if listed.exists() else set()
    for file in files.values():
        if file.name.startswith(OF_THE_SYSTEM):
            continue
        uses = list(system_uses(file))
        if file.name not in users:
            yield from (f"{file.name}:{number}: {use} belongs into {OF_THE_SYSTEM[0]}" for number, use in uses)
        elif uses:
            users.remove(file.name)
    yield from (f"{name}: uses no system's own any more; take it off system_users.txt" for name in sorted(users))


if __name__ == "__main__":
    root = sys.argv[1]
    files = project.headers(root) | project.program_files(root)
    found = [*violations(files), *private_violations(project.examples(root)), *system_violations(root, files)]
    project.finish(found)
