"""The traces of a real program, checked against each other: usage dupes_test.py DUPES

One run into three targets must tell one story: PERF and EVENT event by event, NORMAL the same without
regions, data and threads.
"""

import os
import signal
import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from pathlib import Path

import trace

DUPES = os.path.abspath(sys.argv.pop(1))
BIG = bytes(range(256)) * 1024
TARGETS = {"normal": "TRACE2", "perf": "TRACE2_PERF", "event": "TRACE2_EVENT"}

# Two lines for each set. The set with the greatest waste comes first. No set depends on files that
# have only the size, or only the first page, in common.
REPORT = b"""\
262144 bytes in excess: 2 files of 262144 bytes
  tree/big one
  tree/sub/big|two

10 bytes in excess: 3 files of 5 bytes
  tree/a
  tree/caf\xe9
  tree/sub/'quoted' "name"

5 bytes in excess: 2 files of 5 bytes
  tree/sub/deep/er/x
  tree/sub/deep/y

11 files in 4 directories, 786493 bytes
3 sets of duplicates, 4 files and 262159 bytes in excess
"""


def make_tree(root):
    contents = {
        b"a": b"same\n",
        b"caf\xe9": b"same\n",
        b"sub/'quoted' \"name\"": b"same\n",
        b"other of that size": b"SAME\n",
        b"sub/deep/er/x": b"pair\n",
        b"sub/deep/y": b"pair\n",
        b"big one": BIG,
        b"sub/big|two": BIG,
        b"big, but different at its end": BIG[:-1] + b"!",
        b"of a size of its own": b"unique in every respect\n",
        b"sub/\xc3\xa4": b"unique\n",
        b"empty": b"",
        b"sub/empty": b"",
    }
    for name, content in contents.items():
        path = os.path.join(os.fsencode(root), name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)
    os.link(root / "a", root / "sub/z, a hard link to a")
    (root / "sub/a symbolic link").symlink_to("../a")
    (root / "sub/back").symlink_to("..")


class Run:
    """One run of the program with all targets on."""

    def __init__(self, directory, *arguments, **settings):
        self.directory = Path(directory)
        self.files = {target: self.directory / f"trace.{target}" for target in TARGETS}
        for file in self.files.values():
            file.unlink(missing_ok=True)
        environment = {"PATH": os.environ["PATH"], "LC_ALL": "C", "TZ": "UTC", "TRACE2_EVENT_NESTING": "20"}
        environment |= {variable: str(self.files[target]) for target, variable in TARGETS.items()}
        command = [DUPES, *map(str, arguments)]
        self.result = subprocess.run(
            command, cwd=directory, env=environment | settings, capture_output=True, check=False
        )
        self.events = trace.read_event(self.files["event"])

    def select(self, kind, **members):
        return [e for e in self.events if e["event"] == kind and members.items() <= e.items()]


