"""Recordings of whole processes, also of killed ones: usage recorder.py PROGRAM CAT DUPES [KILLS]"""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "support"))
import unit_main  # noqa: E402
from signal_actions import restore_defaults  # noqa: E402
from small_disk import on_small_disk  # noqa: E402

TARGETS = {"normal": "TRACE2", "perf": "TRACE2_PERF", "event": "TRACE2_EVENT"}


class Recorder(unittest.TestCase):
    program = ""
    cat = ""
    dupes = ""
    kills = 30

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = Path(directory.name)
        self.recording = self.directory / "recording"
        self.progress = self.directory / "progress"

    def environment(self, **variables):
        inherited = {name: value for name, value in os.environ.items() if "TRACE2" not in name}
        return {**inherited, "TRACE2_DST_DEBUG": "1", **{k: str(v) for k, v in variables.items()}}

    def record(self, *arguments, status=0, **variables):
        variables = {"TRACE2_BINARY": self.recording, **variables}
        done = subprocess.run(
            [self.program, *map(str, arguments)],
            env=self.environment(**variables),
            capture_output=True,
            text=True,
            timeout=240,
        )
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stderr

    def look(self, *arguments, **variables):
        command = [self.program, *map(str, arguments)]
        environment = self.environment(**variables)
        return subprocess.run(command, env=environment, capture_output=True, timeout=240)

    def lines(self, form, recording=None, **variables):
        done = self.look(form, recording or self.recording, **variables)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.splitlines()

    def check(self, *options):
        done = self.look("check", self.recording, self.progress, *options)
        self.assertEqual(done.returncode, 0, done.stdout)
        return int(done.stdout.split()[0])

    def wait_for_progress(self, writer):
        """Until the process has its recording, and is about to fill it."""
        while not self.progress.exists():
            self.assertIsNone(writer.poll())
            time.sleep(0.001)

    def compare_with_texts(self, brief):
        """Threads and processes write at the same time, so only the order within each is certain."""
        recordings = self.directory / "recordings"
        recordings.mkdir()
        variables = {variable: self.directory / form for form, variable in TARGETS.items()}
        if brief:
            variables.update({f"{variable}_BRIEF": 1 for variable in TARGETS.values()})
        else:
            variables["TRACE2_EVENT_NESTING"] = 99
        self.record("all", TRACE2_BINARY=recordings, **variables)
        files = sorted(recordings.iterdir())
        self.assertEqual(len(files), 4)  # the process, two forks, and what one of them became
        for form in TARGETS:
            written = (self.directory / form).read_bytes().splitlines()
            self.assertGreater(len(written), 25)
            seen = []
            for file in files:
                seen += self.lines(form, file, **({"BRIEF": 1} if brief else {}))
            self.assertEqual(sorted(seen), sorted(written), form)

    def test_lines_are_those_of_the_text_targets(self):
        self.compare_with_texts(brief=False)

    def test_brief_lines_are_those_of_the_text_targets(self):
        self.compare_with_texts(brief=True)

    def test_lines_of_the_example_are_those_of_the_text_targets(self):
        tree = self.directory / "tree"
        tree.mkdir()
        for number in range(300):
            (tree / f"file{number}").write_text(str(number % 100) * 50)
        variables = {variable: self.directory / form for form, variable in TARGETS.items()}
        environment = self.environment(TRACE2_BINARY=self.recording, TRACE2_EVENT_NESTING=99, **variables)
        done = subprocess.run([self.dupes, "--jobs=4", tree], env=environment, capture_output=True, timeout=240)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        for form in TARGETS:
            written = (self.directory / form).read_bytes().splitlines()
            self.assertEqual(sorted(self.lines(form)), sorted(written), form)
        events = (self.directory / "event").read_text()
        self.assertIn('"child_exit"', events)
        self.assertIn('"th04:', events)

    def test_alone_it_records_the_same_events(self):
        self.record("leaf")
        alone = self.lines("perf", BRIEF=1)
        self.recording.unlink()
        self.record("leaf", TRACE2_PERF=self.directory / "perf")
        columns = [[line.split(b" | ")[i] for i in (0, 1, 2, 3, 6, 7)] for line in alone]
        together = self.lines("perf", BRIEF=1)
        self.assertEqual(columns, [[line.split(b" | ")[i] for i in (0, 1, 2, 3, 6, 7)] for line in together])

    def test_an_existing_file_is_never_overwritten(self):
        self.record("leaf")
        before = self.recording.read_bytes()
        self.record("leaf")
        self.assertEqual(self.recording.read_bytes(), before)
        others = [path for path in self.directory.iterdir() if path != self.recording]
        self.assertEqual(len(others), 1)
        self.assertTrue(others[0].name.startswith("recording.2"))
        self.assertEqual(len(self.lines("perf", others[0])), len(self.lines("perf")))

    def test_what_is_no_file_is_refused(self):
        for value in ("1", "af_unix:/x", "relative"):
            self.assertIn("is no absolute path", self.record("leaf", TRACE2_BINARY=value))
        for value in ("/dev/null", "/nowhere/at/all"):
            self.assertIn("can't record to", self.record("leaf", TRACE2_BINARY=value))

    def test_crashes_lose_nothing(self):
        for end, status in ("segv", -signal.SIGSEGV), ("abort", -signal.SIGABRT), ("kill", -signal.SIGKILL):
            for path in (self.recording, self.progress):
                path.unlink(missing_ok=True)
            self.record("spin", self.progress, 2, 5000, end, status=status)
            self.check()

    def test_kills_lose_nothing(self):
        for number in range(self.kills):
            ring = number % 3 == 2
            self.recording = self.directory / f"recording{number}"
            self.progress = self.directory / f"progress{number}"
            variables = {"TRACE2_BINARY": self.recording, "TRACE2_BINARY_SIZE": "1g"}
            if ring:
                variables.update(TRACE2_BINARY_MODE="ring", TRACE2_BINARY_SIZE="256k")
            # However late the kill comes, there is room for all rounds, and the process is there.
            command = [self.program, "spin", str(self.progress), "4", "5000000", "linger"]
            process = subprocess.Popen(command, env=self.environment(**variables), stdin=subprocess.PIPE)
            self.wait_for_progress(process)
            time.sleep(random.random() ** 3 * 0.1)  # whenever it is, nothing may be lost
            process.kill()
            process.communicate()
            self.check(*(["ring"] if ring else []))
            self.recording.unlink()
            self.progress.unlink()

    def test_a_ring_takes_constant_space(self):
        self.record("spin", self.progress, 2, 100000, TRACE2_BINARY_MODE="ring", TRACE2_BINARY_SIZE="128k")
        self.assertEqual(self.check("ring"), 200000)
        self.assertLess(self.recording.stat().st_size, 600 * 1024)
        first = self.lines("perf", BRIEF=1)[0]
        self.assertIn(b"version", first)

    def test_what_does_not_fit_is_counted(self):
        said = self.record("spin", self.progress, 1, 50000, TRACE2_BINARY_SIZE="256k")
        self.assertIn("lost", said)
        self.assertLessEqual(self.recording.stat().st_size, 256 * 1024)
        shown = self.look("perf", self.recording)
        dropped = int(shown.stderr.split()[1])
        self.assertGreater(dropped, 100000)
        # Each round is three events, every 64th four.
        rounds = 3 * 50000 + (50000 + 63) // 64
        others = 20
        self.assertLess(abs(dropped + len(shown.stdout.splitlines()) - rounds), others)

    def test_a_fatal_signal_is_recorded_whatever_it_interrupts(self):
        rings = {"TRACE2_BINARY_MODE": "ring", "TRACE2_BINARY_SIZE": "128k"}
        signals = [signal.SIGTERM, signal.SIGINT, signal.SIGHUP]
        for number in range(6):
            self.recording.unlink(missing_ok=True)
            environment = self.environment(TRACE2_BINARY=self.recording, **(rings if number % 2 else {}))
            sent = signals[number % 3]
            with subprocess.Popen(
                [self.program, "busy"],
                env=environment,
                stdout=subprocess.PIPE,
                preexec_fn=restore_defaults,
            ) as process:
                process.stdout.readline()
                time.sleep(random.random() * 0.005)
                process.send_signal(sent)
                process.send_signal(sent)  # another thread takes it, and must not end the process first
                self.assertEqual(process.wait(240), -sent)
            recorded = [json.loads(line) for line in self.lines("event") if b'"event":"signal"' in line]
            self.assertEqual([event["signo"] for event in recorded], [sent], f"round {number}")

    def test_sessions_leave_nothing_open(self):
        recordings = self.directory / "recordings"
        recordings.mkdir()
        for mode in ("grow", "ring"):
            done = self.look("sessions", 30, TRACE2_BINARY=recordings, TRACE2_BINARY_MODE=mode)
            self.assertEqual((done.returncode, done.stderr), (0, b""))
            left = done.stdout.split(b"\n")[:-1]
            self.assertEqual(len(left), 30)
            self.assertEqual(set(left[1:]), {left[1]}, "what is left is that of the latest session")
        whole = [self.run_cat("--format=event", "--brief", path) for path in recordings.iterdir()]
        self.assertEqual(len(whole), 60)
        rounds = len([line for line in whole[0].stdout.splitlines() if '"key":"i"' in line])
        self.assertEqual(rounds, 5)
        for done in whole:
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            lines = done.stdout.splitlines()
            self.assertEqual(len([line for line in lines if '"key":"i"' in line]), rounds)
            self.assertIn('"event":"version"', lines[0])
            self.assertIn('"event":"atexit"', lines[-1])

    def test_children_forked_while_threads_take_chunks_record_for_themselves(self):
        """Nobody waits for a lock that a thread of the parent has held."""
        recordings = self.directory / "recordings"
        recordings.mkdir()
        children = 60
        self.record("forks", children, TRACE2_BINARY=recordings, TRACE2_BINARY_MODE="ring", TRACE2_BINARY_SIZE="8m")
        files = sorted(recordings.iterdir(), key=lambda file: file.stat().st_size)
        self.assertEqual(len(files), 2 * children + 1)
        for file in files[:-1]:
            done = self.run_cat("--format=event", "--brief", file)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            events = [json.loads(line) for line in done.stdout.splitlines()]
            names = [event["event"] for event in events]
            self.assertEqual(names, ["version", "start", "cmd_ancestry", "region_enter", "region_leave", "data"])
            self.assertEqual(events[3]["label"], "in the child")
            self.assertEqual({event["thread"] for event in events}, {"main"})
            self.assertEqual({event["sid"].count("/") for event in events}, {1})

    def test_recorded_times_are_those_of_the_system_s_clock(self):
        seconds = 10 if self.kills >= 500 else 1
        most = 50e-6 * seconds * 1e9
        # A clock that a busy machine stops in its first millisecond needs longer to learn its rate.
        for _ in range(5):
            self.recording.unlink(missing_ok=True)
            self.record("tell_time", seconds, TRACE2_BINARY_SIZE="4g")
            late = [int(line) for line in self.look("compare_times", self.recording).stdout.split()]
            self.assertEqual(len(late), 10)
            if max(map(abs, late)) < most:
                break
        self.assertLess(max(map(abs, late)), most, late)
        if seconds > 1:
            print(f"late by {min(late)} to {max(late)} ns over {seconds} s ...", end=" ", flush=True)

    def run_cat(self, *arguments):
        command = [self.cat, *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, timeout=240)

    def test_cat_merges_by_time(self):
        recordings = self.directory / "recordings"
        recordings.mkdir()
        self.record("all", TRACE2_BINARY=recordings)
        done = self.run_cat("--format=normal", recordings)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        times = [line[:15] for line in done.stdout.splitlines()]
        # At midnight the time of day begins anew.
        midnights = [at for at in range(1, len(times)) if times[at - 1] > times[at]]
        self.assertLessEqual(len(midnights), 1, times)
        for at in midnights:
            self.assertEqual((times[at - 1][:2], times[at][:2]), ("23", "00"))
        versions = [line for line in done.stdout.splitlines() if line.endswith("version 1.2")]
        self.assertEqual(len(versions), 4)

    def test_cat_says_what_it_cannot_read(self):
        self.record("leaf")
        whole = self.run_cat(self.recording).stdout
        text = self.directory / "text"
        text.write_text("no trace of any kind")
        events = self.directory / "events"
        events.write_text('{"event":"exit","sid":"S"}')
        done = self.run_cat(text, events, self.directory / "none", self.recording)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stdout, whole)
        self.assertIn("text: holds no events", done.stderr)
        self.assertIn("events: is no recording", done.stderr)
        self.assertIn("none: can't be opened: No such file", done.stderr)
        bytes_ = bytearray(self.recording.read_bytes())
        place = bytes_.rindex(b"CHUNK2R")
        bytes_[place] ^= 1
        os.chmod(self.recording, 0o600)
        self.recording.write_bytes(bytes_)
        done = self.run_cat(self.recording)
        self.assertEqual(done.returncode, 1)
        self.assertIn("is damaged in 1 place\n", done.stderr)

    def test_cat_follows_a_running_process(self):
        environment = self.environment(TRACE2_BINARY=self.recording)
        command = [self.program, "spin", str(self.progress), "2", "20000", "linger"]
        with subprocess.Popen(command, env=environment, stdin=subprocess.PIPE) as writer:
            self.wait_for_progress(writer)
            looking = [self.cat, "--follow", "--brief", "--format=event", str(self.recording)]
            with subprocess.Popen(looking, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as reader:
                lines = [reader.stdout.readline()]
                self.assertIsNone(writer.poll())
                self.assertIn('"event":"version"', lines[0])
                writer.stdin.close()
                lines += reader.stdout.readlines()
                self.assertEqual((reader.wait(), reader.stderr.read()), (0, ""))
        self.assertEqual(sum('"key":"i"' in line for line in lines), 40000)
        self.assertIn('"event":"atexit"', lines[-1])

    def test_a_cut_recording_is_read_up_to_the_cut(self):
        self.record("spin", self.progress, 1, 3000)
        whole = self.lines("perf")
        size = self.recording.stat().st_size
        os.chmod(self.recording, 0o600)
        for cut in range(size, 0, -size // 13):
            os.truncate(self.recording, cut)
            done = self.look("perf", self.recording)
            if done.returncode == 0:
                seen = done.stdout.splitlines()
                self.assertLessEqual(len(seen), len(whole))
            else:
                self.assertIn(b"is no recording", done.stderr)

    def test_a_full_file_system_does_no_harm(self):
        """Never SIGBUS: what is mapped is on the disk, and what doesn't fit is counted."""
        for size in ("24k", "100k", "1m", "3m"):
            if not on_small_disk(self.fill_the_file_system, size):
                self.skipTest("nothing can be mounted here")

    def fill_the_file_system(self, disk):
        self.recording = disk / "recording"
        said = self.record("spin", self.progress, 4, 50000, TRACE2_BINARY_SIZE="1g")
        self.assertRegex(said, "No space left|lost")
        shown = self.look("perf", self.recording)
        if shown.returncode == 0:
            dropped = int(shown.stderr.split()[1])
            events = 4 * (3 * 50000 + (50000 + 63) // 64)
            others = 40
            self.assertLess(abs(dropped + len(shown.stdout.splitlines()) - events), others)
        self.record("spin", self.progress, 4, 50000, TRACE2_BINARY_MODE="ring")

    def test_a_limit_on_the_size_of_files_does_no_harm(self):
        command = ["sh", "-c", 'ulimit -f 100; exec "$@"', "sh", self.program, "spin", self.progress, "1", "50000"]
        done = subprocess.run(
            command, env=self.environment(TRACE2_BINARY=self.recording), capture_output=True
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertLessEqual(self.recording.stat().st_size, 100 * 1024)


if __name__ == "__main__":
    Recorder.program = str(Path(sys.argv[1]).resolve())
    Recorder.cat = str(Path(sys.argv[2]).resolve())
    Recorder.dupes = str(Path(sys.argv[3]).resolve())
    Recorder.kills = int(sys.argv[4]) if len(sys.argv) > 4 else Recorder.kills
    unit_main.main()
