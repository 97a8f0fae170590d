"""Whether the cost of an event stays the same at scale: usage scale.py SCALE_BENCH TRACE2 DIRECTORY

Prints a table in which each row stands beside the same work done small. The figures are processor
time, which other programs hardly disturb, and memory of the process's own. Takes some minutes, and a
few gigabytes in DIRECTORY, which should be in memory or on a fast disk.
"""

import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from long_recording import lengthen

EVENTS_PER_REGION = 2


class Scale:
    def __init__(self, program, reader, directory):
        self.program, self.reader, self.directory = program, reader, Path(directory)

    def run(self, threads, order, regions, **settings):
        """Nanoseconds of processor time that all regions took, and KB."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith("TRACE2")}
        done = subprocess.run([self.program, str(threads), order, str(regions)], env=environment | settings,
                              stdout=subprocess.PIPE, check=True, text=True)
        return map(int, done.stdout.split())

    def write(self, threads, order, regions, **settings):
        """Nanoseconds per event beside what the threads cost that trace nothing, and KB."""
        nothing, _ = self.run(threads, order, regions)
        time, memory = self.run(threads, order, regions, **settings)
        return (time - nothing) / (threads * regions * EVENTS_PER_REGION), memory

    def read(self, *paths):
        """Seconds of processor time, KB at the most, and the number of events of a summary."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        timed = [sys.executable, "-c", MEASURED, self.reader, "summary", "--json", *map(str, paths)]
        done = subprocess.run(timed, stdout=subprocess.PIPE, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        time = sum(getattr(after, name) - getattr(before, name) for name in ("ru_utime", "ru_stime"))
        summary, memory = done.stdout.rsplit(b"\n", 1)
        return time, int(memory), json.loads(summary)["events"]


# Runs a command, and prints its memory after what it prints. A summary of very many processes lists
# not all of them, and says so.
MEASURED = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stderr=subprocess.DEVNULL)
print("", resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, sep="\\n", end="")
"""


def row(title, figure, unit, small, memory):
    print(f"| {title} | {figure:.3g} {unit} | {figure / small:.2f} | {memory} |", flush=True)


def threads(scale):
    for target, settings, regions in (
        ("recorder", {"TRACE2_BINARY": "recording", "TRACE2_BINARY_SIZE": "1g"}, 6_400_000),
        ("EVENT, buffered", {"TRACE2_EVENT": "event", "TRACE2_EVENT_BUFFER": "1m"}, 640_000),
    ):
        settings = {name: str(scale.directory / value) if value.isalpha() else value for name, value in settings.items()}

        def run(count, order):
            for path in scale.directory.iterdir():
                path.unlink()
            return scale.write(count, order, regions // count, **settings)

        small, memory = run(1, "at once")
        row(f"{target}, 1 thread", small, "ns per event", small, f"{memory / 1024:.1f} MB")
        for count, order in ((64, "at once"), (10_000, "in turn")):
            time, memory = run(count, order)
            row(f"{target}, {count:,} threads {order}", time, "ns per event", small, f"{memory / 1024:.1f} MB")


def processes(scale):
    def write(count, regions):
        """Milliseconds of processor time per process, from its start to its end."""
        for path in scale.directory.iterdir():
            path.unlink()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for made in [pool.submit(scale.run, 1, "at once", regions, TRACE2_EVENT=str(scale.directory))
                         for _ in range(count)]:
                made.result()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        files = list(scale.directory.iterdir())
        assert len(files) == count, (len(files), count)
        return sum(getattr(after, name) - getattr(before, name) for name in ("ru_utime", "ru_stime")) * 1000 / count

    write(1, 1_000_000)
    time, memory, events = scale.read(scale.directory)
    small = time / events
    row("summary of 1 file", small * 1e9, "ns per event", small * 1e9, f"{memory / 1024:.1f} MB")
    alone = min(write(1, 1_000) for _ in range(20))
    row("1 process that writes 1,000 regions", alone, "ms", alone, "-")
    row("1,000 processes into one directory, each", write(1_000, 1_000), "ms", alone, "-")
    time, memory, events = scale.read(scale.directory)
    row("summary of 1,000 files of as many processes", time / events * 1e9, "ns per event", small * 1e9, f"{memory / 1024:.1f} MB")


def files(scale):
    """Traces of processes that do nothing, as many as there are files."""
    for path in scale.directory.iterdir():
        path.unlink()
    scale.write(1, "at once", 1, TRACE2_EVENT=str(scale.directory))
    [original] = scale.directory.iterdir()
    text, name = original.read_text(encoding="utf-8"), original.name
    small = None
    for count in (1_000, 100_000):
        for i in range(len(list(scale.directory.iterdir())), count):
            other = f"{name[:-8]}{i:08x}"
            (scale.directory / other).write_text(text.replace(name, other), encoding="utf-8")
        time, memory, _ = scale.read(scale.directory)
        small = small or time / count
        row(f"summary of {count:,} files", time / count * 1e6, "us per file", small * 1e6, f"{memory / 1024:.1f} MB")


def sparse(scale):
    small = None
    for size in ("1g", "64g"):
        for path in scale.directory.iterdir():
            path.unlink()
        path = scale.directory / "recording"
        time, memory = scale.write(1, "at once", 2_000_000, TRACE2_BINARY=str(path), TRACE2_BINARY_MODE="ring",
                                   TRACE2_BINARY_SIZE=size)
        seconds, most, events = scale.read(path)
        small = small or (time, seconds / events)
        taken = path.stat().st_blocks * 512
        row(f"ring of {size}: recorded", time, "ns per event", small[0], f"{memory / 1024:.1f} MB, {taken >> 20} MB of the file")
        row(f"ring of {size}: summary", seconds / events * 1e9, "ns per event", small[1] * 1e9, f"{most / 1024:.1f} MB")


def long(scale):
    """The last second of a recording, which says how much of it the reader looks at."""
    short, path = scale.directory / "short", scale.directory / "recording"
    scale.write(1, "at once", 1_000, TRACE2_BINARY=str(short))
    small = None
    for size, is_ring in ((1, False), (100, False), (100, True)):
        lengthen(short, path, size << 30, is_ring)
        for _ in range(2):  # The second time the file is in memory.
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            done = subprocess.run([scale.reader, "cat", "--last=1s", path], stdout=subprocess.PIPE, check=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
        time = sum(getattr(after, name) - getattr(before, name) for name in ("ru_utime", "ru_stime"))
        small = small or time
        events = done.stdout.count(b"\n")
        row(f"last second of {size} GB{', a ring' * is_ring}, {events:,} events", time * 1e3, "ms", small * 1e3, "-")


def main():
    program, reader, place = sys.argv[1:]
    print("| | cost | times the small case | memory |\n|---|---|---|---|")
    for part in (threads, processes, files, sparse, long):
        directory = tempfile.mkdtemp(dir=place)
        try:
            part(Scale(program, reader, directory))
        finally:
            shutil.rmtree(directory)


main()
