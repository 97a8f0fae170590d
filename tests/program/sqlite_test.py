"""A trace becomes a database: usage sqlite_test.py PROGRAM TRACES SOURCES sqlite|no-sqlite"""

import contextlib
import json
import os
import re
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from anonymise_test import SECRETS, assert_hidden, planted
from task_traces import Pool
from trace2_program import ILL_FORMED, REPAIRED, REPEATED_SIDS, SMALL, TASKS, Program, recordings, run_all, skip


def database(trace2, path, *inputs):
    trace2.output("convert", "--to=sqlite", "-o", path, *inputs)
    return sqlite3.connect(path)


def rows(opened, query):
    return opened.execute(query).fetchall()


def split(lines, sid):
    return "".join(line for line in lines.splitlines(True) if f'"sid":"{sid}"' in line)


def test_the_rows_say_what_the_trace_says(trace2, _, __):
    with tempfile.TemporaryDirectory() as name:
        trace = Path(name, "small.event")
        trace.write_text(SMALL)
        opened = database(trace2, Path(name, "t.db"), trace)
        assert rows(opened, "SELECT process, parent, sid, name, wall_us, state, code, errors FROM processes ORDER BY sid") == [
            (1, None, "S", "frob scan", 1000000, "ended", None, 0),
            (2, 1, "S/T", "sub", 100000, "ended", 3, 1),
        ]
        assert rows(opened, "SELECT region, parent, nesting, label, duration_us, self_us, is_complete FROM regions ORDER BY region") == [
            (1, None, 1, "outer", 400000, 300000, 1),
            (2, 1, 2, "inner", 100000, 100000, 1),
        ]
        assert rows(opened, "SELECT region, category, key, value, is_json FROM data") == [(2, "c", "k", "5", 0)]
        assert rows(opened, "SELECT child_id, child_class, arguments, pid, duration_us, code FROM children") == [(0, "?", '["sub"]', 9, 300000, 3)]
        assert rows(opened, "SELECT process, message, format FROM errors") == [(2, "no 1", "no %d")]
        assert rows(opened, "SELECT began, wall_s, arguments FROM commands WHERE process = 1") == [
            ("2000-01-01 00:00:00.000", 1.0, '["/bin/frob","scan"]')]
        assert rows(opened, "PRAGMA foreign_key_check") == []


def test_sums_are_those_of_the_summary(trace2, traces, _):
    with tempfile.TemporaryDirectory() as name:
        opened = database(trace2, Path(name, "t.db"), *recordings(traces))
        summary = json.loads(trace2.output("summary", "--json", *recordings(traces)))
        assert rows(opened, "SELECT count(*) FROM processes") == [(summary["process_count"],)]
        assert rows(opened, "SELECT count(*) FROM threads") == [(summary["thread_count"],)]
        found = {(c, l): (n, round(t, 6), round(s, 6)) for c, l, n, t, s in rows(
            opened, "SELECT category, label, sum(count), sum(total_s), sum(self_s) FROM region_sums GROUP BY 1, 2")}
        assert found == {(row["category"], row["label"]): (row["count"], row["total"], row["self"]) for row in summary["regions"]}
        found = {(c, n): (i, round(t, 6)) for c, n, i, t in rows(
            opened, "SELECT category, name, sum(intervals), sum(total_us) / 1e6 FROM timers WHERE thread IS NULL GROUP BY 1, 2")}
        assert found == {(row["category"], row["name"]): (row["intervals"], row["total"]) for row in summary["timers"]}
        assert rows(opened, "PRAGMA foreign_key_check") == []
        assert rows(opened, "PRAGMA integrity_check") == [("ok",)]


