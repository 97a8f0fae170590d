"""The numbers of trace2 diff, computed a second time: usage diff_test.py PROGRAM TRACES"""

import csv
import fcntl
import gzip
import io
import itertools
import json
import os
import pty
import random
import re
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
from collections import defaultdict
from pathlib import Path

from report_test import Page, report
from trace2_program import SMALL, Program, recordings, run_all


def line(event, sid, time, **members):
    common = {"event": event, "sid": sid, "thread": "main", "time": f"2000-01-01T00:{time // 60_000_000:02}:"
              f"{time // 1_000_000 % 60:02}.{time % 1_000_000:06}Z"}
    return json.dumps({**common, **members}) + "\n"


def process(sid, chance, factor, name="scan"):
    """A process that runs two regions, one of them twice and with another one inside."""
    text = line("start", sid, 0, t_abs=0.0, argv=["/bin/frob", name]) + line("cmd_name", sid, 0, name=name)
    now = 0
    for outer, inner in (("read", None), ("work", "sort"), ("work", "sort")):
        begin = now
        names = {"nesting": 1, "category": "c", "label": outer}
        text += line("region_enter", sid, now, **names)
        if inner:
            took = round(chance.gauss(2_000, 100) * factor)
            names_inside = {"nesting": 2, "category": "c", "label": inner}
            text += line("region_enter", sid, now, **names_inside)
            text += line("region_leave", sid, now + took, t_rel=took / 1e6, **names_inside)
            now += took
        now += round(chance.gauss(1_000, 50))
        text += line("region_leave", sid, now, t_rel=(now - begin) / 1e6, **names)
    total = chance.randint(100, 200)
    text += line("timer", sid, now, category="c", name="t", intervals=2, t_total=total / 1e6, t_min=0.0, t_max=0.0)
    text += line("counter", sid, now, category="c", name="n", count=chance.randint(1, 3))
    return text + line("atexit", sid, now, t_abs=now / 1e6, code=0)


def write_runs(directory, seed, factor, runs=8, name="scan"):
    directory.mkdir()
    chance = random.Random(seed)
    for run in range(runs):
        (directory / f"{run:02}.event").write_text(process(f"S{run}", chance, factor, name))
    return directory


# ---- its page ----


def test_a_page_has_the_comparison_and_both_traces(trace2, _):
    with tempfile.TemporaryDirectory() as name:
        before, after = write_runs(Path(name, "before"), 1, 1), write_runs(Path(name, "after"), 2, 2)
        output = Path(name, "diff.html")
        trace2.output("diff", "--to=html", "-o", output, before, after)
        data = Page(output.read_text()).data
        assert data["comparison"] == json.loads(trace2.output("diff", "--json", before, after))
        for side, directory in (("before", before), ("after", after)):
            alone = report(trace2, directory).data
            assert data[side] == alone, side
        # A pipe is kept for the second reading.
        piped = subprocess.run(["bash", "-c", '"$1" diff --to=html <(cat "$2"/*) - <<<"$(cat "$3"/*)"', "bash", trace2.path, before, after],
                               capture_output=True, timeout=240, check=False)
        assert piped.returncode == 0 and piped.stderr == b"", piped.stderr
        assert Page(piped.stdout.decode()).data["comparison"] == data["comparison"]


def test_a_page_is_for_traces_and_reports_a_fault_once(trace2, _):
    with tempfile.TemporaryDirectory() as name:
        before = write_runs(Path(name, "before"), 1, 1)
        summary = Path(name, "summary.json")
        summary.write_bytes(trace2.output("summary", "--json", before))
        output = Path(name, "diff.html")
        refused = trace2("diff", "--to=html", "-o", output, summary, summary)
        assert refused.returncode == 2 and b"a summary has no timeline" in refused.stderr and not output.exists()
        trace = before / "00.event"
        refused = trace2("diff", "--to=html", "-o", trace, trace, before)
        assert refused.returncode == 2 and b"is the output, too" in refused.stderr and trace.stat().st_size > 0
        broken = Path(name, "broken.event")
        broken.write_bytes(trace.read_bytes() + b"{no json\n")
        done = trace2("diff", "--to=html", "-o", output, broken, trace)
        assert done.returncode == 1 and done.stderr.count(b"broken.event") == trace2("diff", broken, trace).stderr.count(b"broken.event") > 0
        assert Page(output.read_text()).data["comparison"]["rows"]


