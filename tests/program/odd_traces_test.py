"""What is odd in a trace makes no number wrong without a word: usage odd_traces_test.py PROGRAM"""

import json
import os
import sqlite3
import subprocess
import sys
import tempfile
from datetime import datetime
from pathlib import Path

from trace2_program import Program, run_all

DAY = "2026-06-15T"


def at(seconds):
    """A time of day of the trace, with its moment in seconds."""
    whole, part = divmod(round(seconds * 1e6), 10**6)
    hours, rest = divmod(12 * 3600 + whole, 3600)
    return f"{DAY}{hours:02}:{rest // 60:02}:{rest % 60:02}.{part:06}Z"


def event(name, sid, seconds, **members):
    return json.dumps({"event": name, "sid": sid, "thread": "main", "time": at(seconds), **members}) + "\n"


def command_with_child(step, since):
    """A command of 10 s with a region and a child of 8 s, while the clock is set by `step` at the moment `since`."""
    parent, child = "A", "A/B"

    def line(name, sid, seconds, **members):
        return event(name, sid, seconds + (step if seconds >= since else 0), **members)

    return "".join((
        line("version", parent, 0, evt="3", exe="1"),
        line("start", parent, 0.001, t_abs=0.001, argv=["git", "gc"]),
        line("region_enter", parent, 0.5, nesting=1, category="gc", label="all"),
        line("child_start", parent, 1, child_id=0, child_class="?", use_shell=False, argv=["git", "repack"]),
        line("version", child, 1.1, evt="3", exe="1"),
        line("start", child, 1.101, t_abs=0.001, argv=["git", "repack"]),
        line("exit", child, 8.9, t_abs=7.8, code=0),
        line("atexit", child, 8.91, t_abs=7.81, code=0),
        line("child_exit", parent, 9, child_id=0, pid=9, code=0, t_rel=8),
        line("region_leave", parent, 9.5, nesting=1, category="gc", label="all", t_rel=9),
        line("exit", parent, 9.9, t_abs=9.9, code=0),
        line("atexit", parent, 10, t_abs=10, code=0),
    ))


def summary(trace2, text, *options):
    done = trace2("summary", "--json", *options, "-", stdin=text.encode())
    assert done.returncode == 0, done
    return json.loads(done.stdout)


def test_a_clock_that_is_set_changes_no_duration_and_is_told_once(trace2):
    for since in (0.7, 1.05, 5, 8.95, 9.2, 9.7):
        for step in (5, -5, 0.3, -29, 3600, -3600):
            made = summary(trace2, command_with_child(step, since))
            told = [remark for remark in made.get("remarks", []) if remark["kind"] == "clock-set"]
            assert len(told) == 1, (step, since, made.get("remarks"))
            assert told[0]["text"].startswith("the clock was set by %+g s " % step), told
            assert sorted(round(process["wall"], 2) for process in made["processes"]) == [7.81, 10.0], (step, since)
            assert round(made["regions"][0]["total"], 3) == 9.0, (step, since)
            assert round(made["children"][0]["total"], 3) == 8.0, (step, since)
            tree = trace2("tree", "-", stdin=command_with_child(step, since).encode()).stdout.decode()
            assert not any(word in tree for word in ("beside", "took", "detached")), (step, since, tree)
            assert "the clock was set by" in tree, (step, since, tree)


def perf_line(depth, seconds, event, text, t_abs="", t_rel=""):
    return (f"{at(seconds)[11:26]} {'f.c:1':<28} | d{depth} | {'main':<24} | {event:<12} |     | {t_abs:>9} | {t_rel:>9} "
            f"| {'':<12} | {text}\n")


