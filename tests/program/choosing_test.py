"""What the program trace2 shows of a trace: usage choosing_test.py TRACE2 TRACES"""

import csv
import io
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from trace2_program import Program, run_all

# A fetch of 2 s in /srv/a that runs a failing gc of 1 s; a status of 3 s; each with a process id.
FETCH = "20000101T000000.000000Z-Hx-P00000010"
STATUS = "20000101T000005.000000Z-Hx-P00000011"


def line(event, sid, second, members=""):
    return f'{{"event":"{event}","sid":"{sid}","thread":"main","time":"2000-01-01T00:00:0{second}Z"{members}}}\n'


TWO = "".join((
    line("start", FETCH, 0, ',"t_abs":0,"argv":["git","fetch","--all"]'),
    line("def_repo", FETCH, 0, ',"repo":1,"worktree":"/srv/a"'),
    line("cmd_name", FETCH, 0, ',"name":"fetch"'),
    line("region_enter", FETCH, 0, ',"nesting":1,"category":"index","label":"load"'),
    line("region_leave", FETCH, 1, ',"nesting":1,"t_rel":1,"category":"index","label":"load"'),
    line("data", FETCH, 1, ',"nesting":1,"category":"fetch","key":"from","value":"origin mirror"'),
    line("start", FETCH + "/S", 1, ',"t_abs":0,"argv":["git","gc"]'),
    line("atexit", FETCH + "/S", 2, ',"t_abs":1,"code":1'),
    line("atexit", FETCH, 2, ',"t_abs":2,"code":0'),
    line("start", STATUS, 5, ',"t_abs":0,"argv":["git","status"]'),
    line("data", STATUS, 6, ',"nesting":1,"category":"status","key":"n","value":"1"'),
    line("atexit", STATUS, 8, ',"t_abs":3,"code":0'),
)).encode()

# What each option leaves of the three commands.
CHOICES = {
    "--command=fetch": ["git fetch --all", "git gc"],
    "--command=--all": ["git fetch --all", "git gc"],
    "--command=gc": ["git gc"],
    "--repo=srv/a": ["git fetch --all", "git gc"],
    "--since=2000-01-01T00:00:05Z": ["git status"],
    "--after=2000-01-01T00:00:05Z": ["git status"],
    "--until=2000-01-01T00:00:05Z": ["git fetch --all", "git gc"],
    "--before=2000-01-01T00:00:05Z": ["git fetch --all", "git gc"],
    "--slower-than=2s": ["git status"],
    "--slower-than=1999ms": ["git fetch --all", "git gc", "git status"],
    "--failed": ["git gc"],
    "--pid=17": ["git status"],
    "--sid=S": ["git gc"],
    f"--sid={FETCH}": ["git fetch --all", "git gc"],
    "--category=index": ["git fetch --all", "git gc", "git status"],
    "--where=status/n=1": ["git status"],
    "--where=status/n<1.5 and status/n>0": ["git status"],
    "--where=fetch/from=origin mirror": ["git fetch --all", "git gc"],
}


def commands(summary):
    return sorted(row["command"] for row in json.loads(summary)["processes"])


def test_every_option_chooses_the_same_everywhere(trace2, _):
    for option, wanted in CHOICES.items():
        assert commands(trace2.output("summary", "--json", option, "-", stdin=TWO)) == wanted, option
        events = trace2.output("convert", "--to=event", option, "-", stdin=TWO)
        assert commands(trace2.output("summary", "--json", "-", stdin=events)) == wanted, option
        tree = trace2.output("tree", option, "-", stdin=TWO).decode()
        assert all((name in tree) == (name in wanted) for name in CHOICES["--slower-than=1999ms"]), option


def test_data_choose_the_same_in_every_target(trace2, _):
    for size, option in ((b"9007199254740993", "--where=cache/size>9007199254740992"), (b"-7", "--where=cache/size<-6"),
                         (b"hit", "--where=cache/size=hit"), (b"007", "--where=cache/size=7")):
        data = b',"nesting":1,"category":"cache","key":"size","value":"' + size + b'"'
        event = TWO + line("start", "U", 8, ',"t_abs":0,"argv":["cc"]').encode() + line("data", "U", 8, data.decode()).encode() \
            + line("atexit", "U", 9, ',"t_abs":1,"code":0').encode()
        assert commands(trace2.output("summary", "--json", option, "-", stdin=event)) == ["cc"], option
        perf = trace2.output("convert", "--to=perf", "-", stdin=event)
        assert commands(trace2.output("summary", "--json", option, "-", stdin=perf)) == ["cc"], option
        done = trace2("summary", option + "1", "-", stdin=event)
        assert (done.returncode, done.stderr) == (1, b"trace2: no command is chosen\n"), (option, done)
    done = trace2("cat", "--follow", "--where=cache/size=1", "-", stdin=TWO)
    assert done.returncode == 2 and b"--where" in done.stderr, done


def test_conditions_add_up(trace2, _):
    both = trace2.output("summary", "--json", "--command=git", "--failed", "-", stdin=TWO)
    assert commands(both) == ["git gc"]


