"""Sets each figure beside its limit: usage report.py OUTPUT_PREFIX [PLACE=]RESULTS.json...

The inputs are results of Google Benchmark; results with a PLACE get rows of their own. The outputs
are OUTPUT_PREFIX.md, a table, and OUTPUT_PREFIX.json, the same with the ratios as numbers. Figures
are medians of the repetitions in nanoseconds. With one thread they are processor time, which other
programs hardly disturb; with more threads they are wall time per event of any thread.
"""

import json
import sys
from collections import defaultdict
from pathlib import Path
from statistics import median

LOOP = "limit/loop"

# Title, case, lower bound, allowed multiple of it. A plus sign adds cases.
SINGLE = [
    ("data event, switched off", "off/data", LOOP, "1"),
    ("region, switched off", "off/region", LOOP, "1"),
    ("counter, switched off", "off/counter", LOOP, "1"),
    ("timer interval, switched off", "off/timer", LOOP, "1"),
    ("data event, session without target", "no target/data", LOOP, "1"),
    ("counter", "on/counter", "limit/thread_local increment", "2"),
    ("timer interval", "on/timer", "limit/two clock reads", "1.25"),
    ("timer interval with distribution", "on/distribution", "limit/two clock reads", "1.5"),
    ("HdrHistogram, an interval", "hdr/record", "limit/two clock reads", ""),
    ("EVENT into nothing", "null/EVENT", "limit/write EVENT", ""),
    ("PERF into nothing", "null/PERF", "limit/write PERF", ""),
    ("EVENT into memory", "memory/EVENT", "limit/write EVENT", ""),
    ("EVENT into a file", "file/EVENT", "limit/write EVENT", "1.12"),
    ("PERF into a file", "file/PERF", "limit/write PERF", "1.12"),
    ("EVENT and PERF into a file", "file/EVENT and PERF", "limit/write EVENT + limit/write PERF", "1.12"),
    ("EVENT, buffered", "buffered/EVENT", "limit/copy and write EVENT", "1.4"),
    ("PERF, buffered", "buffered/PERF", "limit/copy and write PERF", "1.4"),
    ("spdlog, switched off", "spdlog/off", LOOP, ""),
    ("spdlog, buffered text", "spdlog/line", "limit/write EVENT", ""),
    ("LTTng-UST, a number", "lttng/data", "limit/write EVENT", ""),
]
PARALLEL = [
    ("EVENT into a file", "file/EVENT", "limit/write EVENT", ""),
    ("EVENT, buffered", "buffered/EVENT", "limit/copy and write EVENT", "1.4"),
    ("PERF into a file", "file/PERF", "limit/write PERF", ""),
    ("PERF, buffered", "buffered/PERF", "limit/copy and write PERF", "1.4"),
    ("spdlog, buffered text", "spdlog/line", "file/EVENT", ""),
]


def medians(results):
    """Nanoseconds by name of the case and number of threads."""
    times = defaultdict(list)
    for run in (run for result in results for run in result["benchmarks"]):
        if run["run_type"] == "iteration":
            name, threads = run["name"].removesuffix("/real_time").split("/real_time/")[0], run["threads"]
            times[name, threads].append(run["cpu_time" if threads == 1 else "real_time"])
    return {key: median(values) for key, values in times.items()}


def rows(times, place):
    for threads in sorted({threads for _, threads in times}):
        for title, case, limit, budget in SINGLE if threads == 1 else PARALLEL:
            figure = times.get((case, threads))
            limits = [times.get((name, threads)) for name in limit.split(" + ")]
            if figure is None or None in limits:
                continue
            where = [f"{threads} threads"] * (threads > 1) + [place] * bool(place)
            yield {
                "title": ", ".join([title, *where]),
                "case": case,
                "place": place,
                "threads": threads,
                "ns": figure,
                "limit": limit,
                "limit_ns": sum(limits),
                "ratio": figure / sum(limits),
                "budget": budget,
            }


def table(found):
    yield "| | ns | beside | ns | ratio | budget |"
    yield "|---|--:|---|--:|--:|--:|"
    for row in found:
        yield "| {title} | {ns:.1f} | {limit} | {limit_ns:.1f} | {ratio:.2f} | {budget} |".format(**row)


def main(prefix, *sources):
    by_place = defaultdict(list)
    for source in sources:
        place, _, path = source.rpartition("=")
        if text := Path(path).read_text(encoding="utf-8"):  # empty when no case was chosen
            by_place[place].append(json.loads(text))
    found = [row for place, results in by_place.items() for row in rows(medians(results), place)]
    markdown = "".join(line + "\n" for line in table(found))
    Path(prefix + ".md").write_text(markdown, encoding="utf-8")
    document = {"context": by_place[""][0]["context"], "rows": found}
    Path(prefix + ".json").write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    print(markdown, end="")


if __name__ == "__main__":
    main(*sys.argv[1:])
