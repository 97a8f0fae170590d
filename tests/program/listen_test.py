"""trace2 listen: usage listen_test.py PROGRAM"""

import contextlib
import fcntl
import gzip
import os
import pty
import re
import resource
import select
import shlex
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
from pathlib import Path

from trace2_program import SMALL, Program, Skipped, run_all, skip

sys.path.append(str(Path(__file__).resolve().parents[1] / "support"))
from other_user import copied, open_directory  # noqa: E402  pylint: disable=wrong-import-position
from signal_actions import restore_defaults  # noqa: E402  pylint: disable=wrong-import-position

EVENTS = SMALL.encode()
PATIENCE = 60


class Listener:
    """A running listener, whose output is read as it comes."""

    def __init__(self, trace2, *arguments, stdout=None, env=None, paths=(), most_files=None, **options):
        def prepare():
            restore_defaults()
            if most_files:
                resource.setrlimit(resource.RLIMIT_NOFILE, (most_files, most_files))

        # A sanitizer keeps what is freed, unless it is told not to.
        options_of_asan = f'{os.environ.get("ASAN_OPTIONS", "")}:quarantine_size_mb=0:thread_local_quarantine_size_kb=0'
        env = {**(os.environ if env is None else env), "ASAN_OPTIONS": options_of_asan.strip(":")}
        self.running = subprocess.Popen(
            [trace2.path, "listen", *map(str, arguments)], stdin=options.pop("stdin", subprocess.DEVNULL),
            stdout=stdout or subprocess.PIPE, stderr=subprocess.PIPE, env=env, preexec_fn=prepare, **options)
        self.parts = {"out": b"", "err": b""}
        self.readers = []
        for name, pipe in (("out", self.running.stdout), ("err", self.running.stderr)):
            if pipe:
                self.readers.append(threading.Thread(target=self._read, args=(name, pipe), daemon=True))
                self.readers[-1].start()
        self.until(lambda: all(Path(path).exists() for path in paths))
        self.memory_at_start = None

    def _read(self, name, pipe):
        while piece := os.read(pipe.fileno(), 65536):
            self.parts[name] += piece

    @property
    def out(self):
        return self.parts["out"].decode()

    @property
    def err(self):
        return self.parts["err"].decode()

    def until(self, condition):
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, (self.out, self.err)
            assert self.running.poll() is None or condition(), (self.running.returncode, self.out, self.err)
            time.sleep(0.005)

    def stop(self, number=signal.SIGTERM):
        self.running.send_signal(number)
        self.running.wait(PATIENCE)
        for reader in self.readers:
            reader.join(PATIENCE)
        return self.running.returncode

    def measure_memory(self):
        """Notes what it takes by itself; not for one that may have ended."""
        self.memory_at_start = self.most_memory()

    def memory(self):
        """The most memory that what arrived has taken so far, in MiB. The program itself takes 10."""
        return self.most_memory() - self.memory_at_start

    def most_memory(self):
        status = Path(f"/proc/{self.running.pid}/status").read_text()
        return int(re.search(r"VmHWM:\s+(\d+)", status)[1]) / 1024


@contextlib.contextmanager
def listening(trace2, *arguments, kind="stream", path="s", **options):
    with tempfile.TemporaryDirectory() as name:
        at = f"{name}/{path}"
        listener = Listener(trace2, *arguments, f"af_unix:{kind}:{at}", paths=[at + ".lock", at], **options)
        listener.at = at
        listener.measure_memory()
        listener.directory = Path(name)
        try:
            yield listener
        finally:
            listener.running.kill()
            listener.running.wait()


def connected(at, kind=socket.SOCK_STREAM):
    end = time.monotonic() + PATIENCE
    while True:
        client = socket.socket(socket.AF_UNIX, kind)
        try:
            client.connect(at)
            return client
        except (ConnectionRefusedError, BlockingIOError):
            assert time.monotonic() < end
            client.close()
            time.sleep(0.001)


def event(name, sid="S", **members):
    rest = "".join(f',"{key}":{value}' for key, value in members.items())
    return f'{{"event":"{name}","sid":"{sid}","thread":"main","time":"2000-01-01T00:00:00.000000Z"{rest}}}\n'.encode()


def whole(sid, command="frob", wall="0.5", code=0):
    return event("start", sid, t_abs="0.0", argv=f'["{command}"]') + event("atexit", sid, t_abs=wall, code=code)


def line_of(text, command):
    """The line of a command; empty if there is none yet."""
    found = [line for line in text.splitlines() if re.search(rf"^\d\d:\d\d:\d\d +\S+ \w+  {command}( |$)", line)]
    assert len(found) <= 1, (command, text)
    return found[0] if found else ""


def test_each_finished_command_is_a_line_and_the_summary_comes_last(trace2):
    with listening(trace2) as listener:
        client = connected(listener.at)
        client.sendall(EVENTS)
        listener.until(lambda: listener.out.count("\n") == 2)
        sub, frob = listener.out.splitlines()
        assert re.search(r"^\d\d:\d\d:\d\d +100 ms  sub .* exit 3$", sub), sub
        assert re.search(r"^\d\d:\d\d:\d\d +1\.0 s  frob scan .* (sub|c/outer) 30%$", frob), frob
        assert listener.stop() == 0 and listener.err == "", listener.err
        summary = listener.out.split("\n", 2)[2]
        # Of a single command, "trace2 summary" leads with what took its time.
        assert trace2.output("summary", "-", stdin=EVENTS).decode().endswith(summary), summary
        assert list(listener.directory.iterdir()) == [], "the socket and its lock are gone"