def test_why_explains_the_slowest_that_is_chosen(trace2, _):
    first = lambda *options: trace2.output("why", *options, "-", stdin=TWO).decode().splitlines()[0]
    assert first() == "git status  3.000 s"
    assert first("--command=fetch").startswith("git fetch --all  2.000 s")
    assert first("--failed").startswith("git gc  1.000 s")
    assert first("--until=2000-01-01T00:00:05Z").startswith("git fetch --all")


def test_categories_choose_events(trace2, _):
    names = lambda option: [
        json.loads(line)["event"] for line in trace2.output("convert", "--to=event", option, "-", stdin=TWO).splitlines()
    ]
    assert names("--category=index").count("region_enter") == 1 and "data" not in names("--category=index")
    assert "region_enter" not in names("--category=status") and "data" in names("--category=status")
    assert names("--category=*") == names("--category=!x") and len(names("--category=*")) == 12


def listed(trace2, *options):
    rows = list(csv.DictReader(io.StringIO(trace2.output("list", "--csv", *options, "-", stdin=TWO).decode())))
    return [row["command"] for row in rows]


def test_a_list_has_the_chosen_commands_alone(trace2, _):
    assert listed(trace2) == ["git status", "git gc", "git fetch --all"]
    assert listed(trace2, "--sort=slowest") == ["git status", "git fetch --all", "git gc"]
    assert listed(trace2, "--sort=oldest", "--rows=1") == ["git fetch --all"]
    assert listed(trace2, "--sort=fastest")[0] == "git gc"
    for option, wanted in (
        ("--command=fetch", ["git fetch --all"]),
        ("--repo=srv/a", ["git fetch --all"]),
        ("--failed", ["git gc"]),
        ("--category=status", ["git status"]),
        ("--slower-than=1s", ["git status", "git fetch --all"]),
        ("--where=fetch/from=origin mirror", ["git fetch --all"]),
    ):
        assert listed(trace2, option) == wanted, option
    text = trace2.output("list", "--command=fetch", "-", stdin=TWO).decode().splitlines()
    assert text[0].startswith("1 command of ") and text[1].split() == ["when", "wall", "exit", "repository", "command"]
    assert text[2].split()[1:] == ["2.000000", "s", "ended", "/srv/a", "git", "fetch", "--all"]


def test_each_command_with_numbers_writes_json(trace2, _):
    told = json.loads(trace2.output("list", "--json", "--sort=slowest", "--rows=2", "-", stdin=TWO))
    assert told["count"] == 3 and [row["command"] for row in told["commands"]] == ["git status", "git fetch --all"], told
    assert [row["wall"] for row in told["commands"]] == [3.0, 2.0] and told["left_out"] == [], told
    told = json.loads(trace2.output("why", "--json", "--command=fetch", "-", stdin=TWO))
    assert (told["command"], told["sid"], told["wall"], told["is_unfinished"]) == ("git fetch --all", FETCH, 2.0, False), told
    assert abs(sum(row["time"] for row in told["path"]) - 2) < 1e-6 and isinstance(told["hints"], list), told
    told = json.loads(trace2.output("tree", "--json", "-", stdin=TWO))
    rows = [(row["level"], row["kind"], row["name"], row["total"], row.get("code")) for row in told["rows"]]
    assert (0, "process", "git fetch --all", 2.0, None) in rows and (1, "region", "load", 1.0, None) in rows, rows
    assert (1, "process", "git gc", 1.0, 1) in rows and (1, "self", "self", 1.0, None) in rows, rows
    for level in (row["level"] for row in json.loads(trace2.output("tree", "--json", "--depth=1", "-", stdin=TWO))["rows"]):
        assert level == 0, level


def test_times_are_understood_in_words(trace2, _):
    for words in ("yesterday", "2 days ago", "2.days.ago", "last week", "an hour ago", "noon"):
        done = trace2("list", f"--since={words}", "-", stdin=TWO)
        assert done.returncode != 2 and b"git" not in done.stdout, (words, done)
        assert b"3 commands" in trace2.output("list", f"--until={words}", "-", stdin=TWO), words


def test_tables_are_comma_separated_values_too(trace2, _):
    summary = json.loads(trace2.output("summary", "--json", "-", stdin=TWO))
    for name, rows in summary.items():
        if not isinstance(rows, list):
            continue
        table = list(csv.DictReader(io.StringIO(trace2.output("summary", f"--csv={name}", "-", stdin=TWO).decode())))
        assert len(table) == len(rows), name
        for got, wanted in zip(table, rows):
            assert set(got) >= set(wanted), name
            for key, value in wanted.items():
                of_csv = {str: str, list: json.loads}.get(type(value), float)
                assert of_csv(got[key]) == value, (name, key)
    parts = list(csv.DictReader(io.StringIO(trace2.output("why", "--csv", "-", stdin=TWO).decode())))
    assert sum(float(row["time"]) for row in parts) == 3.0
    for arguments in (["summary", "--csv=x"], ["summary", "--csv=regions", "--json"]):
        assert trace2(*arguments, "-", stdin=TWO).returncode == 2, arguments