class Dupes(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = Path(directory.name)

    def make_tree(self):
        make_tree(self.directory / "tree")

    def run_dupes(self, *arguments, **settings):
        return Run(self.directory, *arguments, **settings)

    def check_traces(self, run):
        trace.check_session(run.events)
        trace.check_threads(run.events)
        trace.check_sums(run.events)
        perf, expected = trace.read_perf(run.files["perf"]), trace.expected_perf(run.events)
        self.assertEqual(list(perf.keys() ^ expected.keys()), [])
        for thread, lines in perf.items():
            self.assertEqual(lines, expected[thread])
        self.assertEqual(trace.read_normal(run.files["normal"]), trace.expected_normal(run.events))


class Output(Dupes):
    def test_it_finds_the_duplicates_whatever_the_number_of_jobs(self):
        self.make_tree()
        for jobs in (1, 2, 8):
            run = self.run_dupes(f"--jobs={jobs}", "tree")
            self.assertEqual((run.result.stdout, run.result.stderr), (REPORT, b""))
            self.assertEqual(run.result.returncode, 0)

    def test_small_files_can_be_left_out_and_sets_too(self):
        self.make_tree()
        run = self.run_dupes("--summary", "--min-size", "1000", "tree")
        self.assertEqual(
            run.result.stdout,
            b"3 files in 4 directories, 786432 bytes\n"
            b"1 sets of duplicates, 1 files and 262144 bytes in excess\n",
        )
        self.assertEqual(run.select("cmd_mode")[0]["name"], "summary")
        self.assertEqual(run.select("child_start"), [])

    def test_names_may_hold_line_feeds(self):
        for name in ("one\n2 bytes in excess: ", "two"):
            (self.directory / name).write_text("x")
        run = subprocess.run([DUPES, "."], cwd=self.directory, capture_output=True, check=True)
        self.assertIn(b"\n  ./one\n2 bytes in excess: \n  ./two\n\n", run.stdout)

    def test_what_cannot_be_read_is_said_and_the_rest_done(self):
        self.make_tree()
        run = self.run_dupes("nowhere", "tree")
        self.assertEqual(run.result.stdout, REPORT)
        self.assertEqual(run.result.stderr, b"dupes: cannot examine 'nowhere': No such file or directory\n")
        self.assertEqual(run.result.returncode, 1)
        (error,) = run.select("error")
        self.assertEqual(error["msg"], "cannot examine 'nowhere': No such file or directory")
        self.assertEqual(error["fmt"], "cannot %s '%s': %s")
        self.check_traces(run)

    def test_without_sort_the_report_is_not_sorted(self):
        self.make_tree()
        run = self.run_dupes("tree", PATH=str(self.directory))
        self.assertEqual(sorted(run.result.stdout.split(b"\n")), sorted(REPORT.split(b"\n")))
        self.assertEqual(run.result.returncode, 1)
        (end,) = run.select("child_exit")
        self.assertEqual((end["pid"], end["code"]), (-1, -1))

    def test_a_wrong_command_line(self):
        for arguments, complaint in {
            ("--jobs=0",): "bad number of jobs '0'",
            ("--jobs=8x",): "bad number of jobs '8x'",
            ("--min-size=-1",): "bad size '-1'",
            ("--frob",): "unknown option '--frob'",
            ("-m",): "option '-m' needs a value",
        }.items():
            run = self.run_dupes(*arguments)
            self.assertEqual(run.result.stderr.decode(), f"dupes: {complaint}\nTry 'dupes --help'.\n")
            self.assertEqual((run.result.returncode, run.result.stdout), (2, b""))
            self.assertEqual(run.select("error")[0]["msg"], complaint)
            self.assertEqual(run.select("exit")[0]["code"], 2)

    def test_help_and_version(self):
        self.assertTrue(self.run_dupes("--help").result.stdout.startswith(b"usage: dupes "))
        self.assertEqual(self.run_dupes("--version").result.stdout, b"dupes 1.0\n")

    def test_output_that_cannot_be_written(self):
        self.make_tree()
        with open("/dev/full", "w") as full:
            run = subprocess.run(
                [DUPES, "tree"], cwd=self.directory, stdout=full, stderr=subprocess.PIPE, check=False
            )
        self.assertEqual(run.returncode, 1)
        self.assertIn(b"cannot write 'standard output': No space left on device", run.stderr)


class Traces(Dupes):
    def setUp(self):
        super().setUp()
        self.make_tree()

    def test_three_targets_tell_one_story(self):
        for jobs in (1, 8):
            with self.subTest(jobs=jobs):
                self.check_traces(self.run_dupes("--jobs", jobs, "tree"))

    def test_many_threads_at_once(self):
        for number in range(600):
            (self.directory / f"tree/pair {number}").write_text(f"number {number % 300}")
        run = self.run_dupes("--jobs", 8, "tree")
        self.check_traces(run)
        self.assertEqual(len(run.select("thread_start")), 3 * 8)

    def test_what_it_says_is_what_it_does(self):
        run = self.run_dupes("--jobs", 2, "tree")
        self.assertEqual(run.select("start")[0]["argv"], [DUPES, "--jobs", "2", "tree"])
        self.assertEqual(run.select("cmd_name")[0]["hierarchy"], "dupes")
        self.assertEqual(run.select("def_param", param="jobs")[0]["value"], "2")
        (statistics,) = run.select("data_json", key="statistics")
        self.assertEqual(
            statistics["value"],
            {
                "directories": 4,
                "files": 11,
                "bytes": 786493,
                "sets": 3,
                "surplus_files": 4,
                "surplus_bytes": 262159,
            },
        )
        (start,) = run.select("child_start")
        self.assertEqual((start["child_class"], start["argv"][0]), ("sort", "sort"))
        self.assertEqual(run.select("child_exit")[0]["code"], 0)
        read = [e["msg"] for e in run.select("region_enter", label="directory")]
        self.assertEqual(sorted(read), ["tree", "tree/sub", "tree/sub/deep", "tree/sub/deep/er"])

    def test_the_nesting_limit_leaves_out_what_is_deeper(self):
        """R-REG-02: 2 levels unless the user wants more."""

        def shape(events):
            return Counter(tuple(e.get(k) for k in ("event", "category", "label", "key")) for e in events)

        everything = self.run_dupes("--jobs=1", "tree").events
        limited = self.run_dupes("--jobs=1", "tree", TRACE2_EVENT_NESTING="").events
        shallow = [event for event in everything if event.get("nesting", 0) <= 2]
        self.assertEqual(shape(limited), shape(shallow))
        self.assertLess(len(shallow), len(everything))

    def test_a_reader_that_goes_away_is_the_last_that_is_traced(self):
        event = self.directory / "event"
        environment = {"PATH": os.environ["PATH"], "TRACE2_EVENT": str(event)}
        reading, writing = os.pipe()
        os.close(reading)
        run = subprocess.run(
            [DUPES, "tree"], cwd=self.directory, env=environment, stdout=writing, check=False
        )
        os.close(writing)
        self.assertEqual(run.returncode, -signal.SIGPIPE)
        last = trace.read_event(event)[-1]
        self.assertEqual((last["event"], last["signo"]), ("signal", signal.SIGPIPE))

    def test_without_settings_nothing_is_traced(self):
        before = sorted(self.directory.rglob("*"))
        environment = {"PATH": os.environ["PATH"]}
        run = subprocess.run(
            [DUPES, "tree"], cwd=self.directory, env=environment, capture_output=True, check=True
        )
        self.assertEqual((run.stdout, run.stderr), (REPORT, b""))
        self.assertEqual(sorted(self.directory.rglob("*")), before)


if __name__ == "__main__":
    unittest.main()
