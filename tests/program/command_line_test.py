"""The command line of trace2: usage command_line_test.py PROGRAM RECORDINGS"""

import fcntl
import gzip
import json
import os
import pty
import struct
import subprocess
import sys
import tempfile
import termios
from pathlib import Path

from trace2_program import SMALL, Program, run_all

EVENTS = SMALL.encode()


def test_help_and_version(trace2, _):
    for arguments in (["--help"], *([command, "--help"] for command in ("convert", "summary", "tree", "run"))):
        text = trace2.output(*arguments).decode()
        assert "Usage" in text and ("Examples" in text or arguments == ["--help"]), arguments
    project = (Path(__file__).parents[2] / "meson.build").read_text()
    assert f"version: '{trace2.output('--version').decode().removeprefix('trace2 ').strip()}'," in project


def test_wrong_usage_is_2(trace2, _):
    for arguments in ([], ["frob"], ["convert"], ["convert", "--to=frob", "-"], ["convert", "--to=perf"],
                      ["summary"], ["tree", "--depth=x", "-"], ["run"], ["run", "--to=chrome", "--", "true"],
                      ["convert", "--to=otlp", "--traceparent=frob", "-"]):
        done = trace2(*arguments)
        assert done.returncode == 2, arguments
        assert done.stdout == b"" and done.stderr != b"", arguments


def test_inputs_of_all_kinds_say_the_same(trace2, _):
    wanted = trace2.output("convert", "--to=perf", "-", stdin=EVENTS)
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        (directory / "b.gz").write_bytes(gzip.compress(EVENTS))
        assert trace2.output("convert", "--to=perf", directory / "b.gz") == wanted
        assert trace2.output("convert", "--to=perf", directory) == wanted
        assert trace2.output("convert", "--to=perf", "-", stdin=gzip.compress(EVENTS)) == wanted
        (directory / "a.perf").write_bytes(wanted)
        assert trace2.output("convert", "--to=perf", directory) == wanted, "other files are passed over"
        lines = EVENTS.splitlines(keepends=True)
        (directory / "b.gz").unlink()
        (directory / "1").write_bytes(b"".join(lines[:5]))
        (directory / "2").write_bytes(b"".join(lines[5:]))
        assert trace2.output("convert", "--to=perf", directory) == wanted, "files are one trace"


def test_what_can_not_be_read_is_said_and_1(trace2, _):
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        perf = directory / "t.perf"
        perf.write_bytes(b"12:00:00.000000 git.c:1 | d0 | main | version\n")
        for path, problem in ((directory / "missing", b"No such file"), (perf, b"holds no events"),
                              (directory, b"holds no trace")):
            done = trace2("summary", path)
            assert done.returncode == 1 and problem in done.stderr, (path, done.stderr)


def test_garbage_is_skipped_reported_and_1(trace2, _):
    lines = EVENTS.splitlines(keepends=True)
    dirty = b"garbage\n" + b"".join(lines[:3]) + b"\xff\xfe\0\n{]\n" + b"".join(lines[3:]) + b'{"event":"x'
    done = trace2("convert", "--to=event", "-", stdin=dirty)
    assert done.returncode == 1
    assert done.stdout == trace2.output("convert", "--to=event", "-", stdin=EVENTS)
    for number in (1, 5, 6, 18):
        assert b"trace2: -:%d: is not a JSON object" % number in done.stderr, done.stderr
    flood = trace2("summary", "-", stdin=b'{"no":1}\n' * 5000)
    assert flood.stderr.count(b"\n") == 21 and b"4980 more" in flood.stderr, flood.stderr


def test_output_file(trace2, _):
    with tempfile.TemporaryDirectory() as name:
        events, result = Path(name) / "events", Path(name) / "result"
        events.write_bytes(EVENTS)
        assert trace2.output("convert", "--to=normal", "-o", result, events) == b""
        assert result.read_bytes() == trace2.output("convert", "--to=normal", events)
        for inputs in ([events], [name], ["-", events]):
            done = trace2("convert", "--to=event", "-o", events, *inputs, stdin=EVENTS)
            assert done.returncode == 2 and events.read_bytes() == EVENTS, "an input is not overwritten"
        with open(events, "ab") as appended:
            done = subprocess.run([trace2.path, "convert", "--to=event", name], stdout=appended, timeout=60,
                                  stderr=subprocess.PIPE, check=False)
        assert done.returncode == 2 and events.read_bytes() == EVENTS, "nor appended to"
        before = result.read_bytes()
        for unusable in ("/nonexistent", "/dev/null/x", "/bin/sh"):
            done = trace2("convert", "--to=chrome", "-o", result, unusable)
            assert done.returncode == 1 and done.stderr, unusable
            assert result.read_bytes() == before, "a file is kept until there is something to put into it"
        result.unlink()
        assert trace2.output("convert", "--to=event", "-o", Path(name) / "new", name) == b""
        assert (Path(name) / "new").read_bytes() == trace2.output("convert", "--to=event", events), "no input of itself"
        (Path(name) / "new").unlink()
        trace2.output("convert", "--to=perf", "-o", events, "-")
        assert events.read_bytes() == b"", "an empty trace is a trace"
        events.write_bytes(EVENTS)
        done = trace2("convert", "--to=normal", "-o", Path(name) / "no" / "file", events)
        assert done.returncode == 1 and b"No such file" in done.stderr
        with open("/dev/full", "wb") as full:
            done = subprocess.run([trace2.path, "summary", str(events)], stdout=full, stderr=subprocess.PIPE, check=False)
        assert done.returncode == 1 and b"No space left" in done.stderr


