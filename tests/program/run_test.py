"""trace2 run: usage run_test.py PROGRAM"""

import contextlib
import json
import os
import pty
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from trace2_program import Program, Skipped, run_all

sys.path.append(str(Path(__file__).resolve().parents[1] / "support"))
from signal_actions import restore_defaults  # noqa: E402  pylint: disable=wrong-import-position
from small_disk import on_small_disk  # noqa: E402  pylint: disable=wrong-import-position

CLEAN = {name: value for name, value in os.environ.items() if "TRACE2" not in name and name != "TRACEPARENT"}


def traced(trace2, command, *options, env=None):
    """The completed process, and the events by name."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "events"
        done = trace2("run", "--to=event", "-o", path, *options, "--", *command, env={**CLEAN, **(env or {})})
        events = [json.loads(line) for line in path.read_text().splitlines()]
    return done, events


def only(events, name):
    found = [event for event in events if event["event"] == name]
    assert len(found) == 1, (name, found)
    return found[0]


def test_status_and_output_pass_through(trace2):
    for command, code in ((["true"], 0), (["sh", "-c", "exit 7"], 7), (["sh", "-c", "kill -TERM $$"], 143),
                          (["/nonexistent"], 127), (["/"], 126)):
        done, events = traced(trace2, command)
        assert done.returncode == code, (command, done.returncode)
        assert only(events, "atexit")["code"] == code
    done, _ = traced(trace2, ["sh", "-c", "cat; echo error >&2"])
    assert (done.stdout, done.stderr) == (b"", b"error\n")
    done = trace2("run", "--to=event", "-o", "/dev/null", "--", "cat", stdin=b"through", env=CLEAN)
    assert done.stdout == b"through"


def test_child_and_its_resources_are_recorded(trace2):
    _, events = traced(trace2, ["sh", "-c", "exit 3"])
    start, end = only(events, "child_start"), only(events, "child_exit")
    assert start["argv"] == ["sh", "-c", "exit 3"] and start["child_class"] == "command"
    assert end["code"] == 3 and end["pid"] > 0 and end["t_rel"] > 0
    used = only(events, "data_json")
    assert (used["category"], used["key"]) == ("process", "resource_use")
    assert used["value"]["pid"] == end["pid"] and used["value"]["user_time"] >= 0
    assert only(events, "cmd_name")["name"] == "run"
    names = [event["event"] for event in events]
    assert names[0] == "version" and names[-1] == "atexit"


def test_a_signal_that_killed_the_command_is_told_from_an_exit_code(trace2):
    for script, told in (("kill -9 $$", b"killed by signal 9"), ("exit 137", b"exit 137")):
        done = trace2("run", "--to=why", "--", "sh", "-c", script, env=CLEAN)
        assert done.returncode == 137 and told in done.stderr.splitlines()[0], done
        _, events = traced(trace2, ["sh", "-c", script])
        assert only(events, "child_exit")["code"] == 137
        signal_told = only(events, "data_json")["value"].get("killed_by_signal")
        assert signal_told == (9 if script.startswith("kill") else None), script


def test_a_limit_of_nesting_that_it_set_is_not_suspected(trace2):
    regions = "".join(
        json.dumps({"event": f"region_{what}", "sid": "S", "thread": "main", "time": f"2000-01-01T00:00:0{at}.000000Z", "nesting": nesting,
                    "category": "c", "label": "l"} | ({"t_rel": 1} if what == "leave" else {})) + "\n"
        for what, nesting, at in (("enter", 1, 0), ("enter", 2, 0), ("leave", 2, 1), ("leave", 1, 1)))
    command = ["sh", "-c", 'test -n "$TRACE2_EVENT" && printf %s "$REGIONS" >>"$TRACE2_EVENT"']
    for limit, is_suspected in ((None, False), ("2", True)):
        env = {**CLEAN, "REGIONS": regions} | ({"TRACE2_EVENT_NESTING": limit} if limit else {})
        for to in ("tree", "summary"):
            done = trace2("run", f"--to={to}", "--", *command, env=env)
            assert (b"deeper than 2" in done.stderr) == is_suspected, (limit, to, done)


def test_memory_is_that_of_the_command_alone(trace2):
    """The kernel tells that of trace2 instead where it is more."""
    def most(*command):
        _, events = traced(trace2, command)
        return only(events, "data_json")["value"].get("max_rss_kib")

    assert (most("true") or 0) < 4_096
    large = most(sys.executable, "-c", "x = b'x' * (64 << 20)")
    assert 64 << 10 < large < 128 << 10, large
    done = trace2("run", "--", "true", env=CLEAN)
    assert re.match(rb"true  .*  system \S+ .s(  [1-3] MiB)?\n", done.stderr), done


def test_a_command_that_can_not_start_is_recorded(trace2):
    _, events = traced(trace2, ["/nonexistent"])
    assert (only(events, "child_exit")["pid"], only(events, "child_exit")["code"]) == (-1, -1)


def test_of_a_command_that_can_not_start_only_the_reason_is_shown(trace2):
    for to in ([], ["--to=summary"], ["--to=tree"]):
        done = trace2("run", *to, "--", "/nonexistent", env=CLEAN)
        assert (done.returncode, done.stdout) == (127, b""), done
        assert done.stderr == b"trace2: /nonexistent: No such file or directory\n", done.stderr


def test_scripts_without_an_interpreter_are_run_by_sh(trace2):
    with tempfile.TemporaryDirectory() as name:
        script = Path(name) / "script"
        script.write_text('echo "$0 $1"; exit 7\n')
        script.chmod(0o755)
        for command, path in ((script, os.environ["PATH"]), ("script", f"/nowhere:{name}:{os.environ['PATH']}")):
            done = trace2("run", "--to=tree", "--", command, "x", env={**os.environ, "PATH": path})
            assert (done.returncode, done.stdout.decode()) == (7, f"{script} x\n"), (done.stdout, done.stderr)


def test_git_joins_the_trace(trace2):
    _, events = traced(trace2, ["git", "version"])
    roots = {event["sid"].split("/")[0] for event in events}
    git = [event for event in events if "/" in event["sid"]]
    assert len(roots) == 1 and git, "git writes into the same trace, below the session"
    assert only(git, "cmd_name")["hierarchy"] == "run/version"


def test_programs_with_a_prefix_of_their_own_join_the_trace(trace2):
    done, events = traced(trace2, ["env"], "--prefix=FROB_TRACE2", "--prefix", "X", env={"X_MAX_FILES": "7"})
    variables = dict(line.split("=", 1) for line in done.stdout.decode().splitlines() if "=" in line)
    assert variables["TRACE2_PARENT_SID"] == events[0]["sid"] and variables["TRACE2_MAX_FILES"] == "7", variables
    for suffix in ("EVENT", "EVENT_NESTING", "MAX_FILES", "PARENT_SID", "PARENT_NAME"):
        assert len({variables[f"{prefix}_{suffix}"] for prefix in ("TRACE2", "GIT_TRACE2", "FROB_TRACE2", "X")}) == 1, suffix
    for wrong in ("1X", "FROB-TRACE2"):
        done = trace2("run", f"--prefix={wrong}", "--", "true", env=CLEAN)
        assert done.returncode == 2 and f"--prefix: {wrong} is no prefix".encode() in done.stderr, done


def test_a_session_inside_of_git_continues_it(trace2):
    _, events = traced(trace2, ["true"], env={"GIT_TRACE2_PARENT_SID": "abc", "GIT_TRACE2_PARENT_NAME": "alias"})
    assert all(event["sid"].startswith("abc/") for event in events)
    assert only(events, "cmd_name")["hierarchy"] == "alias/run"


def test_the_environment_decides_without_an_option(trace2):
    for variable in ("TRACE2_EVENT", "GIT_TRACE2_EVENT"):
        with tempfile.TemporaryDirectory() as name:
            path = Path(name) / "events"
            done = trace2("run", "--", "git", "version", env={**CLEAN, variable: str(path)})
            assert done.returncode == 0 and done.stderr == b"", done.stderr
            sids = {json.loads(line)["sid"] for line in path.read_text().splitlines()}
            assert len(sids) == 2, (variable, sids)


def test_the_output_is_known_to_be_writable_before_the_command_runs(trace2):
    for to in ("event", "chrome", "tree"):
        done = trace2("run", f"--to={to}", "-o", "/nonexistent/file", "--", "echo", "run", env=CLEAN)
        assert (done.returncode, done.stdout) == (1, b"") and b"No such file" in done.stderr, done


def test_without_anything_it_is_explained_why(trace2):
    with tempfile.TemporaryDirectory() as scratch:
        done = trace2("run", "--", "git", "version", env={**CLEAN, "TMPDIR": scratch})
        assert done.stdout.startswith(b"git version")
        assert re.match(rb"git version  \S+ .s  exit 0  user \S+ .s  system \S+ .s(  \d+ MiB)?\n", done.stderr), done
        assert b"start and end of 1 process" in done.stderr, done
        assert os.listdir(scratch) == [], "nothing is left behind"


def test_the_explanation_is_data_with_json(trace2):
    with tempfile.TemporaryDirectory() as directory:
        for words, member in ((["--json"], "path"), (["--json", "--to=summary"], "processes"), (["--json", "--to=tree"], "rows")):
            output = Path(directory) / "told"
            done = trace2("run", *words, "-o", output, "--", "sh", "-c", "exit 3", env=CLEAN)
            assert done.returncode == 3 and done.stderr == b"", done
            assert json.loads(output.read_text())[member], words
        assert json.loads(trace2("run", "--json", "--", "true", env=CLEAN).stderr)["code"] == 0
        for form in ("event", "html", "otlp"):
            refused = trace2("run", "--json", f"--to={form}", "-o", output, "--", "true", env=CLEAN)
            assert refused.returncode == 2 and b"--json is for --to=why, summary or tree" in refused.stderr, refused


def test_what_is_asked_for_is_complete_whatever_the_environment_leaves_out(trace2):
    left_out = {"TRACE2_SAMPLE": "1000000", "TRACE2_EVENT_BRIEF": "1", "GIT_TRACE2_EVENT_BRIEF": "1"}
    done = trace2("run", "--to=tree", "--", "sh", "-c", "echo $TRACE2_EVENT_BRIEF $GIT_TRACE2_EVENT_BRIEF",
                  env={**CLEAN, **left_out})
    assert done.stdout == b"0 0\n" and b"child sh" in done.stderr, done
    # A program that rotates its files would leave the first ones behind.
    put_aside = {"TRACE2_EVENT_ROTATE_SIZE": "4k", "GIT_TRACE2_EVENT_ROTATE_AGE": "1h"}
    for variable in put_aside:
        done = trace2("run", "--to=tree", "--", "printenv", variable, env={**CLEAN, **put_aside})
        assert done.stdout == b"0\n", done


def test_regions_of_all_levels_are_shown_unless_the_environment_limits_them(trace2):
    for variable in ("TRACE2_EVENT_NESTING", "GIT_TRACE2_EVENT_NESTING"):
        assert int(trace2("run", "--", "printenv", variable, env=CLEAN).stdout) == 2**31 - 1
        assert int(trace2("run", "--", "printenv", variable, env={**CLEAN, variable: "7"}).stdout) == 7


def test_a_target_that_is_off_is_none(trace2):
    for off in ("", "0", "false", "FALSE"):
        assert b"true  " in trace2("run", "--", "true", env={**CLEAN, "TRACE2_EVENT": off}).stderr, off


def test_a_missing_temporary_directory_is_said(trace2):
    done = trace2("run", "--to=tree", "--", "echo", "run", env={**CLEAN, "TMPDIR": "/nonexistent"})
    assert (done.returncode, done.stdout) == (1, b"") and b"TMPDIR" in done.stderr, done
    assert b"No such file or directory" in done.stderr, done


def test_lines_that_the_output_does_not_take_are_said(trace2):
    done = trace2("run", "--to=event", "-o", "/dev/full", "--", "true", env=CLEAN)
    assert done.returncode == 0 and b"lost 10 lines: No space left on device" in done.stderr, done


FILL = 'head -c 16384 /dev/zero >"$TMPDIR/fill"; for i in 1 2 3 4 5 6 7 8; do git version; done'


def test_on_a_full_disk_the_end_of_the_command_is_kept_and_the_loss_is_said(trace2):
    def test(disk):
        done = trace2("run", "--", "sh", "-c", f"{FILL}; exit 3", env={**CLEAN, "TMPDIR": str(disk)})
        assert (done.returncode, done.stdout.count(b"git version")) == (3, 8), done
        _, said, result, *_ = done.stderr.decode().splitlines()
        assert said.startswith(f"trace2: run: {disk}/trace2.") and "No space left on device: some events are lost" in said, done
        assert "  exit 3  user " in result and b"is not a JSON object" not in done.stderr, done
        # Now the disk is full from the beginning.
        with contextlib.suppress(OSError), open(disk / "fill", "wb", buffering=0) as file:
            for _ in range(16):
                file.write(bytes(1024))
        done = trace2("run", "--", "echo", "run", env={**CLEAN, "TMPDIR": str(disk)})
        assert (done.returncode, done.stdout) == (1, b"") and b": No space left on device (TMPDIR" in done.stderr, done
        assert os.listdir(disk) == ["fill"], "nothing is left behind"

    if not on_small_disk(test):
        raise Skipped("nothing can be mounted here")


def test_what_is_lost_while_the_disk_is_full_is_counted(trace2):
    def test(disk):
        inner = FILL + '; "$0" run -- rm "$TMPDIR/fill"'
        done = trace2("run", "--to=tree", "--", "sh", "-c", inner, trace2.path, env={**CLEAN, "TMPDIR": str(disk)})
        assert done.returncode == 0 and os.listdir(disk) == [], done
        assert re.search(rb"^trace2: the trace lacks \d+ lines, for which its programs had no room\n", done.stderr, re.M), done

    if not on_small_disk(test):
        raise Skipped("nothing can be mounted here")


def test_a_limit_of_the_size_of_files_is_said(trace2):
    done = subprocess.run([trace2.path, "run", "--", "sh", "-c", "for i in 1 2 3 4 5 6 7 8; do git version; done"],
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000)),
                          env=CLEAN, capture_output=True, timeout=240, check=False)
    assert b": File too large: some events are lost" in done.stderr, done
    assert b"is not a JSON object" not in done.stderr, done


def test_exports_of_a_run(trace2):
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "out"
        assert trace2("run", "--to=chrome", "-o", path, "--", "git", "version", env=CLEAN).returncode == 0
        assert any(event["name"] == "git version" for event in json.loads(path.read_text())["traceEvents"])
        context = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        assert trace2("run", "--to=otlp", "-o", path, "--", "git", "version",
                      env={**CLEAN, "TRACEPARENT": context}).returncode == 0
        spans = [span for line in path.read_text().splitlines()
                 for span in json.loads(line)["resourceSpans"][0]["scopeSpans"][0]["spans"]]
        assert {span["traceId"] for span in spans} == {context[3:35]}
        root = next(span for span in spans if span["name"].endswith(":run"))
        assert root["parentSpanId"] == context[36:52]


def test_signals_reach_the_command(trace2):
    script = "trap 'echo caught; exit 5' TERM; echo ready; while :; do sleep 0.01; done"
    with subprocess.Popen([trace2.path, "run", "--to=event", "-o", "/dev/null", "--", "sh", "-c", script],
                          stdout=subprocess.PIPE, env=CLEAN, preexec_fn=restore_defaults) as process:
        assert process.stdout.readline() == b"ready\n"
        process.send_signal(signal.SIGTERM)
        assert process.stdout.read() == b"caught\n"
        assert process.wait(timeout=240) == 5


@contextlib.contextmanager
def running(trace2, *command, prepare=lambda: None):
    """A run whose command has written its process id, its last line before it goes on."""
    def begin():
        restore_defaults()
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        prepare()

    with subprocess.Popen([trace2.path, "run", "--to=event", "-o", "/dev/null", "--", "sh", "-c", f"echo $$; {command[0]}"],
                          stdout=subprocess.PIPE, env=CLEAN, preexec_fn=begin) as process:
        try:
            process.command = int(process.stdout.readline())
            yield process
        finally:
            process.kill()
            with contextlib.suppress(ProcessLookupError, AttributeError):
                os.kill(process.command, signal.SIGKILL)


def state_of(pid):
    """R, S, T and so on; empty when there is no such process."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    return ""