# ---- a second computation ----


def samples_of(directory):
    """The values of each row, from the lines of the traces alone."""
    samples = defaultdict(list)
    for path in sorted(directory.iterdir()):
        sums, open_regions, command = defaultdict(int), [], None
        for text in path.read_text().splitlines():
            event = json.loads(text)
            kind = event["event"]
            if kind == "start":
                command = f"{Path(event['argv'][0]).name} {event['argv'][1]}"
            elif kind == "region_enter":
                open_regions.append(f"{event['category']}/{event['label']}")
            elif kind == "region_leave":
                sums["region", tuple(open_regions)] += round(event["t_rel"] * 1e6)
                open_regions.pop()
            elif kind == "timer":
                sums["timer", (f"{event['category']}/{event['name']}",)] += round(event["t_total"] * 1e6)
            elif kind == "counter":
                sums["counter", (f"{event['category']}/{event['name']}",)] += event["count"]
            elif kind == "atexit":
                sums["command", ()] = round(event["t_abs"] * 1e6)
        for (kind, names), value in sums.items():
            samples[kind, command, names].append(value)
    return samples


def p_value(before, after):
    """Twice the probability of U or what is farther from its mean, by the number of choices of ranks with each U."""
    values = sorted(before + after)
    sizes = [len(list(group)) for _, group in itertools.groupby(values)]
    ways = {(0, 0): 1}
    seen = 0
    for size in sizes:
        next_ways = defaultdict(int)
        for (chosen, u), count in ways.items():
            for more in range(size + 1):
                rest = seen - chosen
                choices = 1
                for i in range(more):
                    choices = choices * (size - i) // (i + 1)
                next_ways[chosen + more, u + more * (2 * rest + size - more)] += count * choices
        ways, seen = next_ways, seen + size
    of_size = {u: count for (chosen, u), count in ways.items() if chosen == len(before)}
    u = sum((x > y) * 2 + (x == y) for x in before for y in after)
    mean = len(before) * len(after)
    if u == mean:
        return 1
    as_far = sum(count for other, count in of_size.items() if (other <= u if u < mean else other >= u))
    return min(1, 2 * as_far / sum(of_size.values()))


def corrected(p_values):
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    result, least = [0] * len(p_values), 1
    for rank in range(len(order), 0, -1):
        least = min(least, p_values[order[rank - 1]] * len(order) / rank)
        result[order[rank - 1]] = least
    return result


def close(found, expected):
    return abs(found - expected) <= 1e-9 + 1e-6 * abs(expected)


