"""The slowest regions of EVENT traces and of recordings are found: usage read_trace_test.py PROGRAM TRACED

TRACED is a program with one region.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

program, traced = sys.argv[1:]


def shown(*arguments, status=0):
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, check=False)
    assert done.returncode == status, done
    return done.stdout.splitlines(), done.stderr


def event(name, **members):
    pairs = "".join(f',"{key}":{value if isinstance(value, (int, float)) else chr(34) + value + chr(34)}' for key, value in members.items())
    return f'{{"event":"{name}","sid":"s","thread":"main"{pairs}}}\n'


def region(label, seconds, nesting=1):
    names = {"nesting": nesting, "category": "c", "label": label}
    return event("region_enter", **names) + event("region_leave", t_rel=seconds, **names)


with tempfile.TemporaryDirectory() as directory:
    # The slowest first, at most ten, those of equal time in the order of the trace.
    trace = Path(directory, "a.event")
    trace.write_text("".join(region(f"l{i}", i % 6 + 0.5) for i in range(12)) + region("\\u001b[31m", 9.5, nesting=7))
    lines, errors = shown(trace)
    assert errors == "" and len(lines) == 10, (lines, errors)
    assert [line.split("/")[1] for line in lines[1:5]] == ["l5", "l11", "l4", "l10"], lines
    assert re.fullmatch(r" +9\.500000 s  s \(main\): c/.*31m", lines[0]) and "\x1b" not in lines[0], lines

    # What the library writes, both ways, and a directory of them.
    files = {"TRACE2_EVENT": f"{directory}/b.event", "TRACE2_BINARY": f"{directory}/b.recording"}
    subprocess.run(traced, env=files, stdout=subprocess.DEVNULL, check=True)
    for path in files.values():
        (line,), errors = shown(path)
        assert errors == "" and line.endswith("hello (main): greet/world"), (line, errors)
    assert len(shown(directory)[0]) == 10

    # What can't be read is said.
    trace.write_text("{torn\n" + region("l", 1))
    lines, errors = shown(trace, status=1)
    assert len(lines) == 1 and "a.event:1: " in errors, (lines, errors)
    trace.write_text("{torn\n" * 50 + region("l", 1))
    lines, errors = shown(trace, status=1)
    assert len(lines) == 1 and errors.count("a.event:") == 20 and errors.endswith("\n30 more problems\n"), (lines, errors)
    assert "can't be opened" in shown(f"{directory}/none", status=1)[1]
