"""Repeats faults and fuzzers for some time: usage soak.py MINUTES JOBS BUILD SCRATCH; see soak.sh"""

import collections
import itertools
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

LINE = re.compile(r"^faults: kind=(\S+) rounds=(\d+) made=(\d+) losses=(\d+) hangs=(\d+) crashes=(\d+)$", re.M)
COLUMNS = ("rounds", "faults made", "losses", "hangs", "crashes")
SKIPPED = 77
GRACE = 120  # seconds, for the end of a job


class Table:
    """What happened so far, for each kind of fault."""

    def __init__(self):
        self.rows = collections.defaultdict(lambda: [0] * len(COLUMNS))
        self.notes = {}
        self.lock = threading.Lock()

    def add(self, kind, counts):
        with self.lock:
            self.rows[kind] = [a + b for a, b in zip(self.rows[kind], counts)]

    def __str__(self):
        lines = ["kind".ljust(24) + "".join(name.rjust(width) for name, width in zip(COLUMNS, (12, 14, 10, 10, 10)))]
        lines.append("-" * 80)
        for kind, counts in sorted(self.rows.items()):
            lines.append(kind.ljust(24) + "".join(str(n).rjust(w) for n, w in zip(counts, (12, 14, 10, 10, 10))))
        total = [sum(column) for column in zip(*self.rows.values())] or [0] * len(COLUMNS)
        lines += ["-" * 80, "all".ljust(24) + "".join(str(n).rjust(w) for n, w in zip(total, (12, 14, 10, 10, 10)))]
        lines += [f"{kind}: {why}"[:80] for kind, why in sorted(self.notes.items())]
        return "\n".join(lines)

    def is_good(self):
        return bool(self.rows) and all(row[1] and not any(row[2:]) for row in self.rows.values())


class Job:
    """Something that is repeated with another seed each time."""

    def __init__(self, name, table):
        self.name = name
        self.table = table

    def execute(self, command, seed, seconds, **options):
        """Runs a command to its end; its status, or none when it had to be ended, and its output."""
        print(f"{time.strftime('%H:%M:%S')} {self.name}, seed {seed}, {seconds} s", flush=True)
        with tempfile.TemporaryFile("w+", errors="replace") as output:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, **options
            )
            try:
                status = process.wait(seconds + GRACE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                status = None
            output.seek(0)
            return status, output.read()

    def report(self, seed, output):
        with self.table.lock:
            print(f"== {self.name}, seed {seed}:\n{output[-6000:]}", flush=True)


class Test(Job):
    """A test of suite "faults", as Meson knows it."""

    def __init__(self, test, build, table):
        super().__init__(test["name"].removesuffix(", slow"), table)
        self.command = test["cmd"]
        self.environment = {**os.environ, **test["env"]}
        self.build = build

    def run(self, seed, seconds):
        variables = {"SLOW": "1", "TRACE2_FAULT_SEED": str(seed), "TRACE2_FAULT_SECONDS": str(seconds)}
        status, output = self.execute(
            self.command, seed, seconds, cwd=self.build, env={**self.environment, **variables}
        )
        if status == SKIPPED:
            self.table.notes[self.name] = output.strip().split("\n")[-1]
            return False
        found = LINE.findall(output)
        for kind, *counts in found:
            self.table.add(kind, map(int, counts))
        if status is None:
            self.table.add(self.name, (1, 0, 0, 1, 0))
        elif status and not any(sum(map(int, counts[3:])) for counts in found):
            self.table.add(self.name, (1, 0, 0, 0, 1))
        if status != 0:
            self.report(seed, output)
        return True


class Fuzzer(Job):
    """A program that libFuzzer drives. What it learns stays in a directory."""

    def __init__(self, program, corpus, table):
        super().__init__(f"fuzz,{program.name.removesuffix('_fuzz')}", table)
        self.program = program
        self.own = program.parent / f"{program.name}_corpus"
        self.own.mkdir(exist_ok=True)
        self.corpus = corpus
        # The sanitizers of older compilers do not expect how newer kernels lay out memory.
        self.launcher = []
        for launcher in ([], ["setarch", "-R"]):
            if not any(subprocess.run([*launcher, program, "-runs=0"], capture_output=True).returncode for _ in range(8)):
                self.launcher = launcher
                break

    def run(self, seed, seconds):
        status, output = self.execute(
            [*self.launcher, self.program, f"-max_total_time={seconds}", f"-seed={seed % 2**31 + 1}", "-timeout=10",
             "-rss_limit_mb=1024", f"-artifact_prefix={self.program.parent}/found-", self.own, self.corpus],
            seed, seconds,
        )
        runs = re.search(r"Done (\d+) runs", output) or re.search(r"#(\d+)\s", output[-3000:])
        count = int(runs[1]) if runs else 0
        is_hang = status is None or "libFuzzer: timeout" in output
        self.table.add(self.name, (count, count, 0, int(is_hang), int(bool(status) and not is_hang)))
        if status != 0:
            self.report(seed, output)
        return True


def make_recordings(build, corpus):
    """Small recordings to begin with."""
    corpus.mkdir(exist_ok=True)
    progress = corpus.parent / "progress"
    for mode in ("grow", "ring"):
        recording = corpus / mode
        recording.unlink(missing_ok=True)
        progress.write_bytes(bytes(512))
        environment = {**os.environ, "TRACE2_BINARY": str(recording), "TRACE2_BINARY_MODE": mode}
        subprocess.run([build / "tests/faults/faults_writer", progress, "2", "4", "0"], env=environment, check=True)
    return corpus


def work(jobs, table, end, chunk):
    """Takes one job after the other until the time is over."""
    for job in iter(lambda: next(jobs, None), None):
        left = int(end - time.monotonic())
        if left < 3:
            return
        if job.name not in table.notes:
            job.run(random.SystemRandom().randrange(1, 10**9), min(chunk, left))


def main(minutes, count, build, scratch):
    build, scratch = Path(build).resolve(), Path(scratch).resolve()
    table = Table()
    known = json.loads(subprocess.check_output(["meson", "introspect", "--tests", build]))
    jobs = [Test(test, build, table) for test in known
            if any(suite.endswith("faults") for suite in test["suite"]) and test["name"].endswith(", slow")]
    corpora = {"reader_fuzz": Path("tests/traces/git").resolve()}
    for program in sorted(scratch.glob("*_fuzz")):
        corpus = corpora.get(program.name) or make_recordings(build, scratch / "recordings")
        jobs.append(Fuzzer(program, corpus, table))
    seconds = float(minutes) * 60
    chunk = max(5, min(60, int(seconds * int(count) / len(jobs) / 2)))
    end = time.monotonic() + seconds
    endless = itertools.cycle(jobs)
    lock = threading.Lock()

    def take():
        while True:
            with lock:
                job = next(endless)
            yield job

    workers = [threading.Thread(target=work, args=(take(), table, end, chunk)) for _ in range(int(count))]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    print(f"\n{table}")
    sys.exit(not table.is_good())


if __name__ == "__main__":
    main(*sys.argv[1:])
