"""A trace becomes tables in files: usage tables_test.py PROGRAM TRACES RECORDINGS SOURCES sqlite|no-sqlite"""

import csv
import json
import os
import re
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

from anonymise_test import SECRETS, assert_hidden, planted
from task_traces import Pool
from trace2_program import ILL_FORMED, REPAIRED, REPEATED_SIDS, SMALL, TASKS, Program, Skipped, recordings, run_all

TABLES = ["children", "counters", "data", "errors", "processes", "regions", "remarks", "tasks", "threads", "timers"]


def convert(trace2, form, directory, *inputs):
    trace2.output("convert", f"--to={form}", "-o", directory, *inputs)
    assert sorted(os.listdir(directory)) == [f"{table}.{form}" for table in TABLES]


def read_csv(path):
    """The columns and the rows; an absent value is the same as an empty text here."""
    with open(path, newline="", encoding="utf-8") as file:
        first, *rest = csv.reader(file, strict=True)
    return first, rest


def read_ndjson(path):
    found = [json.loads(line) for line in path.read_bytes().decode().split("\n")[:-1]]
    columns = list(found[0]) if found else []
    assert all(list(row) == columns for row in found)
    return columns, [list(row.values()) for row in found]


def as_text(value):
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def is_time(column):
    return column in ("begin", "end", "moment") or column.endswith("_us")


def comparable(columns, rows):
    """Rows in an order of their own, each as its texts and its times, which a database rounds."""
    found = []
    for row in rows:
        texts = [as_text(value) for name, value in zip(columns, row) if not is_time(name)]
        found.append((texts, [float(value) for name, value in zip(columns, row) if is_time(name)]))
    return sorted(found)


def assert_same(columns, some, others):
    some, others = comparable(columns, some), comparable(columns, others)
    assert [texts for texts, _ in some] == [texts for texts, _ in others]
    assert all(abs(a - b) < 0.3 for (_, left), (_, right) in zip(some, others) for a, b in zip(left, right))


def rows_of_database(trace2, path, *inputs):
    """For each table its columns and rows."""
    trace2.output("convert", "--to=sqlite", "-o", path, *inputs)
    for table in TABLES:
        found = sqlite3.connect(path).execute(f"SELECT * FROM {table}")
        columns = [column for column, *_ in found.description]
        yield table, columns, [
            ["false true".split()[value] if name.startswith("is_") else value for name, value in zip(columns, row)] for row in found]


def assert_same_rows(trace2, name, *inputs):
    for form in "csv", "ndjson":
        convert(trace2, form, Path(name, form), *inputs)
    for table, columns, rows in rows_of_database(trace2, Path(name, "t.db"), *inputs):
        names, found = read_csv(Path(name, f"csv/{table}.csv"))
        assert names == columns, (table, names)
        assert_same(columns, found, rows)
        names, found = read_ndjson(Path(name, f"ndjson/{table}.ndjson"))
        assert names == columns or not found, (table, names)
        assert_same(columns, found, rows)


def test_the_files_hold_the_rows_of_the_database(trace2, traces, _, __, has_sqlite):
    with tempfile.TemporaryDirectory() as name:
        if has_sqlite:
            assert_same_rows(trace2, name, *recordings(traces))


def test_the_files_hold_the_tasks_of_the_database(trace2, _, __, ___, has_sqlite):
    with tempfile.TemporaryDirectory() as name:
        (trace := Path(name, "a.event")).write_bytes(Pool(1).text())
        if has_sqlite:
            assert_same_rows(trace2, name, trace)


def test_rows_of_a_recording_are_those_of_the_database(trace2, _, recorded, __, has_sqlite):
    for path in sorted(Path(recorded).rglob("*.recording")):
        with tempfile.TemporaryDirectory() as name:
            if has_sqlite:
                assert_same_rows(trace2, name, path)


