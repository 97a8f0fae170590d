"""Signals are traced and keep their effect: usage signals.py PROGRAM [UNSAFE_CALLS_LIBRARY]"""

import mmap
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import tracing
from tracing import names, only

sys.path.append(str(Path(__file__).resolve().parents[1] / "support"))
from signal_actions import TRACED, restore_defaults  # noqa: E402

RUNS = 10 if tracing.SANITIZED else 30

# Lines that wait in buffers.
HELD_BACK = {"TRACE2_EVENT_BUFFER": "8k", "TRACE2_PERF_BUFFER": "4k"}


def without_cut_line(text):
    """What the program had written when the default action ended it: like kill -9, that may cut a write, at the end of a page."""
    is_cut = len(text.encode()) % mmap.PAGESIZE == 0
    return text[: text.rfind("\n") + 1] if is_cut else text


class Signals(tracing.TracedTest):
    def kill(self, verb, signo, delay=0.0, env=None, preload=None):
        """Starts the program and sends it the signal once it is ready. Returns its status."""
        env = {"TRACE2_PERF": self.directory / "perf", "TRACE2": self.directory / "normal", **(env or {})}
        if preload:
            env.update(preload)
        for name in ("event", "perf", "normal"):
            (self.directory / name).unlink(missing_ok=True)
        with subprocess.Popen(
            [self.program, verb],
            env=self.environment(**env),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            preexec_fn=restore_defaults,
        ) as process:
            self.assertEqual(process.stdout.readline(), b"ready\n")
            time.sleep(delay)
            process.send_signal(signo)
            try:
                status = process.wait(tracing.TIME_LIMIT)
            finally:
                process.kill()
            self.assertEqual(process.stderr.read(), b"")
            return status

    def test_a_signal_is_traced_and_then_ends_the_program(self):
        """R-LIM-11: what Git does for SIGPIPE only (R-LIFE-14)."""
        for verb, thread in {"main": "main", "thread": "unknown"}.items():
            for signo in TRACED:
                with self.subTest(f"{verb} {signo.name}"):
                    self.assertEqual(self.kill(verb, signo), -signo)
                    events = tracing.parse((self.directory / "event").read_text())
                    self.assertEqual(names(events), ["version", "start", "signal"])
                    self.assertEqual((events[-1]["signo"], events[-1]["thread"]), (signo, thread))
                    self.assertIn(f" code:{int(signo)}\n", (self.directory / "normal").read_text())
                    self.assertIn(f" signo:{int(signo)}\n", (self.directory / "perf").read_text())

    def test_at_any_moment_it_neither_hangs_nor_tears(self):
        for verb in ("busy_main", "busy_threads", "new_threads", "tasks", "children", "settings", "sessions"):
            for run in range(RUNS // 3):
                with self.subTest(f"{verb} {run}"):
                    signo = TRACED[run % len(TRACED)]
                    env = (HELD_BACK if run % 2 else {}) | ({"TRACE2_BINARY": self.directory / f"{verb}.{run}"} if run % 3 == 0 else {})
                    self.assertEqual(self.kill(verb, signo, run * 0.0007, env), -signo)
                    texts = {name: (self.directory / name).read_text() for name in ("event", "normal", "perf")}
                    if verb == "sessions":
                        texts = {name: without_cut_line(text) for name, text in texts.items()}
                    # Between two sessions it is the program's own affair.
                    least = 0 if verb == "sessions" else 1
                    shown = only(tracing.parse(texts["event"]), "signal", signo=signo)
                    self.assertIn(len(shown), range(least, 2))
                    for text in texts.values():
                        self.assertTrue(text.endswith("\n"))

    def test_also_while_a_session_begins_or_ends(self):
        outcomes = set()
        for run in range(RUNS):
            (self.directory / "event").unlink(missing_ok=True)
            with subprocess.Popen(
                [self.program, "dispositions"],
                env=self.environment(**(HELD_BACK if run % 2 else {})),
                stdout=subprocess.DEVNULL,
            ) as process:
                time.sleep(0.004 * run / RUNS)
                process.send_signal(signal.SIGTERM)
                outcomes.add(process.wait(tracing.TIME_LIMIT))
            if (self.directory / "event").exists():
                tracing.parse((self.directory / "event").read_text())
        self.assertLessEqual(outcomes, {0, -signal.SIGTERM})

    def test_only_those_at_their_default_action(self):
        done = self.run_program("own_handler")
        self.assertEqual(done.status, 0)
        self.assertEqual(names(done.events), ["version", "start", "atexit"])

    def test_an_ignored_signal_stays_ignored(self):
        """Unlike R-LIFE-24."""

        def ignore_all():
            for signo in TRACED:
                signal.signal(signo, signal.SIG_IGN)

        done = self.run_program("ignored", preexec_fn=ignore_all)
        self.assertEqual(done.status, 0)
        self.assertEqual(names(done.events), ["version", "start", "atexit"])

    def test_no_disposition_changes_unless_asked(self):
        """R-HOST-03, R-LIM-01: SIGPIPE least of all (R-WR-05, R-WR-06)."""
        reset = {"preexec_fn": restore_defaults}
        plain = self.run_program("dispositions", env={"TRACE_NO_SIGNALS": "1"}, **reset)
        self.assertEqual(set(plain.out.split()[1::2]), {"default"})
        asked = self.run_program("dispositions", **reset)
        self.assertEqual(asked.out.split()[1::2], ["handled"] * 5 + ["default"] * 3)
        off = self.run_program("dispositions", env={"TRACE2_EVENT": "0"}, **reset)
        self.assertEqual(set(off.out.split()[1::2]), {"default"})

    def test_a_handler_calls_nothing_unsafe(self):
        """R-LIFE-15 turned round."""
        if len(self.programs) < 2 or tracing.SANITIZED:
            self.skipTest("no library can be loaded in front of a sanitized program")
        # By its name alone: a path with blanks would be several.
        directory, library = os.path.split(self.programs[1])
        preload = {"LD_LIBRARY_PATH": directory, "LD_PRELOAD": library}
        seen = self.run_program("unsafe_handler", env=preload)
        self.assertEqual((seen.status, seen.err), (86, "unsafe: malloc"))
        for verb in ("main", "thread", "busy_main", "busy_threads", "new_threads"):
            for run in range(RUNS // 6):
                with self.subTest(f"{verb} {run}"):
                    env = HELD_BACK if run % 2 else {}
                    status = self.kill(verb, signal.SIGTERM, run * 0.001, env, preload)
                    self.assertEqual(status, -signal.SIGTERM)

    def test_destinations_that_fail_do_not_hold_the_signal(self):
        """A pipe that nobody reads, one without reader, and a full device."""
        reader, writer = os.pipe()
        self.addCleanup(os.close, reader)
        self.addCleanup(os.close, writer)
        for destination in ("/dev/full", f"/proc/{os.getpid()}/fd/{writer}"):
            for signo in (signal.SIGTERM, signal.SIGPIPE):
                with self.subTest(f"{destination} {signo.name}"):
                    began = time.monotonic()
                    env = {"TRACE2_PERF": destination}
                    self.assertEqual(self.kill("busy_threads", signo, 0.05, env), -signo)
                    self.assertLess(time.monotonic() - began, 10)


if __name__ == "__main__":
    tracing.main()
