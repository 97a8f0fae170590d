"""The numbers of trace2 summary, computed a second time: usage summary_test.py PROGRAM TRACES

Only the JSON of the lines and their durations are used here, and sorted lists for quantiles.
"""

import csv
import io
import json
import os
import pty
import random
import re
import select
import subprocess
import sys
import tempfile
from collections import defaultdict
from datetime import datetime
from pathlib import Path

from trace2_program import ILL_FORMED, SMALL, Program, recordings, run_all

MICROSECOND = 1.01e-6

# All others count by their names; those of tasks, which the program knows as well, don't occur here.
KNOWN_EVENTS = set("""
    version too_many_files start exit atexit signal error cmd_path cmd_ancestry cmd_name cmd_mode alias child_start
    child_exit child_ready thread_start thread_exit exec exec_result def_param def_repo region_enter region_leave data
    data_json th_timer timer th_counter counter printf
""".split())


def quantile(values, share):
    values = sorted(values)
    position = share * (len(values) - 1)
    low = int(position)
    high = min(low + 1, len(values) - 1)
    return values[low] + (position - low) * (values[high] - values[low])


class Sums:
    """What a trace says, without any state but open regions."""

    def __init__(self, text):
        self.events = 0
        self.sessions, self.codes = set(), {}
        self.regions, self.selves = defaultdict(list), defaultdict(float)
        self.children, self.timers = defaultdict(list), defaultdict(list)
        self.data, self.counters, self.errors = defaultdict(list), defaultdict(int), defaultdict(int)
        self.others, self.unfinished = defaultdict(int), defaultdict(int)
        self.open = defaultdict(list)
        self.last, self.waits, self.running = {}, defaultdict(int), {}
        for line in text.decode(errors="replace").splitlines():
            self.add(json.loads(line))
        for regions in self.open.values():
            for name, _ in regions:
                self.unfinished[name] += 1

    def add(self, event):
        self.events += 1
        self.sessions.add(event["sid"])
        if event["event"] not in KNOWN_EVENTS:
            self.others[event["event"]] += 1
        self.note_wait(event)
        add = getattr(self, "add_" + event["event"], None)
        if add:
            add(event)

    def note_wait(self, event):
        """Up to an event the thread has waited for a child that it has started in its innermost region, or that ends."""
        if "time" not in event:
            return  # brief
        thread = event["sid"], event["thread"]
        now = datetime.fromisoformat(event["time"].replace("Z", "+00:00"))
        length = (now - self.last.get(thread, now)).total_seconds()
        self.last[thread] = now
        innermost = self.open[thread][-1] if self.open[thread] else None
        ends = event["event"] in ("child_exit", "child_ready")
        if innermost and (ends or any(each[0] == event["sid"] and place is innermost for each, place in self.running.items())):
            innermost[1] += length
            self.waits[innermost[0]] += 1
        if event["event"] == "child_start":
            self.running[event["sid"], event["child_id"]] = innermost
        elif ends:
            self.running.pop((event["sid"], event["child_id"]), None)

    def add_region_enter(self, event):
        name = event.get("category", ""), event.get("label", event.get("msg", ""))
        self.open[event["sid"], event["thread"]].append([name, 0.0])

    def add_region_leave(self, event):
        regions = self.open[event["sid"], event["thread"]]
        name, nested = regions.pop()
        self.regions[name].append(event["t_rel"])
        self.selves[name] += max(event["t_rel"] - nested, 0)
        if regions:
            regions[-1][1] += event["t_rel"]

    def add_child_exit(self, event):
        self.children[event["code"] != 0].append(event["t_rel"])

    def add_child_ready(self, event):
        self.children[False].append(event["t_rel"])

    def add_data(self, event):
        self.data[event["category"], event["key"]].append(event["value"])

    def add_data_json(self, event):
        self.data[event["category"], event["key"]].append(None)

    def add_timer(self, event):
        self.timers[event["category"], event["name"]].append(event)

    def add_counter(self, event):
        self.counters[event["category"], event["name"]] += event["count"]

    def add_error(self, event):
        self.errors[event["fmt"]] += 1

    def add_exit(self, event):
        self.codes[event["sid"]] = event["code"]

    def add_atexit(self, event):
        self.codes.setdefault(event["sid"], event["code"] or None)


