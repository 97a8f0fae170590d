"""Whatever a trace holds, the program takes less than 256 MB and says what it has left out.

limits_test.py TRACE2. With SLOW in the environment the traces are large.
"""

import gzip
import io
import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import hostile_traces as hostile
from trace2_program import SMALL, run_all

MOST_MEMORY = 256_000_000
IS_SLOW = "SLOW" in os.environ
CHOICE = "--command=git"
EVERY_OUTPUT = (
    ("summary",),
    ("summary", "--json"),
    ("summary", "--rows=0"),
    ("tree",),
    ("why",),
    ("list",),
    ("tree", CHOICE),
    ("convert", "--to=event"),
    ("convert", "--to=perf"),
    ("convert", "--to=normal"),
    ("convert", "--to=chrome"),
    ("convert", "--to=firefox"),
    ("convert", "--to=otlp"),
    ("convert", "--to=folded"),
    ("convert", "--to=html"),
)
WHOLE_OUTPUT = tuple(output for output in EVERY_OUTPUT if CHOICE not in output)

# The runner of the tests lets malloc fill memory that the program only reserves, and a sanitizer would keep what
# the program gives back.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "MALLOC_PERTURB_"}
if "ASAN_OPTIONS" in ENVIRONMENT:
    ENVIRONMENT["ASAN_OPTIONS"] += ":quarantine_size_mb=1"

MEASURED = """
import resource, subprocess, sys
child = subprocess.run(sys.argv[2:], stdout=open(sys.argv[1], "wb"), timeout=120)
print("memory", resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024, child.returncode, file=sys.stderr)
"""


class Reader:
    """Runs the program on hostile traces and checks its memory."""

    def __init__(self, path, directory):
        self.path = path
        self.directory = Path(directory)

    def make(self, name, write, *arguments):
        path = self.directory / name
        with gzip.open(path, "wb", 1) if name.endswith(".gz") else open(path, "wb") as out:
            write(out, *arguments)
        return path

    def __call__(self, *arguments):
        """Exit status, messages, and the path of the output."""
        out = self.directory / "out"
        # A process of its own, because the kernel keeps only the maximum over all children.
        done = subprocess.run(
            [sys.executable, "-c", MEASURED, str(out), self.path, *map(str, arguments)],
            capture_output=True,
            text=True,
            check=True,
            env=ENVIRONMENT,
        )
        *messages, last = done.stderr.splitlines()
        word, memory, status = last.split()
        assert word == "memory", done.stderr
        assert int(memory) < MOST_MEMORY, (arguments, memory)
        return int(status), messages, out

    def all_outputs(self, path, *, says, status=1, outputs=EVERY_OUTPUT):
        """Every output has the status, and one message with these words."""
        for output in outputs:
            got, messages, _ = self(*output, path)
            assert got == status, (output, got, messages)
            assert any(says in message for message in messages), (output, messages)


def size(quick, slow):
    return slow if IS_SLOW else quick


def some(outputs):
    """In a quick run, a sample."""
    return outputs if IS_SLOW else outputs[:1]


def bound_memory(read, path):
    """Reads the trace into every output, or a sample of them; the reader checks its memory."""
    for output in some(EVERY_OUTPUT):
        read(*output, path)


def only_slow(test):
    return test if IS_SLOW else lambda read: None


def test_threads_of_a_recording(read):
    path = read.make("threads", hostile.thread_states, size(60_000, 8_000_000))
    read.all_outputs(path, says="for which the reader has no room", outputs=some(EVERY_OUTPUT))
    _, _, out = read("cat", path)
    assert out.stat().st_size > 1_000_000, "what found room is shown"


def test_threads_of_a_compressed_recording(read):
    path = read.make("threads.gz", hostile.thread_states, size(60_000, 8_000_000))
    read.all_outputs(path, says="for which the reader has no room", outputs=some(EVERY_OUTPUT))


def test_nested_regions(read):
    levels = size(3_000, 100_000)
    path = read.make("nested", hostile.nested_regions, levels)
    status, messages, out = read("cat", path)
    assert status == 1
    assert any(f"the indentation of {levels - 256} lines is cut to 256 levels" in m for m in messages), messages
    assert out.stat().st_size < levels * 1_000
    bound_memory(read, path)
    status, messages, _ = read("tree", path)
    assert status == 1 and "the output lacks" in messages[0], messages


def test_indentation_of_event_traces(read):
    path = read.make("deep", hostile.deep_data, size(100, 100_000))
    read.all_outputs(path, says="parts of indentations", outputs=(("convert", "--to=perf"),))


def test_processes(read):
    count = size(20_500, 300_000)
    path = read.make("processes", hostile.processes, count)
    missing = count - 20_000
    overviews = (("summary",), ("summary", "--json"), ("summary", "--rows=0"), ("tree",), ("convert", "--to=folded"))
    read.all_outputs(path, says=f"lacks {missing} processes", outputs=overviews)
    shown = lambda *arguments: read(*arguments, path)[2].read_text()
    assert f"... {count - 1} more\n" in shown("summary")
    assert f"... {missing} more\n" in shown("summary", "--rows=0")
    assert f"... {missing} processes" in shown("tree").splitlines()[-1]
    assert f'"left_out":[{{"what":"processes","count":{missing}}}' in shown("summary", "--json")