def perf_with_child(step):
    """The clock is set by `step` between `child_start` and the first line of the child."""
    def line(depth, seconds, event, text, since=None, t_rel=None):
        told = [("" if time is None else f"{time:.6f}") for time in (None if since is None else seconds - since, t_rel)]
        return perf_line(depth, seconds + (step if seconds > 1.05 else 0), event, text, *told)

    return "".join((
        line(0, 0, "version", "2.39.5"),
        line(0, 0.001, "start", "git gc", 0),
        line(0, 1, "child_start", "[ch0] class:? argv:[git repack]", 0),
        line(1, 1.1, "version", "2.39.5"),
        line(1, 1.101, "start", "git repack", 1.1),
        line(1, 8.9, "exit", "code:0", 1.1),
        line(1, 8.91, "atexit", "code:0", 1.1),
        line(0, 9, "child_exit", "[ch0] pid:9 code:0", 0, 8),
        line(0, 9.9, "exit", "code:0", 0),
        line(0, 10, "atexit", "code:0", 0),
    ))


def test_a_child_that_began_behind_the_step_lies_inside_of_its_parent(trace2):
    for step in (5, -5, 0.3, 20):
        for text in (command_with_child(step, 1.05), perf_with_child(step)):
            with tempfile.TemporaryDirectory() as place:
                path = Path(place, "trace")
                path.write_text(text)
                written = subprocess.run(("date", "-u", "-d", DAY[:-1] + " 12:00:40", "+%s"), stdout=subprocess.PIPE)
                os.utime(path, (int(written.stdout),) * 2)
                def run(*words):
                    return subprocess.run((trace2.path, *words, path), stdout=subprocess.PIPE, check=True,
                                          env={**os.environ, "TZ": "UTC"}).stdout.decode()
                tree = run("tree")
                assert "the clock was set by %+g s" % step in tree, (step, tree)
                assert not any(word in tree for word in ("beside", "took", "detached")), (step, tree)
                assert "untraced" in tree, (step, tree)
                assert "2 commands, 2 threads" in run("summary") and " 10.000 s, from" in run("summary"), step
                assert "78% ######## git" in run("why"), (step, run("why"))


def test_the_order_of_files_places_no_child_otherwise(trace2):
    for step in (5, -5, 0.3, 3600, -3600):
        lines = command_with_child(step, 1.05).splitlines(keepends=True)
        of = ["".join(line for line in lines if f'"sid": "{sid}"' in line) for sid in ("A", "A/B")]
        for order in (of, reversed(of)):
            with tempfile.TemporaryDirectory() as place:
                for name, text in zip(("first", "second"), order):
                    Path(place, name).write_text(text)
                tree = trace2("tree", place).stdout.decode()
                assert not any(word in tree for word in ("beside", "took", "detached")), (step, tree)
                assert "untraced" in tree, (step, tree)


def test_a_clock_that_is_not_set_is_not_remarked(trace2):
    made = summary(trace2, command_with_child(0, 5))
    assert "remarks" not in made, made["remarks"]
    assert trace2("tree", "-", stdin=command_with_child(0, 5).encode()).stdout.count(b"clock") == 0


def test_a_clock_that_is_set_is_told_by_all_outputs(trace2):
    text = command_with_child(5, 5).encode()
    for command in ("tree", "summary", "why"):
        assert b"the clock was set by +5 s" in trace2(command, "-", stdin=text).stdout, command
    for words in (("list",), ("convert", "--to=otlp"), ("convert", "--to=chrome"), ("summary", "--csv=regions")):
        assert b"the clock was set by +5 s" in trace2(*words, "-", stdin=text).stderr, words
    with tempfile.TemporaryDirectory() as place:
        path = Path(place, "t.db")
        assert trace2("convert", "--to=sqlite", "-o", path, "-", stdin=text).returncode == 0
        with sqlite3.connect(path) as base:
            assert base.execute("SELECT kind FROM remarks").fetchall() == [("clock-set",)]


