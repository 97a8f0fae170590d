"""What is odd in a trace is told: usage check_test.py PROGRAM TRACES"""

import gzip
import json
import os
import re
import sys
import tempfile
from pathlib import Path

from trace2_program import SMALL, Program, run_all


def remarks(trace2, *inputs, stdin=b"", status=1):
    done = trace2("check", "--json", *inputs, stdin=stdin)
    assert done.returncode == status and done.stderr == b"", (done.returncode, done.stdout, done.stderr)
    return json.loads(done.stdout)


def kinds(report):
    return sorted({remark["kind"] for remark in report["remarks"]})


def test_a_whole_trace_has_nothing_odd(trace2, traces):
    done = trace2("check", "-", stdin=SMALL.encode())
    assert (done.returncode, done.stderr) == (0, b""), done
    assert done.stdout == b"14 events of 2 processes: nothing odd\n", done.stdout
    # Git's own, but for that which SIGKILL has ended.
    for trace in sorted(Path(traces).glob("*.event")) + sorted(Path(traces).glob("*.perf")):
        if trace.stem != "sigkill-self":
            report = remarks(trace2, trace, status=0)
            assert report["remarks"] == [] and report["events"] > 0, (trace, report)


def test_what_a_trace_lacks_is_told_with_its_place(trace2, _):
    lines = SMALL.splitlines(keepends=True)
    for left_out, kind, process, where in (
        (13, "missing-end", "frob scan", ""),
        (1, "missing-beginning", "S scan", ""),
        (7, "missing-end", "frob scan", "c/outer"),
    ):
        report = remarks(trace2, "-", stdin="".join(lines[:left_out] + lines[left_out + 1:]).encode())
        found = [(remark["kind"], remark["process"], remark["where"]) for remark in report["remarks"]]
        assert (kind, process, where) in found, (left_out, found)
        assert all(remark["sid"] == "S" for remark in report["remarks"]), report


def test_a_process_that_its_parent_saw_die_lacks_nothing(trace2, _):
    killed = [line for line in SMALL.splitlines(keepends=True) if '"atexit","sid":"S/T"' not in line]
    assert len(killed) == 13
    assert remarks(trace2, "-", stdin="".join(killed).encode(), status=0)["remarks"] == []


def test_a_process_that_told_of_its_signal_lacks_nothing(trace2, traces):
    for form in ("event", "perf", "normal"):
        assert remarks(trace2, Path(traces, f"sigpipe-cat-file.{form}"), status=0)["remarks"] == [], form
    lines = SMALL.splitlines(keepends=True)
    inside = next(i for i, line in enumerate(lines) if "region_enter" in line and '"sid":"S"' in line)
    signal = '{"event":"signal","sid":"S","thread":"main","time":"2000-01-01T00:00:00.250000Z","t_abs":0.25,"signo":13}\n'
    report = remarks(trace2, "-", stdin="".join(lines[:inside + 1] + [signal]).encode(), status=0)
    assert report["remarks"] == [], report


def test_events_that_nobody_knows_are_counted_by_name(trace2, _):
    odd = SMALL + '{"event":"gc_pause","sid":"S","thread":"main"}\n' * 2
    report = remarks(trace2, "-", stdin=odd.encode())
    assert kinds(report) == ["unknown-event"], report
    assert report["remarks"][0]["text"] == '2 events called "gc_pause", which Trace2 does not have', report


def test_a_copy_counts_once_and_is_told_by_all_commands(trace2, _):
    with tempfile.TemporaryDirectory() as place:
        one, other = Path(place, "a.event"), Path(place, "b.event")
        one.write_text(SMALL)
        other.write_text(SMALL)
        report = remarks(trace2, place)
        assert kinds(report) == ["copied-file"] and report["events"] == 14, report
        assert report["remarks"][0]["text"] == f"{other}: is a copy of {one}, which counts once", report
        alone, both = trace2("summary", "--json", one), trace2("summary", "--json", one, other)
        assert both.stdout == alone.stdout and both.returncode == 0, both
        assert b"is a copy of" in both.stderr, both.stderr
        # A part of a file is none, but each of its events counts once, too, whichever comes first.
        for path in (other, Path(place, "0.event")):
            other.unlink(missing_ok=True)
            path.write_text("".join(SMALL.splitlines(keepends=True)[:5]))
            report = remarks(trace2, place)
            assert "told-twice" in kinds(report) and report["events"] == 14, report
            assert trace2("summary", "--json", place).stdout == alone.stdout
        with gzip.open(Path(place, "b.event.gz"), "wt") as packed:
            packed.write(SMALL)
        assert remarks(trace2, place)["events"] == 14


def test_an_input_that_is_given_twice_counts_once_and_is_told(trace2, _):
    with tempfile.TemporaryDirectory() as place:
        one, link, hard = (Path(place, name) for name in ("a b.event", "link", "hard"))
        one.write_text(SMALL)
        alone = trace2("summary", "--json", one)
        assert alone.stderr == b"", alone
        link.symlink_to(one)
        os.link(one, hard)
        for inputs in ([one, one], [one, link], [one, hard], [place, one], [one, place], [place, place]):
            done = trace2("summary", "--json", *inputs)
            assert done.stdout == alone.stdout and done.returncode == 0, (inputs, done)
            assert re.fullmatch(rb"trace2: .*: is given twice, and counts once\n", done.stderr), (inputs, done.stderr)
        assert trace2("summary", "--json", place).stderr == b"", "names in one directory are one input"
        three = trace2("summary", "--json", one, one, one)
        assert three.stdout == alone.stdout and three.stderr == b"trace2: 2 inputs are given twice, and count once\n", three


def test_lines_that_are_no_events_and_lost_ones_are_told(trace2, _):
    lost = '{"event":"data","sid":"S","thread":"main","category":"trace2","key":"lost_lines/event","value":"3"}\n'
    report = remarks(trace2, "-", stdin=(SMALL + "{]\n" + lost).encode())
    assert kinds(report) == ["line", "lost-lines"], report
    assert report["is_readable"] is True and report["remarks"][0]["text"].startswith("-:15: "), report


def test_an_input_that_cannot_be_read_is_another_status(trace2, _):
    with tempfile.TemporaryDirectory() as place:
        good, missing = Path(place, "good"), Path(place, "missing")
        good.write_text(SMALL)
        for inputs in ((missing,), (good, missing)):
            report = remarks(trace2, *inputs, status=2)
            assert report["is_readable"] is False and kinds(report) == ["file"], report
        empty = Path(place, "empty")
        empty.touch()
        assert remarks(trace2, empty, status=2)["is_readable"] is False
    assert trace2("check").returncode == 2


def test_hostile_texts_stay_in_their_lines(trace2, _):
    odd = SMALL + '{"event":"a\\u001b[2J\\nb","sid":"S","thread":"main"}\n'
    done = trace2("check", "-", stdin=odd.encode())
    assert b"\x1b" not in done.stdout and done.stdout.count(b"\n") == 2, done.stdout


if __name__ == "__main__":
    run_all(globals(), Program(sys.argv[1]), sys.argv[2])