def test_tables_have_the_order_that_is_wanted(trace2, _):
    names = lambda *options: [
        row["name"] for row in json.loads(trace2.output("summary", "--json", *options, "-", stdin=TWO))["commands"]
    ]
    assert names() == names("--sort=total") == names("--sort=count") == ["git", "git fetch"]
    assert names("--sort=max") == ["git", "git fetch"] and names("--sort=median", "--failed") == ["git"]
    assert trace2("summary", "--sort=x", "-").returncode == 2


def test_histograms_show_regions_of_a_name(trace2, _):
    for name in ("load", "index", "index/load", "in*/l*"):
        lines = trace2.output("summary", f"--histogram={name}", "-", stdin=TWO).decode().splitlines()
        assert lines[0].startswith(f"{name}  1 region, total 1.000 s"), lines
        assert lines[2].split()[:5] == ["1", "s", "2", "s", "1"], lines
    rows = trace2.output("summary", "--histogram=load", "--csv=regions", "-", stdin=TWO)
    assert rows == b"from,to,count\n1.000000,2.000000,1\n", rows
    told = json.loads(trace2.output("summary", "--histogram=load", "--json", "-", stdin=TWO))
    assert told == {"regions": "load", "count": 1, "total": 1, "median": 1, "max": 1,
                    "steps": [{"from": 1, "to": 2, "count": 1}]}, told
    for option in ("--csv=processes", "--sort=max", "--rows=1"):
        refused = trace2("summary", "--histogram=load", option, "-", stdin=TWO)
        assert refused.returncode == 2 and b"--histogram" in refused.stderr, refused
    missing = trace2("summary", "--histogram=x", "-", stdin=TWO)
    assert missing.returncode == 1 and b'no region is called "x"' in missing.stderr


def test_colours_are_asked_for_as_of_git(trace2, _):
    for words, wanted in ((["--color"], True), (["--color=always"], True), (["--color", "--no-color"], False)):
        assert (b"\x1b" in trace2.output("list", *words, "-", stdin=TWO)) == wanted, words


def test_all_inputs_can_be_chosen_from(trace2, _):
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "events"
        path.write_bytes(TWO)
        os.mkfifo(Path(name) / "fifo")
        wanted = trace2.output("tree", "--failed", path)
        assert b"git gc" in wanted
        shell = lambda text: subprocess.run(["sh", "-c", text, "sh", trace2.path, name], capture_output=True, timeout=240, check=True)
        for text in (
            'cd "$2"; "$1" tree --failed - <events',
            'cd "$2"; cat events | "$1" tree --failed -',
            'cd "$2"; (echo; cat events) >both; { read -r x; "$1" tree --failed -; } <both',
            'cd "$2"; cat events >fifo & "$1" tree --failed "$2/fifo"',
        ):
            assert shell(text).stdout == wanted, text


def test_problems_are_said_once(trace2, _):
    done = trace2("tree", "--failed", "-", stdin=b"garbage\n" + TWO)
    assert done.returncode == 1 and done.stderr == b"trace2: -:1: is not a JSON object\n", done.stderr


def test_nothing_chosen_is_said(trace2, _):
    outputs = (["summary"], ["summary", "--json"], ["summary", "--csv=regions"], ["summary", "--histogram=x"], ["tree"], ["why"],
               ["why", "--csv"], ["list"], ["list", "--csv"], ["report"], ["convert", "--to=chrome"], ["convert", "--to=perf"],
               ["convert", "--to=folded"], ["convert", "--to=otlp"])
    for command in outputs:
        for option in ("--pid=1", "--repo=/nowhere"):
            done = trace2(*command, option, "-", stdin=TWO)
            assert b"trace2: no command is chosen\n" == done.stderr, (command, option, done.stderr)
            assert done.returncode == 1 and done.stdout == b"", (command, option, done)


def test_what_is_filtered_away_is_in_other_categories(trace2, _):
    filtered = ("--category=index", "-")
    for command in ("tree", "why"):
        whole, part = trace2.output(command, "-", stdin=TWO), trace2.output(command, *filtered, stdin=TWO)
        assert b"in other categories" not in whole, whole
        assert re.search(rb"self.*, or in other categories", part) and b"outside of any region" not in part, part


def test_what_can_not_be_understood_is_2(trace2, _):
    for option, words in (("--since=x", b"x is no time"), ("--since=2026", b"2026 is no time"), ("--until=2026-02-30", b"2026-02-30 is no time"),
                          ("--slower-than=1y", b"1y is no length"), ("--pid=x", b"pid"),
                          ("--where=hit", b"'hit' is no condition such as cache/size>100"),
                          ("--where=result=hit", b"'result' is no CATEGORY/KEY of a datum"),
                          ("--where=a/b>=1", b"there are only =, < and >"),
                          ("--where=a/b=1 and a/c>x", b"> compares numbers, and 'x' is none")):
        done = trace2("summary", option, "-", stdin=TWO)
        assert done.returncode == 2 and words in done.stderr, (option, done.stderr)


if __name__ == "__main__":
    run_all(globals(), Program(sys.argv[1]), sys.argv[2])