def test_events_of_otlp_lie_in_their_spans_when_the_clock_is_set(trace2):
    lines = [event("version", "A", 0), event("start", "A", 0.001, t_abs=0.001, argv=["git", "status"])]
    for i in range(1, 9):
        lines.append(event("data", "A", 0.1 * i - (3600 if i > 4 else 0), t_abs=0.1 * i, t_rel=0.1 * i, nesting=1,
                           category="c", key=f"k{i}", value=str(i)))
    lines.append(event("atexit", "A", 1 - 3600, t_abs=1, code=0))
    spans = trace2("convert", "--to=otlp", "-", stdin="".join(lines).encode()).stdout
    count = 0
    for line in spans.splitlines():
        for resource in json.loads(line).get("resourceSpans", []):
            for span in resource["scopeSpans"][0]["spans"]:
                for one in span.get("events", []):
                    count += 1
                    assert int(span["startTimeUnixNano"]) <= int(one["timeUnixNano"]) <= int(span["endTimeUnixNano"])
    assert count == 8


PERF = """\
{0}:59:50.000000 common-main.c:50             | d0 | main                     | version      |     |           |           |              | 2.39.5
{0}:59:50.000100 common-main.c:51             | d0 | main                     | start        |     |  0.000100 |           |              | git gc
{0}:59:50.100000 run-command.c:722            | d0 | main                     | child_start  |     |  0.100000 |           |              | [ch0] class:? argv:[git repack]
{0}:59:50.110000 common-main.c:50             | d1 | main                     | version      |     |           |           |              | 2.39.5
{0}:59:50.110100 common-main.c:51             | d1 | main                     | start        |     |  0.000100 |           |              | git repack
{1}:00:20.110000 git.c:721                    | d1 | main                     | exit         |     | 30.000000 |           |              | code:0
{1}:00:20.110010 git.c:722                    | d1 | main                     | atexit       |     | 30.000010 |           |              | code:0
{1}:00:20.120000 run-command.c:979            | d0 | main                     | child_exit   |     | 30.120000 | 30.020000 |              | [ch0] pid:2 code:0
{1}:00:20.130000 run-command.c:722            | d0 | main                     | child_start  |     | 30.130000 |           |              | [ch1] class:? argv:[git prune]
{1}:00:20.140000 common-main.c:50             | d1 | main                     | version      |     |           |           |              | 2.39.5
{1}:00:20.140100 common-main.c:51             | d1 | main                     | start        |     |  0.000100 |           |              | git prune
{1}:00:21.140010 git.c:722                    | d1 | main                     | atexit       |     |  1.000010 |           |              | code:0
{1}:00:21.150000 run-command.c:979            | d0 | main                     | child_exit   |     | 31.150000 |  1.020000 |              | [ch1] pid:3 code:0
{1}:00:21.160010 git.c:722                    | d0 | main                     | atexit       |     | 31.160010 |           |              | code:0
"""


def test_the_change_of_summer_time_keeps_durations_and_the_day(trace2):
    for before, behind, hours in (("01", "01", -1), ("01", "03", 1), ("01", "02", 0)):
        with tempfile.TemporaryDirectory() as place:
            path = Path(place, "t.perf")
            path.write_text(PERF.format(before, behind))
            written = subprocess.run(("date", "-u", "-d", f"2026-10-25 {behind}:00:21", "+%s"), stdout=subprocess.PIPE)
            os.utime(path, (int(written.stdout),) * 2)
            done = subprocess.run((trace2.path, "summary", "--json", path), stdout=subprocess.PIPE,
                                  env={**os.environ, "TZ": "UTC"}, check=True)
            made = json.loads(done.stdout)
            walls = sorted(round(process["wall"], 2) for process in made["processes"])
            assert walls == [1.0, 30.0, 31.16], (hours, walls)
            assert made["begin"].startswith("2026-10-25"), (hours, made["begin"])
            assert ("remarks" in made) == (hours != 0), (hours, made.get("remarks"))