def test_the_rows_say_what_the_trace_says(trace2, *_):
    with tempfile.TemporaryDirectory() as name:
        (trace := Path(name, "small.event")).write_text(SMALL)
        convert(trace2, "csv", Path(name, "csv"), trace)
        assert Path(name, "csv/regions.csv").read_text() == (
            "region,process,thread,task,parent,nesting,category,label,message,begin,duration_us,self_us,is_complete\n"
            "2,1,1,,1,2,c,inner,,946684800200000.000,100000.000,100000.000,true\n"
            "1,1,1,,,1,c,outer,,946684800100000.000,400000.000,300000.000,true\n")
        assert Path(name, "csv/children.csv").read_text().splitlines()[1] == (
            '1,1,1,,,0,?,,"[""sub""]",9,946684800500000.000,300000.000,3,')
        convert(trace2, "ndjson", Path(name, "ndjson"), trace)
        assert Path(name, "ndjson/errors.ndjson").read_text() == (
            '{"process":2,"thread":2,"task":null,"region":null,"moment":946684800650000.000,"message":"no 1","format":"no %d"}\n')


def test_tasks_have_rows_and_their_regions_have(trace2, *_):
    with tempfile.TemporaryDirectory() as name:
        (trace := Path(name, "a.event")).write_text(TASKS)
        convert(trace2, "csv", Path(name, "csv"), trace)
        assert Path(name, "csv/tasks.csv").read_text() == (
            "task,process,parent,task_id,parent_id,category,label,message,begin,duration_us,running_us,is_complete\n"
            "1,1,,7,,c,serve,/a,946684800100000.000,500000.000,200000.000,true\n"
            "3,1,,9,7,c,late,,946684800600000.000,100000.000,0.000,true\n"
            "2,1,1,8,7,c,serve,,946684800250000.000,750000.000,0.000,false\n")
        assert Path(name, "csv/regions.csv").read_text().splitlines()[1:] == [
            "2,1,,1,,1,c,parse,m,946684800200000.000,300000.000,200000.000,true",
            "1,1,1,,,1,c,loop,,946684800000000.000,1000000.000,900000.000,true"]
        _, data = read_csv(Path(name, "csv/data.csv"))
        assert [(key, thread, task, region) for _, thread, task, region, _, _, key, *_ in data] == [
            ("before", "1", "1", ""), ("inside", "1", "1", "2"), ("outside", "1", "", "1")]
        for table in "children", "errors":
            columns, (row,) = read_csv(Path(name, f"csv/{table}.csv"))
            found = dict(zip(columns, row))
            assert (found["thread"], found["task"], found["region"]) == ("1", "1", "2"), (table, found)


def test_the_lengths_of_intervals_are_to_the_nanosecond_where_the_trace_tells_them(trace2, *_):
    common = '"sid":"S","time":"2000-01-01T00:00:00Z","category":"c"'
    sums = '"intervals":2,"t_total":0.000001,"t_min":0.000000,"t_max":0.000000'
    trace = (f'{{"event":"start","sid":"S","thread":"main","time":"2000-01-01T00:00:00Z","t_abs":0.0,"argv":["a"]}}\n'
             f'{{"event":"th_timer","thread":"th01:w",{common},"name":"kept",{sums}}}\n'
             f'{{"event":"data_json","thread":"th01:w",{common},"key":"kept","value":{{"of":"th_timer","unit":"ns","shortest":9,"longest":700,"values":[[9,1],[700,1]]}}}}\n'
             f'{{"event":"timer","thread":"main",{common},"name":"kept",{sums}}}\n'
             f'{{"event":"data_json","thread":"main",{common},"key":"kept","value":{{"of":"timer","unit":"ns","shortest":8,"longest":701,"values":[[8,1],[701,1]]}}}}\n'
             f'{{"event":"timer","thread":"main",{common},"name":"plain",{sums}}}\n'
             f'{{"event":"timer","thread":"main",{common},"name":"last",{sums}}}\n')
    with tempfile.TemporaryDirectory() as name:
        path = Path(name, "trace.event")
        path.write_text(trace)
        convert(trace2, "csv", Path(name, "csv"), path)
        columns, rows = read_csv(Path(name, "csv", "timers.csv"))
    found = [tuple(dict(zip(columns, row))[each] for each in ("name", "min_us", "max_us")) for row in rows]
    assert found == [("kept", "0.009", "0.700"), ("kept", "0.008", "0.701"), ("plain", "0.000", "0.000"), ("last", "0.000", "0.000")], found


