"""Why a real "git push" took as long as it did, computed a second time: usage why_test.py PROGRAM

The other side outlives the region in which the push has started it. The push waits for its end in
another region, and no event says so.
"""

import csv
import json
import os
import shutil
import subprocess
import sys
import tempfile
from datetime import datetime
from pathlib import Path

from trace2_program import Program, Skipped, run_all, skip

SCRIPT = r"""
git init -q --bare there.git && git init -q here && cd here && git commit -q --allow-empty -m one
printf '#!/bin/sh\nsleep 0.2\ncat >/dev/null\n' >../there.git/hooks/pre-receive && chmod +x ../there.git/hooks/pre-receive
GIT_TRACE2_EVENT="$1" GIT_TRACE2_EVENT_NESTING=50 git push -q ../there.git HEAD:refs/heads/main
"""
REGION = ("transport_push", "push_refs")
ANSWER = "receive_status"
ROUNDED = 5e-6


def push(directory):
    """The events of a push with a slow hook on the other side, and the file that holds them."""
    path = Path(directory) / "push.event"
    who = {f"GIT_{role}_{what}": "a@b" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    env = {"PATH": os.environ["PATH"], "HOME": directory, "GIT_CONFIG_NOSYSTEM": "1"} | who
    subprocess.run(["sh", "-c", SCRIPT, "sh", path], cwd=directory, env=env, check=True, timeout=60)
    events = [json.loads(line) for line in path.read_text().splitlines()]
    for event in events:
        event["at"] = datetime.strptime(event["time"], "%Y-%m-%dT%H:%M:%S.%fZ").timestamp()
    return path, [event for event in events if event["sid"] == events[0]["sid"]]


def own_time(events):
    """Of the region: without what its children took, and without the wait for the one that began before it."""
    begin = next(i for i, event in enumerate(events) if event["event"] == "region_enter" and event["label"] == REGION[1])
    end = next(i for i, event in enumerate(events) if event["event"] == "region_leave" and event["label"] == REGION[1])
    started = {event["child_id"] for event in events[begin:end] if event["event"] == "child_start"}
    own, wait = events[end]["t_rel"], 0
    for before, event in zip(events[begin:end], events[begin + 1:end]):
        if event["event"] == "child_exit" and event["child_id"] in started:
            own -= event["t_rel"]
        elif event["event"] == "child_exit":
            wait = event["at"] - before["at"]
    return own - wait, wait


def test_a_push_waits_for_the_other_side(trace2):
    with tempfile.TemporaryDirectory() as name:
        path, events = push(name)
        if not any(event.get("label") == REGION[1] for event in events):
            skip("this git tells nothing of a push")
        rows = list(csv.DictReader(trace2.output("why", "--csv", path).decode().splitlines()))
        wall = max(event["t_abs"] for event in events if event["event"] in ("exit", "atexit"))
        assert abs(sum(float(row["time"]) for row in rows) - wall) < ROUNDED, (rows, wall)
        if any(event.get("label") == ANSWER for event in events):
            # Nothing waits unsaid.
            raise Skipped("this git reads the other side's answer in a region of its own")
        own, wait = own_time(events)
        assert wait > 0.15, "the hook sleeps 0.2 s"
        shown = [float(row["time"]) for row in rows if not row["process"] and (row["category"], row["label"]) == REGION
                 and row["kind"] == "region"]
        assert len(shown) == 1 and abs(shown[0] - own) < 1e-3, (shown, own, rows)
        elsewhere = sum(float(row["time"]) for row in rows if row["process"] or row["name"])
        assert elsewhere > wait, (elsewhere, wait, rows)
        tree = trace2.output("tree", path).decode()
        inside = tree[tree.index("/".join(REGION)):]
        assert "receive-pack" in inside, tree


if __name__ == "__main__":
    if shutil.which("git") is None:
        skip("no git")
    run_all(globals(), Program(sys.argv[1]))
