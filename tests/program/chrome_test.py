"""Chrome output is what Firefox Profiler takes for it: usage chrome_test.py PROGRAM RECORDINGS

Needs "npm install @firefox-devtools/profiler-cli" with Node 24, and its program profiler-cli in PATH.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import trace2_program


def ask(*arguments):
    return subprocess.run(
        ["profiler-cli", *arguments], capture_output=True, text=True, timeout=120, check=True
    ).stdout


def main(program, recordings):
    if shutil.which("profiler-cli") is None:
        trace2_program.skip("no profiler-cli (npm: @firefox-devtools/profiler-cli)")
    trace2 = trace2_program.Program(program)
    with tempfile.TemporaryDirectory() as name:
        trace = Path(name) / "trace.json"
        recording = Path(recordings) / "clone-file.event"
        trace2.output("convert", "--to=chrome", "-o", trace, recording)
        ask("load", str(trace))
        try:
            threads = ask("thread", "list")
            markers = ask("thread", "markers", "--list")
        finally:
            ask("stop")
    for process in ("git clone", "git-upload-pack", "git pack-objects", "git index-pack", "git rev-list"):
        assert process in threads, threads
    for slice_name, duration in (("git clone", r"67\.461ms"), ("negotiation_v2", r"19\d\.00μs"),
                                 ("unpack_trees", r"845\.00μs")):
        assert re.search(rf"{slice_name}\s+t=\S+\s+{duration}", markers), markers


if __name__ == "__main__":
    main(*sys.argv[1:])
