"""What trace2 says of tasks, computed a second time: usage tasks_test.py PROGRAM

The traces are random ones of task_traces.py, which keeps what is true of them.
"""

import csv
import io
import json
import statistics
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

from task_traces import Pool
from trace2_program import Program


def micro(seconds):
    return round(seconds * 1e6)


def check_summary(trace2, pool, trace):
    told = json.loads(trace2.output("summary", "--json", "-", stdin=trace))
    sums = pool.sums()
    assert {row["label"] for row in told["tasks"]} == set(sums)
    for row in told["tasks"]:
        total, running, lengths = sums[row["label"]]
        assert row["count"] == len(lengths), row
        assert (micro(row["total"]), micro(row["running"])) == (total, running), (row, total, running)
        assert micro(row["waiting"]) == total - running, row
        assert micro(row["max"]) == max(lengths), row
        assert abs(micro(row["median"]) - statistics.median(lengths)) <= 1, row
    assert sum(row["unfinished"] for row in told["tasks"]) == pool.unfinished
    selves = {row["label"]: micro(row["self"]) for row in told["regions"] if row["category"] == "r"}
    assert all(selves[label] == time for label, time in pool.selves().items()), (selves, pool.selves())
    assert all(row["self"] == 0 for row in told["regions"] if row["label"] in ("join", "lock"))
    assert told["losses"] == [] and told["left_out"] == []


def check_folded(trace2, pool, trace):
    found, walls = defaultdict(int), defaultdict(int)
    for line in trace2.output("convert", "--to=folded", "-", stdin=trace).decode().splitlines():
        stack, time = line.rsplit(" ", 1)
        walls[stack.split(";")[0]] += int(time)
        if "task:" in stack:
            found[stack[stack.index("task:"):]] += int(time)
    assert found == pool.stacks(), (found, pool.stacks())
    assert walls["pool"] == pool.length
    assert walls["beside pool"] == pool.length * len(pool.threads), walls


def check_chrome(trace2, pool, trace):
    """Slices of threads nest, asynchronous ones nest by id, and an arrow ends inside a slice."""
    events = json.loads(trace2.output("convert", "--to=chrome", "-", stdin=trace))["traceEvents"]
    open_slices, open_tracks, slices, starts, ends = defaultdict(list), defaultdict(list), [], {}, {}
    for event in sorted((one for one in events if "ts" in one and one["ph"] != "M"), key=lambda one: one["ts"]):
        if event["ph"] == "B":
            open_slices[event["tid"]].append(event)
        if event["ph"] == "E":
            begin = open_slices[event["tid"]].pop()
            assert begin["name"] == event["name"], (begin, event)
            slices.append((event["tid"], begin["ts"], event["ts"]))
        if event["ph"] == "b":
            open_tracks[event["cat"], event["id"]].append(event["name"])
        if event["ph"] == "e":
            assert open_tracks[event["cat"], event["id"]].pop() == event["name"], event
        if event["ph"] in "sf":
            (starts if event["ph"] == "s" else ends)[event["cat"], event["id"]] = event
    assert not any(open_slices.values()) and not any(open_tracks.values())
    assert len(open_tracks) == len(pool.tasks)
    assert starts.keys() == ends.keys() and starts
    for key, end in ends.items():
        assert end["bp"] == "e" and starts[key]["ts"] <= end["ts"]
        assert any(tid == end["tid"] and begin <= end["ts"] <= until for tid, begin, until in slices), end
    running = sum(length for task in pool.tasks.values() for length, runs, _ in pool.pieces(task) if runs)
    shown = sum(until - begin for tid, begin, until in slices) - (pool.joined - pool.join)
    assert abs(shown - running) < 1 + len(slices) / 100, (shown, running)


