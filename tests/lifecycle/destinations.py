"""Destinations that fail, as the system makes them fail, cost lines and nothing else: usage
destinations.py PROGRAM"""

import contextlib
import os
import pty
import resource
import signal
import socket
import subprocess
import threading
import time
from pathlib import Path

import tracing
from other_user import copied, open_directory
from small_disk import on_small_disk
from tracing import only

EVENTS = 100
REPORT = b"lost_lines/"  # the line that says so may find room when the lines before it did not
LONG_LIMIT = 60 if tracing.SANITIZED else 30


def whole_lines(got):
    return sum(REPORT not in line for line in got.splitlines())


class Destinations(tracing.TracedTest):
    def guest(self, destination, *arguments, variable="TRACE2_PERF", silent=True, env=None, **options):
        """Runs the guest, whose own behaviour must be as ever."""
        arguments = arguments or ("work", EVENTS)
        begin = time.monotonic()
        env = {variable: destination, **(env or {})}
        if variable != "TRACE2_EVENT":
            (self.directory / "event").unlink(missing_ok=True)
        done = self.run_program(*arguments, env=env, **options)
        self.assertLess(time.monotonic() - begin, LONG_LIMIT)
        self.assertEqual(done.status, 7, done)
        if arguments[0].startswith("work"):
            self.assertEqual(done.out, "done\n")
        if silent:
            self.assertEqual(done.err, "")
        return done

    def assert_lost(self, done, count=None, target="perf"):
        """R-LIM-03 turned round: what is missing is said in the targets that work."""
        events = done.events
        (loss,) = only(events, "data", category="trace2", key=f"lost_lines/{target}")
        self.assertEqual(tracing.names(events)[-1], "atexit")
        if count is not None:
            self.assertEqual(int(loss["value"]), count)
        return int(loss["value"])

    def said(self, destination, *arguments, **options):
        """What is said on standard error when asked."""
        env = {"TRACE2_DST_DEBUG": "1", **options.pop("env", {})}
        done = self.guest(destination, *arguments, silent=False, env=env, **options)
        return done.err

    # Files

    def test_full_device(self):
        """ENOSPC (R-WR-04)."""
        done = self.guest("/dev/full")
        self.assert_lost(done, EVENTS + 2)
        err = self.said("/dev/full")
        self.assertIn("TRACE2_PERF", err)
        self.assertIn("lost", err)

    def test_full_file_system(self):
        if not on_small_disk(self.fill_the_file_system):
            self.skipTest("nothing can be mounted here")

    def fill_the_file_system(self, disk):
        done = self.guest(disk / "perf", "work", 1000)
        text = (disk / "perf").read_text()
        whole = text[: text.rfind("\n") + 1].count("\n")
        self.assertLess(len(text) - text.rfind("\n") - 1, 4096, "nothing but a cut last line")
        lost = self.assert_lost(done)
        self.assertIn(whole + lost, (1002, 1003), "version, start and 1000 events")

    def test_size_limit(self):
        """EFBIG: counted, and SIGXFSZ does not end the program."""

        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

        done = self.guest(self.directory / "perf", preexec_fn=limit, variable="TRACE2_PERF", env={"TRACE2_EVENT": None})
        self.assertLessEqual(len(done.text("perf")), 4096)
        self.assertIn("File too large", self.said(self.directory / "perf", preexec_fn=limit, env={"TRACE2_EVENT": None}))

    def test_no_permission(self):
        if os.geteuid() == 0:
            path, shown = "/proc/version_of_nothing/perf", "/proc"
        else:
            closed = self.directory / "closed"
            closed.mkdir(mode=0)
            path = shown = str(closed / "perf")
        done = self.guest(path)
        self.assertEqual(tracing.names(done.events)[-1], "atexit", "R-DST-07: other targets go on")
        err = self.said(path)
        self.assertIn(shown, err)
        self.assertIn("TRACE2_PERF", err)

    def test_malformed_values_are_always_told(self):
        """R-DST-06, R-DST-24"""
        for value in ("relative", "yes", "10", "-1", " 1", "file:///x", "AF_UNIX:/x"):
            done = self.guest(value, silent=False)
            self.assertIn("TRACE2_PERF", done.err)
            self.assertIn(value, done.err)

    def test_off(self):
        """R-DST-01, R-SET-02"""
        for value in ("", "0", "false", "FALSE"):
            self.guest(value, env={"TRACE2_EVENT": None})
            self.assertEqual(list(self.directory.iterdir()), [])

    # Descriptors of the program

    def test_closed_descriptor(self):
        """R-DST-03: found out at the first write; R-LIFE-23."""
        self.assert_lost(self.guest("9"), EVENTS + 2)
        self.assertIn("Bad file descriptor", self.said("9"))

    def test_failures_are_traced_where_tracing_goes_on(self):
        """R-LIFE-21, R-WR-04: as errors, after the event that met them, unlike R-LIFE-22. What is wrong
        with a destination from the beginning is not traced (R-DST-25)."""
        env = {"TRACE2": "9", "TRACE2_DST_DEBUG": "1", "TRACE2_EVENT": self.directory / "event"}
        done = self.guest("relative", silent=False, env=env)
        self.assertIn("relative", done.err)
        self.assertEqual(tracing.names(done.events)[:3], ["version", "error", "start"])
        (error,) = only(done.events, "error")
        self.assertIn("'TRACE2': Bad file descriptor", error["msg"])
        self.assertIn(error["msg"], done.err)

    def test_tracing_counts_as_on_until_the_end(self):
        """R-API-03"""
        done = self.guest("9", "identity", env={"TRACE2_EVENT": None})
        self.assertEqual(done.out, "traced\n")
        self.assertEqual(self.guest("0", "identity", env={"TRACE2_EVENT": None}).out, "untraced\n")

    def test_descriptor_used_for_something_else(self):
        own = self.directory / "own"
        with open(self.directory / "traced", "wb") as traced:
            fd = os.dup2(traced.fileno(), 9)
        try:
            done = self.guest("9", "reuse_descriptor", 9, own, pass_fds=(9,))
        finally:
            os.close(fd)
        self.assertEqual(done.out, "0 bytes in the program's file\n")
        self.assert_lost(done, 6)
        self.assertEqual(len(done.text("traced").splitlines()), 5)

    def test_program_that_takes_all_numbers_for_itself(self):
        """No line gets into its file, none of its descriptors is closed, and what is lost is said."""

        def few():
            resource.setrlimit(resource.RLIMIT_NOFILE, (200, 200))

        for way in ("loop", "range", "over"):
            for limit in (None, few):
                with self.subTest(way, few=limit is not None):
                    self.take_numbers(way, limit)

    def take_numbers(self, way, limit):
        traces = self.directory / "traces"
        traces.mkdir()
        listener, path = self.listener()
        env = {
            "TRACE2": f"af_unix:{path}",
            "TRACE2_EVENT": traces,
            "TRACE2_BINARY": traces,
            "TRACE2_DST_DEBUG": "1",
        }
        done = self.guest(
            self.directory / "perf", "take_numbers", way, self.directory / "own", env=env, preexec_fn=limit, silent=False
        )
        self.assertEqual(done.out, "")
        self.assertIn("unable to write trace for 'TRACE2_PERF': Bad file descriptor", done.err)
        self.assertIn("unable to write trace for 'TRACE2_EVENT': Bad file descriptor", done.err)
        self.assertIn("trace of 'TRACE2_PERF' lost 8 lines: Bad file descriptor", done.err)
        self.assertEqual(len(done.text("perf").splitlines()), 5)
        recording, event = sorted(traces.iterdir(), key=lambda file: not file.read_bytes().startswith(b"TRACE2R"))
        self.assertTrue(recording.read_bytes().startswith(b"TRACE2R"))
        self.assertEqual(len(tracing.parse(event.read_text())), 5)
        listener.close()
        os.unlink(path)
        for file in (recording, event, self.directory / "perf", self.directory / "own"):
            file.unlink()
        traces.rmdir()

    def test_standard_error(self):
        """R-DST-02"""
        for value in ("1", "2", "true"):
            done = self.guest(value, silent=False)
            self.assertEqual(done.err.count("\n"), EVENTS + 3)

    def test_no_descriptor_reaches_children(self):
        """Unlike R-DST-08."""
        traces = self.directory / "traces"
        traces.mkdir()
        path = str(self.directory / "socket")
        with contextlib.closing(socket.socket(socket.AF_UNIX)) as listener:
            listener.bind(path)
            listener.listen()
            env = {"TRACE2": traces, "TRACE2_EVENT": f"af_unix:{path}"}
            done = self.guest(self.directory / "perf", "show_descriptors", env=env)
        self.assertEqual(done.out.split(), ["0", "1", "2", "3"], "3 is the list itself")

    def test_descriptors_below_three_stay_the_program_s(self):
        """R-DST-09; unlike R-LIFE-01 nothing is opened in place of those that are closed."""
        script = 'exec "$0" "$@" <&- 2>&-'
        done = self.run_program(
            "-c", script, self.program, "work", 1, "descriptors", program="/bin/sh",
            env={"TRACE2_PERF": self.directory / "perf"},
        )
        self.assertEqual(done.status, 7)
        numbers = [int(line.split()[0]) for line in done.out.splitlines()[1:]]
        self.assertNotIn(0, numbers)
        self.assertNotIn(2, numbers)

    # Pipes and FIFOs

    def test_fifo_without_reader(self):
        """Unlike R-DST-26 and R-WR-07."""
        path = self.directory / "fifo"
        os.mkfifo(path)
        self.guest(path)
        self.assertIn("TRACE2_PERF", self.said(path))

    def test_fifo_that_nobody_reads(self):
        path = self.directory / "fifo"
        os.mkfifo(path)
        reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        try:
            done = self.guest(path, "work", 2000)
            got = os.read(reader, 1 << 20)
            # A pipe takes lines whole or not at all.
            self.assertTrue(got.endswith(b"\n"))
            self.assert_lost(done, 2002 - whole_lines(got))
        finally:
            os.close(reader)

    def test_pipe_whose_reader_is_gone(self):
        """EPIPE, without SIGPIPE; a pipe of the program's."""
        for handling in (signal.SIG_DFL, signal.SIG_IGN):
            reader, writer = os.pipe()
            os.dup2(writer, 9)
            os.close(reader)
            os.close(writer)
            try:
                done = self.guest(
                    "9", pass_fds=(9,), preexec_fn=lambda: signal.signal(signal.SIGPIPE, handling)
                )
            finally:
                os.close(9)
            self.assert_lost(done, EVENTS + 2)

    def test_pipe_that_nobody_reads(self):
        """It stays as it is: nothing the library needs is set on it."""
        reader, writer = os.pipe()
        os.dup2(writer, 9)
        try:
            done = self.guest("9", "work", 2000, pass_fds=(9,))
            self.assertTrue(os.get_blocking(9))
            os.set_blocking(reader, False)
            got = os.read(reader, 1 << 20)
            self.assertTrue(got.endswith(b"\n"))
            self.assert_lost(done, 2002 - whole_lines(got))
        finally:
            for fd in (reader, writer, 9):
                os.close(fd)

    def test_standard_error_that_nobody_reads(self):
        """Neither warnings nor a target hold the program there."""
        reader, writer = os.pipe()
        os.set_blocking(writer, False)
        with contextlib.suppress(BlockingIOError):
            while True:
                os.write(writer, b"x" * 4096)
        os.set_blocking(writer, True)
        for value in ("9", "1", "relative"):
            env = {"TRACE2_DST_DEBUG": "1", "TRACE2": value}
            self.guest("/dev/full", env=env, stderr=writer)
        os.close(reader)
        self.guest("9", env={"TRACE2_DST_DEBUG": "1", "TRACE2": "1"}, stderr=writer)
        os.close(writer)

    # Sockets

    def listener(self, kind=socket.SOCK_STREAM):
        path = str(self.directory / "socket")
        made = socket.socket(socket.AF_UNIX, kind)
        self.addCleanup(made.close)
        made.bind(path)
        if kind == socket.SOCK_STREAM:
            made.listen(1)
        return made, path

    def test_dead_socket(self):
        """R-DST-22"""
        listener, path = self.listener()
        listener.close()
        self.guest(f"af_unix:{path}")
        err = self.said(f"af_unix:{path}")
        self.assertIn(path, err)
        self.assertIn("refused", err)

    def test_stream_socket_that_is_never_read(self):
        """R-LIM-02"""
        for kind in ("work", "work_long"):
            listener, path = self.listener()
            done = self.guest(f"af_unix:stream:{path}", kind, 1000)
            connection, _ = listener.accept()
            got = b""
            while chunk := connection.recv(1 << 20):
                got += chunk
            connection.close()
            listener.close()
            os.unlink(path)
            whole, _, rest = got.rpartition(b"\n")
            lost = self.assert_lost(done)
            # A line that is cut was counted as lost, and nothing follows it.
            self.assertEqual(whole.count(b"\n") + 1 + lost, 1002, rest[:80])

    def test_datagram_socket_that_is_never_read(self):
        """R-DST-20, R-DST-23"""
        listener, path = self.listener(socket.SOCK_DGRAM)
        done = self.guest(f"af_unix:{path}", "work", 1000)
        messages = []
        listener.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            while True:
                messages.append(listener.recv(1 << 16))
        self.assertTrue(all(message.count(b"\n") == 1 and message[-1] == 10 for message in messages))
        self.assert_lost(done, 1002 - len(messages))

    def test_backlog_that_is_full(self):
        listener, path = self.listener()
        callers = []
        for _ in range(8):
            caller = socket.socket(socket.AF_UNIX)
            caller.setblocking(False)
            callers.append(caller)
            with contextlib.suppress(BlockingIOError):
                caller.connect(path)
        self.guest(f"af_unix:stream:{path}")
        for caller in callers:
            caller.close()

    def test_collector_that_reads_gets_everything(self):
        """Where a busy machine keeps it from reading for too long, the rest is counted."""
        losses = []
        while 0 not in losses:
            self.assertLess(len(losses), 40, losses)
            losses.append(self.lost_on_the_way())

    def lost_on_the_way(self):
        listener, path = self.listener()
        received = []

        def collect():
            connection, _ = listener.accept()
            while chunk := connection.recv(1 << 16):
                received.append(chunk)
            connection.close()

        collector = threading.Thread(target=collect)
        collector.start()
        done = self.guest(f"af_unix:{path}", "work", 5000)
        collector.join()
        listener.close()
        os.unlink(path)
        told = only(done.events, "data", category="trace2")
        lost = self.assert_lost(done) if told else 0
        self.assertEqual(whole_lines(b"".join(received)) + lost, 5003)
        return lost

    # Directories

    def test_overloaded_directory(self):
        """R-DST-14, R-DST-16, R-DST-18; it counts files, unlike R-DST-15."""
        traces = self.directory / "traces"
        traces.mkdir()
        env = {"TRACE2_MAX_FILES": 2}
        sentinel = traces / "git-trace2-discard"
        for number in (1, 2):
            self.guest(traces, variable="TRACE2_EVENT", env=env)
            self.assertEqual(len(list(traces.iterdir())), number)
            self.assertFalse(sentinel.exists())
        self.guest(traces, variable="TRACE2_EVENT", env=env)
        events = tracing.parse(sentinel.read_text())
        self.assertEqual(tracing.names(events)[:3], ["version", "too_many_files", "start"])
        self.assertEqual(tracing.names(events)[-1], "atexit")
        before = {file: file.stat().st_size for file in traces.iterdir()}
        err = self.said(traces, variable="TRACE2_EVENT", env=env)
        self.assertEqual({file: file.stat().st_size for file in traces.iterdir()}, before)
        self.assertIn("TRACE2_EVENT", err)
        self.assertIn(str(traces), err)
        # R-DST-19
        self.guest(traces, variable="TRACE2_EVENT")
        self.assertEqual(len(list(traces.iterdir())), 4)

    def test_targets_share_a_directory_in_files_of_their_own(self):
        """R-DST-13"""
        traces = self.directory / "traces"
        traces.mkdir()
        self.guest(traces, env={"TRACE2": traces, "TRACE2_EVENT": traces})
        first, second, third = sorted(traces.iterdir())
        self.assertEqual((second.name, third.name), (f"{first.name}.1", f"{first.name}.2"))
        self.assertIn(" version ", first.read_text().replace("version", " version ", 1))
        self.assertEqual(len(tracing.parse(third.read_text())), EVENTS + 3)

    # Programs with more rights than their caller

    def test_privileged_programs_obey_no_variable(self):
        if tracing.SANITIZED:
            self.skipTest("sanitized programs don't start with more rights than their caller")
        if os.statvfs(self.directory).f_flag & os.ST_NOSUID:
            self.skipTest("there are no privileged programs in this file system")
        starter, others = {}, [group for group in os.getgroups() if group != os.getegid()]
        if os.geteuid() == 0:
            # The group of the program is root's, and somebody else starts it.
            starter = {"user": 65534, "group": 65534, "extra_groups": []}
            if (open_to_all := open_directory()) is None:
                self.skipTest("no temporary directory is open to all users")
            self.addCleanup(open_to_all.cleanup)
            self.directory = Path(open_to_all.name)
            self.directory.chmod(0o777)
        elif not others:
            self.skipTest("the user is in one group only")
        program = Path(copied(self.program, self.directory))
        os.chown(program, -1, 0 if starter else others[0])
        event = {"TRACE2_EVENT": self.directory / "event", "TRACE2": "1"}
        for mode, state in {0o755: "traced", 0o2755: "untraced"}.items():
            program.chmod(mode)
            done = self.run_program("identity", program=program, env=event, **starter)
            self.assertEqual((done.status, done.out), (7, f"{state}\n"))
            self.assertEqual((self.directory / "event").exists(), state == "traced")
            self.assertEqual(done.err == "", state == "untraced")
            (self.directory / "event").unlink(missing_ok=True)

    # Terminals

    def test_terminal_obeys_nothing_that_is_traced(self):
        """R-LIM-16"""
        leader, follower = pty.openpty()
        name = os.ttyname(follower)
        files = {"TRACE2_EVENT": self.directory / "event", "TRACE2": self.directory / "normal"}
        self.guest(name, "hostile_text", env=files)
        self.assertIn("\x1b[31m", (self.directory / "normal").read_text(), "R-PRF-14 holds for files")
        os.close(follower)
        shown = b""
        # The kernel hands the bytes over some time later, and then says that nobody writes any more.
        with contextlib.suppress(OSError):
            while part := os.read(leader, 65536):
                shown += part
        os.close(leader)
        text = shown.replace(b"\r\n", b"\n").decode()
        self.assertIn("red ", text)
        controls = [c for c in text if c != "\n" and (ord(c) < 32 or 0x7F <= ord(c) < 0xA0)]
        self.assertEqual(controls, [])
        for line in text.splitlines():
            self.assertEqual(line.count(" | "), 8, line)

    def test_terminal_that_nobody_reads(self):
        """Such as one that a person has stopped; R-WR-07."""
        leader, follower = pty.openpty()
        done = self.guest(os.ttyname(follower), "work", 1000)
        self.assertGreater(self.assert_lost(done), 500)
        os.close(leader)
        os.close(follower)


if __name__ == "__main__":
    tracing.main()