def same(mine, theirs, what, tolerance=MICROSECOND):
    assert abs(mine - theirs) <= tolerance, (what, mine, theirs)


def compare_distribution(values, row, tolerance=MICROSECOND):
    assert row["count"] == len(values), row
    same(sum(values), row["total"], row, tolerance * len(values))
    same(min(values), row["min"], row)
    same(max(values), row["max"], row)
    same(quantile(values, 0.5), row["median"], row)
    same(quantile(values, 0.95), row["p95"], row)


def compare(sums, summary):
    assert summary["events"] == sums.events
    assert summary["process_count"] == len(sums.sessions)
    assert {row["sid"]: row["code"] for row in summary["processes"] if row["state"] == "ended"}.items() >= {
        sid: code for sid, code in sums.codes.items()}.items()
    assert sum(row["count"] for row in summary["commands"]) == len(sums.sessions)

    regions = {(row["category"], row["label"]): row for row in summary["regions"]}
    assert {name: row["unfinished"] for name, row in regions.items() if row["unfinished"]} == dict(sums.unfinished)
    for name, values in sums.regions.items():
        if name not in sums.unfinished:
            compare_distribution(values, regions[name])
            same(sums.selves[name], regions[name]["self"], name, MICROSECOND * (len(values) + 10 * sums.waits[name]))

    ended = sums.children[False] + sums.children[True]
    assert sum(row["count"] - row["unfinished"] for row in summary["children"]) == len(ended)
    assert sum(row["failed"] for row in summary["children"]) == len(sums.children[True])
    same(sum(ended), sum(row["total"] for row in summary["children"]), "children", MICROSECOND * (len(ended) + 1))

    timers = {(row["category"], row["name"]): row for row in summary["timers"]}
    assert timers.keys() == sums.timers.keys()
    for name, events in sums.timers.items():
        assert timers[name]["intervals"] == sum(event["intervals"] for event in events)
        for member, make in (("total", sum), ("min", min), ("max", max)):
            same(make(event["t_" + member] for event in events), timers[name][member], name)
    assert {(row["category"], row["name"]): row["count"] for row in summary["counters"]} == dict(sums.counters)
    assert {row["name"]: row["count"] for row in summary["other_events"]} == dict(sums.others)
    assert {row["format"]: row["count"] for row in summary["errors"]} == dict(sums.errors)

    data = {(row["category"], row["key"]): row for row in summary["data"]}
    assert {name: row["count"] for name, row in data.items()} == {n: len(v) for n, v in sums.data.items()}
    for name, values in sums.data.items():
        if all(isinstance(value, str) and value.removeprefix("-").isdecimal() for value in values):
            numbers = [int(value) for value in values]
            row = data[name]
            assert (row["sum"], row["min"], row["max"]) == (sum(numbers), min(numbers), max(numbers)), name


def test_numbers_of_each_recording(trace2, directory):
    for path in recordings(directory):
        try:
            compare(Sums(path.read_bytes()), json.loads(trace2.output("summary", "--json", path)))
        except Exception as problem:
            raise AssertionError(f"{path}: {problem!r}") from problem


def test_numbers_of_all_recordings_as_one_trace(trace2, directory):
    text = b"".join(path.read_bytes() for path in recordings(directory))
    compare(Sums(text), json.loads(trace2.output("summary", "--json", "-", stdin=text)))


def region(number, duration):
    common = f'"sid":"S","thread":"main","time":"2000-01-01T00:00:00.{number:06}Z","nesting":1,"category":"c","label":"l"'
    return f'{{"event":"region_enter",{common}}}\n{{"event":"region_leave",{common},"t_rel":{duration:.6f}}}\n'


