"""The traces of a microbenchmark have what it has measured: usage microbenchmark_test.py MICROBENCHMARK [TRACE2]"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

microbenchmark, *trace2 = (Path(program).absolute() for program in sys.argv[1:])

with tempfile.TemporaryDirectory() as directory:
    options = ["--benchmark_min_time=0.001", "--benchmark_format=json"]
    run = subprocess.run([microbenchmark, *options], cwd=directory, capture_output=True, text=True, check=True)
    iterations = {row["name"]: row["iterations"] for row in json.loads(run.stdout)["benchmarks"]}
    assert list(iterations) == ["compiled out", "off", "recorder, ring", "recorder, growing file", "EVENT, buffered"], iterations

    for name, trace in ("recorder, growing file", "microbenchmark.trace2"), ("EVENT, buffered", "microbenchmark.event"):
        if not trace2:
            break
        shown = subprocess.run([*trace2, "summary", "--json", trace], cwd=directory, capture_output=True, check=True)
        summary = json.loads(shown.stdout)
        (region,) = summary["regions"]
        assert (region["label"], region["count"], region["unfinished"]) == ("line", iterations[name], 0), summary
        (timer,) = summary["timers"]
        assert timer["intervals"] == iterations[name], summary
        (counter,) = summary["counters"]
        assert 4 <= counter["count"] / iterations[name] <= 12, summary
        (disturbances,) = summary["data"]
        assert json.loads(disturbances["latest"])["waits"] >= 0, summary