def test_each_number_is_that_of_a_second_computation(trace2, _):
    with tempfile.TemporaryDirectory() as name:
        a = write_runs(Path(name) / "a", 1, 1)
        b = write_runs(Path(name) / "b", 2, 1.2)
        before, after = samples_of(a), samples_of(b)
        made = json.loads(trace2.output("diff", "--json", a, b))
    rows = {(row["kind"], row["command"], tuple(row["path"])): row for row in made["rows"]}
    assert set(rows) == set(before) and len(rows) == 6, rows.keys()
    p_values = {key: p_value(before[key], after[key]) for key in rows}
    of_all = dict(zip(p_values, corrected(list(p_values.values()))))
    for key, row in rows.items():
        unit = 1 if key[0] == "counter" else 1e6
        medians = [statistics.median(side[key]) / unit for side in (before, after)]
        assert close(row["before"]["median"], medians[0]) and close(row["after"]["median"], medians[1]), row
        assert row["before"]["n"] == row["after"]["n"] == 8
        assert (row["before"]["low"], row["before"]["high"]) == (min(before[key]) / unit, max(before[key]) / unit), row
        assert close(row["change"], medians[1] / medians[0] - 1), row
        ratios = sorted(y / x for x in before[key] for y in after[key])
        # The critical value of U for 8 and 8 values is 13.
        low, high = (min(ratios[13] - 1, row["change"]), max(ratios[-14] - 1, row["change"]))
        assert close(row["change_low"], low) and close(row["change_high"], high), row
        assert close(row["p"], p_values[key]) and close(row["corrected_p"], of_all[key]), row
        assert (row["verdict"] != "none") == (of_all[key] <= 0.05 and row["change"] != 0), row
    verdicts = {row["path"][-1] if row["path"] else "": row["verdict"] for row in made["rows"]}
    assert verdicts["c/sort"] == verdicts["c/work"] == verdicts[""] == "slower" and verdicts["c/read"] == "none", verdicts
    assert made["tested"] == 6 and made["claims"] == sum(row["verdict"] != "none" for row in rows.values())
    assert made["before"] == {"ended": 8, "unfinished": 0}


def test_csv_has_the_rows_of_json(trace2, _):
    with tempfile.TemporaryDirectory() as name:
        a = write_runs(Path(name) / "a", 1, 1)
        b = write_runs(Path(name) / "b", 2, 1.2, runs=1)
        rows = json.loads(trace2.output("diff", "--json", a, b))["rows"]
        lines = list(csv.DictReader(io.StringIO(trace2.output("diff", "--csv", a, b).decode())))
    assert len(rows) == len(lines) == 6
    for row, cells in zip(rows, lines):
        assert (row["kind"], row["command"], " > ".join(row["path"])) == (cells["kind"], cells["command"], cells["path"])
        assert cells["before_n"] == "8" and cells["after_n"] == "1"
        assert float(cells["after_median"]) == row["after"]["median"] and cells["after_low"] == ""
        assert float(cells["change"]) == row["change"]
        assert cells["p"] == "" and "p" not in row, "one value makes no claim"
        assert cells["verdict"] == row["verdict"] == "too few"


def test_commands_are_chosen_on_both_sides(trace2, _):
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        sides = [write_runs(root / side, number, 1) for number, side in enumerate("ab")]
        for number, side in enumerate(sides):
            (side / "other").write_text(process("T", random.Random(number), 1, "stat"))
        rows = json.loads(trace2.output("diff", "--json", "--command=scan", "--category=c/*,!c/sort", *sides))["rows"]
        assert {row["command"] for row in rows} == {"frob scan"}
        assert {tuple(row["path"]) for row in rows if row["kind"] == "region"} == {("c/read",), ("c/work",)}
        assert all(row["before"]["n"] == row["after"]["n"] == 8 for row in rows)
        none = trace2("diff", "--sid=none", *sides)
        assert none.returncode == 1 and b"no command is chosen" in none.stderr, none
        (root / "s.json").write_bytes(trace2.output("summary", "--json", sides[0]))
        refused = trace2("diff", "--failed", root / "s.json", root / "s.json")
        assert refused.returncode == 2 and b"no single commands" in refused.stderr, refused


def test_a_limit_has_an_exit_code(trace2, _):
    with tempfile.TemporaryDirectory() as name:
        a = write_runs(Path(name) / "a", 1, 1)
        b = write_runs(Path(name) / "b", 2, 1.2)
        few = write_runs(Path(name) / "c", 3, 1.2, runs=3)
        for limit, code in (("5%", 3), ("5", 3), ("12.5%", 3), ("100%", 0)):
            done = trace2("diff", f"--fail-above={limit}", a, b)
            assert done.returncode == code and done.stderr == b"", (limit, done)
        assert trace2("diff", "--fail-above=0%", b, a).returncode == 0, "faster"
        done = trace2("diff", "--fail-above=5%", few, few)
        assert done.returncode == 1 and b"nothing could be tested" in done.stderr, done
        same = Path(name) / "same"
        same.mkdir()
        for run in range(5):
            (same / str(run)).write_text(line("start", f"S{run}", 0, t_abs=0.0, argv=["frob"]) +
                                         line("atexit", f"S{run}", 900, t_abs=0.0009, code=0))
        done = trace2("diff", "--fail-above=5%", same, same)
        assert done.returncode == 0 and b"no change, for all values are equal or too few" in done.stdout, done
        for wrong in ("x", "-5%", "", "5%%", "nan"):
            assert trace2("diff", f"--fail-above={wrong}", a, b).returncode == 2, wrong
        assert trace2("diff", "--json", "--csv", a, b).returncode == 2
        assert trace2("diff", a).returncode == 2


