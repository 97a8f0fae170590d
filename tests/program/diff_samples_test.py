"""Samples of a profiler beside two traces: usage diff_samples_test.py PROGRAM TRACES FRAMES NO_FRAMES

The arguments are those of samples_test.py.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from samples_test import CLEAN, FRAMES, PID, SID, Files, busy, need_profiler
from trace2_program import Program, run_all


def run_of(*steps, pid=PID, begin=0):
    """The trace and samples of a run from a millisecond on. A step is a region, or None for the time outside, its
    length, and for how long functions ran in it; for the rest it waits."""
    sid = SID.replace(f"{PID:08x}", f"{pid:08x}")
    trace, script, now = [], "", begin

    def note(event, rest):
        time = f"2000-01-01T00:00:{now // 1000:02}.{now % 1000:03}000Z"
        trace.append(f'{{"event":"{event}","sid":"{sid}","thread":"main","time":"{time}",{rest}}}\n')

    note("start", '"t_abs":0.0,"argv":["/bin/frob"]')
    for region, length, functions in steps:
        if region is not None:
            note("region_enter", f'"nesting":1,"category":"c","label":"{region}"')
        at = now
        for function, took in functions.items():
            script += busy(at, at + took, "main", function, pid=pid, tid=pid)
            at += took
        now += length
        if region is not None:
            note("region_leave", f'"t_rel":{length / 1000},"nesting":1,"category":"c","label":"{region}"')
    note("atexit", f'"t_abs":{(now - begin) / 1000},"code":0')
    return "".join(trace), script


def compared(trace2, before, after, *options):
    """What diff tells of two runs."""
    with Files(before[1], before[0]) as old, Files(after[1], after[0]) as new:
        return compared_files(trace2, old, new, *options)


def compared_files(trace2, old, new, *options):
    samples = (f"--samples={old.samples}", f"--samples={new.samples}")
    return trace2("diff", *samples, *options, old.trace, new.trace, env=CLEAN)


def told_of(trace2, before, after):
    """The functions of each row, by the innermost region."""
    told = json.loads(compared(trace2, before, after, "--json").stdout)
    return {"".join(told["rows"][each["row"]]["path"][-1:]).removeprefix("c/"): each for each in told["functions"]}


def test_it_names_the_functions_whose_time_has_changed(trace2):
    before = run_of(("x", 250, {"load": 100, "hash": 150}), ("y", 80, {"hash": 80}))
    after = run_of(("x", 350, {"load": 200, "hash": 150}), ("y", 80, {"hash": 80}))
    text = compared(trace2, before, after).stdout.decode()
    assert "250 and 350 samples, of 1 run each\n      +100 ms \u00b134  load (frob)\n" in text, text
    assert "1 other function changed by no more than its \u00b1\n" in text and "hash" not in text, text
    assert "waiting" not in text and "c/y" not in text, text
    assert "before: 330 samples of cpu-clock:ppp, one in 1.000 ms" in text, text
    assert "after:  430 samples" in text, text
    rows = told_of(trace2, before, after)
    assert rows.keys() == {"x"}, rows
    load, hashed = rows["x"]["functions"]
    assert (load["name"], load["file"], hashed["name"]) == ("load", "frob", "hash"), rows
    assert abs(load["time"]["change"] - 0.1) < 1e-9 and abs(load["time"]["uncertainty"] - 0.034) < 0.001, load
    assert hashed["time"]["change"] == 0 and abs(hashed["time"]["before"] - 0.15) < 1e-9, hashed
    assert abs(rows["x"]["waiting"]["change"]) < 1e-9, rows


def test_it_leaves_out_functions_whose_change_may_be_chance(trace2):
    done = compared(trace2, run_of(("x", 200, {"load": 195})), run_of(("x", 210, {"load": 205})))
    text = done.stdout.decode()
    assert "195 and 205 samples, of 1 run each\n      no function changed by more than its \u00b1\n" in text, text
    assert "load" not in text and "waiting" not in text, text


def test_it_tells_of_longer_waiting_where_the_rate_allows_it(trace2):
    before, after = run_of(("x", 100, {"load": 50})), run_of(("x", 200, {"load": 50}))
    text = compared(trace2, before, after).stdout.decode()
    assert "50 samples each, of 1 run each\n      +100 ms \u00b120  waiting\n" in text, text
    end = (None, 9, {"load": 9})
    asleep = compared(trace2, run_of(("x", 100, {}), end), run_of(("x", 150, {}), end)).stdout.decode()
    assert "no samples, of 1 run each\n      +50.0 ms \u00b12.7  waiting\n" in asleep, asleep
    short = told_of(trace2, run_of(("x", 9, {}), end), run_of(("x", 19, {}), end))
    assert "waiting" not in short["x"], short


def test_it_knows_nothing_of_the_waiting_of_threads_without_a_number(trace2):
    def run(took):
        trace, script = run_of(("x", took, {}), (None, 50, {"end": 50}))
        lines = trace.splitlines(keepends=True)
        in_thread = "".join(line.replace("main", "th01:w") if "region" in line else line for line in lines)
        return in_thread, script + busy(0, took, "start_thread", "work", tid=68)

    done = compared(trace2, run(100), run(200))
    text = done.stdout.decode()
    assert "c/x < w < frob\n      no samples, of 1 run each\n" in text and "waiting" not in text, done
    assert "100 in threads that tell no number" in text, text


def test_it_counts_what_is_inside_of_a_region_to_it(trace2):
    def run(own, inner):
        trace, script = run_of(("x", own + inner, {"load": own, "parse": inner}))
        first, second, rest = trace.splitlines(keepends=True)[:2], [], trace.splitlines(keepends=True)[2:]
        for event, at in (("region_enter", own), ("region_leave", own + inner)):
            time = f'"t_rel":{inner / 1000},' if event == "region_leave" else ""
            second.append(
                f'{{"event":"{event}","sid":"{SID}","thread":"main","time":"2000-01-01T00:00:00.{at:03}000Z",{time}'
                '"nesting":2,"category":"c","label":"y"}\n'
            )
        return "".join(first + second + rest), script

    rows = told_of(trace2, run(100, 100), run(250, 200))
    changes_of = lambda row: {each["name"]: round(each["time"]["change"], 6) for each in row["functions"]}
    assert changes_of(rows["x"]) == {"load": 0.15, "parse": 0.1}, rows
    assert changes_of(rows["y"]) == {"parse": 0.1}, rows


def test_it_tells_of_a_command_outside_of_its_regions(trace2):
    before, after = (run_of(("x", 50, {"load": 50}), (None, took, {"end": took})) for took in (50, 150))
    rows = told_of(trace2, before, after)
    assert [each["name"] for each in rows[""]["functions"]] == ["end"] and rows.keys() == {""}, rows
    assert abs(rows[""]["after"]["wall"] - 0.15) < 1e-9, rows
    without_regions = compared(trace2, run_of((None, 50, {"end": 50})), run_of((None, 150, {"end": 150})))
    assert "+100 ms \u00b128  end (frob)" in without_regions.stdout.decode(), without_regions


def test_it_takes_the_mean_of_the_runs_that_were_sampled(trace2):
    def runs(took, count, sampled):
        """So many runs, of which the last ones were sampled."""
        all_runs = [run_of(("x", took, {"load": took}), pid=PID + i, begin=i * 1000) for i in range(count)]
        return "".join(trace for trace, _ in all_runs), "".join(script for _, script in all_runs[-sampled:])

    for sampled_before in (1, 2, 3):
        row = told_of(trace2, runs(100, 3, sampled_before), runs(200, 2, 2))["x"]
        assert (row["before"]["runs"], row["after"]["runs"]) == (sampled_before, 2), row
        assert row["before"]["samples"] == 100 * sampled_before, row
        assert abs(row["functions"][0]["time"]["change"] - 0.1) < 1e-9, row
    few, many = (told_of(trace2, runs(100, n, n), runs(200, n, n))["x"] for n in (1, 4))
    uncertainty = lambda row: row["functions"][0]["time"]["uncertainty"]
    assert uncertainty(many) < 0.55 * uncertainty(few), (few, many)


def test_it_needs_samples_of_both_sides(trace2):
    old, new = run_of(("x", 100, {"load": 100})), run_of(("x", 200, {"load": 200}), pid=PID + 1, begin=5000)
    with Files(old[1], old[0]) as before, Files(new[1], new[0]) as after:
        traces = (before.trace, after.trace)
        for files in ([before.samples], [before.samples, after.samples, after.samples]):
            done = trace2("diff", *(f"--samples={file}" for file in files), *traces, env=CLEAN)
            assert done.returncode == 2 and b"--samples" in done.stderr and done.stdout == b"", done
        for option in ("--stat", "--csv", "--to=html"):
            assert compared_files(trace2, before, after, option).returncode == 2, option
        missing = trace2("diff", "--samples=/nowhere", f"--samples={after.samples}", *traces, env=CLEAN)
        assert missing.returncode == 1 and b"/nowhere" in missing.stderr and missing.stdout == b"", missing
        summary = Path(before.directory.name) / "summary.json"
        summary.write_bytes(trace2("summary", "--json", before.trace, env=CLEAN).stdout)
        done = trace2("diff", f"--samples={before.samples}", f"--samples={after.samples}", summary, summary, env=CLEAN)
        assert done.returncode == 2 and b"a summary" in done.stderr, done
        swapped = trace2("diff", f"--samples={after.samples}", f"--samples={before.samples}", *traces, env=CLEAN)
        assert swapped.returncode == 0 and swapped.stderr.count(b"no run of its side was sampled") == 2, swapped
        assert b"load" not in swapped.stdout and b"c/x" in swapped.stdout, swapped


def test_it_counts_cycles_by_the_time_between_samples(trace2):
    def run(took):
        trace, script = run_of(("x", took, {"load": took}))
        return trace, script.replace("1000000 cpu-clock:ppp", "7654321 cycles")

    load = told_of(trace2, run(100), run(200))["x"]["functions"][0]
    assert abs(load["time"]["change"] - 0.1) < 1e-6, load
    few = compared(trace2, run(10), run(200))
    assert few.returncode == 0 and b"too few samples to tell for how much time each stands" in few.stderr, few
    assert b"load" not in few.stdout and b"c/x" in few.stdout, few


def test_it_escapes_hostile_names(trace2):
    evil = "\x1b]0;evil\x07" + "x" * 5000
    before, after = run_of(("x", 100, {evil: 100})), run_of(("x", 300, {evil: 300}))
    text = compared(trace2, before, after).stdout
    assert b"evil" in text and b"\x1b" not in text and b"\x07" not in text, text
    assert told_of(trace2, before, after)["x"]["functions"]


def test_it_compares_two_runs_that_perf_has_sampled(trace2):
    need_profiler()
    with tempfile.TemporaryDirectory() as name:
        arguments = []
        for length in ("100", "200"):
            trace, data = Path(name) / f"{length}.event", Path(name) / f"{length}.data"
            tracing = CLEAN | {"TRACE2_EVENT": str(trace), "TRACE2_THREAD_IDS": "1"}
            record = ["perf", "record", "-q", "-F", "999", "-g", "-k", "mono", "-o", data, FRAMES, length]
            subprocess.run(record, env=tracing, check=True, capture_output=True)
            arguments += [f"--samples={data}", trace]
        told = json.loads(trace2("diff", "--json", *arguments, env=CLEAN).stdout)
    # On a busy machine a region may take as long as before, and then has no row.
    spinning = [row for row in told["functions"] if any(each["name"] == "spin" for each in row["functions"])]
    assert spinning, told
    for row in spinning:
        assert row["before"]["runs"] == row["after"]["runs"] == 1, row
        ran = sum(each["time"]["change"] for each in row["functions"])
        whole = row["after"]["wall"] - row["before"]["wall"]
        assert abs(ran + row["waiting"]["change"] - whole) < 0.02, row


if __name__ == "__main__":
    run_all(globals(), Program(sys.argv[1]))
