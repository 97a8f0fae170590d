"""Firefox Profiler reads the output of --to=chrome: usage chrome_test.py PROGRAM TRACES

Needs its program profiler-cli and Node 24 in PATH, such as by

    npm install --prefix /tmp/profiler @firefox-devtools/profiler-cli node@24
    PATH=/tmp/profiler/node_modules/.bin:/tmp/profiler/node_modules/node/bin:$PATH
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
        ["profiler-cli", *arguments], capture_output=True, text=True, timeout=240, check=True
    ).stdout


def open_profile(trace):
    """Its daemon has half a second to start, which a busy machine may exceed."""
    for attempt in range(10):
        try:
            return ask("load", str(trace))
        except subprocess.CalledProcessError:
            ask("stop", "--all")
            if attempt == 9:
                raise


def load(trace2, recording):
    """What the profiler says of the threads and of the slices and instants of all of them."""
    with tempfile.TemporaryDirectory() as name:
        trace = Path(name) / "trace.json"
        trace2.output("convert", "--to=chrome", "-o", trace, recording)
        open_profile(trace)
        try:
            threads = ask("thread", "list")
            markers = []
            for handle in re.findall(r"^\W*(t-\d+) ", threads, re.MULTILINE):
                ask("thread", "select", handle)
                markers.append(ask("thread", "markers", "--list"))
        finally:
            ask("stop")
    return threads, "".join(markers)


def main(program, recordings):
    if shutil.which("profiler-cli") is None:
        trace2_program.skip("no profiler-cli (npm: @firefox-devtools/profiler-cli)")
    trace2 = trace2_program.Program(program)

    threads, markers = load(trace2, Path(recordings) / "clone-file.event")
    for process in ("git clone", "git-upload-pack", "git pack-objects", "git index-pack", "git rev-list"):
        assert process in threads, threads
    for slice_name, duration in (("git clone", r"67\.457ms"), ("[^ ]*negotiation_v2", r"19\d\.\d\dμs"),
                                 ("[^ ]*unpack_trees", r"845\.00μs"), ("fetch-info", "instant"),
                                 ("git-upload-pack '.*'", r"5\.694ms")):
        assert re.search(rf"{slice_name}\s+t=\S+\s+{duration}", markers), markers

    threads, markers = load(trace2, Path(recordings) / "timer-3-threads.event")
    assert len(re.findall(r"th\d\d:ut_101", threads)) == 3, threads
    assert len(re.findall(r"th\d\d:ut_101 +t=\S+ +\d", markers)) == 3, markers


if __name__ == "__main__":
    main(*sys.argv[1:])