def write_loops(directory, lengths):
    """Runs with a distribution_timer of one interval each."""
    directory.mkdir()
    for run, length in enumerate(lengths):
        timer = f'{{"of":"timer","unit":"ns","shortest":{length},"longest":{length},"values":[[{length},1]]}}'
        (directory / f"{run}.event").write_text(
            line("start", f"S{run}", 0, t_abs=0.0, argv=["loop"]) +
            line("data_json", f"S{run}", 800, t_abs=0.0008, t_rel=0.0008, nesting=1, category="c", key="t", value=0)
            .replace('"value": 0', f'"value": {timer}') +
            line("timer", f"S{run}", 800, category="c", name="t", intervals=1, t_total=0.0, t_min=0.0, t_max=0.0) +
            line("atexit", f"S{run}", 900, t_abs=0.0009, code=0))
    return directory


def test_changes_of_nanoseconds_are_found(trace2, _):
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        a = write_loops(root / "a", (9, 10, 10, 10, 10, 10, 10, 11))
        b = write_loops(root / "b", (29, 30, 30, 30, 30, 30, 30, 31))
        for side in (a, b):
            (root / f"{side.name}-summaries").mkdir()
            for path in side.iterdir():
                (root / f"{side.name}-summaries" / f"{path.stem}.json").write_bytes(trace2.output("summary", "--json", path))
        for before, after in ((a, b), (root / "a-summaries", root / "b-summaries")):
            rows = json.loads(trace2.output("diff", "--json", before, after))["rows"]
            found = next(row for row in rows if row["path"] == ["c/t median"])
            assert (found["change"], found["verdict"]) == (2, "slower"), found
            assert (found["before"]["median"], found["after"]["median"]) == (1e-8, 3e-8), found
            zero = next(row for row in rows if row["path"] == ["c/t"])
            assert zero["change"] == 0 and zero["verdict"] == "same", zero
            text = trace2.output("diff", before, after).decode()
            shown = next(each for each in text.splitlines() if "c/t median" in each)
            assert shown.split()[:5] == ["10", "ns", "30", "ns", "+200%"] and "slower" in shown, shown
            assert trace2("diff", "--fail-above=100%", before, after).returncode == 3
        output = root / "diff.html"
        trace2.output("diff", "--to=html", "-o", output, a, b)
        rows = Page(output.read_text()).data["comparison"]["rows"]
        assert next(row for row in rows if row["path"] == ["c/t median"])["change"] == 2, rows