def test_any_number_of_sockets_is_listened_to(trace2):
    with tempfile.TemporaryDirectory(dir="/tmp") as name:
        with listening(trace2, *(f"af_unix:{name}/{number}" for number in range(1000))) as listener:
            connected(f"{name}/999").sendall(whole("A", "last"))
            listener.until(lambda: line_of(listener.out, "last"))
            assert listener.stop() == 0


def test_lines_of_other_targets_are_called_by_their_names(trace2):
    for line in (b"d0 | main                     | version      |     |           |           |              | 1.0\n",
                 b"10:45:08.558140 common-init.c:57              version 1.0\n"):
        done = trace2("listen", "-", stdin=2 * line)
        assert b"is one of PERF or NORMAL" in done.stderr and b"no event" not in done.stderr, done.stderr
        assert b"lines of PERF or NORMAL, of which nothing is shown: 2\n" in done.stderr, done.stderr


def test_a_pipe_ends_with_its_writer(trace2):
    done = trace2("listen", "-", stdin=EVENTS)
    assert done.returncode == 0 and done.stderr == b"", done
    assert done.stdout.count(b"frob scan") == 2 and b"Processes\n" in done.stdout, done.stdout
    with tempfile.TemporaryFile() as file:
        file.write(EVENTS)
        file.seek(0)
        of_file = subprocess.run([trace2.path, "listen", "-"], stdin=file, capture_output=True, timeout=PATIENCE, check=True)
        assert of_file.stdout == done.stdout


def test_a_process_without_an_end_is_unfinished(trace2):
    with listening(trace2) as listener:
        client = connected(listener.at)
        client.sendall(event("start", "A", t_abs="0.0", argv='["frob"]'))
        client.close()
        listener.until(lambda: "unfinished" in line_of(listener.out, "frob"))
        other = connected(listener.at)
        other.sendall(event("start", "B", t_abs="0.0", argv='["late"]'))
        assert listener.stop(signal.SIGINT) == 0
        assert "unfinished" in line_of(listener.out, "late"), "the listener has ended before"
    with listening(trace2, kind="dgram") as listener:
        line = event("start", "A", t_abs="0.0", argv='["frob"]')
        script = "import socket,sys; s=socket.socket(1,2); s.connect(sys.argv[1]); s.send(sys.argv[2].encode())"
        subprocess.run([sys.executable, "-c", script, listener.at, line.decode()], check=True, timeout=PATIENCE)
        listener.until(lambda: "unfinished" in listener.out)


def sid_of(pid):
    return f"20000101T000000.000000Z-H00000000-P{pid:08x}"


def test_a_process_comes_back_by_another_connection(trace2):
    sid = sid_of(os.getpid())
    with listening(trace2) as listener:
        first, second = connected(listener.at), connected(listener.at)
        first.sendall(event("start", sid, t_abs="0.0", argv='["frob"]'))
        first.close()
        second.sendall(whole("X", "other"))
        listener.until(lambda: line_of(listener.out, "other"))
        second.sendall(event("start", sid, t_abs="1.0", argv='["frob"]') + event("atexit", sid, t_abs="2.0", code=0))
        listener.until(lambda: line_of(listener.out, "frob"))
        assert "unfinished" not in listener.out and "2.0 s" in line_of(listener.out, "frob"), listener.out
        third = connected(listener.at)
        third.sendall(event("start", sid_of(os.getppid()), t_abs="0.0", argv='["foreign"]'))
        third.close()
        listener.until(lambda: "unfinished" in line_of(listener.out, "foreign"))