def test_broken_pipe_is_quiet(trace2, _):
    with tempfile.TemporaryDirectory() as name:
        events = Path(name) / "events"
        events.write_bytes(EVENTS * 5000)
        for ignored in (False, True):
            command = f"'{trace2.path}' convert --to=perf '{events}' | head -n 1 >/dev/null"
            shell = subprocess.run(["sh", "-c", ("trap '' PIPE; " if ignored else "") + command],
                                   capture_output=True, timeout=60, check=False)
            assert shell.stderr == b"", shell.stderr


def test_summary_says_what_is_in_the_trace(trace2, _):
    summary = json.loads(trace2.output("summary", "--json", "-", stdin=EVENTS))
    assert summary["events"] == 14 and summary["process_count"] == 2
    assert [(row["name"], row["level"], row["wall"], row["code"]) for row in summary["processes"]] == [
        ("frob scan", 0, 1.0, 0), ("sub", 1, 0.1, 3)]
    regions = {row["label"]: row for row in summary["regions"]}
    assert regions["outer"]["total"] == 0.4 and abs(regions["outer"]["self"] - 0.3) < 1e-9
    assert regions["inner"]["count"] == 1 and regions["inner"]["p95"] == 0.1
    assert summary["children"][0]["failed"] == 1
    assert summary["errors"] == [{"count": 1, "format": "no %d", "message": "no 1", "process": "sub"}]
    text = trace2.output("summary", "-", stdin=EVENTS).decode()
    for part in ("Processes", "Regions", "c/outer", "Children", "Data", "Errors", "no 1"):
        assert part in text, part


def test_tree_shows_what_is_inside_what(trace2, _):
    lines = trace2.output("tree", "-", stdin=EVENTS).decode().splitlines()
    assert [line[22:] for line in lines] == [
        "/bin/frob scan", "  c/outer", "    c/inner", "  sub [exit 3]"]
    assert lines[1].split()[:3] == ["400.000", "ms", "40.0%"]


def test_folded_stacks_are_microseconds(trace2, _):
    assert trace2.output("convert", "--to=folded", "-", stdin=EVENTS).decode().splitlines() == [
        "frob scan 300000", "frob scan;c:outer 300000", "frob scan;c:outer;c:inner 100000",
        "frob scan;child:sub 200000", "frob scan;child:sub;sub 100000"]


def test_colours_are_for_terminals(trace2, _):
    assert b"\x1b" not in trace2.output("summary", "-", stdin=EVENTS)
    assert b"\x1b" in trace2.output("summary", "--color=always", "-", stdin=EVENTS)
    for variables, wanted in (({}, True), ({"NO_COLOR": "1"}, False)):
        master, slave = pty.openpty()
        with tempfile.NamedTemporaryFile() as events:
            events.write(EVENTS)
            events.flush()
            subprocess.run([trace2.path, "summary", events.name], stdout=slave, check=True,
                           env={**os.environ, **variables}, timeout=60)
        os.close(slave)
        shown = os.read(master, 1 << 16)
        os.close(master)
        assert (b"\x1b" in shown) == wanted


def test_trees_fit_terminals(trace2, recordings):
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 60, 0, 0))
    path = Path(recordings) / "clone-file.event"
    subprocess.run([trace2.path, "tree", "--color=never", path], stdout=slave, check=True, timeout=60)
    os.close(slave)
    lines = os.read(master, 1 << 16).decode().splitlines()
    os.close(master)
    assert max(map(len, lines)) == 60, lines
    assert max(map(len, trace2.output("tree", path).decode().splitlines())) > 60, "elsewhere names are whole"


def test_terminals_are_shown_no_control_bytes_of_a_trace(trace2, _):
    hostile = EVENTS.replace(b"outer", b"\\u001b]0;x\\u0007\\n")
    for arguments in (["tree", "-"], ["summary", "-"]):
        shown = trace2.output(*arguments, stdin=hostile)
        assert b"\x1b" not in shown and b"\x07" not in shown, arguments
        assert b"\\x1b]0;x\\x07\\n" in shown, arguments


def test_recordings_convert_to_everything(trace2, recordings):
    for path in sorted(Path(recordings).glob("*.event")):
        for to in ("event", "perf", "normal", "chrome", "otlp", "folded"):
            trace2.output("convert", f"--to={to}", path)
        json.loads(trace2.output("convert", "--to=chrome", path))
        json.loads(trace2.output("summary", "--json", path))
        assert trace2.output("tree", path) != b""


if __name__ == "__main__":
    run_all(globals(), Program(sys.argv[1]), sys.argv[2])