def test_summaries_are_compared_with_summaries(trace2, _):
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        for side, factor in (("a", 1), ("b", 1.5)):
            traces = write_runs(root / f"{side}-traces", factor, factor)
            (root / side).mkdir()
            for path in traces.iterdir():
                summary = trace2.output("summary", "--json", path)
                (root / side / (path.stem + ".json.gz")).write_bytes(gzip.compress(summary))
            (root / side / "notes.txt").write_text("none")
        single = root / "one.json"
        single.write_bytes(trace2.output("summary", "--json", root / "a-traces"))
        made = json.loads(trace2.output("diff", "--json", root / "a", root / "b"))
        assert made["before"]["ended"] == 8
        rows = {(row["kind"], *row["path"]): row for row in made["rows"]}
        assert set(rows) == {("command",), ("timer", "c/t"), ("counter", "c/n"),
                             *(("region", f"c/{label}") for label in ("read", "work", "sort"))}, rows.keys()
        assert rows["command",]["verdict"] == "slower" and rows["command",]["command"] == "frob scan"
        assert rows["region", "c/sort"]["command"] == "", "a summary does not know it"
        # One summary of many processes has no single values.
        one = json.loads(trace2.output("diff", "--json", single, single))["rows"]
        assert {row["verdict"] for row in one} == {"too few"} and {row["change"] for row in one} == {0}
        for pair in ((single, root / "a-traces"), (root / "b-traces", root / "a")):
            done = trace2("diff", *pair)
            assert done.returncode == 2 and b"can't be compared" in done.stderr, done
        torn = root / "torn.json"
        torn.write_bytes(single.read_bytes()[:-40])
        done = trace2("diff", torn, single)
        assert done.returncode == 1 and b"torn.json: is no whole summary" in done.stderr, done


def test_what_a_process_lacks_is_zero(trace2, _):
    with tempfile.TemporaryDirectory() as name:
        a = write_runs(Path(name) / "a", 1, 1, runs=20)
        b = write_runs(Path(name) / "b", 1, 1, runs=20)
        for path in sorted(b.iterdir())[4:]:
            lines = path.read_text().splitlines(keepends=True)
            path.write_text("".join(text for text in lines if '"event": "counter"' not in text))
        made = json.loads(trace2.output("diff", "--json", a, b))
    row = next(row for row in made["rows"] if row["kind"] == "counter")
    assert (row["before"]["n"], row["after"]["n"], row["after"]["median"]) == (20, 20, 0), row
    assert row["verdict"] == "fewer", "four of the values that are left do not tell what the others are"
    assert made["claims"] == 1, made


def test_what_is_new_and_gone_is_listed(trace2, _):
    with tempfile.TemporaryDirectory() as name:
        a = write_runs(Path(name) / "a", 1, 1, runs=2)
        b = write_runs(Path(name) / "b", 1, 1, runs=2, name="list")
        text = trace2.output("diff", a, b).decode()
    assert "too few for any claim\n" in text
    assert text.split("New\n")[1].split("Gone\n")[0].count("\n") == 3 and "frob list" in text, text
    assert text.split("Gone\n")[1].splitlines()[1].endswith("command  frob scan"), text


def test_a_sentence_comes_first_and_each_difference_once(trace2, _):
    with tempfile.TemporaryDirectory() as name:
        a = write_runs(Path(name) / "a", 1, 1, runs=9)
        b = write_runs(Path(name) / "b", 2, 1.5, runs=9)
        made = json.loads(trace2.output("diff", "--json", a, b))
        text = trace2.output("diff", a, b).decode()
        tests = trace2.output("diff", "--stat", a, b).decode()
    command = next(row for row in made["rows"] if row["kind"] == "command")
    assert re.match(rf"frob scan is {command['verdict']}: [0-9.]+ \u2192 [0-9.]+ m?s \(\+[0-9.]+ %, at least \+[0-9.]+ %; 9 runs each\)\n", text), text
    assert "Mann-Whitney" not in text and "Mann-Whitney" in tests and tests.startswith(text.splitlines()[0]), text
    assert text.count("Where it arises") == 1 and "Where it arises" not in tests, text
    names = [line.split("  ")[-1] for line in text.split("Where it arises\n")[1].split("\n\n")[0].splitlines()[1:]]
    assert len(names) == len(set(names)) > 0, text


def test_processes_without_an_end_are_not_compared(trace2, _):
    cut = SMALL.rsplit("\n", 2)[0] + "\n"
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "cut"
        path.write_text(cut)
        text = trace2.output("diff", path, "-", stdin=SMALL.encode()).decode()
        assert "; 1 run each: too few to be sure, 4 can be)\nNot compared: 1 unfinished command\n" in text, text
        path.write_text(cut.split('{"event":"start","sid":"S/T"')[0])
        done = trace2("diff", "-", path, stdin=SMALL.encode())
        assert done.returncode == 1 and b"cut: holds no command that has ended" in done.stderr, done
        missing = trace2("diff", Path(name) / "none", path)
        assert missing.returncode == 1 and b"can't be opened" in missing.stderr, missing


