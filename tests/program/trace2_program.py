"""Helpers for tests of the program trace2."""

import concurrent.futures
import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED = 77

# A socket's path has 107 bytes at most: tests that make one don't work below a long TMPDIR.
if len(tempfile.gettempdir().encode()) > 60:
    tempfile.tempdir = "/tmp"

# One small trace in words: process S runs a child T, with a region that nests and an error.
SMALL = "".join(
    '{"event":"%s","sid":"%s","thread":"main","time":"2000-01-01T00:00:%sZ"%s}\n' % line
    for line in (
        ("version", "S", "00.000000", ',"evt":"4","exe":"1.0"'),
        ("start", "S", "00.000000", ',"t_abs":0.0,"argv":["/bin/frob","scan"]'),
        ("cmd_name", "S", "00.000000", ',"name":"scan","hierarchy":"scan"'),
        ("region_enter", "S", "00.100000", ',"nesting":1,"category":"c","label":"outer"'),
        ("region_enter", "S", "00.200000", ',"nesting":2,"category":"c","label":"inner"'),
        ("data", "S", "00.200000", ',"t_abs":0.2,"t_rel":0.0,"nesting":3,"category":"c","key":"k","value":"5"'),
        ("region_leave", "S", "00.300000", ',"t_rel":0.1,"nesting":2,"category":"c","label":"inner"'),
        ("region_leave", "S", "00.500000", ',"t_rel":0.4,"nesting":1,"category":"c","label":"outer"'),
        ("child_start", "S", "00.500000", ',"child_id":0,"child_class":"?","use_shell":false,"argv":["sub"]'),
        ("start", "S/T", "00.600000", ',"t_abs":0.0,"argv":["sub"]'),
        ("error", "S/T", "00.650000", ',"msg":"no 1","fmt":"no %d"'),
        ("atexit", "S/T", "00.700000", ',"t_abs":0.1,"code":3'),
        ("child_exit", "S", "00.800000", ',"child_id":0,"pid":9,"code":3,"t_rel":0.3'),
        ("atexit", "S", "01.000000", ',"t_abs":1.0,"code":0'),
    )
)

# Two threads of process S run task 7, with data before and in its region, which ends on the second one. In it task 8
# begins, which never ends; after its end task 9, which it has caused.
TASKS = "".join(
    '{"event":"%s","sid":"S","thread":"%s","time":"2000-01-01T00:00:%sZ"%s}\n' % line
    for line in (
        ("start", "main", "00.000000", ',"t_abs":0.0,"argv":["/bin/serve"]'),
        ("region_enter", "main", "00.000000", ',"nesting":1,"category":"c","label":"loop"'),
        ("task_begin", "main", "00.100000", ',"task":7,"parent":0,"category":"c","label":"serve","msg":"/a"'),
        ("task_run", "main", "00.200000", ',"task":7'),
        ("data", "main", "00.200000", ',"t_abs":0.2,"t_rel":0.0,"nesting":2,"category":"c","key":"before","value":"1"'),
        ("task_region_enter", "main", "00.200000", ',"task":7,"nesting":1,"category":"c","label":"parse","msg":"m"'),
        ("data", "main", "00.200000", ',"t_abs":0.2,"t_rel":0.0,"nesting":3,"category":"c","key":"inside","value":"2"'),
        ("task_begin", "main", "00.250000", ',"task":8,"parent":7,"category":"c","label":"serve"'),
        ("child_start", "main", "00.300000", ',"child_id":0,"child_class":"?","use_shell":false,"argv":["sub"]'),
        ("error", "main", "00.300000", ',"msg":"no 1","fmt":"no %d"'),
        ("task_pause", "main", "00.300000", ',"task":7'),
        ("data", "main", "00.350000", ',"t_abs":0.3,"t_rel":0.3,"nesting":2,"category":"c","key":"outside","value":"3"'),
        ("task_run", "th01:w", "00.400000", ',"task":7'),
        ("task_region_leave", "th01:w", "00.500000", ',"task":7,"t_rel":0.3,"nesting":1,"category":"c","label":"parse"'),
        ("task_pause", "th01:w", "00.500000", ',"task":7'),
        ("task_end", "th01:w", "00.600000", ',"task":7,"t_rel":0.5,"category":"c","label":"serve"'),
        ("task_begin", "main", "00.600000", ',"task":9,"parent":7,"category":"c","label":"late"'),
        ("task_end", "main", "00.700000", ',"task":9,"t_rel":0.1,"category":"c","label":"late"'),
        ("region_leave", "main", "01.000000", ',"t_rel":1.0,"nesting":1,"category":"c","label":"loop"'),
        ("atexit", "main", "01.000000", ',"t_abs":1.0,"code":0'),
    )
)

# A line of PERF with bytes that are no UTF-8; what a reader shows in their place.
ILL_FORMED = b"d0 | main                     | data         |     |  0.000001 |  0.000001 | c            | k:a\xff\xc3b\xe2\x82c\n"
REPAIRED = "a\ufffd\ufffdb\ufffdc"

# Two processes whose ids differ only in a byte that is no UTF-8.
REPEATED_SIDS = b"".join(SMALL.encode().replace(b'"S', b'"a%c' % byte) for byte in (0xFF, 0xFE))


def skip(reason):
    """Ends a whole script that can't do anything here."""
    print(f"SKIPPED: {reason}")
    sys.exit(SKIPPED)


class Skipped(Exception):
    """Ends a test that can't run here, with the reason."""


def skip_part(test, reason):
    """Reports that a part of a test, which goes on, can't run here."""
    print(f"SKIPPED: {test}: {reason}")


class Program:
    def __init__(self, path):
        self.path = str(Path(path).absolute())

    def __call__(self, *arguments, stdin=b"", env=None):
        """Runs a command to its end; the completed process has bytes."""
        return subprocess.run(
            [self.path, *map(str, arguments)], input=stdin, capture_output=True, env=env, timeout=240, check=False
        )

    def output(self, *arguments, stdin=b""):
        """What a command that succeeds writes."""
        done = self(*arguments, stdin=stdin)
        assert done.returncode == 0, (arguments, done.returncode, done.stderr.decode())
        assert done.stderr == b"", (arguments, done.stderr.decode())
        return done.stdout


def recordings(directory):
    found = sorted(Path(directory).rglob("*.event"))
    assert len(found) >= 20, directory
    return found


def run_all(namespace, *arguments, waiting=()):
    """Runs every function test_… of a module, and names those that fail or are skipped.

    Those of `waiting`, which do little else, run side by side.
    """
    def passes(name):
        try:
            namespace[name](*arguments)
        except Skipped as reason:
            skip_part(name, reason)
            return True
        except Exception as problem:  # pylint: disable=broad-except
            print(f"FAILED {name}: {type(problem).__name__}: {problem}")
            return False
        print(f"ok {name}")
        return True

    waiting = [test.__name__ for test in waiting]
    with concurrent.futures.ThreadPoolExecutor(len(waiting) or 1) as pool:
        waited = pool.map(passes, waiting)
        done = [passes(name) for name in [*namespace] if name.startswith("test_") and name not in waiting]
    sys.exit(0 if all(done) and all(waited) else 1)