def test_exit_codes_that_are_no_bytes_are_told_by_all_outputs(trace2):
    for told, code in ((-1, -1), (-1073741819, -1073741819), (3221225477, 3221225477), ("1", 1), (255, 255)):
        text = "".join((event("start", "A", 0, t_abs=0, argv=["git", "x"]),
                        event("exit", "A", 1, t_abs=1, code=told),
                        event("atexit", "A", 1, t_abs=1, code=told))).encode()
        assert str(code) in trace2("list", "-", stdin=text).stdout.decode().split(), told
        assert trace2("list", "--failed", "-", stdin=text).stdout.count(b"git x") == 1, told
        assert f"[exit {code}]".encode() in trace2("tree", "-", stdin=text).stdout, told
        assert summary(trace2, text.decode())["processes"][0]["code"] == code, told
        spans = trace2("convert", "--to=otlp", "-", stdin=text).stdout.decode()
        assert '"code":2' in spans, (told, spans)
        assert f'"trace2.cmd.exit_code","value":{{"stringValue":"{code}"}}' in spans, (told, spans)
        for target in ("event", "perf", "normal"):
            made = trace2("convert", f"--to={target}", "-", stdin=text).stdout
            assert made.count(str(code).encode()) >= 2, (told, made)
            assert f"[exit {code}]".encode() in trace2("tree", "-", stdin=made).stdout, (told, target, made)
            assert target != "event" or made.count(b'"code"') == 2, (told, made)


def test_an_exit_code_that_is_no_number_is_unknown_and_no_failure(trace2):
    text = event("start", "A", 0, t_abs=0, argv=["git", "x"]) + event("atexit", "A", 1, t_abs=1, code=None)
    assert trace2("list", "--failed", "-", stdin=text.encode()).stdout == b""
    assert "code" not in summary(trace2, text)["processes"][0]


def overlap(*order):
    return event("start", "A", 0, t_abs=0, argv=["server"]) + "".join(order) + event("atexit", "A", 1, t_abs=1, code=0)


def enter(seconds, label, nesting=1):
    return event("region_enter", "A", seconds, nesting=nesting, category="c", label=label)


def leave(seconds, label, length, nesting=1):
    return event("region_leave", "A", seconds, nesting=nesting, category="c", label=label, t_rel=length)


def test_regions_of_a_thread_that_overlap_keep_their_times(trace2):
    for text in (
        overlap(enter(0.1, "A"), enter(0.2, "B"), leave(0.6, "A", 0.5), leave(0.9, "B", 0.7)),
        overlap(enter(0.1, "A"), enter(0.2, "B", 2), leave(0.6, "A", 0.5, 2), leave(0.9, "B", 0.7)),
        overlap(enter(0.1, "A"), enter(0.15, "C", 2), enter(0.2, "B"), leave(0.3, "C", 0.15, 2), leave(0.6, "A", 0.5),
                leave(0.9, "B", 0.7)),
    ):
        made = summary(trace2, text)
        regions = {region["label"]: region for region in made["regions"]}
        assert (regions["A"]["count"], regions["A"]["total"]) == (1, 0.5), regions
        assert (regions["B"]["count"], regions["B"]["total"]) == (1, 0.7), regions
        assert all(region["unfinished"] == 0 for region in made["regions"]), regions
        assert [remark["kind"] for remark in made["remarks"]] == ["overlapping-regions"]
        tree = trace2("tree", "-", stdin=text.encode()).stdout.decode()
        shares = [float(word[:-1]) for word in tree.split() if word.endswith("%")]
        assert max(shares) <= 100, tree


def test_equal_regions_that_overlap_are_paired_by_their_lengths(trace2):
    text = overlap(enter(0.1, "A"), enter(0.3, "A"), leave(0.6, "A", 0.5), leave(0.9, "A", 0.6))
    region = summary(trace2, text)["regions"][0]
    assert (region["count"], round(region["total"], 6), region["unfinished"]) == (2, 1.1, 0), region


