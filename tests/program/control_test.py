"""Programs that are looked at while they run: usage control_test.py PROGRAM DAEMON"""

import contextlib
import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from datetime import datetime, timedelta
from pathlib import Path
from urllib.parse import unquote

from trace2_program import Program, run_all

sys.path.append(str(Path(__file__).resolve().parents[1] / "support"))
from signal_actions import restore_defaults  # noqa: E402  pylint: disable=wrong-import-position


class Place:
    """A directory for sockets and files, and the daemons that run there."""

    def __enter__(self):
        self.directory = tempfile.TemporaryDirectory()  # pylint: disable=consider-using-with
        self.path = Path(self.directory.name)
        self.environment = {key: value for key, value in os.environ.items() if "TRACE2" not in key}
        self.environment["XDG_RUNTIME_DIR"] = self.directory.name
        self.running = []
        return self

    def __exit__(self, *_):
        for each in self.running:
            each.kill()
            each.wait()
        self.directory.cleanup()

    def start(self, daemon, **variables):
        started = subprocess.Popen([daemon, "--frob"], env={**self.environment, "TRACE2_CONTROL": "1", **variables})
        self.running.append(started)
        wait_for(lambda: any(self.path.glob(f"trace2/{started.pid}.*")))
        return started


def wait_for(condition):
    end = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < end, "does not come true"
        time.sleep(0.01)


def size_of(path):
    return path.stat().st_size if path.exists() else 0


def test_ps_says_that_no_program_runs(trace2, _):
    with Place() as place:
        done = trace2("ps", env=place.environment)
        assert (done.returncode, done.stdout) == (0, b"") and b"no program with TRACE2_CONTROL=1 runs" in done.stderr, done
        assert json.loads(trace2("ps", "--json", env=place.environment).stdout) == {"programs": []}


def test_ps_lists_programs_and_their_targets(trace2, daemon):
    with Place() as place:
        file = place.path / "event"
        one = place.start(daemon, TRACE2_EVENT=str(file))
        other = place.start(daemon)
        done = trace2("ps", env=place.environment)
        lines = done.stdout.decode().splitlines()
        assert done.returncode == 0 and done.stderr == b"", done
        assert re.match(r" +pid +since +target +bytes/s +lost +session +command", lines[0]), lines
        traced = next(line for line in lines if line.split()[0] == str(one.pid))
        assert f" event {file} " in traced and traced.endswith("--frob"), lines
        assert int(re.search(rf"{re.escape(str(file))} +(\d+) +0 ", traced)[1]) > 0, "it grows"
        assert any(line.split()[0] == str(other.pid) and " off " in line for line in lines), lines
        since = datetime.fromisoformat(" ".join(traced.split()[1:3]))
        assert timedelta(0) <= datetime.now() - since < timedelta(minutes=10), traced
        programs = {told["pid"]: told for told in json.loads(trace2("ps", "--json", env=place.environment).stdout)["programs"]}
        assert programs.keys() == {one.pid, other.pid} and programs[other.pid]["targets"] == [], programs
        (target,) = programs[one.pid]["targets"]
        assert target.pop("bytes_per_second") > 0, "it grows"
        assert target == {"name": "event", "state": "on", "value": str(file), "lost": 0}, target
        assert programs[one.pid]["command"].endswith("--frob") and programs[one.pid]["sid"], programs
        assert abs(datetime.fromisoformat(programs[one.pid]["since"][:-1]) - datetime.utcfromtimestamp(since.timestamp())) < timedelta(seconds=1), programs
        one.kill()
        one.wait()
        assert str(one.pid) not in trace2("ps", env=place.environment).stdout.decode()
        assert not any(place.path.glob(f"trace2/{one.pid}.*")), "what a killed program leaves is removed"


def test_attach_switches_a_target_on_and_off_again(trace2, daemon):
    with Place() as place:
        running = place.start(daemon)
        file = place.path / "event"
        done = trace2("attach", running.pid, "--to=event", "-o", file, "--filter=loop", "--for=200ms", env=place.environment)
        assert done.returncode == 0 and done.stdout == b"" and done.stderr == b"", done
        events = [json.loads(line) for line in file.read_text().splitlines()]
        assert events[0]["event"] == "version" and len(events) > 10
        assert {event.get("category", "loop") for event in events} == {"loop"}
        assert " off " in trace2("ps", env=place.environment).stdout.decode()
        size = size_of(file)
        time.sleep(0.1)
        assert size_of(file) == size


