"""Questions in SQL: usage query_test.py PROGRAM TRACES SOURCES sqlite|no-sqlite"""

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from trace2_program import SMALL, TASKS, Program, recordings, run_all, skip_part

# A sanitizer keeps what is freed, and has memory of its own.
MOST_KIBIBYTES = (1024 if "ASAN_OPTIONS" in os.environ else 256) * 1024
ENDLESS = "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT count(*) FROM t"


class Traces:
    """A directory with one small trace."""

    def __init__(self, content=SMALL):
        self.directory = tempfile.TemporaryDirectory()
        self.path = Path(self.directory.name, "t.event")
        self.path.write_text(content)

    def __enter__(self):
        return self.path

    def __exit__(self, *_):
        self.directory.cleanup()


def refused(trace2, sql, path, says, code=2):
    before = sorted(path.parent.rglob("*"))
    done = trace2("query", sql, path)
    assert done.returncode == code and done.stdout == b"", (sql, done)
    assert says in done.stderr and done.stderr.startswith(b"trace2: query: ") and done.stderr.count(b"\n") == 1, (sql, done.stderr)
    assert sorted(path.parent.rglob("*")) == before, sql


def test_an_answer_is_a_table(trace2, *_):
    with Traces() as path:
        answer = trace2.output("query", "SELECT name, wall_us / 1e6 AS wall_s, code FROM processes ORDER BY 1", path).decode()
        assert answer == "name       wall_s  code\nfrob scan       1\nsub           0.1     3\n", answer
        assert trace2.output("query", "SELECT name FROM processes WHERE 0", path) == b"name\nno rows\n"


def test_a_table_fits_into_80_columns(trace2, *_):
    with Traces() as path:
        long = trace2.output("query", "SELECT sid, printf('%.200c', 'x') AS text, wall_us FROM processes", path).decode()
        assert all(len(line) <= 80 for line in long.splitlines()) and "…" in long and "1000000" in long, long
        blocks = trace2.output("query", "SELECT * FROM processes", path).decode()
        assert all(len(line) <= 80 for line in blocks.splitlines()), blocks
        assert re.search(r"^name +frob scan$", blocks, re.MULTILINE) and "\n\n" in blocks, blocks


def test_an_answer_is_json_or_csv(trace2, *_):
    with Traces() as path:
        sql = "SELECT name, code, wall_us / 2.5 AS part, name, '' AS empty, x'00ff' AS bytes FROM processes ORDER BY name"
        assert json.loads(trace2.output("query", "--json", sql, path)) == [
            {"name": "frob scan", "code": None, "part": 400000.0, "name:2": "frob scan", "empty": "", "bytes": "00ff"},
            {"name": "sub", "code": 3, "part": 40000.0, "name:2": "sub", "empty": "", "bytes": "00ff"}]
        assert json.loads(trace2.output("query", "--json", "SELECT 1 WHERE 0", path)) == []
        rows = list(csv.reader(io.StringIO(trace2.output("query", "--csv", "SELECT code, name, ',' FROM processes", path).decode())))
        assert rows == [["code", "name", "','"], ["", "frob scan", ","], ["3", "sub", ","]], rows


def test_the_tables_are_those_of_convert(trace2, traces, *_):
    for table in ("processes", "regions", "data", "children", "counters", "errors"):
        rows = json.loads(trace2.output("query", "--json", f"SELECT * FROM {table}", *recordings(traces)))
        with tempfile.TemporaryDirectory() as name:
            trace2.output("convert", "--to=ndjson", "-o", Path(name, "t"), *recordings(traces))
            written = [json.loads(line) for line in Path(name, "t", f"{table}.ndjson").read_text().splitlines()]
        assert len(rows) == len(written) > 0, table
        key = next(iter(rows[0]))
        parent = {"parent"}  # convert knows a parent only where it ended later
        same = lambda row: {name: value for name, value in row.items() if name not in parent}  # noqa: E731
        if table in ("processes", "regions", "children"):
            for row, other in zip(sorted(rows, key=lambda row: row[key]), sorted(written, key=lambda row: row[key])):
                assert all(float(value) == float(same(other)[name]) if isinstance(value, (int, float)) and not isinstance(value, bool)
                           and not isinstance(other[name], bool) else value == same(other)[name] or isinstance(other[name], bool)
                           for name, value in same(row).items()), (row, other)


def test_commands_are_chosen(trace2, *_):
    with Traces() as path:
        chosen = trace2.output("query", "--csv", "--failed", "SELECT name FROM processes", path)
        assert chosen == b"name\nsub\n", chosen


def test_the_schema_needs_no_trace(trace2, *_):
    shown = trace2.output("query", "--schema").decode()
    assert all(len(line) <= 100 for line in shown.splitlines()), shown
    for name in ("CREATE TABLE processes", "  wall_us INTEGER NOT NULL", "CREATE VIEW command_sums", "-- Processes as people"):
        assert name in shown, (name, shown)