def test_a_region_without_an_end_is_no_overlap(trace2):
    text = overlap(enter(0.1, "A"), enter(0.2, "B"), leave(0.9, "B", 0.7))
    made = summary(trace2, text)
    assert "remarks" not in made
    assert sum(region["unfinished"] for region in made["regions"]) == 1


def remarks(trace2, text):
    return [(told["kind"], told.get("where"), told["text"]) for told in summary(trace2, text).get("remarks", [])]


def test_an_end_without_a_beginning_is_told_once_per_region(trace2):
    begin = event("version", "A", 0, evt="3", exe="1") + event("start", "A", 0, t_abs=0, argv=["git", "gc"])
    end = event("atexit", "A", 9, t_abs=9, code=0)
    ends = "".join(leave(1 + i, "A", 0.5) for i in range(5))
    [(kind, where, text)] = remarks(trace2, begin + ends + end)
    assert kind == "unmatched-end" and where.endswith("/A") and text.endswith("(5 times)"), (kind, where, text)
    # Git itself writes surplus ends at level 0.
    assert not remarks(trace2, begin + leave(2, "A", 0.5).replace('"nesting": 1', '"nesting": 0') + end)


def test_measured_times_that_contradict_those_of_the_lines_are_told(trace2):
    def trace(region=1.0, child=1.0, whole=9.0):
        return "".join((
            event("version", "A", 0, evt="3", exe="1"),
            event("start", "A", 0, t_abs=0, argv=["git", "gc"]),
            enter(1, "A"), leave(2, "A", region),
            event("child_start", "A", 3, child_id=0, child_class="?", use_shell=False, argv=["a"]),
            event("child_exit", "A", 4, child_id=0, pid=9, code=0, t_rel=child),
            event("atexit", "A", 9, t_abs=whole, code=0),
        ))

    assert not remarks(trace2, trace())
    assert not remarks(trace2, trace(1.009, 0.991, 8.95))
    for told in (1.07, 0.93):
        for thing, place in (("region", "region c/A"), ("child", "child 0")):
            assert [one[:2] for one in remarks(trace2, trace(**{thing: told}))] == [("contradicting-times", place)], told
    for thing in ("region", "child"):
        assert {one[0] for one in remarks(trace2, trace(**{thing: 0.5}))} == {"contradicting-times"}, thing


def test_each_number_out_of_range_of_a_line_is_named(trace2):
    begin = event("version", "A", 0, evt="3", exe="1") + event("start", "A", 0, t_abs=0, argv=["git", "gc"])
    odd = event("timer", "A", 1, category="c", intervals=10**30, t_total=1e13, t_min=0.1, t_max=1e13)
    told = [one[2] for one in remarks(trace2, begin + odd + event("atexit", "A", 9, t_abs=9, code=0))]
    assert [text.split("'")[1] for text in told] == ["intervals", "t_max", "t_total"], told
    perf = perf_with_child(0).replace("[ch0] pid:9 code:0", "[ch99999999999] pid:99999999999 code:0")
    told = [one[2].split("'")[1] for one in remarks(trace2, perf) if one[0] == "number-out-of-range"]
    assert told == ["ch", "pid"], told


def test_many_numbers_out_of_range_share_a_remark(trace2):
    begin = event("version", "A", 0, evt="3", exe="1") + event("start", "A", 0, t_abs=0, argv=["git", "gc"])
    many = event("counter", "A", 1, category="c", count=10**30) * 1500
    made = remarks(trace2, begin + many + event("atexit", "A", 9, t_abs=9, code=0))
    assert len(made) == 1 and made[0][0] == "number-out-of-range" and "(1500 times)" in made[0][2], made


