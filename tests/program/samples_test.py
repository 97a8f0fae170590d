"""Samples of a profiler beside a trace, and disturbances: usage samples_test.py PROGRAM TRACES FRAMES NO_FRAMES

TRACES has a trace and the text that "perf script" wrote beside it; the others are the example "samples", which works in
regions, a thread and a task, compiled with frame pointers and without.
"""

import base64
import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from trace2_program import Program, Skipped, run_all

TRACES, FRAMES, NO_FRAMES = Path(sys.argv[2]), sys.argv[3], sys.argv[4]
PID = 0x42
SID = "20000101T000000.000000Z-Hlocalhost-P%08x" % PID
CLEAN = {name: value for name, value in os.environ.items() if "TRACE2" not in name and name != "TRACEPARENT"} | {"TZ": "UTC"}

# In seconds: outer from 0.1 to 0.5, in it inner from 0.2 to 0.3; a thread from 0.6 to 0.8.
TRACE = "".join(
    '{"event":"%s","sid":"%s","thread":"%s","time":"2000-01-01T00:00:%sZ"%s}\n' % (event, SID, thread, time, rest)
    for event, thread, time, rest in (
        ("version", "main", "00.000000", ',"evt":"4","exe":"1.0"'),
        ("start", "main", "00.000000", ',"t_abs":0.0,"argv":["/bin/frob","scan"]'),
        ("region_enter", "main", "00.100000", ',"nesting":1,"category":"c","label":"outer"'),
        ("region_enter", "main", "00.200000", ',"nesting":2,"category":"c","label":"inner"'),
        ("region_leave", "main", "00.300000", ',"t_rel":0.1,"nesting":2,"category":"c","label":"inner"'),
        ("region_leave", "main", "00.500000", ',"t_rel":0.4,"nesting":1,"category":"c","label":"outer"'),
        ("thread_start", "th01:w", "00.600000", ""),
        ("data", "th01:w", "00.600000", ',"t_abs":0.6,"t_rel":0.0,"nesting":1,"category":"trace2","key":"tid","value":"67"'),
        ("thread_exit", "th01:w", "00.800000", ',"t_rel":0.2'),
        ("atexit", "main", "01.000000", ',"t_abs":1.0,"code":0'),
    )
)


def sample(milliseconds, *functions, tid=PID, pid=PID, day="2000-01-01 "):
    """A sample as perf writes it; the functions come with the outermost one first."""
    time = f"{day}00:00:{milliseconds // 1000:02}.{milliseconds % 1000:03}500 " if day else ""
    frames = "".join(f"\t    12345 {name}+0x1f (/usr/bin/frob)\n" for name in reversed(functions))
    return f"frob {pid}/{tid} {time}{100 + milliseconds / 1000:.6f}:    1000000 cpu-clock:ppp: \n{frames}\n"


def busy(begin, end, *functions, **rest):
    return "".join(sample(at, *functions, **rest) for at in range(begin, end))


# From 0.3 to 0.4 the thread slept.
SCRIPT = (
    busy(0, 100, "main")
    + busy(100, 200, "main", "load")
    + busy(200, 300, "main", "load", "parse")
    + busy(400, 500, "main", "load", "hash")
    + busy(600, 800, "start_thread", "work", tid=67)
    + busy(700, 710, "start_thread", "worker", tid=68)
    + busy(1000, 1003, "main", "exit")
    + busy(0, 5, "other").replace(f"frob {PID}/{PID}", "other 9/9")
)


def switch(milliseconds, direction, tid=PID):
    """A record of "--switch-events", whose times are those of samples."""
    return f"frob {PID}/{tid} 2000-01-01 00:00:{milliseconds // 1000:02}.{milliseconds % 1000:03}500 1.000000: {direction}\n"


def out(milliseconds, **rest):
    return switch(milliseconds, "PERF_RECORD_SWITCH OUT        ", **rest)


def preempted(milliseconds, **rest):
    return switch(milliseconds, "PERF_RECORD_SWITCH OUT preempt", **rest)


def back(milliseconds, **rest):
    return switch(milliseconds, "PERF_RECORD_SWITCH IN         ", **rest)