def test_a_file_that_takes_no_events_is_said_and_is_a_failure(trace2, daemon):
    with Place() as place:
        running = place.start(daemon)
        for form in ("event", "perf"):
            done = trace2("attach", running.pid, f"--to={form}", "-o", "/dev/full", "--for=200ms", env=place.environment)
            assert done.returncode == 1 and re.search(rb"\d+ events lost: /dev/full did not take them", done.stderr), done


def test_attach_without_a_file_shows_lines(trace2, daemon):
    with Place() as place:
        running = place.start(daemon)
        for target, form in (("perf", rb"\| d0 \| main .*\| data .*number:\d"), ("event", rb'^{"event":"data",')):
            done = trace2("attach", running.pid, f"--to={target}", "--for=200ms", env=place.environment)
            assert done.returncode == 0 and done.stderr == b"", done
            assert re.search(form, done.stdout, re.MULTILINE) and done.stdout.endswith(b"\n"), done.stdout[:500]
        assert [path.name for path in (place.path / "trace2").iterdir()] == [next((place.path / "trace2").glob("[0-9]*")).name]


def test_a_command_that_ends_in_any_way_gives_the_targets_back(trace2, daemon):
    with Place() as place:
        before = place.path / "before"
        during = place.path / "during"
        running = place.start(daemon, TRACE2_EVENT=str(before))
        for end in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL):
            size = size_of(during)
            attached = subprocess.Popen([trace2.path, "attach", str(running.pid), "-o", during], env=place.environment,
                                        preexec_fn=restore_defaults)
            wait_for(lambda: size_of(during) > size)  # pylint: disable=cell-var-from-loop
            kept = size_of(before)
            time.sleep(0.05)
            assert size_of(before) == kept
            attached.send_signal(end)
            assert attached.wait() == (-end if end == signal.SIGKILL else 0)
            wait_for(lambda: size_of(before) > kept)  # pylint: disable=cell-var-from-loop
        assert running.poll() is None