def until(condition):
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_every_signal_that_ends_a_process_ends_the_command_and_then_the_run(trace2):
    harmless = {signal.SIGCHLD, signal.SIGCONT, signal.SIGURG, signal.SIGWINCH,
                signal.SIGSTOP, signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU}

    def ends_with(number):
        with running(trace2, "exec sleep 100") as process:
            process.send_signal(number)
            code = process.wait(timeout=60)
            until(lambda: state_of(process.command) in ("", "Z"))
            return code == (-9 if number == signal.SIGKILL else 128 + number), number, code

    with ThreadPoolExecutor(4) as pool:
        ended = list(pool.map(ends_with, sorted(signal.valid_signals() - harmless)))
    assert len(ended) >= 20 and all(good for good, _, _ in ended), [result for result in ended if not result[0]]


def test_an_alarm_that_was_set_before_the_run_is_that_of_the_command(trace2):
    for which, number, command in ((signal.ITIMER_REAL, signal.SIGALRM, "exec sleep 100"),
                                   (signal.ITIMER_VIRTUAL, signal.SIGVTALRM, "while :; do :; done"),
                                   (signal.ITIMER_PROF, signal.SIGPROF, "while :; do :; done")):
        with running(trace2, command, prepare=lambda of=which: signal.setitimer(of, 0.5)) as process:
            assert process.wait(timeout=60) == 128 + number, which
    caught = "trap 'echo caught; exit 3' ALRM; while :; do sleep 0.01; done"
    with running(trace2, caught, prepare=lambda: signal.setitimer(signal.ITIMER_REAL, 0.5)) as process:
        assert process.stdout.read() == b"caught\n" and process.wait(timeout=60) == 3