def leaving(milliseconds, *functions, event="context-switches:", **rest):
    """A sample of a thread that leaves its processor, inside of the kernel."""
    kernel = "\tffffffff821fb643 schedule+0x1f ([kernel.kallsyms])\n"
    own = sample(milliseconds, *functions, **rest).replace("1000000 cpu-clock:ppp: \n", f"1 {event} \n" + kernel)
    assert event in own
    return own


class Files:
    """A trace and samples in a directory whose name has a blank."""

    def __init__(self, script=SCRIPT, trace=TRACE):
        self.directory = tempfile.TemporaryDirectory(prefix="s \u00e4")
        self.trace = Path(self.directory.name) / "a.event"
        self.samples = Path(self.directory.name) / "a script"
        self.page = Path(self.directory.name) / "page.html"
        self.trace.write_text(trace)
        self.samples.write_bytes(script if isinstance(script, bytes) else script.encode())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.directory.cleanup()

    def run(self, trace2, command, *options):
        return trace2(command, f"--samples={self.samples}", *options, self.trace, env=CLEAN)


def data_of(page):
    packed = re.search(r'id="data">([^<]*)<', page.read_text())[1]
    return json.loads(gzip.decompress(base64.b64decode(packed)))


def functions_of(row):
    return {each["name"]: (each["own"], each["with_callees"]) for each in row.get("functions", [])}