def detached(depth):
    """A command with a chain of `depth` children, each of which detaches itself and then works for a second."""
    lines, sid = [], "A"
    lines.append(event("start", sid, 0, t_abs=0, argv=["git", "fetch"]))
    for level in range(depth):
        inner = f"{sid}/{level}"
        lines.append(event("child_start", sid, 0.01, child_id=0, child_class="?", use_shell=False, argv=["git", f"g{level}"]))
        lines.append(event("start", inner, 0.02, t_abs=0, argv=["git", f"g{level}"]))
        lines.append(event("atexit", inner, 0.03, t_abs=0.01, code=0))
        lines.append(event("child_exit", sid, 0.04, child_id=0, pid=9, code=0, t_rel=0.03))
        lines.append(event("atexit", sid, 0.05, t_abs=0.05 if level == 0 else 0.03, code=0))
        sid = inner
        lines.append(event("region_enter", sid, 0.1, nesting=1, category="c", label="work"))
        lines.append(event("region_leave", sid, 1.1, nesting=1, category="c", label="work", t_rel=1))
    lines.append(event("atexit", sid, 1.2, t_abs=1.18, code=0))
    return "".join(lines)


def test_what_a_process_does_behind_its_parents_back_stands_apart(trace2):
    tree = trace2("tree", "-", stdin=detached(1).encode()).stdout.decode()
    shares = [float(word[:-1]) for word in tree.split() if word.endswith("%")]
    assert max(shares) == 100, tree
    assert "git g0 [took 1.180 s]" in tree.replace("1.180000", "1.180"), tree
    rest = tree[tree.index("[detached]"):]
    assert "c/work" in rest and "c/work" not in tree[:tree.index("[detached]")], tree


def outlived(*of_parent):
    """A command of 20 ms whose child goes on for 300 ms, and what tells the parent of its child's end."""
    inner = "A/B"
    return "".join((
        event("start", "A", 0, t_abs=0, argv=["git", "parent"]),
        event("child_start", "A", 0.001, child_id=0, child_class="background", use_shell=False, argv=["git", "kid"]),
        event("start", inner, 0.0015, t_abs=0, argv=["git", "kid"]),
        *of_parent,
        event("region_enter", inner, 0.0025, nesting=1, category="k", label="long"),
        event("atexit", "A", 0.02, t_abs=0.02, code=0),
        event("region_leave", inner, 0.3005, nesting=1, category="k", label="long", t_rel=0.298),
        event("atexit", inner, 0.3015, t_abs=0.3, code=0),
    ))


def test_a_child_that_outlives_its_parent_stands_apart(trace2):
    for of_parent in ((event("child_ready", "A", 0.002, child_id=0, pid=7, ready="ready", t_rel=0.001),), ()):
        text = outlived(*of_parent)
        tree = trace2("tree", "-", stdin=text.encode()).stdout.decode()
        lines = tree.splitlines()
        shares = [float(word[:-1]) for word in tree.split() if word.endswith("%")]
        assert max(shares) == 100, tree
        apart = next(place for place, line in enumerate(lines) if "git kid [detached]" in line)
        assert all("k/long" not in line for line in lines[:apart]) and "k/long" in "".join(lines[apart:]), tree
        inside = [float(line.split()[0]) for line in lines[1:apart] if line.strip() and "child git kid" not in line]
        wait = next(float(line.split()[0]) for line in lines[:apart] if "child git kid" in line)
        assert round(sum(inside) + wait, 3) == 20, tree
        assert all(row["share"] <= 1 for row in summary(trace2, text)["processes"])


def convert(trace2, form, text):
    done = trace2("convert", f"--to={form}", "-", stdin=text.encode())
    assert done.returncode == 0, done
    return done.stdout.decode()