def test_self_time_is_one_thing(trace2, _):
    """A region of 6 s with a region of 1 s and a child of 2 s inside: 3 s are its own, wherever they are shown."""
    lines = "".join(
        f'{{"event":"{event}","sid":"S","thread":"main","time":"2000-01-01T00:00:0{second}Z"{members}}}\n'
        for second, event, members in (
            (0, "start", ',"t_abs":0.0,"argv":["frob"]'),
            (1, "region_enter", ',"nesting":1,"category":"c","label":"outer"'),
            (2, "region_enter", ',"nesting":2,"category":"c","label":"inner"'),
            (3, "region_leave", ',"t_rel":1.0,"nesting":2,"category":"c","label":"inner"'),
            (4, "child_start", ',"child_id":0,"child_class":"?","use_shell":false,"argv":["sub"]'),
            (6, "child_exit", ',"child_id":0,"pid":9,"code":0,"t_rel":2.0'),
            (7, "region_leave", ',"t_rel":6.0,"nesting":1,"category":"c","label":"outer"'),
            (8, "atexit", ',"t_abs":8.0,"code":0')))
    regions = json.loads(trace2.output("summary", "--json", "-", stdin=lines.encode()))["regions"]
    assert [row["self"] for row in regions if row["label"] == "outer"] == [3.0], regions
    tree = trace2.output("tree", "-", stdin=lines.encode()).decode()
    assert "  3.000000 s   37.5%      self\n" in tree, tree
    path = json.loads(trace2.output("why", "--json", "-", stdin=lines.encode()))["path"]
    assert [row["time"] for row in path if row.get("label") == "outer" and row["kind"] == "region"] == [3.0], path
    with tempfile.TemporaryDirectory() as name:
        trace2.output("convert", "--to=ndjson", "-o", Path(name, "t"), "-", stdin=lines.encode())
        rows = [json.loads(line) for line in Path(name, "t", "regions.ndjson").read_text().splitlines()]
        assert [row["self_us"] for row in rows if row["label"] == "outer"] == [3e6], rows


def test_quantiles_of_many_values_are_within_3_percent(trace2, _):
    chance = random.Random(7)
    for size in (512, 513, 20_000):
        values = [round(10 ** chance.uniform(-6, 3), 6) for _ in range(size)]
        trace = "".join(region(number, value) for number, value in enumerate(values))
        row = json.loads(trace2.output("summary", "--json", "-", stdin=trace.encode()))["regions"][0]
        assert row["count"] == size
        same(min(values), row["min"], "min")
        same(max(values), row["max"], "max")
        same(sum(values), row["total"], "total", 1e-3)
        for name, share in (("median", 0.5), ("p95", 0.95)):
            exact = quantile(values, share)
            # Between two values, those of a bucket take the lower one.
            spread = 0 if size <= 512 else exact / 32 + abs(exact - sorted(values)[int(share * (size - 1))])
            same(exact, row[name], (size, name), MICROSECOND + spread)


def other_event(name, members=""):
    return f'{{"event":"{name}","sid":"S","thread":"main","time":"2000-01-01T00:00:00.500000Z"{members}}}\n'


def test_events_of_a_programs_own_are_counted_by_name(trace2, _):
    others = [other_event("cache_lookup", f',"key":"k{number}"') for number in range(30)]
    others += [other_event("evict", ',"category":"no such"'), other_event("evict\\u001b[2J", ',"a":[1]')]
    trace = (SMALL + "".join(others)).encode()
    rows = [{"name": "cache_lookup", "count": 30}, {"name": "evict", "count": 1}, {"name": "evict\x1b[2J", "count": 1}]
    summary = json.loads(trace2.output("summary", "--json", "-", stdin=trace))
    assert summary["other_events"] == rows, summary["other_events"]
    written = trace2.output("summary", "--csv=other_events", "-", stdin=trace)
    assert written == b"name,count\ncache_lookup,30\nevict,1\nevict\x1b[2J,1\n", written
    shown = trace2.output("summary", "-", stdin=trace).decode()
    rows = ["count  event", "   30  cache_lookup", "    1  evict", "    1  evict\\x1b[2J"]
    assert "\n  ".join(["\n\nOther events", *rows]) + "\n\nErrors\n" in shown, shown
    shown = trace2.output("summary", "--rows=1", "-", stdin=trace).decode()
    assert "  30  cache_lookup\n  ... 2 more\n" in shown, shown
    assert b"Other events" not in trace2.output("summary", "-", stdin=SMALL.encode())


def runs_of_a_cache(results):
    """A run for each result, of one second, with data: the result and a number."""
    return "".join(
        f'{{"event":"{event}","sid":"R{run}","thread":"main","time":"2000-01-01T00:00:0{second}Z"{members}}}\n'
        for run, result in enumerate(results)
        for event, second, members in (
            ("start", 0, ',"t_abs":0.0,"argv":["cc"]'),
            ("data", 0, ',"nesting":1,"category":"cache","key":"result","value":' + json.dumps(result)),
            ("data", 0, f',"nesting":1,"category":"cache","key":"size","value":"{run}"'),
            ("atexit", 1, ',"t_abs":1.0,"code":0'),
        )).encode()