def data_of(*values):
    head = '{"event":"data","sid":"S","thread":"main","time":"2000-01-01T00:00:00.000000Z",'
    return "".join(head + f'"t_abs":0.0,"t_rel":0.0,"nesting":1,"category":"c","key":"k","value":{json.dumps(value)}}}\n' for value in values)


def test_texts_are_texts_whatever_they_say(trace2, *_):
    hostile = ['a,"b"\r\nc', "\u202e\x1b[2J", "x" * 100_000, "😀", '"', "\n", "'", "NULL", " a "]
    with tempfile.TemporaryDirectory() as name:
        (trace := Path(name, "a.event")).write_text(data_of(*hostile))
        for form, read in ("csv", read_csv), ("ndjson", read_ndjson):
            convert(trace2, form, Path(name, form), trace)
            columns, rows = read(Path(name, form, f"data.{form}"))
            assert [row[columns.index("value")] for row in rows] == hostile, form


def test_an_empty_text_is_told_from_an_absent_one(trace2, *_):
    with tempfile.TemporaryDirectory() as name:
        (trace := Path(name, "a.event")).write_text(data_of(""))
        convert(trace2, "csv", Path(name, "csv"), trace)
        # There is no task and no region around it.
        assert Path(name, "csv/data.csv").read_text().splitlines()[1] == '1,1,,,946684800000000.000,c,k,"",false'


def test_bytes_that_are_no_text_do_not_spoil_the_files(trace2, *_):
    with tempfile.TemporaryDirectory() as name:
        (trace := Path(name, "a.perf")).write_bytes(ILL_FORMED)
        (other := Path(name, "b.event")).write_text(data_of("a\x00b"))
        for form, read in ("csv", read_csv), ("ndjson", read_ndjson):
            convert(trace2, form, Path(name, form), trace, other)
            columns, rows = read(Path(name, form, f"data.{form}"))
            nul = "\ufffd" if form == "csv" else "\x00"
            assert [row[columns.index("value")] for row in rows] == [REPAIRED, f"a{nul}b"], rows


def test_ids_that_become_one_are_one_process(trace2, *_):
    with tempfile.TemporaryDirectory() as name:
        (trace := Path(name, "a.event")).write_bytes(REPEATED_SIDS)
        done = trace2("convert", "--to=csv", "-o", Path(name, "csv"), trace)
        assert done.returncode == 1 and b"2 processes" in done.stderr, done
        columns, rows = read_csv(Path(name, "csv/processes.csv"))
        assert sorted(row[columns.index("sid")] for row in rows) == ["a\ufffd", "a\ufffd/T"], rows


def test_a_directory_with_contents_stays_what_it_is(trace2, *_):
    with tempfile.TemporaryDirectory() as name:
        (trace := Path(name, "a.event")).write_text(SMALL)
        (full := Path(name, "full")).mkdir()
        (kept := full / "notes").write_text("mine")
        done = trace2("convert", "--to=csv", "-o", full, trace)
        assert done.returncode == 1 and b"not empty" in done.stderr, done
        assert os.listdir(full) == ["notes"] and kept.read_text() == "mine"
        done = trace2("convert", "--to=csv", "-o", trace, trace)
        assert done.returncode == 1 and trace.read_text() == SMALL, done
        for output in [], ["-o", "-"]:
            done = trace2("convert", "--to=csv", *output, trace)
            assert done.returncode == 2 and b"--output=DIR" in done.stderr, done
        (empty := Path(name, "empty")).mkdir()
        convert(trace2, "csv", f"{empty}/", trace)
        assert sorted(os.listdir(name)) == ["a.event", "empty", "full"]