def wrapper(*between):
    """A command of a writer that tells neither places nor absolute times, and the zone as "+00:00Z"."""
    def line(name, seconds, **members):
        return event(name, "wrapper-P0000000a", seconds, **members).replace('Z"', '+00:00Z"', 1)

    return "".join((
        line("version", 0.25, evt="2", exe="w1"),
        line("start", 0.26, argv=["/opt/wrapper", "fetch", "-j2"]),
        line("wrapped", 0.3, steps=["list", "get"]),
        line("data", 7.25, key="server", value="mirror"),
        line("region_enter", 8, nesting=1, category="net", label="get"),
        line("region_leave", 9.5, nesting=1, category="net", label="get"),
        line("child_start", 10, child_id=0, child_class="?", use_shell=False, argv=["tar"]),
        line("child_exit", 10.75, child_id=0, pid=7, code=0),
        *between,
        line("exit", 12, code=3),
        line("atexit", 12.25, code=3),
    ))


def test_times_that_an_event_lacks_are_computed(trace2):
    events = {made["event"]: made for made in map(json.loads, convert(trace2, "event", wrapper()).splitlines())}
    times = {name: (made.get("t_abs"), made.get("t_rel")) for name, made in events.items()}
    assert times == {
        "version": (None, None), "start": (0.01, None), "wrapped": (None, None), "data": (7, 7), "region_enter": (None, None),
        "region_leave": (None, 1.5), "child_start": (None, None), "child_exit": (None, 0.75), "exit": (11.75, None), "atexit": (12, None),
    }, times
    assert all(made["time"].endswith("Z") and "+" not in made["time"] for made in events.values()), events
    assert events["wrapped"]["steps"] == ["list", "get"]
    normal = convert(trace2, "normal", wrapper())
    assert "exit elapsed:11.750000 code:3" in normal and "atexit elapsed:12.000000 code:3" in normal, normal


def test_times_that_nothing_tells_are_left_out(trace2):
    # The first line is missing, and with it the beginning of the process.
    text = "".join(line + "\n" for line in wrapper().splitlines()[3:])
    made = [json.loads(line) for line in convert(trace2, "event", text).splitlines()]
    assert all("t_abs" not in each for each in made), made
    assert [each["t_rel"] for each in made if "t_rel" in each] == [1.5, 0.75], made
    columns = [line.split(" | ") for line in convert(trace2, "perf", text).splitlines()]
    assert all(each[5].strip() == "" for each in columns), columns


def test_the_lines_of_a_trace_are_all_dated_or_none(trace2):
    undated = '{"event":"printf","sid":"wrapper-P0000000a","thread":"main","t_abs":11.0,"msg":"almost done"}\n'
    for form in ("perf", "normal"):
        for text in (wrapper(), wrapper(undated)):
            lines = convert(trace2, form, text).splitlines()
            assert len(lines) > 5 and all(line[2] == ":" == line[5] for line in lines), lines
        brief = "".join(
            json.dumps({name: value for name, value in made.items() if name != "time" or made["event"] in ("version", "atexit")}) + "\n"
            for made in map(json.loads, wrapper().splitlines()))
        lines = convert(trace2, form, brief).splitlines()
        assert len(lines) > 5 and not any(line[2] == ":" for line in lines), lines


def test_a_trace_without_places_begins_at_the_same_time_in_all_forms(trace2):
    def rows(path):
        listed = trace2("list", "--csv", path).stdout.decode().splitlines()
        names = listed[0].split(",")
        return [dict(zip(names, row.split(","))) for row in listed[1:]]

    with tempfile.TemporaryDirectory() as place:
        original = Path(place, "trace.event")
        original.write_text(wrapper())
        (told,) = rows(original)
        for form in ("event", "perf", "normal"):
            made = Path(place, f"made.{form}")
            made.write_text(convert(trace2, form, wrapper()))
            # PERF and NORMAL lack the day, for which that of the file stands. It decides about summer time.
            day = datetime.fromisoformat(told["begin"].replace("Z", "+00:00")).timestamp() + 60
            os.utime(made, (day, day))
            (read,) = rows(made)
            assert [told[key] for key in ("wall", "code", "command")] == [read[key] for key in ("wall", "code", "command")], (form, read)
            assert read["begin"] == told["begin"], (form, told, read)


if __name__ == "__main__":
    run_all(globals(), Program(sys.argv[1]))