@only_slow
def test_processes_with_long_names(read):
    path = read.make("long", hostile.processes, size(2_000, 60_000), 4_000)
    bound_memory(read, path)
    path = read.make("running", hostile.running_processes, size(2_000, 60_000), 4_000)
    bound_memory(read, path)


@only_slow
def test_children_of_one_process(read):
    path = read.make("children", hostile.children, size(2_000, 20_000))
    bound_memory(read, path)


def test_names(read):
    path = read.make("names", hostile.names, size(60_000, 1_500_000))
    read.all_outputs(path, says="has one name too many", outputs=some(WHOLE_OUTPUT))
    read.all_outputs(path, says="no command is chosen", status=1, outputs=[("tree", CHOICE)])


def test_names_of_events(read):
    count = size(110_000, 1_500_000)
    path = read.make("events", hostile.names_of_events, count)
    overviews = (("summary",), ("summary", "--json"), ("summary", "--rows=0"), ("tree",))
    read.all_outputs(path, says="has one name too many", outputs=some(overviews))
    rows = json.loads(read("summary", "--json", path)[2].read_text())["other_events"]
    assert rows[0]["name"] == "(too many names)" and len(rows) < 100_001, rows[0]
    assert sum(row["count"] for row in rows) == count


def whole_process(out, write, *arguments):
    write(out, *arguments)
    out.write(hostile.line("atexit", "S", ',"t_abs":1.0,"code":0'))


def test_comparisons(read):
    small = read.make("small", lambda out: out.write(SMALL.encode()))
    for write, count, says in (
        (hostile.names, size(60_000, 200_000), "for which the reader has no room"),
        (hostile.open_regions, size(2_000, 50_000), "for which the reader has no room"),
        (hostile.processes, size(2_000, 100_000), None),
    ):
        path = read.make("compared", whole_process, write, count)
        for form in some(("--json", "--csv")):
            status, messages, _ = read("diff", form, small, path)
            assert status == (1 if says else 0), (write, form, status, messages)
            assert not says or any(says in message for message in messages), (write, form, messages)


@only_slow
def test_names_of_a_recording(read):
    path = read.make("sites", hostile.sites, size(2_000, 2_000_000))
    bound_memory(read, path)
    path = read.make("schemas", hostile.schemas, size(20, 150))
    bound_memory(read, path)
    path = read.make("pieces", hostile.clock_pieces, size(4_000, 2_000_000))
    bound_memory(read, path)


@only_slow
def test_threads_and_open_regions(read):
    path = read.make("threads.event", hostile.threads, size(2_000, 1_000_000))
    bound_memory(read, path)
    path = read.make("open.event", hostile.open_regions, size(2_000, 1_000_000))
    bound_memory(read, path)


def test_long_lines(read):
    path = read.make("long.event", hostile.long_line, 32 << 20)
    for output in WHOLE_OUTPUT if IS_SLOW else (("convert", "--to=event"),):
        status, messages, _ = read(*output, path)
        assert status == 0 or output[-1] == "--to=otlp", (output, messages)
    path = read.make("long.perf", hostile.long_perf_line, 33 << 20)
    read.all_outputs(path, says="is too long", outputs=EVERY_OUTPUT if IS_SLOW else [("convert", "--to=chrome")])


@only_slow
def test_long_lists(read):
    path = read.make("list.event", hostile.long_list, size(1_000_000, 8_000_000))
    read.all_outputs(path, says="too many items", outputs=some(EVERY_OUTPUT))


def test_a_line_without_end(read):
    path = read.make("endless.event.gz", hostile.endless_line, size(64, 2_000) << 20)
    read.all_outputs(path, says="is too long", outputs=some(EVERY_OUTPUT))


def seconds_of_processor():
    """Those of all programs that have ended: what else the machine does is no fault of theirs."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def in_short_time(read, *words):
    """Reads a trace that a reader with loops in loops would read for minutes."""
    begin = seconds_of_processor()
    status, messages, _ = read(*words)
    assert seconds_of_processor() - begin < size(10, 30), words
    return status, messages


def test_a_name_that_may_end_everywhere(read):
    path = read.make("brackets", hostile.brackets, size(4, 30) << 20)
    assert in_short_time(read, "convert", "--to=event", path) == (0, [])


def test_threads_of_a_daemon(read):
    path = read.make("daemon", hostile.short_threads, size(25_000, 300_000))
    assert in_short_time(read, "convert", "--to=event", path) == (0, [])


def test_numbers_of_tasks(read):
    buckets = size(20_753, 85_229)  # of a hash table that would have them all in one list
    path = read.make("tasks.event", hostile.numbered_tasks, size(20_000, 70_000), buckets)
    in_short_time(read, "why", path)


def test_a_choice_among_deep_processes(read):
    path = read.make("deep", hostile.deep_processes, size(200, 10_000))
    assert in_short_time(read, "convert", "--to=event", "--pid=1", path)[0] == 1


@only_slow
def test_a_compressed_recording_that_grows_too_large(read):
    head = io.BytesIO()
    hostile.nested_regions(head, 1_000)

    def write(out):
        out.write(head.getvalue())
        for _ in range(800):
            out.write(bytes(1 << 20))

    path = read.make("bomb.gz", write)
    status, messages, out = read("cat", path)
    assert status == 1 and "more than 512 MiB" in messages[0], messages
    assert out.stat().st_size > 1_000


def main():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with tempfile.TemporaryDirectory() as directory:
        run_all(globals(), Reader(sys.argv[1], directory))


if __name__ == "__main__":
    main()