def test_the_queries_of_the_manual_have_answers(trace2, traces, sources):
    page = Path(sources, "trace2.1").read_text()
    section = re.search(r"^\.Sh DATABASES$(.*?)^\.Sh", page, re.MULTILINE | re.DOTALL)[1]
    queries = re.findall(r"^\.Bd -literal.*?\n(.*?)^\.Ed", section, re.MULTILINE | re.DOTALL)
    assert len(queries) >= 10, len(queries)
    with Traces(TASKS) as tasks:
        empty = [sql for sql in queries if not json.loads(trace2.output("query", "--json", sql, *recordings(traces), tasks))]
    assert len(empty) <= 6, empty


def test_a_query_only_reads_the_tables(trace2, *_):
    with Traces() as path:
        other = path.parent / "other.db"
        for sql in (f"ATTACH '{other}' AS o", "INSERT INTO processes (process) VALUES (7)", "DELETE FROM processes",
                    "UPDATE processes SET code = 1", "DROP TABLE regions", "CREATE TABLE x (y)", "CREATE TEMP TABLE x (y)",
                    "CREATE TEMP VIEW v AS SELECT 1", "PRAGMA query_only = OFF", "PRAGMA user_version", "BEGIN", "COMMIT",
                    f"VACUUM INTO '{other}'", "REINDEX", "ANALYZE", "DETACH main", "SAVEPOINT s",
                    "WITH x AS (SELECT 1) DELETE FROM processes", "EXPLAIN DELETE FROM processes",
                    "SELECT * FROM pragma_database_list"):
            refused(trace2, sql, path, b"only reads the tables")
        for sql in (f"SELECT writefile('{other}', 'x')", f"SELECT load_extension('{other}')", f"SELECT readfile('{path}')",
                    "SELECT edit('x')", "SELECT * FROM nowhere", "SELEC 1", "SELECT 'open"):
            refused(trace2, sql, path, b"")
        refused(trace2, "SELECT zeroblob(1 << 40)", path, b"too big", code=1)
        refused(trace2, "SELECT 1; DELETE FROM processes", path, b"more than one query")
        refused(trace2, "SELECT 1; SELECT 2", path, b"more than one query")
        refused(trace2, " -- nothing", path, b"is empty")
        refused(trace2, "SELECT ?", path, b"parameter")
        assert trace2.output("query", "SELECT 1 AS one; -- done", path) == b"one\n  1\n"


def test_what_needs_too_much_memory_is_refused(trace2, *_):
    with Traces() as path:
        for sql in ("WITH RECURSIVE t(s) AS (SELECT 'x' UNION SELECT s || s || 'y' FROM t) SELECT length(s) FROM t LIMIT -1",
                    "SELECT hex(zeroblob(200000000))",
                    "WITH RECURSIVE t(n) AS (SELECT 1 UNION SELECT n + 1 FROM t) SELECT max(n) FROM t"):
            started = subprocess.run([sys.executable, "-c", """
import resource, subprocess, sys
done = subprocess.run(sys.argv[1:], capture_output=True)
print(done.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, done.stderr.decode())""",
                                      trace2.path, "query", sql, path], capture_output=True, text=True, check=True, timeout=240)
            code, most, says = started.stdout.split(" ", 2)
            assert code in ("1", "2") and int(most) < MOST_KIBIBYTES and "trace2: query: " in says, started


def test_an_interrupt_ends_a_query_without_end(trace2, *_):
    with Traces() as path:
        for number in (signal.SIGINT, signal.SIGTERM):
            running = subprocess.Popen([trace2.path, "query", ENDLESS, path], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            time.sleep(1)
            assert running.poll() is None, running.communicate()
            os.kill(running.pid, number)
            out, said = running.communicate(timeout=20)
            assert running.returncode == -number and out == b"", (running.returncode, out, said)
            assert os.listdir(path.parent) == [path.name]


def test_what_is_missing_is_said(trace2, *_):
    with Traces() as path:
        assert trace2("query").returncode == 2 and b"SQL is required" in trace2("query").stderr
        assert b"INPUT is required" in trace2("query", "SELECT 1").stderr
        done = trace2("query", "SELECT 1", path.parent / "nothing")
        assert done.returncode == 1 and done.stdout == b"", done


if __name__ == "__main__":
    program, inputs, beside, has_sqlite = sys.argv[1:]
    if has_sqlite == "sqlite":
        run_all(globals(), Program(program), inputs, beside)
    else:
        done = Program(program)("query", "SELECT 1", "x")
        assert done.returncode == 2 and b"built without SQLite" in done.stderr, done
        skip_part("query", "the program was built without SQLite (Debian: libsqlite3-dev)")