def test_a_process_that_does_not_come_back_is_unfinished_when_it_has_ended(trace2):
    line = event("start", sid_of(0), t_abs="0.0", argv='["frob"]').decode()
    script = "import os,socket,sys; s=socket.socket(1,1); s.connect(sys.argv[1]); " \
             "s.send(sys.argv[2].replace('P00000000', f'P{os.getpid():08x}').encode()); s.close(); print('sent', flush=True); input()"
    with listening(trace2) as listener, subprocess.Popen(
            [sys.executable, "-c", script, listener.at, line], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as client:
        assert client.stdout.readline() == b"sent\n"
        connected(listener.at).sendall(whole("X", "other"))
        listener.until(lambda: line_of(listener.out, "other"))
        assert not line_of(listener.out, "frob"), listener.out
        client.stdin.write(b"\n")
        client.stdin.flush()
        listener.until(lambda: "unfinished" in line_of(listener.out, "frob"))  # and nobody has waited for it
        assert listener.stop() == 0 and listener.err == "", listener.err


def test_datagrams_are_lines(trace2):
    with listening(trace2, kind="dgram") as listener:
        client = connected(listener.at, socket.SOCK_DGRAM)
        for line in EVENTS.splitlines(keepends=True):
            client.send(line)
        listener.until(lambda: listener.out.count("\n") == 2)
        client.send(whole("X", "bare").replace(b"\n", b"", 1))  # two events in one line
        for line in whole("Y", "open").splitlines():
            client.send(line)  # without its end
        listener.until(lambda: line_of(listener.out, "open"))
        assert listener.stop() == 0 and listener.err.count("a line is no event") == 1, listener.err


def test_several_addresses_at_once(trace2):
    with tempfile.TemporaryDirectory() as name:
        paths = [f"{name}/a", f"{name}/b"]
        listener = Listener(trace2, f"af_unix:{paths[0]}", f"af_unix:dgram:{paths[1]}", "-", paths=paths,
                            stdin=subprocess.PIPE)
        connected(paths[0]).sendall(whole("A", "one"))
        connected(paths[1], socket.SOCK_DGRAM).send(whole("B", "two"))
        listener.running.stdin.write(whole("C", "three"))
        listener.running.stdin.close()
        for command in ("one", "two", "three"):
            listener.until(lambda wanted=command: line_of(listener.out, wanted))
        assert listener.stop() == 0


def test_wrong_addresses_are_refused(trace2):
    for address in ("frob", "af_unix:", "af_unix:relative", "af_unix:stream:x", "AF_UNIX:/x", "af_unix:frob:/x",
                    "/x", "\x1b[2J"):
        done = trace2("listen", address)
        assert done.returncode == 2 and b"is no address" in done.stderr and b"\x1b" not in done.stderr, done
    for form in ("af_unix:", "af_unix:dgram:"):
        done = trace2("listen", form + "/" + "x" * 107)
        assert done.returncode == 2 and b"has at most 107 bytes, and this one 108" in done.stderr, done
    done = trace2("listen", "-", "-")
    assert done.returncode == 2 and b"already" in done.stderr


def test_the_socket_is_its_owners_alone(trace2):
    with listening(trace2) as listener:
        assert os.stat(listener.at).st_mode & 0o777 == 0o600


def test_no_path_is_taken_from_a_living_listener(trace2):
    with listening(trace2) as listener:
        again = trace2("listen", f"af_unix:{listener.at}")
        assert again.returncode == 1 and b"listens there" in again.stderr, again
        connected(listener.at).sendall(whole("A", "still"))
        listener.until(lambda: line_of(listener.out, "still"))
    with tempfile.TemporaryDirectory() as name:
        path = f"{name}/s"
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
            other = socket.socket(socket.AF_UNIX, kind)
            other.bind(path)
            if kind == socket.SOCK_STREAM:
                other.listen(0)
                full = connected(path)  # a queue that is full is somebody's
            done = trace2("listen", f"af_unix:{path}")
            assert done.returncode == 1 and b"another program listens there" in done.stderr, done
            other.close()
            # Nobody listens any more.
            listener = Listener(trace2, f"af_unix:{path}", paths=[path + ".lock"])
            listener.until(lambda: sorted(os.listdir(name)) == ["s", "s.lock"] and is_connectable(path))
            assert listener.stop() == 0 and os.listdir(name) == []
        full.close()
        Path(path).write_text("mine")
        done = trace2("listen", f"af_unix:{path}")
        assert done.returncode == 1 and b"is no socket" in done.stderr and Path(path).read_text() == "mine"


def is_connectable(path):
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        return probe.connect_ex(path) == 0


def test_one_of_many_gets_the_path(trace2):
    with tempfile.TemporaryDirectory() as name:
        path = f"{name}/s"
        stale = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        stale.bind(path)
        stale.close()
        many = [Listener(trace2, f"af_unix:{path}") for _ in range(8)]
        end = time.monotonic() + PATIENCE
        while sum(one.running.poll() is None for one in many) > 1:
            assert time.monotonic() < end
            time.sleep(0.01)
        (winner,) = [one for one in many if one.running.poll() is None]
        winner.until(lambda: is_connectable(path))
        winner.until(lambda: all("listens there" in one.err or one is winner for one in many))
        assert winner.stop() == 0 and os.listdir(name) == []


def test_hostile_texts_control_no_terminal(trace2):
    with listening(trace2) as listener:
        client = connected(listener.at)
        client.sendall(event("start", "A", argv='["x\\u001b[2J\\u009b\\ny"]') +
                       event("def_repo", "A", repo=1, worktree='"/a\\u001b]0;b\\u0007"') + event("atexit", "A", code=1) +
                       b"\x1b[2J no event\n")
        listener.until(lambda: listener.err and "exit 1" in listener.out)
        assert listener.stop() == 0
        for text in (listener.out, listener.err):
            assert "\x1b" not in text and "\x9b" not in text and "\x07" not in text, text


def test_other_users_are_refused(trace2):
    if os.geteuid() != 0:
        raise Skipped("only root can become another user")
    script = """import os,socket,sys
os.setuid(65534)
s=socket.socket(1,int(sys.argv[2])); s.connect(sys.argv[1])
try: s.send(sys.argv[3].encode()); s.recv(1) if sys.argv[2] == "1" else 0
except OSError: pass"""
    for kind, number in (("stream", "1"), ("dgram", "2")):
        # Root listens for a user here, so that nobody is another one.
        for is_for_all in (False, True):
            if (directory := open_directory()) is None:
                raise Skipped("no temporary directory is open to all users")
            with directory as name:
                os.chown(name, 65533, 65533)
                path = f"{name}/s"
                program = Program(copied(trace2.path, name))
                options = ["--any-user"] if is_for_all else []
                listener = Listener(program, *options, f"af_unix:{kind}:{path}", paths=[path], user=65533)
                os.chmod(path, 0o666)
                sender = subprocess.Popen([sys.executable, "-c", script, path, number, whole("A", "foreign").decode()])
                if is_for_all:
                    listener.until(lambda: line_of(listener.out, "foreign"))
                else:
                    listener.until(lambda: "another user sends was refused" in listener.err)
                assert listener.stop() == 0 and bool(line_of(listener.out, "foreign")) == is_for_all
                sender.wait(PATIENCE)


def test_endless_lines_and_cut_lines_cost_themselves_only(trace2):
    with listening(trace2) as listener:
        endless = connected(listener.at)
        for _ in range(40):
            endless.sendall(b"x" * 65536)
        endless.sendall(b"\n" + whole("A", "afterwards"))
        cut = connected(listener.at)
        cut.sendall(event("start", "B", argv='["cut"]') + b'{"event":"atexit","si')
        cut.close()
        garbage = connected(listener.at)
        garbage.sendall(b"no event\n" * 1000 + b"\0" * 100 + b"\n\n# comment\n" + whole("C", "honest"))
        for command in ("afterwards", "cut", "honest"):
            listener.until(lambda wanted=command: line_of(listener.out, wanted))
        assert "unfinished" in line_of(listener.out, "cut")
        assert listener.stop() == 0
        said = listener.err.splitlines()
        assert len(said) == 6, said  # the first of each kind, and the sums
        assert "trace2: lines left out that were too long: 1" in said, said
        assert "trace2: lines that were no events of Trace2, or had no room: 1002" in said, said
        assert "trace2: connections that ended in the middle of a line: 1" in said, said


def test_slow_clients_hold_nobody_up(trace2):
    with listening(trace2) as listener:
        slow = [connected(listener.at) for _ in range(50)]
        line = whole("S", "slow")
        for byte in line[:100]:
            for client in slow[:5]:
                client.send(bytes([byte]))
        connected(listener.at).sendall(whole("Q", "quick"))
        listener.until(lambda: line_of(listener.out, "quick"))
        slow[0].sendall(line[100:])
        listener.until(lambda: line_of(listener.out, "slow"))
        assert listener.stop() == 0


def test_many_connections_leave_room_for_others(trace2):
    # 200 descriptors leave room for 136 connections.
    with listening(trace2, most_files=200) as listener:
        # It is silent for longest, but its process has no other connection.
        script = """import socket,sys
s=socket.socket(1); s.connect(sys.argv[1]); s.sendall(sys.argv[2].encode())
print(flush=True); sys.stdin.read(); s.sendall(sys.argv[3].encode())"""
        lines = [line.decode() for line in whole("H", "honest").splitlines(True)]
        with subprocess.Popen([sys.executable, "-c", script, listener.at, *lines], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE) as honest:
            honest.stdout.readline()
            crowd = [connected(listener.at) for _ in range(400)]
            listener.until(lambda: "silent connection was closed" in listener.err)
            talking = [connected(listener.at) for _ in range(200)]
            for number, client in enumerate(talking):
                with contextlib.suppress(OSError):
                    client.send(event("start", f"T{number}", argv='["talk"]'))
            connected(listener.at).sendall(whole("L", "late"))
            listener.until(lambda: line_of(listener.out, "late"))
            honest.stdin.close()
            listener.until(lambda: line_of(listener.out, "honest"))
            assert honest.wait(PATIENCE) == 0 and "unfinished" not in line_of(listener.out, "honest"), listener.out
        for client in (*crowd, *talking):
            client.close()
        assert listener.stop() == 0


def test_a_writer_that_is_too_fast_is_closed_and_never_waits(trace2):
    with listening(trace2) as listener:
        client = connected(listener.at)
        client.settimeout(PATIENCE)
        listener.running.send_signal(signal.SIGSTOP)
        block = event("data", "A", nesting=1, category='"c"', key='"k"', value='"5"') * 500
        client.setblocking(False)
        sent = 0
        with contextlib.suppress(BlockingIOError):
            while True:
                sent += client.send(block)
        listener.running.send_signal(signal.SIGCONT)
        client.setblocking(True)
        client.settimeout(PATIENCE)
        try:
            for _ in range(400):  # 25 MB
                client.sendall(block)
        except (BrokenPipeError, ConnectionResetError):
            listener.until(lambda: "a connection was closed, because it sends more" in listener.err)
        assert listener.memory() < 48, listener.memory()
        connected(listener.at).sendall(whole("Q", "others"))
        listener.until(lambda: line_of(listener.out, "others"))
        assert listener.stop() == 0


def test_begun_lines_of_many_take_bounded_memory(trace2):
    with listening(trace2) as listener:
        crowd = [connected(listener.at) for _ in range(100)]
        for client in crowd:
            client.setblocking(False)
            with contextlib.suppress(OSError):
                client.send(b"x" * 200_000)
        listener.until(lambda: "a connection was closed, because it sends more" in listener.err)
        connected(listener.at).sendall(whole("Q", "others"))
        listener.until(lambda: line_of(listener.out, "others"))
        assert listener.memory() < 48, listener.memory()
        # Their room is there again.
        for client in crowd:
            client.close()
        listener.until(lambda: "a connection ended in the middle of a line" in listener.err)
        client = connected(listener.at)
        for command in ("one", "two"):
            client.sendall(whole(command, command))
            listener.until(lambda wanted=command: line_of(listener.out, wanted))
        assert listener.stop() == 0


def test_datagrams_hold_no_connection_up(trace2):
    flood = """import socket,sys
data = sys.stdin.buffer.read()
many = [socket.socket(1, 2) for _ in range(30)]
for one in many: one.connect(sys.argv[1])
while True:
    for one in many: one.send(data)"""
    with tempfile.TemporaryDirectory() as name:
        paths = [f"{name}/a", f"{name}/b"]
        listener = Listener(trace2, f"af_unix:{paths[0]}", f"af_unix:dgram:{paths[1]}", paths=paths)
        listener.measure_memory()
        floods = [subprocess.Popen([sys.executable, "-c", flood, paths[1]], stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
                  for _ in range(2)]
        try:
            for one in floods:
                one.stdin.write(event("data", "A", nesting=1, category='"c"', key='"k"', value='"5"') * 1000)
                one.stdin.close()
            listener.until(lambda: "a datagram was left out" in listener.err)
            connected(paths[0]).sendall(whole("Q", "quick"))
            listener.until(lambda: line_of(listener.out, "quick"))
            assert listener.memory() < 48, listener.memory()
            assert listener.stop() == 0
        finally:
            # Without a reader they end by themselves.
            listener.running.kill()
            for one in floods:
                one.wait(PATIENCE)


def test_losses_that_writers_report_are_shown(trace2):
    with listening(trace2) as listener:
        connected(listener.at).sendall(
            event("start", "A", argv='["lossy"]') +
            event("data", "A", nesting=1, category='"trace2"', key='"lost_lines/event"', value='"7"') +
            event("atexit", "A", code=0))
        listener.until(lambda: "lost_lines/event 7" in line_of(listener.out, "lossy"))
        assert listener.stop() == 0


def test_chosen_commands_only(trace2):
    with listening(trace2, "--slower-than=1s", "--command=frob") as listener:
        connected(listener.at).sendall(whole("A", "frob a", "0.9") + whole("B", "frob b", "1.1") + whole("C", "other", "2.0"))
        connected(listener.at).sendall(whole("D", "frob d", "3.0"))
        listener.until(lambda: "frob d" in listener.out)
        assert "frob b" in listener.out and "frob a" not in listener.out and "other" not in listener.out, listener.out
        assert listener.stop() == 0
    with listening(trace2, "--sid=B") as listener:
        connected(listener.at).sendall(whole("A", "one") + whole("B", "two"))
        listener.until(lambda: line_of(listener.out, "two"))
        assert listener.stop() == 0 and "one" not in listener.out, "also in the summary"
    with listening(trace2, "--where=cache/result=hit") as listener:
        for sid, result in (("A", "miss"), ("B", "hit")):
            begin, end = whole(sid, f"frob {result}").splitlines(keepends=True)
            connected(listener.at).sendall(
                begin + event("data", sid, nesting=1, category='"cache"', key='"result"', value=f'"{result}"') + end)
        listener.until(lambda: "frob hit" in listener.out)
        assert "frob miss" not in listener.out, listener.out
        assert listener.stop() == 0


def test_each_match_runs_a_command(trace2):
    with tempfile.TemporaryDirectory() as name:
        hostile = 'frob $(touch pwned) `touch pwned`; touch pwned #"'
        script = f"""cd {shlex.quote(name)}; env | grep -E "^(GIT_)?TRACE2|^SECRET" | sort > $$.out; mkdir $TRACE2_LISTEN_PID.ran
            read x && touch stdin; test $(ls -d *.running | wc -l) -lt 4 || touch crowd
            mkdir $$.running; sleep 0.05; rmdir $$.running"""
        lines = whole("20000101T000000.000000Z-H00000000-P00000007", "x").replace(b'["x"]', ('["%s"]' % hostile.replace('"', '\\"')).encode())
        lines += b"".join(whole(f"20000101T000000.000000Z-H00000000-P{number:08x}", f"c{number}", code=3) for number in range(16, 28))
        env = {**os.environ, "GIT_TRACE2_EVENT": "/nowhere", "SECRET": "1"}
        done = subprocess.run([trace2.path, "listen", f"--exec={script}", "-"], input=lines, capture_output=True, env=env,
                              timeout=PATIENCE, check=True)
        names = os.listdir(name)
        assert sum(one.endswith(".ran") for one in names) == 13 and "7.ran" in names, (names, done.stderr)
        assert not {"pwned", "stdin", "crowd"} & set(names), names
        (first,) = [text for text in (path.read_text() for path in Path(name).glob("*.out")) if "touch" in text]
        assert f"TRACE2_LISTEN_COMMAND='{hostile}'\n" in first, first
        assert "TRACE2_LISTEN_SECONDS=0.500000\n" in first and "TRACE2_LISTEN_STATE=ended\n" in first
        assert "GIT_TRACE2_EVENT=0\n" in first and "SECRET=1\n" in first
    with listening(trace2, "--failed", "--exec=echo ran $TRACE2_LISTEN_CODE") as listener:
        connected(listener.at).sendall(whole("A", "good") + whole("B", "bad", code=5))
        listener.until(lambda: "ran 5\n" in listener.out)
        assert listener.stop() == 0 and listener.out.count("ran ") == 1, listener.out


class Terminal:
    """A terminal, and what is on it: enough of one for a live area."""

    def __init__(self, columns, rows):
        self.master, self.slave = pty.openpty()
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.columns = columns
        self.bytes = b""

    def read(self):
        while select.select([self.master], [], [], 0)[0]:
            self.bytes += os.read(self.master, 65536)

    def lines(self):
        """The lines that a user sees."""
        self.read()
        shown = []
        text = self.bytes.decode().replace("\r\n", "\n")
        for part in re.split(r"(\x1b\[\d+A\r\x1b\[J)", text):
            if found := re.fullmatch(r"\x1b\[(\d+)A\r\x1b\[J", part):
                assert int(found[1]) <= len(shown)
                del shown[len(shown) - int(found[1]):]
            else:
                part = re.sub(r"\x1b\[[0-9;]*m", "", part)
                assert "\x1b" not in part, part
                lines = part.split("\n")
                assert lines[-1] == "" and all(len(line) <= self.columns for line in lines), lines
                shown += lines[:-1]
        return shown


def test_a_terminal_shows_what_runs(trace2):
    terminal = Terminal(80, 24)
    with listening(trace2, stdout=terminal.slave) as listener:
        client = connected(listener.at)

        def until(condition):
            def check():
                try:
                    return condition(terminal.lines())
                except AssertionError:
                    return False  # a part of a picture
            end = time.monotonic() + PATIENCE
            while not check():
                assert time.monotonic() < end, (terminal.lines(), listener.err)
                time.sleep(0.01)

        client.sendall(event("start", "A", argv='["/bin/frob","' + "x" * 200 + '"]') +
                       event("def_repo", "A", repo=1, worktree='"/home/' + "y" * 200 + '/end"') +
                       event("region_enter", "A", nesting=1, category='"index"', label='"refresh"'))
        until(lambda lines: len(lines) == 1 and re.search(r"^\d\d:\d\d:\d\d >.*frob x.*…  …y.*/end  index/refresh…$", lines[0]))
        connected(listener.at).sendall(whole("B", "done"))
        until(lambda lines: len(lines) == 2 and "  done" in lines[0] and "index/refresh…" in lines[1])
        client.sendall(event("child_start", "A", child_id=0, child_class='"?"', use_shell="false", argv='["git","fetch"]'))
        until(lambda lines: len(lines) == 2 and lines[1].endswith("git fetch…"))
        for number in range(30):
            client.sendall(event("start", f"C{number}", argv='["more"]'))
        until(lambda lines: len(lines) == 14 and lines[-1] == "... 19 more run")
        client.sendall(event("atexit", "A", code=1) + b"no event\n")
        until(lambda lines: "exit 1" in lines[1] and len(lines) == 15)
        assert listener.stop() == 0
        until(lambda lines: not any(" >" in line or "more run" in line for line in lines))
        assert sum("  frob x" in line for line in terminal.lines()) >= 1
    os.close(terminal.slave)


def test_a_terminal_that_stands_still_holds_no_writer_up(trace2):
    terminal = Terminal(80, 24)
    with listening(trace2, stdout=terminal.slave) as listener:
        client = connected(listener.at)
        client.settimeout(PATIENCE)
        for number in range(80):
            client.sendall(b"".join(whole(f"S{number}-{i}", "w" * 80) for i in range(50)))
        ended_by_signals(listener)
    os.close(terminal.slave)


def ended_by_signals(listener):
    """The first signal asks for the summary, which nobody reads; another one ends the listener at once."""
    end = time.monotonic() + PATIENCE
    while listener.running.poll() is None:
        assert time.monotonic() < end
        listener.running.terminate()
        time.sleep(0.05)
    assert listener.running.returncode == -signal.SIGTERM and not os.path.exists(listener.at)


def test_a_second_signal_ends_it_at_once(trace2):
    read, write = os.pipe()
    with listening(trace2, stdout=write) as listener:
        client = connected(listener.at)
        client.sendall(b"".join(whole(f"S{number}", "w" * 80) for number in range(1000)))
        listener.until(lambda: len(select.select([], [write], [], 0)[1]) == 0)
        ended_by_signals(listener)
    os.close(read)
    os.close(write)


def test_a_service_manager_hands_sockets_over(trace2):
    with tempfile.TemporaryDirectory() as name:
        paths = [f"{name}/stream", f"{name}/datagram"]
        sockets = [socket.socket(socket.AF_UNIX, kind) for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM)]
        for one, path in zip(sockets, paths):
            one.bind(path)
        sockets[0].listen()
        sockets[1].setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        early = connected(paths[0])
        early.sendall(whole("E", "early"))
        told = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        told.bind(f"{name}/told")
        told.settimeout(PATIENCE)
        descriptors = [one.fileno() for one in sockets]
        # The process id is known in the process only.
        script = f'exec 3<&{descriptors[0]} 4<&{descriptors[1]}; LISTEN_PID=$$ LISTEN_FDS=2 exec "$0" listen --systemd'
        running = subprocess.Popen(["bash", "-c", script, trace2.path], pass_fds=descriptors, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   env={**os.environ, "NOTIFY_SOCKET": f"{name}/told"}, preexec_fn=restore_defaults)
        assert told.recv(100) == b"READY=1"
        connected(paths[1], socket.SOCK_DGRAM).send(whole("L", "late"))
        running.send_signal(signal.SIGTERM)
        assert told.recv(100) == b"STOPPING=1"
        out, err = (text.decode() for text in running.communicate(timeout=PATIENCE))
        assert running.returncode == 0 and line_of(out, "early") and line_of(out, "late"), (out, err)
        assert all(os.path.exists(path) for path in paths), "the sockets are the manager's"
    for count in ("0", "-1", "1x", "101", "2147483647", "x"):
        script = f'LISTEN_PID=$$ LISTEN_FDS={count} exec "$0" listen --systemd'
        done = subprocess.run(["sh", "-c", script, trace2.path], capture_output=True, timeout=PATIENCE, check=False)
        assert done.returncode == 1 and b"LISTEN_FDS" in done.stderr, done
    done = trace2("listen", "--systemd")
    assert done.returncode == 1 and b"LISTEN_FDS" in done.stderr, done
    assert trace2("listen").returncode == 2


def test_what_arrives_is_kept(trace2):
    with tempfile.TemporaryDirectory() as name:
        kept = Path(name) / "kept"
        with listening(trace2, "-o", kept, "--failed") as listener:
            client = connected(listener.at)
            client.sendall(EVENTS)
            listener.until(lambda: line_of(listener.out, "sub"))
            again = trace2("listen", "-o", kept, "-")
            assert again.returncode == 1 and b"another trace2 keeps its files there" in again.stderr, again
            listener.running.kill()  # nothing that it has read is lost
            listener.running.wait()
        (first,) = kept.iterdir()
        assert first.stat().st_mode & 0o777 == 0o600 and kept.stat().st_mode & 0o777 == 0o700
        assert re.fullmatch(r"\d{4}-\d\d-\d\d-0001\.event", first.name), first
        assert first.read_bytes() == EVENTS, "also what is not chosen"
        os.utime(first, (10**9, 2 * 10**9))
        with listening(trace2, "-o", kept) as listener:
            listener.until(lambda: (kept / (first.name + ".gz")).exists() and not first.exists())
            assert (kept / (first.name + ".gz")).stat().st_mtime == 2 * 10**9, "its age stays"
            connected(listener.at).sendall(whole("A", "one"))
            listener.until(lambda: line_of(listener.out, "one"))
            listener.running.send_signal(signal.SIGHUP)
            listener.until(lambda: len(list(kept.glob("*.gz"))) == 2)
            connected(listener.at).sendall(whole("B", "two"))
            listener.until(lambda: line_of(listener.out, "two"))
            assert listener.stop() == 0
        names = sorted(path.name[10:] for path in kept.iterdir())
        assert names == ["-0001.event.gz", "-0002.event.gz", "-0003.event"], names
        listed = trace2.output("list", "--csv", kept).decode()
        assert listed.count("\n") == 5, listed
        os.utime(kept / (first.name + ".gz"), (0, 0))
        trace2.output("listen", "-o", kept, "--keep-age=1d", "-", stdin=b"")
        assert not (kept / (first.name + ".gz")).exists() and len(list(kept.iterdir())) == 2
        trace2.output("listen", "-o", kept, "--keep-size=0", "-", stdin=b"")
        assert list(kept.iterdir()) == []
    done = trace2("listen", "-o", "/dev/null/x", "-")
    assert done.returncode == 1 and b"/dev/null/x" in done.stderr, done
    assert trace2("listen", "-o", name, "--anonymise", "-").returncode == 2


def test_the_numbers_of_kept_files_go_on_beyond_four_digits(trace2):
    with tempfile.TemporaryDirectory() as name:
        day = time.strftime("%Y-%m-%d")
        for number in ("9998", "9999", "10000", "00010001", "1234567890"):
            (Path(name) / f"{day}-{number}.event.gz").write_bytes(b"")
        trace2.output("listen", "-o", name, "-", stdin=whole("A", "one"))
        names = {path.name[11:] for path in Path(name).iterdir()}
        if day != time.strftime("%Y-%m-%d"):
            raise Skipped("it is midnight")
        assert "10001.event" in names and len(names) == 6, names
        trace2.output("listen", "-o", name, "--keep-size=0", "-", stdin=b"")
        names = sorted(path.name[11:] for path in Path(name).iterdir())
        assert names == ["00010001.event.gz", "1234567890.event.gz"], names


def size_of(directory):
    size = 0
    for path in directory.iterdir():
        with contextlib.suppress(FileNotFoundError):  # of a file that is just being compressed
            size += path.stat().st_size
    return size


def lines_in(directory):
    """What is kept, as far as no file is just being compressed."""
    parts = []
    for path in sorted(directory.iterdir()):
        with contextlib.suppress(FileNotFoundError):
            parts.append(gzip.decompress(path.read_bytes()) if path.suffix == ".gz" and path.name[0] != "."
                         else path.read_bytes())
    return b"".join(parts)


def test_kept_files_never_take_more_than_their_limit_and_at_least_half_of_it(trace2):
    with tempfile.TemporaryDirectory() as name:
        kept, limit = Path(name) / "kept", 1 << 20
        most = 0
        with listening(trace2, "-o", kept, f"--keep-size={limit}", "--command=none") as listener:
            client = connected(listener.at)
            # Random text, which gets no smaller.
            texts = [os.urandom(300).hex() for _ in range(5 * limit // 800)]
            for number, text in enumerate(texts):
                client.sendall(whole(f"S{number}", text))
                if number % 16 == 0:
                    most = max(most, size_of(kept))
            end = time.monotonic() + PATIENCE
            while texts[-1].encode() not in lines_in(kept):
                most = max(most, size_of(kept))
                assert time.monotonic() < end
            listener.stop()
        assert most <= limit, most
        lines = lines_in(kept).decode()
        found = [text for text in texts if text in lines]
        assert found == texts[-len(found):], "the latest ones"
        assert len(lines) >= limit // 2, len(lines)
        done = trace2("listen", "-o", kept, "--keep-size=1000", "-", stdin=whole("A", "x" * 3000))
        assert done.returncode == 1 and b"larger than --keep-size" in done.stderr, done
        assert size_of(kept) <= 1000


def test_a_directory_of_kept_files_that_is_removed_is_made_again_and_said(trace2):
    with tempfile.TemporaryDirectory() as name:
        kept = Path(name) / "kept"
        with listening(trace2, "-o", kept) as listener:
            client = connected(listener.at)
            for command in ("one", "two", "three"):
                client.sendall(whole(command, command))
                listener.until(lambda wanted=command: line_of(listener.out, wanted))
                text = b"".join(path.read_bytes() for path in kept.iterdir())
                assert whole(command, command) in text, (command, text)
                if command == "one":
                    shutil.rmtree(kept)
                else:
                    for path in kept.iterdir():
                        path.unlink()
            assert listener.stop() == 0
        assert "the file that was being written has been removed" in listener.err, listener.err
        assert "files removed while they were being written: 2" in listener.err, listener.err


def test_a_directory_of_kept_files_that_can_not_be_made_again_is_said(trace2):
    with tempfile.TemporaryDirectory() as name:
        kept = Path(name) / "above" / "kept"
        kept.parent.mkdir()
        with listening(trace2, "-o", kept) as listener:
            client = connected(listener.at)
            client.sendall(whole("A", "one"))
            listener.until(lambda: line_of(listener.out, "one"))
            shutil.rmtree(kept.parent)
            client.sendall(whole("B", "two"))
            listener.until(lambda: line_of(listener.out, "two"))
            assert listener.stop() == 1
        assert "the files miss what could not be written" in listener.err, listener.err


def many_that_run(listener, count):
    """Begins so many commands with long names."""
    client = connected(listener.at)
    client.settimeout(PATIENCE)
    for first in range(0, count, 100):
        client.sendall(b"".join(event("start", f"S{i}", t_abs="0.0", argv=f'["c{i}-{"w" * 200}"]')
                                for i in range(first, first + 100)))
    return client


def test_all_that_was_unfinished_is_written_to_a_file(trace2):
    with tempfile.TemporaryDirectory() as name, open(f"{name}/out", "wb") as output:
        with listening(trace2, stdout=output) as listener:
            client = many_that_run(listener, 3000)
            time.sleep(0.5)
            assert listener.stop() == 0, listener.err
            client.close()
        text = Path(name, "out").read_text()
        assert text.count("unfinished\n") >= 3000 and "too slow" not in listener.err, (text.count("unfinished\n"), listener.err)


def test_a_reader_that_goes_on_gets_all_that_was_unfinished(trace2):
    with listening(trace2) as listener:
        client = many_that_run(listener, 3000)
        time.sleep(0.5)
        assert listener.stop() == 0, listener.err
        client.close()
        assert listener.out.count("unfinished\n") >= 3000 and "too slow" not in listener.err, listener.err


def test_a_full_disk_is_said(trace2):
    with tempfile.TemporaryDirectory() as name:
        limited = ["sh", "-c", "ulimit -f 8; trap '' XFSZ; exec \"$0\" listen -o \"$1\" -", trace2.path, f"{name}/kept"]
        done = subprocess.run(limited, input=whole("A", "x" * 3000) * 4, capture_output=True, timeout=PATIENCE, check=False)
        assert done.returncode == 1 and b"the files miss what could not be written" in done.stderr, done
        assert b"bytes that the files miss: " in done.stderr and b": 12000" not in done.stderr, done


def test_a_reader_that_has_gone_ends_it(trace2):
    with tempfile.TemporaryDirectory() as name:
        path = f"{name}/s"
        read, write = os.pipe()
        listener = Listener(trace2, f"af_unix:{path}", stdout=write, paths=[path])
        os.close(write)
        os.close(read)
        connected(path).sendall(whole("A"))
        assert listener.running.wait(PATIENCE) == 1 and not os.path.exists(path)


def test_a_slow_reader_of_the_output_holds_no_writer_up(trace2):
    with tempfile.TemporaryDirectory() as name:
        path = f"{name}/s"
        read, write = os.pipe()
        listener = Listener(trace2, f"af_unix:{path}", stdout=write, paths=[path])
        client = connected(path)
        client.settimeout(PATIENCE)
        for number in range(100):
            client.sendall(b"".join(whole(f"S{number}-{i}", "w" * 80) for i in range(50)))
        listener.until(lambda: "reader of the output is too slow" in listener.err)
        os.close(write)
        reader = threading.Thread(target=lambda: [None for _ in iter(lambda: os.read(read, 65536), b"")], daemon=True)
        reader.start()
        assert listener.stop() == 1, "a part was not written"


def test_git_is_shown(trace2):
    if not shutil.which("git"):
        raise Skipped("no git")
    for kind in ("stream:", "dgram:", ""):  # the last one by both types
        with tempfile.TemporaryDirectory() as name:
            path = f"{name}/s"
            kind_of_socket = kind or "stream:"
            env = {**os.environ, "GIT_TRACE2_EVENT": f"af_unix:{kind}{path}", "HOME": name}
            listener = Listener(trace2, f"af_unix:{kind_of_socket}{path}", paths=[path], env=env)
            for command in (["init", "-q", "repo"], ["-C", "repo", "status"]):
                subprocess.run(["git", *command], cwd=name, env=env, check=True, stdout=subprocess.DEVNULL, timeout=PATIENCE)
            listener.until(lambda: "git -C repo status" in listener.out)
            assert "~/repo" in line_of(listener.out, "git -C repo status"), listener.out
            assert listener.stop() == 0 and listener.err == "", listener.err


def test_sizes_have_units_and_others_are_refused(trace2):
    with tempfile.TemporaryDirectory() as name:
        for size in ("0", "4096", "500M", "2g", "1GiB", "1kb", "7b", "1T"):
            assert trace2("listen", "-o", name, f"--keep-size={size}", "-").returncode == 0, size
        for size in ("-1", "1.5G", "99999999999999999999", "99999999999G", "1x", "1kk", "G", "1 G"):
            done = trace2("listen", "-o", name, f"--keep-size={size}", "-")
            assert done.returncode == 2 and f"--keep-size: {size} is no size such as 500M\n" in done.stderr.decode(), done


def main():
    if not hasattr(select, "epoll"):
        skip("no epoll")
    run_all(globals(), Program(sys.argv[1]))


if __name__ == "__main__":
    main()