def test_tasks_and_their_regions_are_those_of_the_trace(trace2, _, __):
    for seed in range(3):
        with tempfile.TemporaryDirectory() as name:
            pool = Pool(seed)
            (trace := Path(name, "a.event")).write_bytes(pool.text())
            opened = database(trace2, Path(name, "t.db"), trace)
            found = {label: (count, round(total * 1e6), round(running * 1e6)) for label, count, total, running in rows(
                opened, "SELECT label, count, total_s, running_s FROM task_sums")}
            assert found == {label: (len(lengths), total, running) for label, (total, running, lengths) in pool.sums().items()}
            assert dict(rows(opened, "SELECT own.task_id, above.task_id FROM tasks AS own"
                                     " LEFT JOIN tasks AS above ON own.parent = above.task")) == {
                number: task.parent or None for number, task in pool.tasks.items()}
            assert rows(opened, "SELECT count(*) FROM tasks WHERE NOT is_complete") == [(pool.unfinished,)]
            summary = json.loads(trace2.output("summary", "--json", trace))
            found = {label: (count, round(total, 6), round(self, 6)) for label, count, total, self in rows(
                opened, "SELECT label, count, total_s, self_s FROM region_sums")}
            assert found == {row["label"]: (row["count"], row["total"], row["self"]) for row in summary["regions"]}
            assert rows(opened, "SELECT count(*) FROM regions WHERE (thread IS NULL) = (task IS NULL)") == [(0,)]
            assert rows(opened, "SELECT count(*) FROM regions JOIN regions AS around ON around.region = regions.parent"
                                " WHERE regions.task <> around.task OR regions.nesting <> around.nesting + 1") == [(0,)]
            assert rows(opened, "PRAGMA foreign_key_check") == []


def test_a_task_may_call_itself_its_parent(trace2, _, __):
    with tempfile.TemporaryDirectory() as name:
        (trace := Path(name, "a.event")).write_text(TASKS.replace('"parent":0', '"parent":7'))
        opened = database(trace2, Path(name, "t.db"), trace)
        assert rows(opened, "SELECT parent, parent_id FROM tasks WHERE task_id = 7") == [(None, 7)]


def test_the_tasks_of_a_process_that_is_read_again_are_replaced(trace2, _, __):
    with tempfile.TemporaryDirectory() as name:
        path, trace = Path(name, "t.db"), Path(name, "a.event")
        trace.write_text("".join(TASKS.splitlines(True)[:10]))
        opened = database(trace2, path, trace)
        assert rows(opened, "SELECT task_id, is_complete FROM tasks ORDER BY 1") == [(7, 0), (8, 0)]
        trace.write_text(TASKS)
        opened = database(trace2, path, trace)
        assert rows(opened, "SELECT task_id, is_complete FROM tasks ORDER BY 1") == [(7, 1), (8, 0), (9, 1)]
        assert rows(opened, "SELECT regions.label, task_id FROM regions LEFT JOIN tasks USING (task) ORDER BY region") == [
            ("loop", None), ("parse", 7)]
        assert rows(opened, "PRAGMA foreign_key_check") == []


def test_each_process_is_in_it_once(trace2, _, __):
    with tempfile.TemporaryDirectory() as name:
        path = Path(name, "t.db")
        (trace := Path(name, "a.event")).write_text(SMALL)
        before = rows(database(trace2, path, trace), "SELECT * FROM regions")
        assert rows(database(trace2, path, trace), "SELECT * FROM regions") == before

        # The first half of another process; then all of it.
        other = split(SMALL, "S").replace('"S"', '"U"').splitlines(True)
        (unfinished := Path(name, "u.event")).write_text("".join(other[:6]))
        opened = database(trace2, path, trace, unfinished)
        assert rows(opened, "SELECT state, wall_us FROM processes WHERE sid = 'U'") == [("unfinished", 200000)]
        unfinished.write_text("".join(other))
        opened = database(trace2, path, name)
        assert rows(opened, "SELECT state, wall_us FROM processes WHERE sid = 'U'") == [("ended", 1000000)]
        assert rows(opened, "SELECT count(*) FROM processes") == [(3,)]
        assert rows(opened, "SELECT count(*) FROM regions JOIN processes USING (process) WHERE sid = 'U'") == [(2,)]
        assert rows(opened, "SELECT * FROM regions WHERE process <= 2") == before
        assert rows(opened, "PRAGMA foreign_key_check") == []


