"""Runs programs that trace, and reads their traces as strictly as the strictest reader."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "support"))
import unit_main  # noqa: E402  pylint: disable=wrong-import-position

# A socket's path has 107 bytes at most: tests that make one don't work below a long TMPDIR.
if len(tempfile.gettempdir().encode()) > 60:
    tempfile.tempdir = "/tmp"
TIME_LIMIT = 240  # seconds, for what takes less than one where nothing else runs

# Under a sanitizer programs are slow, and libraries can't be loaded in front of it.
SANITIZED = os.environ.get("TRACE2_TEST_SANITIZED", "none") != "none"


@dataclass
class Finished:
    status: int  # negative: the number of the signal
    out: str
    err: str
    directory: Path

    def text(self, name="event"):
        path = self.directory / name
        return path.read_bytes().decode("utf-8") if path.exists() else ""

    @property
    def events(self):
        return parse(self.text())


def _unique(pairs):
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError(f"a member twice: {pairs}")
    return members


def _no_constant(name):
    raise ValueError(name)


def parse(text):
    """The objects of an EVENT stream; every line must be whole (R-EVT-01, R-EVT-15)."""
    if text and not text.endswith("\n"):
        raise ValueError(f"the last line is torn: {text[-200:]!r}")
    events = []
    for line in text.split("\n")[:-1]:
        try:
            event = json.loads(line, object_pairs_hook=_unique, parse_constant=_no_constant)
            if not {"event", "sid", "thread"} <= event.keys():
                raise ValueError("members are missing")
        except ValueError as error:
            raise ValueError(f"{error} in {line!r}") from error
        events.append(event)
    return events


def names(events):
    return [event["event"] for event in events]


def only(events, name, **members):
    """The events of that name with these members."""
    return [
        event
        for event in events
        if event["event"] == name and all(event.get(k) == v for k, v in members.items())
    ]


def sessions(events):
    """The events of each session id, in the order of their first lines."""
    by_sid = defaultdict(list)
    for event in events:
        by_sid[event["sid"]].append(event)
    return dict(by_sid)


class TracedTest(unittest.TestCase):
    """Each test has a directory of its own and starts programs in a clean environment."""

    programs: list[str] = []
    longMessage = True

    @property
    def program(self):
        return self.programs[0]

    def setUp(self):
        self.directory = Path(tempfile.mkdtemp(prefix="trace2."))
        self.addCleanup(shutil.rmtree, self.directory, ignore_errors=True)

    def environment(self, **variables):
        inherited = {
            name: value
            for name, value in os.environ.items()
            if not re.match(r"(GIT_)?TRACE2|TRACE(PARENT|STATE)", name)
        }
        targets = {"TRACE2_EVENT": str(self.directory / "event")}
        chosen = {**inherited, **targets, **variables}
        return {name: str(value) for name, value in chosen.items() if value is not None}

    def run_program(self, *arguments, program=None, env=None, limit=TIME_LIMIT, **options):
        """Runs it to its end, with EVENT lines in a file unless `env` says otherwise."""
        result = subprocess.run(
            [program or self.program, *map(str, arguments)],
            env=self.environment(**(env or {})),
            stdin=options.pop("stdin", subprocess.DEVNULL),
            stdout=options.pop("stdout", subprocess.PIPE),
            stderr=options.pop("stderr", subprocess.PIPE),
            timeout=limit,
            check=False,
            **options,
        )
        out, err = (stream.decode(errors="replace") if stream else "" for stream in (result.stdout, result.stderr))
        return Finished(result.returncode, out, err, self.directory)

    def wait_until(self, condition):
        """For what another process does; fails when that takes too long."""
        deadline = time.monotonic() + TIME_LIMIT
        while not condition():
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.005)

    def assert_whole_sessions(self, events, mixed=False):
        """Each session begins once, ends once, and nothing comes before or after (R-ORD-01). Lines of
        threads that were held back are mixed."""
        for sid, own in sessions(events).items():
            for name in ("version", "start", "atexit"):
                self.assertEqual(names(own).count(name), 1, f"{name} of {sid}: {names(own)}")
            if not mixed:
                self.assertEqual(names(own)[:2], ["version", "start"], sid)
            self.assertEqual(names(own)[-1], "atexit", sid)


def main():
    """Runs the tests of the script with the programs of the command line."""
    TracedTest.programs = [os.path.abspath(name) for name in sys.argv[1:]]
    unit_main.main()