def test_a_sample_is_in_the_innermost_region_of_its_thread(trace2):
    with Files() as files:
        done = files.run(trace2, "tree", "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    rows = {row["name"]: row for row in told["rows"] if "samples" in row}
    assert rows["outer"]["samples"] == 200
    assert functions_of(rows["outer"]) == {"load": (100, 200), "hash": (100, 100)}
    assert functions_of(rows["inner"]) == {"parse": (100, 100), "load": (0, 100)}
    assert functions_of(rows["th01:w"]) == {"work": (200, 200)}
    assert functions_of(rows["/bin/frob scan"]) == {"main": (100, 100)}
    sums = told["samples"]
    assert sums == {
        "event": "cpu-clock:ppp", "count": 618, "before_or_after": 3, "other_threads": 10, "elsewhere": 5,
    }, sums
    assert sum(row["samples"] for row in rows.values()) + 18 == 618


def test_why_and_tree_show_functions_shares_and_waits(trace2):
    with Files() as files:
        why = files.run(trace2, "why").stdout.decode()
        tree = files.run(trace2, "tree").stdout.decode()
        told = json.loads(files.run(trace2, "why", "--json").stdout)
    for text in (why, tree):
        # Of the 0.3 s of outer a third was no processor's.
        assert "200 samples: 67% on a processor, 33% waiting" in text, text
        assert "50% \u00b17  hash (frob)" in text, text
        assert "load (frob), with callees 100%" in text, text
        assert "618 samples of cpu-clock:ppp, one in 1" in text, text
        assert "10 in threads that tell no number (TRACE2_THREAD_IDS=1)" in text, text
        assert "100% \u00b12  main (frob)" in text, text
    rows = {told["path"][each["row"]].get("label"): each for each in told["functions"]}
    assert rows["outer"]["count"] == 200 and functions_of(rows["inner"]) == {"parse": (100, 100), "load": (0, 100)}


def test_functions_of_threads_without_a_number_stand_beside_their_process(trace2):
    with Files() as files:
        texts = [files.run(trace2, command).stdout.decode() for command in ("why", "tree")]
        why, tree = (json.loads(files.run(trace2, command, "--json").stdout) for command in ("why", "tree"))
    for text in texts:
        assert re.search(r"10 samples in other threads of the process\n +100% \u00b114  worker \(frob\)\n", text), text
    assert [(row["count"], functions_of(row)) for row in why["other_threads"]] == [(10, {"worker": (10, 10)})]
    others = [row["other_threads"] for row in tree["rows"] if "other_threads" in row]
    assert [(each["samples"], functions_of(each)) for each in others] == [(10, {"worker": (10, 10)})]


# In outer: a wait of 40 ms for read, one of 20 ms for a lock, and 10 ms without a processor. In inner: 50 ms for read.
# In the thread: 100 ms. Nothing says when the thread goes on at its end.
WAITS = (
    busy(110, 120, "main", "load")
    + leaving(120, "main", "load", "read")
    + out(120)
    + back(160)
    + busy(160, 170, "main", "load")
    + leaving(170, "main", "load")
    + preempted(170)
    + back(180)
    + leaving(220, "main", "load", "read")
    + out(220)
    + back(270)
    + leaving(310, "main", "lock")
    + out(310)
    + back(330)
    + leaving(610, "start_thread", "work", "nap", tid=67)
    + out(610, tid=67)
    + back(710, tid=67)
    + out(790, tid=67)
    + out(995)
)


def waits_of(row):
    waits = row["waits"]
    functions = {each["name"]: (each["own"], each["with_callees"]) for each in waits["functions"]}
    return waits["count"], waits["total"], waits["preemptions"], waits["preempted"], functions


def test_waits_have_their_times_and_what_the_program_called(trace2):
    with Files(WAITS) as files:
        told = json.loads(files.run(trace2, "tree", "--json").stdout)
        why_rows = json.loads(files.run(trace2, "why", "--json").stdout)
        texts = [files.run(trace2, command).stdout.decode() for command in ("why", "tree")]
    rows = {row["name"]: row for row in told["rows"]}
    outer = (2, 0.06, 1, 0.01, {"read": (0.04, 0.04), "lock": (0.02, 0.02), "main": (0, 0.06), "load": (0, 0.04)})
    assert waits_of(rows["outer"]) == outer, rows["outer"]
    assert waits_of(rows["inner"])[:2] == (1, 0.05), rows["inner"]
    assert waits_of(rows["th01:w"])[:2] == (1, 0.1), rows["th01:w"]
    assert "waits" not in rows["/bin/frob scan"], rows
    # Samples are those of the processor alone.
    assert rows["outer"]["samples"] == 20 and told["samples"]["count"] == 20, told
    assert told["samples"]["event"] == "cpu-clock:ppp" and told["samples"]["waits_elsewhere"] == 0, told["samples"]
    path = {why_rows["path"][each["row"]].get("label"): each for each in why_rows["functions"]}
    assert waits_of(path["outer"]) == outer and path["outer"]["count"] == 20, path
    for text in texts:
        assert "waiting: 60.000 ms in 2 waits, 10.000 ms in 1 preemption" in text, text
        assert "  40.000 ms  read (frob)\n" in text and "  20.000 ms  lock (frob)\n" in text, text
        assert "schedule" not in text, text


def test_waits_without_records_of_switches_last_until_the_next_line_or_event_of_their_thread(trace2):
    tracepoint = "sched:sched_switch: prev_comm=frob prev_pid=66 prev_prio=120 prev_state={} ==> next_comm=a next_pid=1"
    waiting, running = tracepoint.format("S"), tracepoint.format("R+")
    script = (
        leaving(310, "main", "load", "read", event=waiting)
        + sample(350, "main", "load")
        + leaving(360, "main", "load", event=running)
        + sample(370, "main", "load")
        + leaving(450, "main", "load", "lock", event=waiting)
    )
    # The event at 0.5 s.
    with Files(script + leaving(700, "main", event=waiting)) as files:
        told = json.loads(files.run(trace2, "tree", "--json").stdout)
    rows = {row["name"]: row for row in told["rows"]}
    assert waits_of(rows["outer"])[:4] == (2, 0.0895, 1, 0.01), rows["outer"]
    assert rows["outer"]["samples"] == 2 and told["samples"]["count"] == 2, told
    with Files(leaving(310, "main", "read", event=waiting) + leaving(350, "main", "read", event=waiting)) as files:
        told = json.loads(files.run(trace2, "tree", "--json").stdout)
        assert "waiting: 40.000 ms in 1 wait" in files.run(trace2, "why").stdout.decode()
        folded = files.run(trace2, "convert", "--to=folded").stdout.decode()
    assert told["samples"]["count"] == 0 and "read()" not in folded, (told, folded)


def test_a_tracepoint_and_a_record_of_a_switch_are_one_wait(trace2):
    running = "sched:sched_switch: frob:66 [120] R+ ==> a:1 [120]"
    lost = leaving(120, "main", event=running) + preempted(121) + back(130)
    with Files(lost + leaving(150, "main") + out(151) + back(160)) as files:
        assert "waiting: 9.000 ms in 1 wait, 9.000 ms in 1 preemption\n" in files.run(trace2, "tree").stdout.decode()


def test_waits_whose_stacks_nobody_recorded_have_times_alone(trace2):
    with Files(busy(110, 120, "main") + out(120) + back(160)) as files:
        done = files.run(trace2, "why")
    assert "waiting: 40.000 ms in 1 wait\n" in done.stdout.decode(), done
    assert b"waits have no functions" in done.stderr and b"perf_event_paranoid=1" in done.stderr, done.stderr


def disturbances(time, counts, thread="main"):
    """An event as trace2/disturbances.hpp writes it; the names are a program's own."""
    members = '{"event":"data_json","sid":"%s","thread":"%s","time":"2000-01-01T00:00:%sZ","t_abs":0.1,"t_rel":0.1'
    return members % (SID, thread, time) + ',"nesting":1,"category":"frob","key":"loop","value":%s}\n' % counts


COUNTS = (
    '{"first_processor":%s,"last_processor":1,"waits":%s,"preemptions":%d,"minor_faults":%d,"major_faults":%d}'
)


def disturbed_trace(*events):
    """Puts events where their times want them."""
    lines = TRACE.splitlines(keepends=True) + list(events)
    return "".join(sorted(lines, key=lambda line: json.loads(line)["time"]))


def test_disturbances_are_below_the_row_of_the_region_that_has_the_event(trace2):
    trace = disturbed_trace(
        disturbances("00.150000", COUNTS % (0, 2, 1, 100, 2)),
        disturbances("00.450000", COUNTS % (-1, 10, 2, 18, 0)),
        disturbances("00.250000", COUNTS % (0, 1, 0, 0, 0)),
        disturbances("00.700000", COUNTS % (0, 0, 0, 1, 0), "th01:w"),
        # These are a program's own: not all members, and no number of waits.
        disturbances("00.260000", COUNTS.replace(',"waits":%s', "") % (0, 7, 7, 7)),
        disturbances("00.260000", COUNTS % (0, '"7"', 7, 7, 7)),
        disturbances("00.260000", COUNTS % ("0.5", "7", 7, 7, 7)),
        disturbances("00.950000", COUNTS % (0, 0, 0, 0, 0)),
    )
    sums = {
        "outer": {"waits": 12, "preemptions": 3, "minor_faults": 118, "major_faults": 2},
        "inner": {"waits": 1, "preemptions": 0, "minor_faults": 0, "major_faults": 0},
        "th01:w": {"waits": 0, "preemptions": 0, "minor_faults": 1, "major_faults": 0},
        "/bin/frob scan": {"waits": 0, "preemptions": 0, "minor_faults": 0, "major_faults": 0},
    }
    lines = ["12 waits, 3 preemptions, 120 page faults, 2 from disk", "1 wait", "1 page fault"]
    with Files(trace=trace) as files:
        for command in ("why", "tree"):
            for options in ((), (f"--samples={files.samples}",)):
                text = trace2(command, *options, files.trace, env=CLEAN).stdout.decode()
                found = [line.strip() for line in text.splitlines() if " wait" in line or "page fault" in line]
                found = [line for line in found if "processor" not in line and "waiting:" not in line]
                assert sorted(found) == sorted(lines), (options, text)
                assert text.index("outer") < text.index(lines[0]), text
        told = json.loads(trace2("tree", "--json", files.trace, env=CLEAN).stdout)
        assert {row["name"]: row["disturbances"] for row in told["rows"] if "disturbances" in row} == sums, told
        told = json.loads(trace2("why", "--json", files.trace, env=CLEAN).stdout)
        found = {told["path"][each["row"]].get("label"): each["counts"] for each in told["disturbances"]}
        assert found["outer"] == sums["outer"] and found["inner"] == sums["inner"], told
    with Files() as files:
        assert "disturbances" not in json.loads(trace2("why", "--json", files.trace, env=CLEAN).stdout)


def test_disturbances_of_a_task_are_the_tasks_and_those_of_its_run(trace2):
    task = '{"event":"task_%s","sid":"' + SID + '","thread":"main","time":"2000-01-01T00:00:00.%sZ","task":1%s}\n'
    trace = disturbed_trace(
        task % ("begin", "850000", ',"parent":0,"category":"c","label":"request"'),
        task % ("run", "860000", ""),
        disturbances("00.870000", COUNTS % (0, 5, 0, 0, 0)),
        task % ("end", "880000", ',"t_rel":0.03,"category":"c","label":"request"'),
    )
    with Files(trace=trace) as files:
        told = json.loads(trace2("tree", "--json", files.trace, env=CLEAN).stdout)
        text = trace2("tree", files.trace, env=CLEAN).stdout.decode()
    kinds = {row["kind"]: row["disturbances"]["waits"] for row in told["rows"] if "disturbances" in row}
    assert kinds == {"run": 5, "task": 5}, told
    assert text.count("5 waits") == 2, text


def test_folded_stacks_go_on_into_functions_and_keep_their_sums(trace2):
    with Files() as files:
        plain = trace2("convert", "--to=folded", files.trace, env=CLEAN).stdout.decode()
        with_functions = files.run(trace2, "convert", "--to=folded").stdout.decode()
    stacks = dict(line.rsplit(" ", 1) for line in with_functions.splitlines())
    name = next(stack for stack in stacks if stack.endswith(";c:outer")).removesuffix(";c:outer")
    assert stacks[f"{name};c:outer;load();hash()"] == "100000", with_functions
    assert stacks[f"{name};c:outer"] == "100000", with_functions
    assert stacks[f"{name};c:outer;c:inner;load();parse()"] == "100000", with_functions
    total = lambda text: sum(int(line.rsplit(" ", 1)[1]) for line in text.splitlines() if "other threads" not in line)
    assert total(plain) == total(with_functions)
    assert any("other threads" in stack and stack.endswith("worker()") for stack in stacks), with_functions


def test_a_text_without_a_time_of_day_is_refused(trace2):
    with Files(busy(0, 100, "main", day="")) as files:
        done = files.run(trace2, "why")
    assert done.returncode == 1 and done.stdout == b"", done
    assert b"no sample tells the time of day" in done.stderr and b"-k mono" in done.stderr, done.stderr


def test_a_file_that_is_none_is_said(trace2):
    with Files() as files:
        done = trace2("why", "--samples=/nowhere", files.trace, env=CLEAN)
        assert done.returncode == 1 and b"/nowhere: No such file" in done.stderr, done
    with Files(b"PERFILE2 but no more") as files:
        done = files.run(trace2, "tree")
        assert done.returncode == 1 and b"perf" in done.stderr and done.stdout == b"", done


def test_the_time_of_perf_is_shown(trace2):
    """In a text if a person notices it."""
    with Files(b"PERFILE2") as files, tempfile.TemporaryDirectory() as directory:
        text, perf = Path(directory) / "text", Path(directory) / "perf"
        text.write_text(SCRIPT)
        perf.write_text(f'#!/bin/sh\nsleep 0.2\nexec cat "{text}"\n')
        perf.chmod(0o700)
        env = CLEAN | {"PATH": f"{directory}:{os.environ['PATH']}"}
        run = lambda *words: trace2(*words, f"--samples={files.samples}", files.trace, env=env)
        for command in ("why", "tree"):
            told = json.loads(run(command, "--json").stdout)["samples"]
            assert told["count"] == 618 and told["perf_time"] >= 0.2, told
            shown = run(command).stdout
            assert re.search(rb"618 samples of .*; perf script took \d+\.\d+ m?s\n", shown), shown


def test_hostile_texts_are_bounded_and_escaped(trace2):
    evil = "\x1b]0;evil\x07<script>" + "x" * 5000
    script = (
        sample(150, evil, "</script>") + sample(150, *["deep"] * 5000) + "\0\xff garbage\n" + "y" * 100_000 + "\n" + sample(151, "")
    )
    with Files(script.encode("latin-1")) as files:
        for command in ("why", "tree"):
            done = files.run(trace2, command)
            assert done.returncode == 0 and b"\x1b" not in done.stdout and b"\x07" not in done.stdout, done
            assert b'"perf script" does not write' in done.stderr, done.stderr
            json.loads(files.run(trace2, command, "--json").stdout)
        assert files.run(trace2, "report", "-o", files.page).returncode == 0
        page = files.page.read_text()
        assert "evil" not in page and "deep()" not in page, "names must be packed data"
        folded = files.run(trace2, "convert", "--to=folded").stdout
        assert b"\x1b" not in folded


def test_anonymous_pages_name_no_function_and_no_file(trace2):
    with Files() as files:
        done = trace2("convert", "--to=folded", "--anonymise", f"--samples={files.samples}", files.trace, env=CLEAN)
    text = done.stdout.decode()
    assert done.returncode == 0, done.stderr
    assert ";function " in text, text
    for name in ("load", "hash", "parse", "worker", "/usr/bin"):
        assert name not in text, (name, text)


def test_a_page_has_the_samples_of_threads_and_of_other_threads(trace2):
    with Files() as files:
        assert files.run(trace2, "report", "-o", files.page).returncode == 0
        data = data_of(files.page)
        assert files.run(trace2, "report", "--anonymise", "-o", files.page).returncode == 0
        anonymous = data_of(files.page)
        assert trace2("report", "-o", files.page, files.trace, env=CLEAN).returncode == 0
        plain = data_of(files.page)
    samples = data["samples"]
    assert data["one_sample_in"] == 1 and {len(column) for column in samples.values()} == {610}, samples
    main, worker, others = 0, 1, 2
    places, place = [], 0
    for difference in samples["place"]:
        place += difference
        places.append(place)
    assert {place: places.count(place) for place in set(places)} == {main: 400, worker: 200, others: 10}
    names = {data["texts"][name] for name in data["functions"]["name"]}
    assert names == {"main", "load", "parse", "hash", "start_thread", "work", "worker"}, names
    # Names are covered, and nothing else has changed.
    assert anonymous["samples"] == samples and anonymous["calls"] == data["calls"]
    covered = {anonymous["texts"][text] for column in anonymous["functions"].values() for text in column}
    assert covered == {"file 1", *(f"function {i + 1}" for i in range(len(names)))}, covered
    assert not {*anonymous["texts"]} & (names - {"main"}), anonymous["texts"]
    # Without samples a page has nothing of them.
    added = {"sampled", "sample_interval", "one_sample_in", "functions", "calls", "samples"}
    assert set(data) - set(plain) == added and not any("\t" in stack for stack in plain["stacks"])


def test_the_number_of_a_thread_is_no_loss(trace2):
    with Files(trace=TRACE.replace('"value":"67"', '"value":67')) as files:
        told = json.loads(trace2("summary", "--json", files.trace, env=CLEAN).stdout)
    assert not told.get("losses"), told["losses"]


def test_names_that_are_missing_are_said(trace2):
    with Files(busy(100, 200, "main", "[unknown]")) as files:
        done = files.run(trace2, "why")
    assert b"50% of the programs' frames have no name" in done.stderr and b"DEBUGINFOD_URLS" in done.stderr, done.stderr
    with Files() as files:
        assert b"have no name" not in files.run(trace2, "why").stderr


def test_a_text_that_perf_has_written(trace2):
    """As perf 6.1 wrote it for the example; TZ was UTC."""
    done = trace2("tree", "--json", f"--samples={TRACES / 'samples.script'}", TRACES / "samples.event", env=CLEAN)
    assert done.returncode == 0, done.stderr
    check_example(json.loads(done.stdout))


# On a busy machine a region has a hundred samples or less, of which one or two are the system's.
STRAY = 2


def check_example(told, most_elsewhere=0, least_known=0.99):
    """Each function spins in its own region alone, and samples are where it spins, of which so many know their
    callers. A thread may be sampled before it tells its number."""
    rows = {row["name"]: row for row in told["rows"] if row["kind"] in ("region", "thread", "run", "task")}
    for name, function in {"parse": "parse", "sort": "sort", "sort beside": "sort", "parse in a task": "parse"}.items():
        row = rows[name]
        assert row["samples"] > 0, (name, rows)
        if least_known > 0:
            assert functions_of(row)[function][1] >= least_known * row["samples"] - STRAY, (name, row)
        else:
            assert functions_of(row)["spin"][0] > 0.5 * row["samples"], (name, row)
    all_samples = told["samples"]["count"]
    asleep = rows["sleep"]["samples"] + rows["wait for the worker"]["samples"]
    assert asleep <= 0.01 * all_samples + STRAY, (asleep, all_samples)
    spinning = {"parse", "sort"}
    elsewhere = sum(
        own
        for row in told["rows"]
        if row.get("functions") and row["name"] not in ("parse", "sort", "sort beside", "parse in a task")
        for name, (own, _) in functions_of(row).items()
        if name in spinning | {"spin"}
    )
    assert elsewhere <= 0.01 * all_samples + STRAY, (elsewhere, all_samples)
    assert told["samples"]["other_threads"] <= most_elsewhere * all_samples + STRAY, told["samples"]


def need_profiler():
    if shutil.which("perf") is None:
        raise Skipped("there is no perf(1)")
    with tempfile.TemporaryDirectory() as directory:
        probe = subprocess.run(
            ["perf", "record", "-q", "-k", "mono", "-o", f"{directory}/probe", "true"], capture_output=True, check=False
        )
        if probe.returncode != 0:
            raise Skipped("perf(1) may not record here")


def sampled(trace2, program, *options, samples="--samples=1999", may_say=b""):
    """What a tree with samples tells of the example, which has run beside perf."""
    need_profiler()
    with tempfile.TemporaryDirectory() as directory:
        out = Path(directory) / "told"
        done = trace2(
            "run", samples, *options, "--to=tree", "--json", "-o", out, "--", program, "100", env=CLEAN
        )
        assert done.returncode == 0, done
        assert done.stderr == b"" or may_say and may_say in done.stderr, done
        told = json.loads(out.read_text())
        assert told["samples"]["perf_time"] > 0, told["samples"]
        return told


def test_a_command_is_sampled_while_it_runs(trace2):
    check_example(sampled(trace2, FRAMES), most_elsewhere=0.01)


def test_a_command_that_sleeps_is_seen_to_wait(trace2):
    for option in ("--samples=waits", "--samples=1999,waits"):
        told = sampled(trace2, FRAMES, samples=option, may_say=b" have no ")
        rows = {row["name"]: row for row in told["rows"]}
        sleep = rows["sleep"]["waits"]
        # A thread may lose its processor while it begins to sleep.
        assert sleep["count"] >= 1 and rows["sleep"]["disturbances"]["waits"] >= 1, rows
        assert sleep["total"] + sleep["preempted"] >= 0.99 * 0.4, sleep
        for row in rows.values():
            waits = row.get("waits", {"total": 0, "preempted": 0})
            assert waits["total"] + waits["preempted"] <= 1.01 * row["total"] + 0.001, row
        if sleep["functions"]:
            assert "nanosleep" in sleep["functions"][0]["name"], sleep


def test_without_frame_pointers_samples_are_in_their_regions_without_their_callers(trace2):
    told = sampled(trace2, NO_FRAMES, may_say=b"--samples-stack=dwarf")
    check_example(told, most_elsewhere=0.01, least_known=0)


def test_without_frame_pointers_dwarf_finds_callers(trace2):
    # The system's clock, which "spin" calls, has a frame that perf may not get past.
    told = sampled(trace2, NO_FRAMES, "--samples-stack=dwarf")
    check_example(told, most_elsewhere=0.01, least_known=0.9)


def test_samples_of_git_are_those_that_perf_counts(trace2):
    need_profiler()
    with tempfile.TemporaryDirectory() as name:
        trace, data = Path(name) / "git.event", Path(name) / "perf.data"
        alone = CLEAN | {"HOME": name, "GIT_CONFIG_NOSYSTEM": "1"}
        script = """git init -q r && cd r && git config gc.auto 0 && git config user.name a && git config user.email a@b
        for i in 1 2 3; do
          seq $((i * 3000)) >f$i && git add . && git commit -q -m $i
        done"""
        subprocess.run(["sh", "-c", script], cwd=name, env=alone, check=True, capture_output=True)
        for command in (["status"], ["gc", "-q"]):
            trace.unlink(missing_ok=True)
            record = ["perf", "record", "-q", "-F", "4999", "-g", "-k", "mono", "-o", data, "--", "git", *command]
            tracing = alone | {"GIT_TRACE2_EVENT": str(trace)}
            subprocess.run(record, cwd=f"{name}/r", env=tracing, check=True, capture_output=True)
            shown = ["perf", "script", "-i", data, "-F", "pid"]
            pids = subprocess.run(shown, env=CLEAN, check=True, capture_output=True, text=True).stdout.split()
            traced = {int(sid, 16) for sid in re.findall(r'-P([0-9a-f]{8})"', trace.read_text())}
            told = json.loads(trace2("tree", "--json", f"--samples={data}", trace, env=CLEAN).stdout)
            sums = told["samples"]
            assert sums["count"] == len(pids), (sums, len(pids))
            assert sums["elsewhere"] == sum(int(pid) not in traced for pid in pids), (sums, traced)
            in_rows = sum(row.get("samples", 0) for row in told["rows"])
            assert in_rows == sums["count"] - sums["elsewhere"] - sums["before_or_after"] - sums["other_threads"], told


def test_a_command_that_ends_before_its_first_sample_is_shown(trace2):
    need_profiler()
    with tempfile.TemporaryDirectory() as directory:
        for to in ("why", "tree", "folded", "html", "firefox"):
            out = Path(directory) / to
            done = trace2("run", "--samples=1", f"--to={to}", "-o", out, "--", "true", env=CLEAN)
            assert done.returncode == 0 and b"true" in out.read_bytes(), (to, done)


def test_a_command_runs_where_there_is_no_profiler(trace2):
    with tempfile.TemporaryDirectory() as empty:
        out = Path(empty) / "why"
        done = trace2("run", "--samples", "-o", out, "--", "/bin/sh", "-c", "exit 3", env=CLEAN | {"PATH": empty})
        assert done.returncode == 3, done
        assert done.stderr.count(b"\n") == 1 and b"no samples: there is no perf" in done.stderr, done.stderr
        assert b"sh" in out.read_bytes()


def test_options_that_do_not_fit_are_refused(trace2):
    with Files() as files:
        assert files.run(trace2, "convert", "--to=chrome").returncode == 2
    assert trace2("run", "--samples", "--to=summary", "--", "true", env=CLEAN).returncode == 2
    for wrong in ("x", "0", "999,", "waits,999", "999,wait", "1000000"):
        assert trace2("run", f"--samples={wrong}", "--", "true", env=CLEAN).returncode == 2, wrong


def test_a_report_of_many_samples_is_small(trace2):
    """100,000 samples with stacks of 30 functions."""
    chunks = []
    for i in range(100_000):
        functions = [f"function_{(i * 7919 >> depth) % (3 + depth * depth)}_{depth}" for depth in range(30)]
        at = 100_000 + i * 4
        frames = "".join(f"\t    12345 {name}+0x1f (/usr/bin/frob)\n" for name in reversed(functions))
        chunks.append(f"frob {PID}/{PID} 2000-01-01 00:00:00.{at:06} 1.000000:  4000 cpu-clock: \n{frames}\n")
    with Files("".join(chunks)) as files:
        before = os.times()
        done = files.run(trace2, "report", "-o", files.page)
        after = os.times()
        size = files.page.stat().st_size
        data = data_of(files.page)
    assert done.returncode == 0, done.stderr
    print(f"{size} bytes, {after.children_user - before.children_user:.2f} s")
    assert size <= 2_000_000, size
    # Their stacks are all different, which is too much for a page: of each few samples it has one, and says so.
    every, shown = data["one_sample_in"], len(data["samples"]["at"])
    assert every > 1 and shown == 100_000 // every and len(data["calls"]["function"]) <= 400_000, (every, shown)
    assert ["samples", 100_000 - shown, 0] in data["left_out"], data["left_out"]


if __name__ == "__main__":
    run_all(globals(), Program(sys.argv[1]))