def test_a_command_is_one_thing_in_list_summary_and_diff(trace2, directory):
    with tempfile.TemporaryDirectory() as name:
        for path in recordings(directory):
            (Path(name) / path.name).write_bytes(path.read_bytes())
        count = json.loads(trace2.output("list", "--json", name))["count"]
        names = json.loads(trace2.output("summary", "--json", name))["commands"]
        made = json.loads(trace2.output("diff", "--json", name, name))
        text = trace2.output("diff", name, name).decode()
    assert made["before"]["ended"] + made["before"]["unfinished"] == count == sum(row["count"] for row in names), made["before"]
    compared = sum(row["kind"] == "command" for row in made["rows"])
    assert f"\n{count} commands each: 0 of {compared} names have changed\n" in text and "\nCommands by name\n" in text, text
    assert f"\nNot compared: {2 * made['before']['unfinished']} unfinished commands\n" in text, text


# ---- the groups of one input ----


def write_groups(directory, results):
    """Runs of which each has a datum with its result; a hit takes half of the time."""
    directory.mkdir(exist_ok=True)
    chance = random.Random(7)
    for run, result in enumerate(results):
        text = process(f"S{run}", chance, 0.5 if result == "hit" else 1)
        if result is not None:
            text = text.replace("\n", "\n" + line("data", f"S{run}", 0, nesting=1, category="cache", key="result", value=result), 1)
        (directory / f"{run:03}.event").write_text(text)
    return directory


def test_commands_of_one_input_are_compared_by_a_datum(trace2, _):
    with tempfile.TemporaryDirectory() as name:
        both = write_groups(Path(name) / "all", ["hit", "miss"] * 8 + ["hit", None])
        made = json.loads(trace2.output("diff", "--json", "--by=cache/result", both))
        assert made["by"] == {"datum": "cache/result", "before": {"value": "hit", "commands": 9},
                              "after": {"value": "miss", "commands": 8}, "values": 2, "others": 0}, made["by"]
        row = made["rows"][0]
        assert (row["before"]["n"], row["after"]["n"], row["verdict"]) == (9, 8, "slower"), row
        parts = []
        for result in ("hit", "miss"):
            part = Path(name) / result
            part.write_bytes(trace2.output("convert", "--to=event", f"--where=cache/result={result}", both))
            parts.append(part)
        assert json.loads(trace2.output("diff", "--json", *parts))["rows"] == made["rows"], "as of two inputs"
        text = trace2.output("diff", "--by=cache/result", both).decode()
        assert text.splitlines()[1:3] == ["before: cache/result = hit (9 commands)", "after:  cache/result = miss (8 commands)"], text
        whole = b"".join(path.read_bytes() for path in sorted(both.iterdir()))
        for shell in ('"$1" diff --by=cache/result - <"$2"', 'cat "$2" | "$1" diff --by=cache/result -'):
            path = Path(name) / "whole"
            path.write_bytes(whole)
            done = subprocess.run(["sh", "-c", shell, "-", trace2.path, path], capture_output=True, timeout=240, check=True)
            assert done.stdout.decode() == text and done.stderr == b"", (shell, done)
        page = Path(name) / "page.html"
        trace2.output("diff", "--by=cache/result", "--to=html", "-o", page, both)
        assert b"<html" in page.read_bytes()
        assert trace2("diff", "--by=cache/result", "--fail-above=5%", both).returncode == 3