def test_a_signal_that_its_starter_has_switched_off_does_not_end_a_command(trace2, daemon):
    with Place() as place:
        running = place.start(daemon)
        file = place.path / "file"
        attached = subprocess.Popen(["nohup", trace2.path, "attach", str(running.pid), "-o", file], env=place.environment,
                                    preexec_fn=restore_defaults, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        place.running.append(attached)
        wait_for(lambda: size_of(file) > 0)
        attached.send_signal(signal.SIGHUP)
        time.sleep(0.1)
        assert attached.poll() is None
        attached.send_signal(signal.SIGINT)
        assert attached.wait(60) == 0


def pretend_to_be_a_program(listening, sent, requests):
    """Sends these bytes as its lines to each client that switches a target on, and keeps what it asks for."""
    while True:
        client = listening.accept()[0]
        path = None
        with client, contextlib.suppress(OSError):
            client.sendall(b"trace2-control 1\n")
            for request in client.makefile("r"):
                client.sendall(b"ok\n")
                requests.append(request)
                if "af_unix:stream:" in request:
                    path = unquote(request.split("af_unix:stream:")[1].strip())
                if request == "switch\n":
                    with socket.socket(socket.AF_UNIX) as lines:
                        lines.connect(path)
                        lines.sendall(sent)
                    break


@contextlib.contextmanager
def pretended_program(sent):
    """A program of this process's number: its place, and the list of what clients ask for."""
    with Place() as place, socket.socket(socket.AF_UNIX) as listening:
        directory = place.path / "trace2"
        directory.mkdir(0o700)
        listening.bind(str(directory / f"{os.getpid()}.0"))
        listening.listen()
        requests = []
        threading.Thread(target=pretend_to_be_a_program, args=(listening, sent, requests), daemon=True).start()
        yield place, requests


def test_a_line_without_end_does_not_fill_the_memory(trace2, _):
    with pretended_program(b"x" * (40 << 20)) as (place, _requests):
        done = trace2("attach", os.getpid(), env=place.environment)
        assert done.returncode == 0 and done.stdout.count(b"\n") == 2, (done.returncode, len(done.stdout), done.stderr)


def test_attach_asks_for_regions_of_all_levels(trace2, _):
    with pretended_program(b"") as (place, requests):
        trace2("attach", "--to=event", os.getpid(), env=place.environment)
        assert f"set event.nesting {2**31 - 1}\n" in requests, requests


def test_a_reader_that_stops_holds_nobody_up(trace2, daemon):
    with Place() as place:
        running = place.start(daemon)
        attached = subprocess.Popen([trace2.path, "attach", str(running.pid)], env=place.environment,
                                    stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        place.running.append(attached)
        assert attached.stdout.readline()
        attached.send_signal(signal.SIGSTOP)
        time.sleep(0.3)
        clock = place.path / "clock"
        other = subprocess.run([trace2.path, "attach", str(running.pid), "-o", clock, "--for=200ms"],
                               env=place.environment, check=True, timeout=60)
        assert other.returncode == 0 and size_of(clock) > 0
        attached.send_signal(signal.SIGCONT)
        attached.stdout.close()
        attached.kill()


def test_a_reader_that_has_stopped_lets_the_command_end(trace2, daemon):
    with Place() as place:
        running = place.start(daemon)
        for end in (signal.SIGINT, signal.SIGTERM, None):
            reader, writer = os.pipe()
            for_a_while = ["--for=1s"] if end is None else []
            with subprocess.Popen([trace2.path, "attach", str(running.pid), *for_a_while], env=place.environment, stdout=writer,
                                  preexec_fn=restore_defaults) as attached:
                place.running.append(attached)
                full = lambda: not select.select([], [writer], [], 0)[1]  # pylint: disable=cell-var-from-loop
                if end is not None:
                    wait_for(full)
                    time.sleep(0.2)
                    attached.send_signal(end)
                assert attached.wait(20) == 0, end
            os.close(reader)
            os.close(writer)


def test_the_end_of_the_program_is_said(trace2, daemon):
    with Place() as place:
        running = place.start(daemon)
        attached = subprocess.Popen([trace2.path, "attach", str(running.pid)], env=place.environment,
                                    stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert attached.stdout.readline()
        running.kill()
        said = attached.communicate(timeout=60)
        assert attached.returncode == 0 and said[1].decode() == f"trace2: program {running.pid} has ended\n", said


def test_what_can_not_be_done_is_said(trace2, daemon):
    with Place() as place:
        running = place.start(daemon)
        for arguments, code, reason in (
            (("attach", 1), 1, "no program 1 can be reached: "),
            (("attach", running.pid, "-o", "/no/such/directory/file"), 1, "can't open '/no/such/directory/file': No such"),
            (("attach", running.pid, "--to=binary"), 2, "--to=binary needs --output=FILE"),
            (("attach", running.pid, "--filter=" + "x" * 9000), 1, "a value is longer than programs take"),
            (("attach", running.pid, "--ring"), 2, "--to=binary needs --output=FILE"),
            (("attach", running.pid, "--to=event", "--ring"), 2, "only --to=binary has a ring"),
            (("attach", running.pid, "--for=soon"), 2, "soon is no length"),
            (("snapshot", running.pid, "-o", place.path / "copy"), 1, f"{running.pid} records nothing"),
            (("snapshot", 1, "-o", place.path / "copy"), 1, "no program 1 can be reached: "),
        ):
            done = trace2(*arguments, env=place.environment)
            assert done.returncode == code and reason in done.stderr.decode(), (arguments, done)
        assert not (place.path / "copy").exists()


def test_a_hundred_settings_in_a_moment_are_none_too_many(trace2, daemon):
    with Place() as place:
        running = place.start(daemon)
        for number in range(100):
            arguments = ("attach", running.pid, "-o", place.path / "file", "--filter", f"category{number}", "--for=1ms")
            done = trace2(*arguments, env=place.environment)
            assert (done.returncode, done.stderr) == (0, b""), (number, done)
        assert running.poll() is None


def test_a_snapshot_of_a_ring_is_a_recording(trace2, daemon):
    with Place() as place:
        ring = place.path / "ring"
        running = place.start(daemon, TRACE2_BINARY=str(ring), TRACE2_BINARY_MODE="ring", TRACE2_BINARY_SIZE="64k")
        time.sleep(0.3)
        inode = ring.stat().st_ino
        done = trace2("snapshot", running.pid, "-o", ring, env=place.environment)
        assert done.returncode == 2 and f"is the recording of {running.pid} itself" in done.stderr.decode(), done
        assert ring.stat().st_ino == inode
        nowhere = place.path / "none/copy"
        done = trace2("snapshot", running.pid, "-o", nowhere, env=place.environment)
        assert (done.returncode, done.stderr.decode()) == (1, f"trace2: {nowhere}: No such file or directory\n"), done
        for removed in (False, True):
            if removed:
                ring.unlink()
            copy = place.path / f"copy{removed}"
            done = trace2("snapshot", running.pid, "-o", copy, env=place.environment)
            assert done.returncode == 0 and done.stderr == b"", done
            lines = trace2.output("cat", "--format=event", copy).decode().splitlines()
            numbers = [int(event["value"]) for event in map(json.loads, lines) if event.get("key") == "number"]
            assert len(numbers) > 10 and numbers == list(range(numbers[0], numbers[0] + len(numbers))), numbers
        assert running.poll() is None


run_all(globals(), Program(sys.argv[1]), sys.argv[2])