def check_otlp(trace2, pool, trace):
    spans = {}
    for line in trace2.output("convert", "--to=otlp", "-", stdin=trace).splitlines():
        for group in json.loads(line)["resourceSpans"]:
            for span in group["scopeSpans"][0]["spans"]:
                span["values"] = {one["key"]: one["value"].get("stringValue") for one in span["attributes"]}
                assert span["spanId"] not in spans
                spans[span["spanId"]] = span
    assert all(span.get("parentSpanId") in (None, *spans) for span in spans.values())
    tasks = {int(span["values"]["trace2.task.id"]): span for span in spans.values()
             if span["values"]["trace2.span.type"] == "task"}
    assert tasks.keys() == pool.tasks.keys()
    running = defaultdict(int)
    for number, span in tasks.items():
        task = pool.tasks[number]
        assert int(span["endTimeUnixNano"]) - int(span["startTimeUnixNano"]) == (task.end - task.begin) * 1000
        running[task.label] += micro(float(span["values"]["trace2.task.running"]))
        links = [(number, int(spans[link["spanId"]]["values"]["trace2.task.id"]), link["attributes"][0]["value"]["stringValue"])
                 for link in span.get("links", [])]
        assert links == [link for link in pool.links if link[0] == number]
    assert running == {label: sums[1] for label, sums in pool.sums().items()}


def check_tree_and_why(trace2, pool, trace):
    tree = trace2.output("tree", "-", stdin=trace).decode()
    assert tree.splitlines()[0].split()[0] == f"{pool.length / 1e6:.6f}" or "ms" in tree.splitlines()[0], tree
    assert "task t/" in tree and "ran task t/" in tree and "waiting" in tree
    rows = list(csv.DictReader(io.StringIO(trace2.output("why", "--csv", "-", stdin=trace).decode())))
    assert micro(sum(float(row["time"]) for row in rows)) == pool.length
    told = {(int(row["name"].removeprefix("/")), row["kind"] == "task"): micro(float(row["time"]))
            for row in rows if row["kind"].startswith("task")}
    assert told == pool.path(), (told, pool.path())
    # What no task explains is what the region has waited for.
    rest = sum(micro(float(row["time"])) for row in rows if row["label"] == "join")
    assert rest == pool.joined - pool.join - sum(told.values())


def check_diff(trace2, pool, trace):
    """It has the regions of the summary, each below the label of its tasks."""
    with tempfile.TemporaryDirectory() as name:
        (path := Path(name, "a.event")).write_bytes(trace)
        rows = list(csv.DictReader(io.StringIO(trace2.output("diff", "--csv", path, path).decode())))
    found = defaultdict(int)
    for row in rows:
        path = row["path"].split(" > ")
        if row["kind"] == "region" and path[-1].startswith("r/"):
            found[path[-1].removeprefix("r/")] += micro(float(row["before_median"]))
            assert path[0] in [f"t/{label} (task)" for label in pool.sums()], row
    told = json.loads(trace2.output("summary", "--json", "-", stdin=trace))
    assert found == {row["label"]: micro(row["total"]) for row in told["regions"] if row["category"] == "r"}, found


def check_conversion(trace2, trace):
    """The lines survive, and PERF tells the same of regions that work."""
    again = trace2.output("convert", "--to=event", "-", stdin=trace)
    names = [json.loads(line)["event"] for line in trace.splitlines()]
    assert [json.loads(line)["event"] for line in again.splitlines()] == names
    trace = trace.replace(b', "waits": true', b"")
    perf = trace2.output("convert", "--to=perf", "-", stdin=trace)
    told, of_perf = (json.loads(trace2.output("summary", "--json", "-", stdin=text)) for text in (trace, perf))
    assert told["tasks"] == of_perf["tasks"], (told["tasks"], of_perf["tasks"])
    counts, of_perf_counts = ({row["label"]: row["count"] for row in one["regions"]} for one in (told, of_perf))
    assert counts == of_perf_counts, (counts, of_perf_counts)


def main(program):
    trace2 = Program(program)
    for seed in range(3):
        pool = Pool(seed)
        trace = pool.text()
        for check in (check_summary, check_folded, check_chrome, check_otlp, check_tree_and_why, check_diff):
            check(trace2, pool, trace)
        check_conversion(trace2, trace)


if __name__ == "__main__":
    main(*sys.argv[1:])