def test_a_parent_may_come_after_its_child(trace2, _, __):
    with tempfile.TemporaryDirectory() as name:
        path = Path(name, "t.db")
        for sid in "S/T", "S":
            (trace := Path(name, "a.event")).write_text(split(SMALL, sid))
            opened = database(trace2, path, trace)
        assert rows(opened, "SELECT own.sid, above.sid FROM processes AS own JOIN processes AS above ON own.parent = above.process") == [("S/T", "S")]


def test_the_children_of_a_process_that_is_read_again_stay_its_children(trace2, _, __):
    with tempfile.TemporaryDirectory() as name:
        path, trace = Path(name, "t.db"), Path(name, "a.event")
        trace.write_text("".join(split(SMALL, "S").splitlines(True)[:6]) + split(SMALL, "S/T"))
        database(trace2, path, trace)
        trace.write_text(SMALL)
        opened = database(trace2, path, trace)
        assert rows(opened, "SELECT own.sid, above.sid, above.state FROM processes AS own JOIN processes AS above ON own.parent = above.process") == [
            ("S/T", "S", "ended")]
        assert rows(opened, "PRAGMA foreign_key_check") == []


def test_no_process_is_its_own_ancestor(trace2, _, __):
    with tempfile.TemporaryDirectory() as name:
        trace = Path(name, "a.event")
        trace.write_text("".join(SMALL.replace('"S/T"', f'"{sid}"') for sid in ("", "/", "S/", "S/S", "//")))
        opened = database(trace2, Path(name, "t.db"), trace)
        assert rows(opened, "SELECT count(*) FROM processes WHERE parent = process") == [(0,)]
        assert rows(opened, "SELECT max(distance) < 4 FROM ancestors") == [(1,)]


def test_calls_may_begin_one_database_at_the_same_time(trace2, _, __):
    with tempfile.TemporaryDirectory() as name:
        path, made = Path(name, "t.db"), Path(name, "made.db")
        (trace := Path(name, "a.event")).write_text(SMALL)
        (other := Path(name, "u.event")).write_text(SMALL.replace('"S', '"U'))
        # Another call, which has begun and commits while the program waits.
        statements = list(database(trace2, made, other).iterdump())
        first = sqlite3.connect(path, isolation_level=None)
        first.execute("BEGIN IMMEDIATE")
        second = subprocess.Popen([trace2.path, "convert", "--to=sqlite", "-o", path, trace], stderr=subprocess.PIPE)
        time.sleep(0.2)
        for statement in statements:
            if statement not in ("BEGIN TRANSACTION;", "COMMIT;"):
                first.execute(statement)
        first.execute("PRAGMA application_id = 1416782642")
        first.execute("PRAGMA user_version = 3")
        first.execute("COMMIT")
        _, said = second.communicate(timeout=240)
        assert (second.returncode, said) == (0, b"")
        assert rows(first, "SELECT sid FROM processes ORDER BY sid") == [("S",), ("S/T",), ("U",), ("U/T",)]


def test_a_new_database_that_a_signal_interrupts_leaves_nothing(trace2, _, __):
    with tempfile.TemporaryDirectory() as name:
        with subprocess.Popen([trace2.path, "convert", "--to=sqlite", "-o", Path(name, "t.db"), "-"], stdin=subprocess.PIPE) as running:
            # More than a pipe holds: the program has begun.
            running.stdin.write(SMALL.encode() * 500)
            running.stdin.flush()
            assert set(os.listdir(name)) == {"t.db", "t.db-journal"}, os.listdir(name)
            running.terminate()
            assert running.wait(timeout=240) == -signal.SIGTERM
        assert os.listdir(name) == []