def test_the_most_frequent_texts_among_data_are_counted(trace2, _):
    def row_of(results, key="result"):
        trace = runs_of_a_cache(results)
        perf = trace2.output("convert", "--to=perf", "-", stdin=trace)
        rows = [row for row in json.loads(trace2.output("summary", "--json", "-", stdin=trace))["data"] if row["key"] == key]
        assert rows == [row for row in json.loads(trace2.output("summary", "--json", "-", stdin=perf))["data"] if row["key"] == key]
        shown = trace2.output("summary", "--rows=0", "-", stdin=trace).decode()
        return rows[0], re.search(rf"cache/{key} = (.*)", shown).group(1)

    results = ["hit"] * 412 + ["miss"] * 85 + ["stale"] * 2 + ["gone"]
    random.Random(1).shuffle(results)
    row, shown = row_of(results)
    assert row["values"] == [{"value": "hit", "count": 412}, {"value": "miss", "count": 85}, {"value": "stale", "count": 2},
                             {"value": "gone", "count": 1}] and "others" not in row and row["count"] == 500, row
    assert shown == "hit (412), miss (85), stale (2), 1 other", shown
    row, shown = row_of(results, "size")
    assert "values" not in row and row["max"] == 499 and shown == "499", (row, shown)
    row, shown = row_of(["hit"] * 3)
    assert row["values"] == [{"value": "hit", "count": 3}] and shown == "hit", (row, shown)
    row, shown = row_of(["c", "a", "b"])
    assert [each["count"] for each in row["values"]] == [1, 1, 1] and shown == "b", "the latest, because none repeats"
    many = [f"v{number}" for number in range(40)] + ["v0", "v39", "7", "x" * 65]
    row, shown = row_of(many)
    assert len(row["values"]) == 32 and row["values"][0] == {"value": "v0", "count": 2}, row
    assert row["others"] == 11 and shown.startswith("v0 (2), v1 (1), v10 (1), 40 others (11 not told apart)"), (row, shown)
    written = trace2.output("summary", "--csv=data", "-", stdin=runs_of_a_cache(["hit", "hit", "miss"])).decode()
    rows = list(csv.DictReader(io.StringIO(written)))
    assert json.loads(rows[0]["values"]) == [{"value": "hit", "count": 2}, {"value": "miss", "count": 1}], written
    answer = trace2.output("query", "--csv", "SELECT value, count FROM data_values WHERE key = 'result' ORDER BY count DESC",
                           "-", stdin=runs_of_a_cache(["hit", "hit", "miss"]))
    assert answer.split() == [b"value,count", b"hit,2", b"miss,1"], answer


def test_other_events_are_counted_in_perf_traces(trace2, _):
    trace = ILL_FORMED.replace(b"data        ", b"cache_lookup") * 3
    rows = json.loads(trace2.output("summary", "--json", "-", stdin=trace))["other_events"]
    assert rows == [{"name": "cache_lookup", "count": 3}], rows


def test_progress_is_shown_to_a_person_who_waits(trace2, _):
    lines = "".join(region(number, 0.001) for number in range(2_000)).encode()
    master, slave = pty.openpty()
    with subprocess.Popen([trace2.path, "--no-pager", "summary", "-"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                          stderr=slave) as process:
        os.close(slave)
        shown = b""
        while b" MB/s" not in shown:
            process.stdin.write(lines)
            process.stdin.flush()
            if select.select([master], [], [], 0.1)[0]:
                shown += os.read(master, 1000)
        process.stdin.close()
        assert process.wait(timeout=240) == 0
    try:
        while piece := os.read(master, 1000):
            shown += piece
    except OSError:  # the last writer is gone
        pass
    os.close(master)
    assert shown.endswith(b"\r\x1b[K"), shown


def test_memory_does_not_grow_with_the_trace(trace2, directory):
    import resource  # pylint: disable=import-outside-toplevel

    text = b"".join(path.read_bytes() for path in recordings(directory))
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "trace"
        path.write_bytes(text * (20_000_000 // len(text)))
        trace2.output("summary", path)
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss < 100_000, "kibibytes; a sanitizer takes 70,000"


if __name__ == "__main__":
    run_all(globals(), Program(sys.argv[1]), sys.argv[2])
