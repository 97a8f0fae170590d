"""The program trace2 reads recordings: usage recordings_test.py PROGRAM DUPES"""

import gzip
import json
import os
import resource
import subprocess
import sys
import tempfile
from datetime import datetime, timedelta
from pathlib import Path

from trace2_program import Program, run_all

TARGETS = {"normal": "TRACE2", "perf": "TRACE2_PERF", "event": "TRACE2_EVENT"}

COUNT_TWICE = b"trace2: both EVENT and a recording tell of 1 command, whose events count twice\n"


def trace(dupes, directory, brief=False):
    """Runs a program with threads; the recording, and the files of the text targets written beside it."""
    files = directory / "files"
    files.mkdir()
    for number in range(60):
        (files / str(number)).write_text(str(number % 7))
    texts = {form: directory / form for form in TARGETS}
    environment = {name: value for name, value in os.environ.items() if "TRACE2" not in name}
    environment.update({variable: str(texts[form]) for form, variable in TARGETS.items()})
    environment.update({f"{variable}_BRIEF": str(int(brief)) for variable in TARGETS.values()})
    environment.update(TRACE2_BINARY=str(directory / "recording"), TRACE2_EVENT_NESTING="99")
    subprocess.run([dupes, "--jobs=4", files], env=environment, stdout=subprocess.DEVNULL, timeout=240, check=True)
    return directory / "recording", texts


def test_converted_recordings_are_the_bytes_of_the_text_targets(trace2, dupes):
    for brief in (False, True):
        options = ["--brief"] if brief else []
        with tempfile.TemporaryDirectory() as name:
            recording, texts = trace(dupes, Path(name), brief)
            for form, written in texts.items():
                converted = trace2.output("convert", f"--to={form}", *options, recording)
                lines = written.read_bytes().splitlines()
                assert len(lines) > 10
                # Which thread was first to write, only the order of the files says.
                assert sorted(converted.splitlines()) == sorted(lines), form
                assert trace2.output("cat", f"--format={form}", *options, recording) == converted, form


def test_who_names_event_and_a_recording_of_a_process_is_told_that_they_count_twice(trace2, dupes):
    with tempfile.TemporaryDirectory() as name:
        recording, texts = trace(dupes, Path(name))
        for inputs in ([recording, texts["event"]], [texts["event"], recording]):
            for command in (["summary"], ["tree"], ["convert", "--to=event"], ["summary", "--failed", "--json"]):
                done = trace2(*command, *inputs)
                is_chosen = "--failed" not in command
                assert (COUNT_TWICE in done.stderr) == is_chosen, (command, done.stderr)
            assert COUNT_TWICE not in trace2("cat", *inputs).stderr
        for one in (recording, texts["event"]):
            assert trace2("summary", one).stderr == b""


def test_recordings_may_be_compressed_or_come_from_a_pipe(trace2, dupes):
    with tempfile.TemporaryDirectory() as name:
        recording, _ = trace(dupes, Path(name))
        content = recording.read_bytes()
        packed = Path(name) / "recording.gz"
        packed.write_bytes(gzip.compress(content))
        for command in (["cat"], ["convert", "--to=normal"], ["tree"]):
            wanted = trace2.output(*command, recording)
            assert trace2.output(*command, packed) == wanted, command
            for piped in (content, packed.read_bytes()):
                assert trace2.output(*command, "-", stdin=piped) == wanted, command
                assert trace2.output(*command, "/dev/stdin", stdin=piped) == wanted, command