def test_a_call_that_is_killed_leaves_what_the_next_one_goes_on_with(trace2, _, __):
    with tempfile.TemporaryDirectory() as name:
        path, large, small = Path(name, "t.db"), Path(name, "large.event"), Path(name, "small.event")
        small.write_text(SMALL.replace('"S', '"X'))
        # More than the library keeps in memory, so that a part of it is in the file.
        data = SMALL.splitlines(True)[5].replace('"value":"5"', f'"value":"{"x" * 100000}"')
        large.write_text(SMALL + data * 400)
        for inputs_before in ((), (small,)):
            path.unlink(missing_ok=True)
            for trace in inputs_before:
                trace2.output("convert", "--to=sqlite", "-o", path, trace)
            before = path.stat().st_size if inputs_before else 0
            with subprocess.Popen([trace2.path, "convert", "--to=sqlite", "-o", path, large]) as running:
                while (path.stat().st_size if path.exists() else 0) <= before:
                    assert running.poll() is None
                running.kill()
            with contextlib.closing(sqlite3.connect(path)) as opened:
                assert rows(opened, "PRAGMA integrity_check") == [("ok",)]
                if inputs_before:
                    assert rows(opened, "SELECT count(*) FROM processes") == [(2,)]
            trace2.output("convert", "--to=sqlite", "-o", path, small, large)
            with contextlib.closing(sqlite3.connect(path)) as opened:
                assert rows(opened, "SELECT count(*), (SELECT count(*) FROM data) FROM processes") == [(4, 402)]
            assert sorted(os.listdir(name)) == ["large.event", "small.event", "t.db"]


def test_anonymous_rows_are_those_of_one_call(trace2, _, __):
    with tempfile.TemporaryDirectory() as name:
        path, trace = Path(name, "t.db"), Path(name, "a.event")
        trace.write_bytes(planted())
        trace2.output("convert", "--to=sqlite", "--anonymise", "-o", path, trace)
        assert_hidden("\n".join(sqlite3.connect(path).iterdump()), SECRETS, "sqlite")
        content = path.read_bytes()
        assert SECRETS[0].encode() not in content
        # Its numbers would stand for other texts.
        done = trace2("convert", "--to=sqlite", "--anonymise", "-o", path, trace)
        assert done.returncode == 2 and b"begin anew" in done.stderr, done
        assert path.read_bytes() == content


def test_texts_are_texts_whatever_they_say(trace2, _, __):
    hostile = ["'); DROP TABLE regions; --", "\x00\x01", "\u202e", "x" * 100_000, "😀", '"']
    with tempfile.TemporaryDirectory() as name:
        trace = Path(name, "a.event")
        head = '{"event":"%s","sid":%s,"thread":"main","time":"2000-01-01T00:00:00.000000Z",%s}\n'
        trace.write_text("".join(
            head % ("data", '"S"', f'"t_abs":0.0,"t_rel":0.0,"nesting":1,"category":"c","key":"k","value":{json.dumps(text)}')
            for text in hostile))
        opened = database(trace2, Path(name, "t.db"), trace)
        assert [value for (value,) in rows(opened, "SELECT value FROM data")] == hostile


def test_bytes_that_are_no_text_are_replaced(trace2, _, __):
    with tempfile.TemporaryDirectory() as name:
        (trace := Path(name, "a.perf")).write_bytes(ILL_FORMED)
        opened = database(trace2, Path(name, "t.db"), trace)
        assert rows(opened, "SELECT value FROM data") == [(REPAIRED,)]


def test_a_database_that_may_grow_no_further_leaves_nothing(trace2, _, __):
    with tempfile.TemporaryDirectory() as name:
        (trace := Path(name, "a.event")).write_text(SMALL)
        done = subprocess.run([trace2.path, "convert", "--to=sqlite", "-o", Path(name, "t.db"), trace], capture_output=True,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192)), timeout=240, check=False)
        assert done.returncode == 1 and b"t.db: " in done.stderr, done
        assert os.listdir(name) == ["a.event"]


def test_ids_that_become_one_are_one_process(trace2, _, __):
    with tempfile.TemporaryDirectory() as name:
        (trace := Path(name, "a.event")).write_bytes(REPEATED_SIDS)
        path = Path(name, "t.db")
        done = trace2("convert", "--to=sqlite", "-o", path, trace)
        assert done.returncode == 1 and b"2 processes" in done.stderr, done
        with contextlib.closing(sqlite3.connect(path)) as opened:
            assert rows(opened, "SELECT sid FROM processes ORDER BY sid") == [("a\ufffd",), ("a\ufffd/T",)]