def test_the_command_of_a_terminal_that_hangs_up_ends(trace2):
    pid, terminal = pty.fork()
    if pid == 0:
        restore_defaults()
        os.execve(trace2.path, ["trace2", "run", "--to=event", "-o", "/dev/null", "--", "sh", "-c", "echo $$; exec sleep 100"],
                  CLEAN)
    output = b""
    while b"\n" not in output:
        output += os.read(terminal, 4096)
    os.close(terminal)
    ended = []
    until(lambda: ended.append(os.waitpid(pid, os.WNOHANG)) or ended[-1][0] == pid)
    assert os.waitstatus_to_exitcode(ended[-1][1]) == 128 + signal.SIGHUP
    assert state_of(int(output)) in ("", "Z")


def test_signals_that_do_nothing_by_themselves_reach_a_command_that_handles_them(trace2):
    for name in ("WINCH", "URG", "CONT"):
        with running(trace2, f"trap 'echo caught; exit 4' {name}; echo ready; while :; do sleep 0.01; done") as process:
            assert process.stdout.readline() == b"ready\n"
            process.send_signal(getattr(signal, f"SIG{name}"))
            assert process.stdout.read() == b"caught\n" and process.wait(timeout=60) == 4, name


def test_a_run_that_is_stopped_stops_its_command_until_it_goes_on(trace2):
    # Of a group that is orphaned, as it is where this script is a session of its own, nothing is stopped.
    with running(trace2, "exec sleep 100", prepare=os.setpgrp) as process:
        for _ in range(2):
            process.send_signal(signal.SIGTSTP)
            until(lambda: {state_of(process.pid), state_of(process.command)} == {"T"})
            process.send_signal(signal.SIGCONT)
            until(lambda: "T" not in {state_of(process.pid), state_of(process.command)})
        process.terminate()
        assert process.wait(timeout=60) == 128 + signal.SIGTERM


