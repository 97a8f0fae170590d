"""What the drivers of faults share: random choices, limits of time, the readers of traces, the report."""

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SKIPPED = 77
THOROUGH = "SLOW" in os.environ
SANITIZED = os.environ.get("TRACE2_TEST_SANITIZED", "none") != "none"
LIMIT = 240  # seconds, for a process that needs less than one where nothing else runs
TARGETS = {"normal": "TRACE2", "perf": "TRACE2_PERF", "event": "TRACE2_EVENT"}


def skip(reason):
    print("SKIPPED:", reason)
    sys.exit(SKIPPED)


def environment(**variables):
    clean = {name: value for name, value in os.environ.items() if "TRACE2" not in name}
    return {**clean, "TRACE2_DST_DEBUG": "1", **{name: str(value) for name, value in variables.items()}}


class Faults:
    """Rounds until the time is over; counts what happened, and says so in a line for tests/soak.sh."""

    def __init__(self, kind, sample):
        self.kind = kind
        self.seed = int(os.environ.get("TRACE2_FAULT_SEED") or (time.time_ns() % 10**9 if THOROUGH else 1))
        self.seconds = float(os.environ.get("TRACE2_FAULT_SECONDS") or 60) if THOROUGH else sample
        self.random = random.Random(self.seed)
        self.made = self.losses = self.hangs = self.crashes = self.rounds = 0
        self.checked = 0  # numbers that were acknowledged and looked for
        self.begin = time.monotonic()
        self.directory = Path(tempfile.mkdtemp(prefix="trace2."))
        print(f"{kind}: seed {self.seed}, about {self.seconds:g} s", flush=True)

    def each_round(self, least=1):
        """Numbers of rounds, until the time is over but at least so many, and some fault was made."""
        while self.rounds < least or time.monotonic() - self.begin < self.seconds or self.needs_more():
            self.rounds += 1
            yield self.rounds

    def needs_more(self):
        """On a slow machine few rounds fit into the time of a sample, and perhaps none that makes a fault."""
        return self.made == 0 and self.rounds < 100

    def lose(self, problem, count=1):
        self.losses += count
        print(f"round {self.rounds}: {problem}", flush=True)

    def crash(self, problem):
        self.crashes += 1
        print(f"round {self.rounds}: {problem}", flush=True)

    def hang(self, problem):
        self.hangs += 1
        print(f"round {self.rounds}: {problem}", flush=True)

    def finish(self):
        """Reports and ends the driver."""
        shutil.rmtree(self.directory, ignore_errors=True)
        is_good = self.made > 0 and self.losses + self.hangs + self.crashes == 0
        if self.made == 0:
            print("no fault was made")
        print(f"{self.checked} numbers were looked for")
        print(
            f"faults: kind={self.kind} rounds={self.rounds} made={self.made} losses={self.losses}"
            f" hangs={self.hangs} crashes={self.crashes}",
            flush=True,
        )
        sys.exit(not is_good)


class Progress:
    """The numbers that the threads of a writer have acknowledged, in a file that outlives it."""

    SIZE = 64 * 8

    def __init__(self, path):
        self.path = path
        path.write_bytes(bytes(self.SIZE))

    def read(self):
        """For each thread, how many numbers it has acknowledged."""
        data = self.path.read_bytes()
        return [int.from_bytes(data[i : i + 8], sys.byteorder) for i in range(0, self.SIZE - 8, 8)]

    def stop(self):
        """Asks the writer to end."""
        with self.path.open("r+b") as file:
            file.seek(self.SIZE - 8)
            file.write(b"\1")


# How the numbers of a writer look in each format: thread and number.
NUMBERS = {
    "event": re.compile(rb'"thread":"th\d+:w(\d+)".*"key":"n","value":"(\d+)"'),
    "perf": re.compile(rb"\| th\d+:w(\d+) .*\| [. ]*n:(\d+)$"),
    "normal": re.compile(rb" n (\d+) (\d+)$"),
}


NUMBERS["binary"] = NUMBERS["event"]


def numbers_of(form, text, faults, may_be_cut=False):
    """For each thread the numbers that arrived, in order. Every line must be whole."""
    lines = text.split(b"\n")
    last = lines.pop()
    if last and not may_be_cut:
        faults.lose(f"the last line of {form} is cut: {last[-200:]}")
    found = {}
    for line in lines:
        match = NUMBERS[form].search(line)
        if match:
            found.setdefault(int(match[1]), []).append(int(match[2]))
        if form in ("event", "binary"):
            try:
                json.loads(line)
            except ValueError:
                faults.lose(f"a line of {form} is torn: {line[:300]}")
        elif form == "perf" and line.count(b"|") < 8 or form == "normal" and len(line) < 25:
            faults.lose(f"a line of {form} is torn: {line[:300]}")
    return found


def check_numbers(where, found, acknowledged, faults, is_ring=False):
    """All numbers that were acknowledged are there, once and in order. A ring may have overwritten the first."""
    for thread, count in enumerate(acknowledged):
        faults.checked += count
        numbers = found.get(thread, [])
        first = numbers[0] if is_ring and numbers else 0
        wanted = list(range(first, first + len(numbers)))
        if numbers != wanted:
            at = next(i for i, number in enumerate(numbers) if number != wanted[i])
            faults.lose(f"{where}: thread {thread} goes from {numbers[max(0, at - 1)]} to {numbers[at]}")
        elif count > first + len(numbers):
            faults.lose(f"{where}: thread {thread} ends with {first + len(numbers)} of {count}", count - len(numbers))


def ended(process, faults, wanted=(0,)):
    """Waits for a process; an end by a signal is a crash, no end is a hang. Returns its standard error."""
    try:
        said = process.communicate(timeout=LIMIT)[1] or b""
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        faults.hang("a process does not end")
        return ""
    if process.returncode not in wanted:
        name = signal.Signals(-process.returncode).name if process.returncode < 0 else process.returncode
        faults.crash(f"a process ended with {name}: {said.decode(errors='replace')[-500:]}")
    return said.decode(errors="replace")
