"""Threads and processes write into one file: usage writers.py PROGRAM PROCESSES THREADS EVENTS

Every line is whole, none is missing, and those of a thread are in their order (R-CON-02, R-CON-06,
R-LIFE-20, R-WR-01, R-WR-08).
"""

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path


def run(program, file, variable, processes, threads, events):
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("TRACE2")}
    env = {**inherited, variable: str(file), f"{variable}_BRIEF": "1"}
    running = [subprocess.Popen([program, str(threads), str(events)], env=env) for _ in range(processes)]
    for process in running:
        assert process.wait() == 0, process.returncode


def check_events(file, processes, threads, events):
    next_number = Counter()
    totals = []
    kinds = Counter()
    with open(file, "rb") as lines:
        for line in lines:
            assert line.endswith(b"\n"), line
            event = json.loads(line)
            kinds[event["event"]] += 1
            if event["event"] == "data":
                writer = event["sid"], event["thread"]
                assert event["value"] == str(next_number[writer]), line
                next_number[writer] += 1
            elif event["event"] == "counter":
                totals.append(event["count"])
    assert list(next_number.values()) == [events] * (processes * threads), next_number
    assert totals == [threads * events] * processes, totals
    assert kinds["atexit"] == kinds["version"] == processes, kinds
    assert kinds["thread_exit"] == processes * threads, kinds


def check_columns(file, processes, threads, events):
    count = 0
    with open(file, "rb") as lines:
        for line in lines:
            columns = line.split(b" | ")
            assert len(columns) == 8 and line.startswith(b"d0 | ") and line.endswith(b"\n"), line
            count += columns[2].strip() == b"data"
    assert count == processes * threads * events, count


def main(program, *numbers):
    numbers = [int(number) for number in numbers]
    with tempfile.TemporaryDirectory(prefix="trace2.") as directory:
        for variable, check in {"TRACE2_EVENT": check_events, "TRACE2_PERF": check_columns}.items():
            file = Path(directory) / variable
            run(program, file, variable, *numbers)
            check(file, *numbers)
            file.unlink()


if __name__ == "__main__":
    main(*sys.argv[1:])