def test_a_reader_that_has_gone_ends_no_command(trace2):
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run([trace2.path, "run", "--to=perf", "--", "sh", "-c", "sleep 0.1; exit 3"], stderr=write,
                          preexec_fn=restore_defaults, env=CLEAN, timeout=240, check=False)
    os.close(write)
    assert done.returncode == 3


def test_the_terminal_interrupts_the_command_once(trace2):
    pid, terminal = pty.fork()
    if pid == 0:
        restore_defaults()
        # bash that is about to read keeps a signal for the end of its reading.
        script = "trap 'echo caught' INT; echo ready; until read -t 1 line; do :; done; echo \"got $line\"; trap - INT; kill -INT $$"
        os.execve(trace2.path, ["trace2", "run", "--to=event", "-o", "/dev/null", "--", "bash", "-c", script], CLEAN)
    output = b""
    for wanted, answer in ((b"ready\r\n", b"\x03"), (b"caught\r\n", b"hello\n"), (b"got hello\r\n", b"")):
        while wanted not in output:
            output += os.read(terminal, 4096)
        os.write(terminal, answer)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 128 + signal.SIGINT
    os.close(terminal)
    assert output.count(b"caught\r\n") == 1, output


def test_options_behind_the_command_are_its_own(trace2):
    done = trace2("run", "--to=event", "-o", "/dev/null", "printf", "%s,", "--to=x", "-o", "--", "--help", env=CLEAN)
    assert (done.returncode, done.stdout) == (0, b"--to=x,-o,--,--help,"), done
    assert trace2("run", "--frob", "--", "true", env=CLEAN).returncode == 2


def test_the_status_is_known_where_children_are_ignored(trace2):
    done = subprocess.run([trace2.path, "run", "--to=event", "-o", "/dev/null", "--", "sh", "-c", "exit 3"],
                          preexec_fn=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN),
                          env=CLEAN, timeout=240, check=False)
    assert done.returncode == 3


def test_ignored_signals_stay_ignored(trace2):
    script = "kill -HUP $PPID; echo alive"
    done = subprocess.run(["sh", "-c", f"trap '' HUP; \"$0\" run --to=event -o /dev/null -- sh -c '{script}'", trace2.path],
                          capture_output=True, env=CLEAN, timeout=240, check=False)
    assert (done.returncode, done.stdout) == (0, b"alive\n"), done


if __name__ == "__main__":
    run_all(globals(), Program(sys.argv[1]))
