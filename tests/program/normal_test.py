"""NORMAL read as what it is: usage normal_test.py PROGRAM TRACES

It tells no ids of processes: its commands are a flat list, each with its own children, exit code and times. EVENT of
the same runs has the truth.
"""

import csv
import io
import json
import re
import sys
from pathlib import Path

from trace2_program import Program, run_all

SENTENCE = "NORMAL tells neither parents nor regions: use TRACE2_EVENT or GIT_TRACE2_EVENT."


def commands_of(trace2, path):
    """Of each process its command line, exit code, time and children, each with exit code and time."""
    done = trace2("convert", "--to=event", path)
    found = {}
    for event in map(json.loads, done.stdout.splitlines()):
        assert path.suffix != ".normal" or "/" not in event["sid"], event
        command = found.setdefault(event["sid"], {"argv": None, "code": None, "time": None, "children": {}})
        if event["event"] == "start":
            command["argv"] = event["argv"]
        elif event["event"] in ("exit", "atexit"):
            command.update(code=event["code"], time=event["t_abs"])
        elif event["event"] == "child_start":
            command["children"][event["child_id"]] = [event["argv"], None, None]
        elif event["event"] == "child_exit":
            command["children"].setdefault(event["child_id"], [None, None, None])[1:] = event["code"], event["t_rel"]
    return sorted(map(json.dumps, found.values())), b"several processes" not in done.stderr


def pairs(directory):
    for normal in sorted(Path(directory).glob("*.normal")):
        if "brief" not in normal.name:  # brief EVENT has no times
            yield normal, normal.with_suffix(".event")


def test_commands_have_their_own_children_codes_and_times(trace2, directory):
    clear = 0
    for normal, event in pairs(directory):
        told, is_clear = commands_of(trace2, normal)
        if is_clear:
            clear += 1
            assert told == commands_of(trace2, event)[0], normal
    assert clear >= 20, clear


def test_the_tree_is_a_flat_list_of_commands_with_children(trace2, directory):
    for normal, event in pairs(directory):
        shown = trace2("tree", normal).stdout.decode().partition("\n\n")[0]
        depths = [len(re.match(r"[ \d.]+ \S+ +[\d.]+%  ( *)", line)[1]) // 2 for line in shown.splitlines()]
        assert set(depths) <= {0, 1}, (normal, shown)
        said = trace2("tree", normal).stderr
        lines = [json.loads(line) for line in trace2("convert", "--to=event", event).stdout.splitlines()]
        processes = len({line["sid"] for line in lines})
        assert b"several processes" in said or depths.count(0) == processes, (normal, shown)
        inside = [line for line, depth in zip(shown.splitlines(), depths) if depth == 1]
        assert all(re.search(r"%    (self|child) ?", line) for line in inside), (normal, shown)


def test_a_sentence_says_which_target_to_use(trace2, directory):
    for normal, event in pairs(directory):
        assert trace2("tree", normal).stdout.decode().splitlines().count(SENTENCE) == 1, normal
        assert SENTENCE not in trace2("tree", event).stdout.decode(), event
    assert len(SENTENCE) <= 80


def test_a_child_that_starts_while_others_write_is_its_parents(trace2, directory):
    shown = trace2("tree", Path(directory) / "checkout-parallel-workers.normal").stdout.decode()
    first = shown.partition("checkout -f HEAD")[2].split("100.0%")[0]
    assert first.count("child git checkout--worker") == 2 and "[unfinished]" not in shown, shown


def test_tables_have_the_commands_without_parents(trace2, directory):
    path = Path(directory) / "alias-nested.normal"
    rows = list(csv.DictReader(io.StringIO(trace2("list", "--csv", path).stdout.decode())))
    assert len(rows) == 2 and all(row["code"] == "0" and "/" not in row["sid"] for row in rows), rows
    rows = list(csv.DictReader(io.StringIO(trace2("summary", "--csv=processes", path).stdout.decode())))
    assert [row["level"] for row in rows] == ["0", "0"] and not any(row["parent"] for row in rows), rows
    assert trace2("why", "--csv", path).stdout.startswith(b"time,share,"), rows


if __name__ == "__main__":
    run_all(globals(), Program(sys.argv[1]), *sys.argv[2:])