def test_events_are_chosen_by_their_time(trace2, dupes):
    with tempfile.TemporaryDirectory() as name:
        recording, _ = trace(dupes, Path(name))
        packed = Path(name) / "recording.gz"
        packed.write_bytes(gzip.compress(recording.read_bytes()))
        cat = ["cat", "--format=event"]
        lines = trace2.output(*cat, recording).splitlines()
        times = [json.loads(line)["time"] for line in lines]
        since, until, end = times[len(times) // 3], times[len(times) // 2], max(times)

        def chosen(*options, path=recording, stdin=b""):
            return trace2.output(*cat, *options, path, stdin=stdin).splitlines()

        def between(since, until="3000"):
            return [line for line, time in zip(lines, times) if since <= time < until]

        assert 0 < len(between(since, until)) < len(lines)
        assert chosen(f"--events-since={since}") == between(since)
        assert chosen(f"--events-until={until}") == between("", until)
        assert chosen(f"--events-since={since}", f"--events-until={until}") == between(since, until)
        # Lines have whole microseconds, recordings nanoseconds.
        last = int((datetime.fromisoformat(end[:-1]) - datetime.fromisoformat(until[:-1])) / timedelta(microseconds=1))
        for path, stdin in ((recording, b""), (packed, b""), ("-", recording.read_bytes())):
            found = chosen(f"--last={last}us", path=path, stdin=stdin)
            assert found in (between(until), [line for line in between(until) if until not in line.decode()]), path
        assert chosen("--last=1h") == lines
        none = trace2(*cat, "--events-since=now", recording)
        assert none.stdout == b"" and b"holds no events of that time\n" in none.stderr, none
        for option in ("--last=x", "--last=5parsecs", "--events-since=x"):
            assert trace2(*cat, option, recording).returncode == 2, option
        assert trace2(*cat, "--last=1s", "--events-until=now", recording).returncode == 2


def test_what_a_recording_lacks_is_said(trace2, dupes):
    with tempfile.TemporaryDirectory() as name:
        recording, _ = trace(dupes, Path(name))
        content = bytearray(recording.read_bytes())
        content[content.rindex(b"CHUNK2R")] ^= 1
        content[32] = 3
        recording.chmod(0o600)
        recording.write_bytes(content)
        for command in (["cat"], ["convert", "--to=perf"], ["convert", "--to=folded"], ["tree"], ["summary"]):
            done = trace2(*command, recording)
            assert done.returncode == 1 and b"is damaged in 1 place\n" in done.stderr, command
            assert b"lacks 3 events" in done.stderr, command
        told = json.loads(trace2("summary", "--json", recording).stdout)["losses"]
        assert told == [{"what": "events without room in a recording", "count": 3}], told


def test_descriptors_are_no_limit_to_traces_and_recordings(trace2, dupes):
    with tempfile.TemporaryDirectory() as name:
        recording, texts = trace(dupes, Path(name))
        many = Path(name) / "many"
        many.mkdir()
        for number in range(70):
            os.link(recording, many / f"recording{number}")
            os.link(texts["event"], many / f"event{number}")
        limits = (64, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
        for command in ("summary", "tree"):
            done = subprocess.run([trace2.path, command, many], capture_output=True, timeout=240, check=False,
                                  preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, limits))
            assert (done.returncode, done.stderr) == (0, COUNT_TWICE), (command, done.stderr)


def test_a_recording_without_events_says_so(trace2, dupes):
    with tempfile.TemporaryDirectory() as name:
        recording, _ = trace(dupes, Path(name))
        header = Path(name) / "header"
        header.write_bytes(recording.read_bytes()[:4096])
        done = trace2("cat", header)
        for done in done, trace2("convert", "--to=perf", header), trace2("tree", header):
            assert (done.returncode, done.stdout) == (1, b"") and b"the input holds no events" in done.stderr, done


def test_records_of_32_mib_survive(trace2, dupes):
    text = b"x" * ((32 << 20) - 100)
    line = b'{"event":"%s","sid":"S","thread":"main","time":"2000-01-01T00:00:00.000000Z"%s}\n'
    written = line % (b"error", b',"msg":"%s","fmt":"f"' % text)
    assert written == trace2.output("convert", "--to=event", "-", stdin=written)
    assert trace2.output("convert", "--to=perf", "-", stdin=written).count(b"x") >= len(text)


def test_recordings_are_chosen_by_command_and_category(trace2, _):
    with tempfile.TemporaryDirectory() as name:
        environment = {key: value for key, value in os.environ.items() if "TRACE2" not in key}
        environment.update(TRACE2_BINARY=name)
        for code in (0, 3):
            assert trace2("run", "--", "sh", "-c", f"exit {code}", env=environment).returncode == code
        commands = lambda text: {word for word in (b"'exit 0'", b"'exit 3'") if word in text}
        both = {b"'exit 0'", b"'exit 3'"}
        for command in (["cat"], ["convert", "--to=perf"], ["tree"]):
            assert commands(trace2.output(*command, name)) == both, command
            assert commands(trace2.output(*command, "--failed", name)) == {b"'exit 3'"}, command
            assert commands(trace2.output(*command, "--command=exit 0", name)) == {b"'exit 0'"}, command
            assert commands(trace2.output(*command, "--since=1h", name)) == both, command
        counts = [trace2.output("cat", f"--category={category}", name).count(b"data_json") for category in ("process", "x")]
        assert counts == [2, 0], counts
        nothing = trace2("cat", "--until=2000-01-01", name)
        assert nothing.stdout == b"" and b"no command is chosen" in nothing.stderr
        refused = trace2("cat", "--follow", "--failed", name)
        assert refused.returncode == 2 and b"--follow can't wait" in refused.stderr


if __name__ == "__main__":
    run_all(globals(), Program(sys.argv[1]), sys.argv[2])