def test_of_several_values_the_most_frequent_two_are_compared(trace2, _):
    with tempfile.TemporaryDirectory() as name:
        both = write_groups(Path(name) / "all", ["miss"] * 5 + ["hit"] * 6 + ["stale", "stale", "gone"])
        text = trace2.output("diff", "--by=cache/result", both).decode()
        assert text.splitlines()[1:4] == [
            "before: cache/result = hit (6 commands)", "after:  cache/result = miss (5 commands)",
            "the two most frequent of 4 values; 3 commands have others"], text
        done = trace2("diff", "--csv", "--by=cache/result", both)
        assert done.stderr == b"trace2: --by=cache/result: compares the two most frequent of 4 values, hit and miss\n", done
        few = trace2("diff", "--by=cache/result", "--where=cache/result=stale", both)
        assert few.returncode == 1 and b"the same value, stale" in few.stderr, "the other choices hold as well"


def test_what_can_not_be_grouped_is_said(trace2, _):
    with tempfile.TemporaryDirectory() as name:
        both = write_groups(Path(name) / "all", ["hit"] * 4 + [None])
        for arguments, status, words in (
            (("--by=cache/result", both), 1, "--by=cache/result: all commands that have it have the same value, hit"),
            (("--by=cache/size", both), 1, "--by=cache/size: no command has such a datum"),
            (("--by=result", both), 2, "--by: 'result' is no CATEGORY/KEY of a datum"),
            (("--by=cache/result", both, both), 2, "--by: compares the commands of one input"),
            ((both,), 2, "AFTER is required"),
        ):
            done = trace2("diff", *arguments)
            assert done.returncode == status and words in done.stderr.decode() and done.stdout == b"", (arguments, done)
        path = Path(name) / "summary.json"
        path.write_bytes(trace2.output("summary", "--json", both))
        done = trace2("diff", "--by=cache/result", path)
        assert done.returncode == 2 and b"--by: a summary holds no single commands" in done.stderr, done


def test_every_trace_is_the_same_as_itself(trace2, directory):
    for path in recordings(directory):
        done = trace2("diff", "--json", path, path)
        if done.returncode != 0:
            assert b"no command that has ended" in done.stderr, (path, done)
            continue
        for row in json.loads(done.stdout)["rows"]:
            assert row["change"] == 0 and row["before"] == row["after"], (path, row)
            assert row["verdict"] in ("none", "same", "too few") and row.get("p", 1) == 1, (path, row)


def shown_on_terminal(trace2, width, *arguments):
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
    with subprocess.Popen([trace2.path, *map(str, arguments)], stdout=slave, stderr=slave) as running:
        os.close(slave)
        shown = b""
        while True:
            try:
                part = os.read(master, 65536)
            except OSError:
                break
            if not part:
                break
            shown += part
        assert running.wait(timeout=240) == 0
    os.close(master)
    return shown.decode()


def test_lines_fit_the_terminal_and_control_nothing(trace2, _):
    hostile = "frob\\u001b[2J\\u202e" + "x" * 90
    with tempfile.TemporaryDirectory() as name:
        a = write_runs(Path(name) / "a", 1, 1, runs=5)
        b = write_runs(Path(name) / "b", 2, 1.2, runs=7)
        for path in (*a.iterdir(), *b.iterdir()):
            path.write_text(path.read_text().replace('"label": "sort"', f'"label": "{hostile}"'))
        for width in (80, 120):
            text = shown_on_terminal(trace2, width, "--no-pager", "diff", "--color=never", a, b)
            assert max(map(len, text.splitlines())) <= width, text
            assert "\x1b" not in text and "\u202e" not in text and "frob" in text
            text = shown_on_terminal(trace2, width, "--no-pager", "diff", "--color=never", "--stat", a, b)
            assert max(map(len, text.splitlines())) <= width and "Mann-Whitney" in text, text
        for form in ("--json", "--csv"):
            text = shown_on_terminal(trace2, 80, "--no-pager", "diff", form, a, b)
            assert "\x1b" not in text and "\u202e" not in text, form


if __name__ == "__main__":
    run_all(globals(), Program(sys.argv[1]), sys.argv[2])