def test_what_fails_leaves_nothing(trace2, *_):
    with tempfile.TemporaryDirectory() as name:
        new = Path(name, "new")
        assert trace2("convert", "--to=csv", "-o", new, Path(name, "none.event")).returncode == 1
        assert os.listdir(name) == []
        (trace := Path(name, "a.event")).write_text(SMALL)

        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))

        done = subprocess.run([trace2.path, "convert", "--to=csv", "-o", new, trace], capture_output=True, preexec_fn=limit, check=False)
        assert done.returncode == 1 and b"File too large" in done.stderr, done
        assert os.listdir(name) == ["a.event"]


def test_a_signal_leaves_nothing(trace2, *_):
    with tempfile.TemporaryDirectory() as name:
        with subprocess.Popen([trace2.path, "convert", "--to=ndjson", "-o", Path(name, "new"), "-"], stdin=subprocess.PIPE) as running:
            # More than a pipe holds: the program has begun.
            running.stdin.write(SMALL.encode() * 500)
            running.stdin.flush()
            (begun,) = os.listdir(name)
            assert begun.startswith("new.") and len(os.listdir(Path(name, begun))) == len(TABLES)
            running.terminate()
            assert running.wait(timeout=240) == -signal.SIGTERM
        assert os.listdir(name) == []


def test_the_files_have_the_modes_that_others_have(trace2, *_):
    with tempfile.TemporaryDirectory() as name:
        (trace := Path(name, "a.event")).write_text(SMALL)
        before = os.umask(0o027)
        convert(trace2, "csv", Path(name, "new"), trace)
        os.umask(before)
        assert Path(name, "new").stat().st_mode & 0o777 == 0o750
        assert Path(name, "new/data.csv").stat().st_mode & 0o777 == 0o640


def test_anonymous_files_hide_what_was_planted(trace2, *_):
    with tempfile.TemporaryDirectory() as name:
        (trace := Path(name, "a.event")).write_bytes(planted())
        for form in "csv", "ndjson":
            trace2.output("convert", f"--to={form}", "--anonymise", "-o", Path(name, form), trace)
            text = "".join(path.read_text() for path in Path(name, form).iterdir())
            assert_hidden(text, SECRETS, form)


def test_duckdb_loads_them_as_the_manual_says(trace2, traces, _, sources, has_sqlite):
    try:
        import duckdb  # pylint: disable=import-outside-toplevel
    except ImportError as missing:
        raise Skipped("no Python package duckdb") from missing
    page = Path(sources, "trace2.1").read_text()
    section = re.search(r"^\.Sh TABLES IN FILES$(.*?)^\.Sh", page, re.MULTILINE | re.DOTALL)[1]
    statements = re.findall(r"^\.Bd -literal.*?\n(.*?)^\.Ed", section, re.MULTILINE | re.DOTALL)
    if not has_sqlite:
        raise Skipped("the program was built without SQLite (Debian: libsqlite3-dev)")
    with tempfile.TemporaryDirectory() as name:
        for form in "csv", "ndjson":
            convert(trace2, form, Path(name, form), *recordings(traces))
            (load,) = (text for text in statements if f"read_{form}" in text)
            opened = duckdb.connect()
            for table, columns, rows in rows_of_database(trace2, Path(name, f"{form}.db"), *recordings(traces)):
                if form == "ndjson" and not rows:
                    continue  # an empty file has no columns
                opened.execute(load.replace("'processes", f"'{name}/{form}/processes").replace("processes", table))
                assert_same(columns, opened.execute(f"SELECT * FROM {table}").fetchall(), rows)
            assert opened.execute(statements[-1]).fetchall()


if __name__ == "__main__":
    program, inputs, recorded_ones, beside, with_sqlite = sys.argv[1:]
    run_all(globals(), Program(program), inputs, recorded_ones, beside, with_sqlite == "sqlite")