def test_the_database_is_the_file_of_the_name_that_was_given(trace2, _, __):
    with tempfile.TemporaryDirectory() as name:
        Path(name, "small.event").write_text(SMALL)
        for given in (":memory:", "file:x.db", "file:x.db?mode=memory", "a b.db", "it's.db"):
            done = subprocess.run([trace2.path, "convert", "--to=sqlite", f"--output={given}", "small.event"], cwd=name,
                                  capture_output=True, timeout=240, check=False)
            assert done.returncode == 0 and done.stderr == b"", (given, done)
            assert Path(name, given).read_bytes().startswith(b"SQLite format 3"), given
        assert not Path(name, "x.db").exists()


def test_numbers_for_which_a_column_has_no_room_are_said(trace2, _, __):
    with tempfile.TemporaryDirectory() as name:
        trace = Path(name, "large.event")
        counter = '{"event":"counter","sid":"S","thread":"main","category":"c","name":"n","count":18446744073709551615}\n'
        timer = ('{"event":"timer","sid":"S","thread":"main","category":"c","name":"t","intervals":1,"t_total":1e13,'
                 '"t_min":0.1,"t_max":1e13}\n')
        trace.write_text(SMALL + counter + timer)
        for form, output in (("sqlite", "t.db"), ("csv", "tables"), ("ndjson", "rows")):
            done = trace2("convert", f"--to={form}", "-o", Path(name, output), trace)
            assert done.returncode == 0 and b"3 numbers are beyond the range of the tables" in done.stderr, done
        with contextlib.closing(sqlite3.connect(Path(name, "t.db"))) as opened:
            assert rows(opened, "SELECT count FROM counters") == [(2**63 - 1,)]
            assert rows(opened, "SELECT total_us > 1e15 FROM timers") == [(1,)]


def test_other_files_stay_what_they_are(trace2, _, __):
    with tempfile.TemporaryDirectory() as name:
        trace = Path(name, "a.event")
        trace.write_text(SMALL)
        text = Path(name, "text")
        text.write_text("no database\n" * 1000)
        other = Path(name, "other.db")
        with sqlite3.connect(other) as made:
            made.execute("CREATE TABLE t (x)")
        newer = Path(name, "newer.db")
        with database(trace2, newer, trace) as made:
            made.execute("PRAGMA user_version = 9")
        for path, reason in ((text, b"not a database"), (other, b"another program"), (newer, b"another version"), (Path(name), b"")):
            content = path.read_bytes() if path.is_file() else b""
            done = trace2("convert", "--to=sqlite", "-o", path, trace)
            assert done.returncode == 1 and reason in done.stderr, (path, done)
            assert not path.is_file() or path.read_bytes() == content, path
        assert trace2("convert", "--to=sqlite", trace).returncode == 2
        missing = Path(name, "missing.db")
        assert trace2("convert", "--to=sqlite", "-o", missing, Path(name, "none.event")).returncode == 1
        assert not missing.exists()


def test_the_queries_of_the_manual_run(trace2, traces, sources):
    page = Path(sources, "trace2.1").read_text()
    section = re.search(r"^\.Sh DATABASES$(.*?)^\.Sh", page, re.MULTILINE | re.DOTALL)[1]
    queries = re.findall(r"^\.Bd -literal.*?\n(.*?)^\.Ed", section, re.MULTILINE | re.DOTALL)
    assert len(queries) == 22, len(queries)
    with tempfile.TemporaryDirectory() as name:
        (tasks := Path(name, "a.event")).write_text(TASKS)
        opened = database(trace2, Path(name, "t.db"), *recordings(traces), tasks)
        empty = [query for query in queries if not rows(opened, query)]
        # The traces of Git in the tests need not answer all of them.
        assert len(empty) <= 6, empty


if __name__ == "__main__":
    program, inputs, beside, has_sqlite = sys.argv[1:]
    if has_sqlite != "sqlite":
        skip("the program was built without SQLite (Debian: libsqlite3-dev)")
    run_all(globals(), Program(program), inputs, beside)
