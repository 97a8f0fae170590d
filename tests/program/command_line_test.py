"""The command line of trace2: usage command_line_test.py PROGRAM TRACES"""

import csv
import fcntl
import gzip
import io
import json
import os
import pty
import re
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path

from trace2_program import SMALL, Program, Skipped, run_all

sys.path.append(str(Path(__file__).resolve().parents[1] / "support"))
from signal_actions import restore_defaults  # noqa: E402  pylint: disable=wrong-import-position

EVENTS = SMALL.encode()


def many(count):
    """The small trace so often, each time of other processes."""
    return b"".join(EVENTS.replace(b'"sid":"S', b'"sid":"S%d' % i) for i in range(count))


# "zstd" as the last argument: the program was built with it.
READS_ZSTD = sys.argv[-1] == "zstd"


def test_help_and_version(trace2, _):
    for arguments in (["--help"], *([command, "--help"] for command in ("convert", "summary", "tree", "why", "diff", "report", "cat", "run", "ps", "attach", "snapshot", "listen"))):
        text = trace2.output(*arguments).decode()
        command = " ".join(["trace2", *arguments[:-1]])
        assert f"\nUsage: {command} [OPTIONS]" in text, "in one layout, whatever CLI11 it was built with"
        assert re.search(rf"\nExamples:\n  {command}\b", text) or f"\n  {command} run" in text, text
        assert not any(line.endswith(" ") for line in text.splitlines()), text
        assert trace2.output(*arguments[:-1], "-h").decode() == text, arguments
    version = (Path(__file__).parents[2] / "include/trace2/version.hpp").read_text()
    assert f'"{trace2.output("--version").decode().removeprefix("trace2 ").strip()}"' in version


def test_wrong_usage_is_2(trace2, _):
    for arguments in ([], ["frob"], ["convert"], ["convert", "--to=frob", "-"], ["convert", "--to=perf"],
                      ["cat"], ["cat", "--format=xml", "x"], ["cat", "--nesting=x", "x"], ["summary"], ["tree", "--depth=x", "-"], ["run"], ["run", "--to=chrome", "--", "true"],
                      ["convert", "--to=otlp", "--traceparent=frob", "-"], ["tree", "--min-share=nan", "-"]):
        done = trace2(*arguments)
        assert done.returncode == 2, arguments
        assert done.stdout == b"" and done.stderr != b"", arguments
        known = arguments[:1] if arguments != ["frob"] else []
        if done.stderr.count(b"--help"):
            assert f'See "{" ".join(["trace2", *known, "--help"])}".' in done.stderr.decode(), arguments


def test_what_shows_numbers_gives_them_as_data(trace2, traces):
    """--json has everything, and --csv all rows of one of its arrays, with one field for each column."""
    def rows_of(*arguments):
        header, *rows = csv.reader(io.StringIO(trace2.output(*arguments).decode()))
        assert header and all(len(row) == len(header) for row in rows), arguments
        return len(rows)

    each = sorted(Path(traces).glob("*.event"))
    assert len(each) > 20, each
    summary = json.loads(trace2.output("summary", "--json", *each))
    tables = [name for name, rows in summary.items() if isinstance(rows, list)]
    assert len(tables) > 10, tables
    for table in tables:
        assert rows_of("summary", f"--csv={table}", *each) == len(summary[table]), table
    assert rows_of("list", "--csv", *each) == len(json.loads(trace2.output("list", "--json", *each))["commands"]) > 20
    assert len(json.loads(trace2.output("tree", "--json", *each))["rows"]) > 100
    assert json.loads(trace2("check", "--json", *each).stdout)["processes"] > 20
    for trace in each:
        told = json.loads(trace2.output("why", "--json", trace))["path"]
        assert rows_of("why", "--csv", trace) == len(told) > 0, trace
    told = json.loads(trace2.output("diff", "--json", each[0], each[1]))["rows"]
    assert rows_of("diff", "--csv", each[0], each[1]) == len(told) > 0


def test_help_fits_a_terminal_of_80_columns(trace2, _):
    commands = re.findall(r"^  ([a-z0-9]+)  ", trace2.output("--help").decode().split("\nOptions:")[0], re.MULTILINE)
    assert len(commands) > 10, commands
    for command in [[], *([name] for name in commands)]:
        for line in trace2.output(*command, "--help").decode().splitlines():
            # An example of a shell has no place to break at.
            is_whole = re.match(r"  trace2 |    for ", line)
            assert len(line) <= 80 or is_whole, (command, line)


def test_help_shows_the_commands_in_groups(trace2, _):
    text = trace2.output("help").decode()
    assert text == trace2.output("--help").decode()
    groups = {}
    for line in text.split("\nOptions:")[0].splitlines():
        if re.match(r"[A-Z].*:$", line):
            names = groups[line[:-1]] = []
        elif command := re.match("  ([a-z0-9]+)  ", line):
            names.append(command[1])
    assert groups == {"Look at traces": ["why", "summary", "tree", "list", "cat", "query", "check"], "Compare them": ["diff"],
                      "Make something else of them": ["report", "convert"],
                      "Trace programs live": ["run", "listen", "ps", "attach", "snapshot"]}, groups


def test_what_is_missing_or_given_twice_is_said_in_words(trace2, _):
    assert trace2().stderr.startswith(b"trace2: a command is required\n")
    done = trace2("convert", "-", stdin=EVENTS)
    assert done.returncode == 2 and re.match(
        rb'trace2: --to=event, perf, .* is required\nSee "trace2 convert --help"\.\n$', done.stderr), done
    done = trace2("summary", "--histogram", "hello.event")
    assert done.returncode == 2 and done.stderr.startswith(
        b'trace2: INPUT is required: "hello.event" is the value of --histogram\nSee '), done
    done = trace2("why", "--command=a", "--command=b", "-", stdin=EVENTS)
    assert done.returncode == 2 and done.stderr.startswith(b"trace2: --command: given 2 times\n"), done


def test_a_limit_of_0_is_none(trace2, _):
    for command, option in ("tree", "--depth=0"), ("summary", "--rows=0"):
        assert trace2.output(command, option, "-", stdin=EVENTS) == trace2.output(command, "-", stdin=EVENTS) != b""


def test_numbers_below_0_are_refused(trace2, _):
    for arguments in (["tree", "--depth=-1", "-"], ["summary", "--rows=-1", "-"],
                      ["convert", "--to=event", "--nesting=-1", "-"], ["cat", "--nesting=-1", "-"]):
        done = trace2(*arguments)
        assert done.returncode == 2 and f"{arguments[-2].split('=')[0]}: -1 is below 0\n" in done.stderr.decode(), done


def test_what_is_no_number_is_said_so(trace2, _):
    for command, option, value in (("tree", "--depth", "x"), ("list", "--pid", "1 2"), ("summary", "--rows", "ten")):
        done = trace2(command, f"{option}={value}", "-")
        assert done.returncode == 2 and f"trace2: {option}: {value} is no number that fits\n" in done.stderr.decode(), done


def test_a_value_that_is_missing_is_said_so(trace2, _):
    for command, option, of in (("summary", "--csv", "TABLE"), ("list", "--rows", "N"), ("why", "--command", "NAME")):
        done = trace2(command, "-", option)
        assert done.returncode == 2 and done.stderr.startswith(f"trace2: {option}: {of} is missing\n".encode()), done


def test_a_closed_standard_input_is_not_called_empty(trace2, _):
    done = subprocess.run(["sh", "-c", '"$0" tree - <&-', trace2.path], capture_output=True, timeout=240, check=False)
    assert (done.returncode, done.stderr) == (1, b"trace2: -: Bad file descriptor\n"), done


def test_percentages_are_numbers_from_0_on(trace2, _):
    for word in ("-1", "nan", "inf", "x", "5%%"):
        for arguments in (["tree", "--min-share"], ["diff", "--fail-above"]):
            done = trace2(arguments[0], f"{arguments[1]}={word}", "-", "-")
            assert done.returncode == 2 and f"{arguments[1]}: {word} is no percentage\n" in done.stderr.decode(), done
    done = trace2("tree", "--min-share=100.5%", "-", stdin=EVENTS)
    assert (done.returncode, done.stdout) == (2, b"") and b"--min-share: 100.5% is above 100\n" in done.stderr, done
    assert trace2("tree", "--min-share=100", "-", stdin=EVENTS).returncode == 0
    assert trace2("diff", "--fail-above=100.5", "-", "-").returncode == 1
    assert trace2.output("tree", "--min-share=50%", "-", stdin=EVENTS) == trace2.output("tree", "--min-share=50", "-", stdin=EVENTS)


def test_no_command_writes_to_its_input(trace2, _):
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        trace = directory / "small.event"
        trace.write_text(SMALL)
        other = directory / "other.event"
        other.write_text(SMALL.replace('"S', '"X'))
        link = directory / "link"
        link.symlink_to(trace)
        for inputs in ([trace], [directory], ["-"], [other, link]):
            into = [["convert", "--to=event"], ["convert", "--to=html"], ["report"]]
            if b"without SQLite" not in trace2("convert", "--to=sqlite", "-o", directory / "x", trace).stderr:
                (directory / "x").unlink()
                into.append(["convert", "--to=sqlite"])
            if len(inputs) == 1 and inputs != ["-"]:
                into.append(["diff", other])
            for command in into:
                with trace.open() as standard_input:
                    done = subprocess.run([trace2.path, *command, "-o", trace, *inputs], stdin=standard_input,
                                          capture_output=True, timeout=240, check=False)
                assert done.returncode == 2 and b": is the output, too\n" in done.stderr, (command, inputs, done)
            for command in (["cat"], ["convert", "--to=perf"], ["tree"], ["summary"], ["why"], ["list"],
                            ["summary", "--histogram=x"]):
                with trace.open() as standard_input, trace.open("a") as end:
                    done = subprocess.run([trace2.path, *command, *inputs], stdin=standard_input, stdout=end,
                                          stderr=subprocess.PIPE, timeout=240, check=False)
                assert done.returncode == 2 and b": is the output, too\n" in done.stderr, (command, inputs, done)
        assert trace.read_text() == SMALL and sorted(directory.iterdir()) == [link, other, trace]
        # What is no trace is not read, and may lie among traces.
        log = directory / "log"
        for _ in range(2):
            with log.open("a") as end:
                done = subprocess.run([trace2.path, "tree", directory], stdout=end, stderr=subprocess.PIPE, timeout=240, check=False)
            assert (done.returncode, done.stderr) == (0, b""), done
        page = directory / "diff.html"
        for _ in range(2):
            assert trace2.output("diff", "--to=html", "-o", page, directory, directory) == b""


def test_an_option_that_would_do_nothing_is_refused(trace2, _):
    parent = "--traceparent=00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    for arguments in (["convert", "--to=perf", "--nesting=1"], ["convert", "--to=chrome", "--brief"],
                      ["convert", "--to=chrome", parent], ["convert", "--to=event", "--spool=x"],
                      ["convert", "--to=event", "--retry-for=1"], ["convert", "--to=event", "--spool-limit=1"],
                      ["why", "--rows=1", "--csv"], ["summary", "--rows=1", "--json"],
                      ["summary", "--rows=1", "--csv=regions"], ["diff", "--rows=1", "--csv", "-"],
                      ["diff", "--rows=1", "--json", "-"], ["diff", "--rows=1", "--to=html", "-"],
                      ["cat", "--nesting=1"], ["attach", "--nesting=1"], ["attach", "--to=perf", "--nesting=1"],
                      ["listen", "--keep-size=1G"], ["listen", "--keep-age=1d"], ["listen", "--spool=x"]):
        done = trace2(*arguments, "-" if arguments[0] != "attach" else "1", stdin=EVENTS)
        options = [word.split("=")[0] for word in arguments[1:]]
        assert done.returncode == 2 and done.stdout == b"" and any(word in done.stderr.decode() for word in options), done


def test_what_is_sent_is_not_written(trace2, _):
    with tempfile.TemporaryDirectory() as name:
        output = Path(name, "out.json")
        for words in (["run", "--otlp=http://localhost:9", "-o", output, "--", "true"],
                      ["convert", "--otlp=http://localhost:9", "-o", output, "-"]):
            done = trace2(*words, stdin=EVENTS)
            assert done.returncode == 2 and b"--otlp sends what --to=otlp writes, and nothing is written" in done.stderr, done
            assert not output.exists()


def test_an_option_takes_no_input_for_its_value(trace2, _):
    for option in ("--command", "--pid", "--category", "--since", "--rows"):
        done = trace2("list", f"{option}=", "-", "-", stdin=EVENTS)
        assert done.returncode == 2 and f"{option}: has no value\nSee \"trace2 list --help\"" in done.stderr.decode(), done
    with tempfile.TemporaryDirectory() as name:
        (script := Path(name, "script")).write_text("#!/bin/sh\n")
        script.chmod(0o755)
        for words in ["run"], ["--no-pager", "run"], ["run", "--to", "why"]:
            done = trace2(*words, "--output=", script, "echo", "hello")
            assert (done.returncode, done.stdout) == (2, b"") and b"--output: has no value\n" in done.stderr, done
            assert script.read_text() == "#!/bin/sh\n", words


def test_the_words_of_a_command_that_runs_are_its_own(trace2, _):
    for words in ["run"], ["--no-pager", "run"], ["run", "-o", "/dev/null"], ["run", "-o/dev/null"], ["--no-pager", "run", "--"]:
        done = trace2(*words, "echo", "--color", "--x=", "--no-color")
        assert (done.returncode, done.stdout) == (0, b"--color --x= --no-color\n"), done


def test_the_value_of_an_option_may_look_like_one(trace2, _):
    assert b"no option" not in trace2("list", "--command", "--color", "-", stdin=EVENTS).stderr


def test_what_is_unknown_is_named(trace2, _):
    assert b'no command "trace.event"' in trace2("trace.event").stderr
    assert b'no command "sumamry"; did you mean "summary"?' in trace2("sumamry", "x").stderr
    assert b'no command "tre"; did you mean "tree"?' in trace2("--no-pager", "tre").stderr
    assert b'no command "ls"\n' in trace2("ls").stderr, "too short to tell"
    assert b'no option "--frob"' in trace2("--frob").stderr
    assert b"--frob" in trace2("tree", "--frob", "-").stderr


def test_help_is_a_command_as_with_git(trace2, _):
    assert trace2.output("help") == trace2.output("--help")
    for command in ("summary", "run"):
        assert trace2.output("help", command) == trace2.output(command, "--help")
    assert trace2.output("--no-pager", "help", "tree") == trace2.output("tree", "--help")
    assert trace2.output("help", "run", "echo") == trace2.output("run", "--help"), "runs nothing"
    for words in ["help", "sumary"], ["sumary", "--help"]:
        done = trace2(*words)
        assert (done.returncode, done.stdout) == (2, b"") and b'did you mean "summary"?' in done.stderr, done


def test_help_groups_options_below_headings(trace2, _):
    text = trace2.output("cat", "--help").decode()
    places = [text.index(part) for part in ("\nOptions:\n  -h,--help", "  --category ",
                                            "\nCommands to show, with all that they run:\n  --command ", "  --sid ",
                                            "\nEvents to show:\n  --events-since ", "  --last ")]
    assert places == sorted(places), text


def test_words_of_the_command_line_control_no_terminal(trace2, _):
    for words in (["x\x1b[2J\u009b"], ["summary", "--x\x1b[2J"], ["cat", "no\x1b[2J"], ["convert", "--to=\x1b[2J", "x"]):
        done = trace2(*words)
        assert done.returncode != 0
        assert b"\x1b" not in done.stderr and b"\xc2\x9b" not in done.stderr, done.stderr


def test_inputs_of_all_kinds_say_the_same(trace2, _):
    wanted = trace2.output("convert", "--to=perf", "-", stdin=EVENTS)
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        (directory / "b.gz").write_bytes(gzip.compress(EVENTS))
        assert trace2.output("convert", "--to=perf", directory / "b.gz") == wanted
        assert trace2.output("convert", "--to=perf", directory) == wanted
        assert trace2.output("convert", "--to=perf", "-", stdin=gzip.compress(EVENTS)) == wanted
        (directory / "a.perf").write_bytes(wanted)
        done = trace2("convert", "--to=perf", directory)
        assert done.returncode == 0 and done.stdout == wanted, "other files are passed over"
        assert done.stderr.startswith(b"trace2: 1 trace of PERF or NORMAL passed over"), done.stderr
        lines = EVENTS.splitlines(keepends=True)
        (directory / "b.gz").unlink()
        (directory / "1").write_bytes(b"".join(lines[:5]))
        (directory / "2").write_bytes(b"".join(lines[5:]))
        (directory / "a.perf").unlink()
        assert trace2.output("convert", "--to=perf", directory) == wanted, "files are one trace"


def test_perf_is_read_like_event(trace2, _):
    # With places, so that all lines of PERF have a time: one without is as late as the reading.
    events = EVENTS.replace(b'Z"', b'Z","file":"a.c","line":1')
    perf = trace2.output("convert", "--to=perf", "-", stdin=events)
    assert trace2.output("convert", "--to=perf", "-", stdin=perf) == perf
    back = trace2.output("convert", "--to=event", "-", stdin=perf)
    assert trace2.output("convert", "--to=perf", "-", stdin=back) == perf
    for command in (("summary",), ("tree",), ("why",), ("convert", "--to=folded")):
        of_event = trace2.output(*command, "-", stdin=events).replace(b"  S\n", b"")
        of_perf = trace2.output(*command, "-", stdin=perf)
        # PERF has neither dates nor the formats of messages.
        of_event, of_perf = ([line for line in of.splitlines() if b", from " not in line and b"%d" not in line
                              and b"no 1" not in line] for of in (of_event, of_perf))
        assert of_perf == of_event, (command, of_perf, of_event)
    for target in ("chrome", "otlp"):
        assert trace2.output("convert", f"--to={target}", "-", stdin=perf)
    brief = trace2.output("convert", "--to=perf", "--brief", "-", stdin=events)
    assert trace2.output("convert", "--to=perf", "-", stdin=brief) == brief
    mixed = trace2("tree", "-", stdin=b"Cloning...\n" + perf + b"done.\n")
    assert mixed.returncode == 1 and mixed.stdout == trace2.output("tree", "-", stdin=perf)
    assert mixed.stderr.count(b": is no line of PERF\n") == 2, mixed.stderr


def test_what_can_not_be_read_is_said_and_1(trace2, _):
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        # A file of each kind, also with JSON in it, is called by its name, and only once.
        for number, (content, problem) in enumerate((
                (b"d0 | main | version\n", b"holds no events"),
                (b"\xfd7zXZ\0", b"is compressed by xz"), (b"\x7fELF\0\n", b"is a program"))):
            path = directory / str(number)
            path.write_bytes(content)
            for command in ("summary", "tree", "cat"):
                done = trace2(command, path)
                assert done.returncode == 1 and problem in done.stderr, (path, done.stderr)
                assert done.stderr.count(b"\n") == 1, done.stderr
        (directory / "cut").write_bytes(gzip.compress(EVENTS)[:-9])
        assert b"cut: the compressed data is damaged or incomplete\n" in trace2("summary", directory / "cut").stderr
        (directory / "cut").unlink()
        for path, problem in ((directory / "missing", b"No such file"), (directory, b"holds no trace")):
            done = trace2("summary", path)
            assert done.returncode == 1 and problem in done.stderr, (path, done.stderr)
        assert b"holds no recording" in trace2("cat", directory).stderr


def test_odd_but_sound_inputs(trace2, _):
    tree = trace2.output("tree", "-", stdin=EVENTS)
    assert trace2.output("tree", "-", stdin=EVENTS.replace(b"\n", b"\r\n")) == tree, "line ends of Windows"
    normal = b"12:00:00.000000 git.c:1    version 2.39\n"
    mixed = trace2("tree", "-", stdin=normal + EVENTS)
    assert mixed.stdout == tree and b"-:1: is not" in mixed.stderr, "several targets on standard error"
    last = EVENTS.splitlines(keepends=True)[-1]
    assert trace2.output("tree", "-", stdin=last).endswith(b"100.0%  S\n"), "one line, without its beginning"
    nothing = trace2("tree", "-")
    assert (nothing.returncode, nothing.stdout) == (1, b"") and nothing.stderr == b"trace2: -: is empty\n"


def test_without_any_event_there_is_a_reason_and_no_output(trace2, _):
    with tempfile.TemporaryDirectory() as name:
        empty, directory, result = Path(name, "empty.event"), Path(name, "directory"), Path(name, "result")
        empty.write_bytes(b"")
        directory.mkdir()
        kinds = ("event", "perf", "normal", "chrome", "firefox", "otlp", "folded", "html", "csv", "ndjson", "sqlite")
        for command in (["summary"], ["summary", "--json"], ["summary", "--histogram=x"], ["tree"], ["why"], ["list"],
                        ["list", "--csv"], ["report"], ["cat"], ["diff", empty],
                        *(["convert", f"--to={kind}", "-o", result] for kind in kinds)):
            for path in (empty, directory, Path(name, "none")):
                done = trace2(*command, path)
                if b"without SQLite" in done.stderr:
                    continue
                assert (done.returncode, done.stdout, result.exists()) == (1, b"", False), (command, path, done)
                assert done.stderr.count(b"\n") == (2 if command[0] == "diff" else 1), (command, path, done)
                assert "none" not in path.name or b"No such file" in done.stderr, (command, done)


def test_an_empty_file_says_so(trace2, _):
    with tempfile.TemporaryDirectory() as name:
        empty, full = Path(name) / "empty.event", Path(name) / "full"
        empty.write_bytes(b"")
        full.write_bytes(EVENTS)
        for command in (["summary"], ["tree"], ["why"], ["list"], ["convert", "--to=otlp"], ["summary", "--failed"]):
            done = trace2(*command, empty)
            assert (done.returncode, done.stdout) == (1, b""), (command, done)
            assert done.stderr.decode() == f"trace2: {empty}: is empty\n", (command, done)
            both = trace2(*command, full, empty)
            assert both.stderr == done.stderr and both.stdout == trace2.output(*command, full), (command, both)
            in_directory = trace2(*command, name)
            assert in_directory.stderr == b"" and in_directory.stdout == both.stdout, "a directory may hold anything"
        full.unlink()
        assert trace2("tree", name).stderr == b"trace2: the input holds no events\n"


def test_the_name_that_speedscope_refuses_is_warned_of(trace2, _):
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "x.chrome.json"
        done = trace2("convert", "--to=chrome", "-o", path, "-", stdin=EVENTS)
        assert done.returncode == 0 and done.stderr.count(b"\n") == 1 and b"speedscope" in done.stderr, done
        assert path.stat().st_size != 0
        assert trace2.output("convert", "--to=chrome", "-o", Path(name) / "x.json", "-", stdin=EVENTS) == b""
        assert trace2.output("convert", "--to=folded", "-o", path, "-", stdin=EVENTS) == b""


def test_the_nesting_limit_is_suspected_of_event_alone(trace2, _):
    said = b"deeper than 2"
    shallow = EVENTS.replace(b'"nesting":3', b'"nesting":2')
    perf = trace2.output("convert", "--to=perf", "-", stdin=shallow)
    for command in (["summary"], ["tree"], ["why"]):
        assert said in trace2.output(*command, "-", stdin=shallow), command
        assert said not in trace2.output(*command, "-", stdin=EVENTS), command
        assert said not in trace2.output(*command, "-", stdin=perf), command


def test_commands_of_which_event_and_perf_tell_are_noticed(trace2, _):
    with tempfile.TemporaryDirectory() as name:
        event, perf, normal = (Path(name) / target for target in ("e", "p", "n"))
        event.write_bytes(EVENTS)
        for path in (perf, normal):
            target = {"p": "perf", "n": "normal"}[path.name]
            path.write_bytes(trace2.output("convert", f"--to={target}", event))
        for inputs in ([event, perf], [perf, event]):
            assert re.fullmatch(rb"trace2: both PERF and another target tell of \d+ commands?, whose events count twice\n",
                                trace2("summary", *inputs).stderr), inputs
        for inputs in ([event], [perf], [event, normal]):
            assert b"count twice" not in trace2("summary", *inputs).stderr, inputs


def test_zstd_is_read_or_refused_by_name(trace2, _):
    # A frame of one raw block, as a compressor writes it that gives up.
    size = len(EVENTS)
    packed = b"\x28\xb5\x2f\xfd\x60" + (size - 256).to_bytes(2, "little") + (size << 3 | 1).to_bytes(3, "little") + EVENTS
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "t.zst"
        path.write_bytes(packed)
        for paths in ([path], [name], ["-"]):
            done = trace2("tree", *paths, stdin=packed)
            if READS_ZSTD:
                assert (done.returncode, done.stdout, done.stderr) == (0, trace2.output("tree", "-", stdin=EVENTS), b"")
            else:
                assert done.returncode == 1 and done.stdout == b"", done
                assert b"is compressed by zstd, which this program was built without\n" in done.stderr, done
        if READS_ZSTD:
            path.write_bytes(packed[:-9])
            assert b"the compressed data is damaged or incomplete\n" in trace2("tree", path).stderr
            # The header of a frame with a window of 16 MiB.
            path.write_bytes(b"\x28\xb5\x2f\xfd\x00\x70" + bytes(20))
            assert b"with a window of more than 8 MiB" in trace2("tree", path).stderr


def test_garbage_is_skipped_reported_and_1(trace2, _):
    lines = EVENTS.splitlines(keepends=True)
    dirty = b"garbage\n" + b"".join(lines[:3]) + b"\xff\xfe\0\n{]\n" + b"".join(lines[3:]) + b'{"event":"x'
    done = trace2("convert", "--to=event", "-", stdin=dirty)
    assert done.returncode == 1
    assert done.stdout == trace2.output("convert", "--to=event", "-", stdin=EVENTS)
    for number in (1, 5, 6, 18):
        assert b"trace2: -:%d: is not a JSON object" % number in done.stderr, done.stderr
    flood = trace2("summary", "-", stdin=b'{"no":1}\n' * 5000)
    assert flood.stderr.count(b"\n") == 21 and b"4980 more" in flood.stderr, flood.stderr


def test_brief_leaves_out_time_and_place(trace2, _):
    lines = b"""{"event":"version","sid":"S","thread":"main","time":"2000-01-01T00:00:00Z","file":"a.c","line":1,"evt":"4","exe":"1"}
{"event":"region_enter","sid":"S","thread":"main","time":"2000-01-01T00:00:00Z","file":"a.c","line":2,"nesting":1,"category":"c","label":"l"}
{"event":"frob","sid":"S","thread":"main","time":"2000-01-01T00:00:00Z","file":"a.c","line":3,"repo":1,"nesting":2,"x":[1, 2]}
"""
    brief = [json.loads(line) for line in trace2.output("convert", "--to=event", "--brief", "-", stdin=lines).splitlines()]
    whole = [json.loads(line) for line in lines.splitlines()]
    for line in whole[1:]:
        del line["time"]  # of the version it stays (R-EVT-03)
    for line in whole:
        del line["file"], line["line"]
    whole[0]["time"] = brief[0]["time"]
    assert brief == whole
    assert trace2.output("convert", "--to=normal", "--brief", "-", stdin=lines) == b"version 1\n"
    perf = trace2.output("convert", "--to=perf", "--brief", "-", stdin=lines).splitlines()
    assert [line.split(b" | ")[0] for line in perf] == [b"d0"] * 3
    shallow = trace2.output("convert", "--to=event", "--nesting=1", "-", stdin=lines)
    assert [json.loads(line)["event"] for line in shallow.splitlines()] == ["version", "region_enter"]


def test_output_file(trace2, _):
    with tempfile.TemporaryDirectory() as name:
        events, result = Path(name) / "events", Path(name) / "result"
        events.write_bytes(EVENTS)
        assert trace2.output("convert", "--to=normal", "-o", result, events) == b""
        assert result.read_bytes() == trace2.output("convert", "--to=normal", events)
        for inputs in ([events], [name], ["-", events]):
            done = trace2("convert", "--to=event", "-o", events, *inputs, stdin=EVENTS)
            assert done.returncode == 2 and events.read_bytes() == EVENTS, "an input is not overwritten"
        with open(events, "ab") as appended:
            done = subprocess.run([trace2.path, "convert", "--to=event", name], stdout=appended, timeout=240,
                                  stderr=subprocess.PIPE, check=False)
        assert done.returncode == 2 and events.read_bytes() == EVENTS, "nor appended to"
        before = result.read_bytes()
        for unusable in ("/nonexistent", "/dev/null/x", "/bin/sh"):
            done = trace2("convert", "--to=chrome", "-o", result, unusable)
            assert done.returncode == 1 and done.stderr, unusable
            assert result.read_bytes() == before, "a file is kept until there is something to put into it"
        result.unlink()
        assert trace2.output("convert", "--to=event", "-o", Path(name) / "new", name) == b""
        assert (Path(name) / "new").read_bytes() == trace2.output("convert", "--to=event", events), "no input of itself"
        (Path(name) / "new").unlink()
        assert trace2("convert", "--to=perf", "-o", events, "-").returncode == 1
        assert events.read_bytes() == EVENTS, "nothing is made of a trace without events"
        done = trace2("convert", "--to=normal", "-o", Path(name) / "no" / "file", events)
        assert done.returncode == 1 and b"No such file" in done.stderr
        with open("/dev/full", "wb") as full:
            done = subprocess.run([trace2.path, "summary", str(events)], stdout=full, stderr=subprocess.PIPE, check=False)
        assert done.returncode == 1 and b"No space left" in done.stderr


def catches(process, signo):
    """Whether the process has a handler for the signal by now."""
    caught = re.search(r"^SigCgt:\s*(\w+)", Path(f"/proc/{process}/status").read_text(), re.MULTILINE)
    return int(caught[1], 16) >> (signo - 1) & 1 == 1


def test_an_interrupted_conversion_leaves_the_file_as_it_was(trace2, _):
    with tempfile.TemporaryDirectory() as name:
        for before in (b"old", None):
            result = Path(name) / "result"
            if before is not None:
                result.write_bytes(before)
            else:
                result.unlink()
            with subprocess.Popen([trace2.path, "convert", "--to=event", "-o", result, "-"], stdin=subprocess.PIPE,
                                  preexec_fn=restore_defaults) as done:
                for _ in range(200):
                    done.stdin.write(EVENTS)
                done.stdin.flush()
                while len(os.listdir(name)) < (2 if before else 1) or not catches(done.pid, signal.SIGINT):
                    time.sleep(0.01)
                assert (result.read_bytes() if result.exists() else None) == before
                done.send_signal(signal.SIGINT)
                done.wait(timeout=240)
            assert done.returncode == -signal.SIGINT
            assert os.listdir(name) == (["result"] if before else []), "nothing is left over"
        result.write_bytes(b"old")
        result.chmod(0o640)
        link = Path(name) / "link"
        link.symlink_to(result)
        trace2.output("convert", "--to=event", "-o", link, "-", stdin=EVENTS)
        assert link.is_symlink() and result.stat().st_mode & 0o777 == 0o640 and result.read_bytes() != b"old"


def test_an_interrupted_conversion_leaves_no_new_file_before_the_first_line(trace2, _):
    for to in ("folded", "event"):
        with tempfile.TemporaryDirectory() as name:
            with subprocess.Popen([trace2.path, "convert", f"--to={to}", "-o", "result", "-"], stdin=subprocess.PIPE,
                                  preexec_fn=restore_defaults, cwd=name) as done:
                while not os.listdir(name) or not catches(done.pid, signal.SIGTERM):
                    time.sleep(0.01)
                done.terminate()
                done.wait(timeout=240)
            assert done.returncode == -signal.SIGTERM and os.listdir(name) == [], to


def test_a_new_file_is_as_others_are(trace2, _):
    whole = trace2.output("convert", "--to=event", "-", stdin=EVENTS)
    with tempfile.TemporaryDirectory() as directory:
        before = os.umask(0o027)
        try:
            for name in "new", "n" * 255:  # a name that has no room for an addition
                trace2.output("convert", "--to=event", "-o", Path(directory, name), "-", stdin=EVENTS)
                assert Path(directory, name).read_bytes() == whole
                assert Path(directory, name).stat().st_mode & 0o777 == 0o640
        finally:
            os.umask(before)
        (link := Path(directory, "link")).symlink_to("target")
        trace2.output("convert", "--to=event", "-o", link, "-", stdin=EVENTS)
        assert link.is_symlink() and Path(directory, "target").read_bytes() == whole
        for wrong in "none/file", "file/":
            done = trace2("convert", "--to=event", "-o", f"{directory}/{wrong}", "-", stdin=EVENTS)
            assert done.returncode == 1 and f"{directory}/{wrong}: ".encode() in done.stderr, done
        assert len(os.listdir(directory)) == 4


def test_a_file_that_may_grow_no_further_stays_as_it_was(trace2, _):
    for before in (b"old", None):
        with tempfile.TemporaryDirectory() as name:
            result = Path(name, "result")
            if before:
                result.write_bytes(before)
            done = subprocess.run([trace2.path, "convert", "--to=event", "-o", result, "-"], input=many(200), capture_output=True,
                                  preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)), timeout=240, check=False)
            assert done.returncode == 1 and done.stderr == b"trace2: can't write: File too large\n", done
            assert {path.name: path.read_bytes() for path in Path(name).iterdir()} == ({"result": before} if before else {})


def can_inject():
    return shutil.which("strace") and subprocess.run(["strace", "true"], capture_output=True, check=False).returncode == 0


def test_a_file_that_can_not_be_closed_stays_as_it_was(trace2, _):
    if not can_inject():
        raise Skipped("no strace that may trace")
    with tempfile.TemporaryDirectory() as name:
        (trace := Path(name, "trace")).write_bytes(EVENTS)
        (results := Path(name, "results")).mkdir()
        result = results / "result"
        # The search for leaks doesn't work where a process is traced already.
        env = {**os.environ, "ASAN_OPTIONS": f'{os.environ.get("ASAN_OPTIONS", "")}:detect_leaks=0'.strip(":")}

        def convert(*options):
            result.write_bytes(b"old")
            return subprocess.run(["strace", "-qq", "-y", "-e", "trace=close", "-o", f"{name}/calls", *options, trace2.path,
                                   "convert", "--to=event", "-o", result, trace], env=env, capture_output=True, timeout=240,
                                  check=False)

        convert()
        calls = Path(name, "calls").read_text().splitlines()
        # strace escapes what is not ASCII in the directories above.
        (which,) = (number for number, call in enumerate(calls, 1) if "/results/result." in call)
        done = convert("-e", f"inject=close:error=EIO:when={which}")
        assert done.returncode == 1 and b"can't write: Input/output error" in done.stderr, done
        assert {path.name: path.read_bytes() for path in results.iterdir()} == {"result": b"old"}


def test_a_signal_at_any_step_leaves_the_old_file_or_the_new_one(trace2, _):
    if not can_inject():
        raise Skipped("no strace that may trace")
    with tempfile.TemporaryDirectory() as name:
        trace = Path(name) / "trace"
        trace.write_bytes(EVENTS)
        whole = trace2.output("convert", "--to=event", trace)
        results = Path(name) / "results"
        results.mkdir()
        result = results / "result"
        # The replacement gets group and mode, and takes the file's place.
        for step in ("?fchown", "?fchmod", "?rename,?renameat,?renameat2"):
            for before in (b"old", None):
                result.unlink(missing_ok=True)
                if before is not None:
                    result.write_bytes(before)
                done = subprocess.run(["strace", "-qq", "-o", "/dev/null", "-e", f"inject={step}:signal=SIGTERM",
                                       trace2.path, "convert", "--to=event", "-o", result, trace],
                                      preexec_fn=restore_defaults, capture_output=True, timeout=240, check=False)
                left = {path.name: path.read_bytes() for path in results.iterdir()}
                assert left in ({"result": before} if before else {}, {"result": whole}), (step, before, done, left)


def test_a_replaced_file_keeps_its_group(trace2, _):
    others = [group for group in (os.getgroups() if os.geteuid() else [1]) if group != os.getegid()]
    if not others:
        raise Skipped("the user is in one group only")
    with tempfile.TemporaryDirectory() as name:
        result = Path(name) / "result"
        result.write_bytes(b"old")
        os.chown(result, -1, others[0])
        result.chmod(0o640)
        before = result.stat()
        trace2.output("convert", "--to=event", "-o", result, "-", stdin=EVENTS)
        after = result.stat()
        assert after.st_ino != before.st_ino, "it is replaced"
        assert (after.st_gid, after.st_mode) == (others[0], before.st_mode)


def test_the_names_of_standard_output_are_standard_output(trace2, _):
    wanted = trace2.output("convert", "--to=normal", "-", stdin=EVENTS)
    with tempfile.TemporaryDirectory() as directory:
        for name in ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "result"):
            result = Path(directory) / "result"
            result.write_bytes(b"")
            inode = result.stat().st_ino
            script = 'cd "$2"; { [ "$3" = result ] || echo before; "$1" convert --to=normal -o "$3" -; echo after >&3; } >result 3>>result'
            subprocess.run(["sh", "-c", script, "sh", trace2.path, directory, name], input=EVENTS, timeout=240, check=True)
            before = b"" if name == "result" else b"before\n"
            assert result.read_bytes() == before + wanted + b"after\n", name
            assert result.stat().st_ino == inode, "who has it open sees the output"


def all_of(master):
    """What a terminal shows until its last writer is gone; the kernel hands the bytes over in pieces."""
    shown = b""
    try:
        while piece := os.read(master, 1 << 16):
            shown += piece
    except OSError:
        pass
    os.close(master)
    return shown


def paged(trace2, variables, *arguments):
    """What a terminal of 10 lines shows."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 10, 80, 0, 0))
    env = {name: value for name, value in os.environ.items() if name not in ("PAGER", "LESS")}
    subprocess.run([trace2.path, *arguments], stdout=slave, input=EVENTS, check=True, env={**env, **variables}, timeout=240)
    os.close(slave)
    return all_of(master).replace(b"\r\n", b"\n")


def test_a_terminal_has_a_pager(trace2, _):
    with tempfile.NamedTemporaryFile() as events:
        events.write(EVENTS)
        events.flush()
        tree = ("tree", events.name)
        plain = paged(trace2, {"PAGER": "sed s/^/x/"}, "--no-pager", *tree)
        assert b"\x1b[1m" in plain and not plain.startswith(b"x")
        wanted = b"".join(b"x" + line for line in plain.splitlines(keepends=True))
        assert paged(trace2, {"PAGER": "sed s/^/x/"}, *tree) == wanted, "with colours and widths of the terminal"
        assert paged(trace2, {"PAGER": "false", "TRACE2_PAGER": "sed s/^/x/"}, *tree) == wanted
        for none in ({"PAGER": ""}, {"PAGER": "cat"}, {"TRACE2_PAGER": "cat", "PAGER": "false"}):
            assert paged(trace2, none, *tree) == plain, none
        assert trace2.output(*tree) != b"" and b"x" not in trace2.output(*tree)[:1], "a pipe has none"


def test_exports_among_the_traces(trace2, _):
    with tempfile.TemporaryDirectory() as name:
        (Path(name) / "events").write_bytes(EVENTS)
        tree = trace2.output("tree", name)

        def output(*arguments):
            """Text traces are passed over beside those of EVENT, and the program says so."""
            done = trace2(*arguments)
            assert done.returncode == 0, done
            text = [target for target in ("perf", "normal") if (Path(name) / target).exists()]
            said = done.stderr.decode()
            assert (said == "" or "PERF or NORMAL passed over" in said) if text else said == "", (arguments, said)
            return done.stdout

        for to in ("chrome", "firefox", "otlp", "folded", "perf", "normal"):
            result = Path(name) / to
            output("convert", f"--to={to}", "-o", result, name)
            first = result.read_bytes()
            output("convert", f"--to={to}", "-o", result, name)
            assert result.read_bytes() == first, to
            with open(result, "wb") as redirected:
                done = subprocess.run([trace2.path, "convert", f"--to={to}", name], stdout=redirected, timeout=240, check=False)
            assert done.returncode == 0 and result.read_bytes() == first, to
            assert output("tree", name) == tree, "they are no traces"
        assert b"trace2: 2 traces of PERF or NORMAL passed over" in trace2("tree", name).stderr


def test_a_file_of_a_directory_that_does_not_begin_with_an_event_is_passed_over(trace2, _):
    with tempfile.TemporaryDirectory() as name:
        perf = trace2.output("convert", "--to=perf", "-", stdin=EVENTS)
        Path(name, "perf").write_bytes(perf)
        tree = trace2.output("tree", name)
        for number in range(2):
            Path(name, f"{number}.cpp").write_bytes(b'auto trace = R"(\n' + EVENTS + b')";\n' * 30)
        done = trace2("tree", name)
        assert (done.returncode, done.stdout) == (0, tree), "nor does it make PERF a target that says less"
        assert done.stderr.startswith(b"trace2: 2 files passed over: ") and done.stderr.count(b"\n") == 1, done
        assert b"is no" in trace2("tree", Path(name, "1.cpp")).stderr, "but it is read if it is named"


def test_a_directory_of_perf_and_a_compressed_log_is_read(trace2, _):
    with tempfile.TemporaryDirectory() as name:
        perf = trace2.output("convert", "--to=perf", "-", stdin=EVENTS)
        (Path(name) / "perf.gz").write_bytes(gzip.compress(perf))
        tree = trace2.output("tree", name)
        assert b"scan" in tree, tree
        (Path(name) / "log.gz").write_bytes(gzip.compress(b"of another program\n"))
        assert trace2.output("tree", name) == tree


def test_broken_pipe_is_quiet(trace2, _):
    with tempfile.TemporaryDirectory() as name:
        events = Path(name) / "events"
        events.write_bytes(many(5000))
        for ignored in (False, True):
            command = '"$0" convert --to=perf "$1" | head -n 1 >/dev/null'
            shell = subprocess.run(["sh", "-c", ("trap '' PIPE; " if ignored else "") + command, trace2.path, events],
                                   capture_output=True, timeout=240, check=False)
            assert shell.stderr == b"", shell.stderr


def test_summary_says_what_is_in_the_trace(trace2, _):
    summary = json.loads(trace2.output("summary", "--json", "-", stdin=EVENTS))
    assert summary["events"] == 14 and summary["process_count"] == 2
    assert [(row["name"], row["level"], row["wall"], row.get("code")) for row in summary["processes"]] == [
        ("frob scan", 0, 1.0, None), ("sub", 1, 0.1, 3)]
    regions = {row["label"]: row for row in summary["regions"]}
    assert regions["outer"]["total"] == 0.4 and abs(regions["outer"]["self"] - 0.3) < 1e-9
    assert regions["inner"]["count"] == 1 and regions["inner"]["p95"] == 0.1
    assert summary["children"][0]["failed"] == 1
    assert summary["errors"] == [{"count": 1, "format": "no %d", "message": "no 1", "process": "sub"}]
    text = trace2.output("summary", "-", stdin=EVENTS).decode()
    for part in ("Processes", "Regions", "c/outer", "Children", "Data", "Errors", "no 1"):
        assert part in text, part


def test_tree_shows_what_is_inside_what(trace2, _):
    lines = trace2.output("tree", "-", stdin=EVENTS).decode().splitlines()
    legend = ["", "self: no region or child; untraced: start, end, no trace"]
    assert lines[-2:] == legend and [line[22:] for line in lines[:-2]] == [
        "/bin/frob scan", "  self", "  c/outer", "    self", "    c/inner", "  sub [exit 3]", "    untraced", "    self"]
    assert lines[2].split()[:3] == ["0.400000", "s", "40.0%"]
    assert lines[5].split()[:3] == ["0.300000", "s", "30.0%"], "as long as its parent waited"
    lines = trace2.output("tree", "--min-share=10.1", "-", stdin=EVENTS).decode().splitlines()
    assert lines[-2:] == legend and [line[22:] for line in lines[:-2]] == [
        "/bin/frob scan", "  self", "  c/outer", "    self", "    1 more", "  sub [exit 3]", "    untraced", "    1 more"]


def test_timers_and_counters_stand_below_the_tree(trace2, _):
    sums = (b'{"event":"timer","sid":"S","thread":"main","time":"2000-01-01T00:00:00.9Z","category":"c","name":"t","intervals":4,"t_total":0.004000,"t_min":0.000500,"t_max":0.002000}\n'
            b'{"event":"data_json","sid":"S","thread":"main","time":"2000-01-01T00:00:00.9Z","category":"c","key":"no timer","value":{"a":1}}\n'
            b'{"event":"counter","sid":"S","thread":"main","time":"2000-01-01T00:00:00.9Z","category":"c","name":"n","count":7}\n')
    lines = EVENTS.splitlines(keepends=True)
    trace = b"".join(lines[:-1]) + sums + lines[-1]
    tree = trace2.output("tree", "-", stdin=trace).decode()
    assert tree.startswith(trace2.output("tree", "-", stdin=EVENTS).decode()), tree
    below = trace2.output("summary", "-", stdin=trace).decode()
    assert tree.endswith(below[below.index("\nTimers\n"):below.index("\nData\n")]), tree
    assert "4.000 ms" in tree and "c/t\n" in tree and "7  c/n\n" in tree, tree
    units = {line.split()[1] for line in tree.splitlines()[:8]}
    assert units == {"s"}, "one unit for all rows"


def test_phases_are_told_apart(trace2, _):
    def phase(key, time, count):
        return (f'{{"event":"data_json","sid":"S","thread":"main","time":"2000-01-01T00:00:00.9Z","category":"bench","key":"{key}","value":'
                f'{{"of":"phase","whose":"process","t_total":{time},"sums":[{{"category":"db","name":"get","intervals":4,"t_total":0.5}},'
                f'{{"category":"db","name":"bytes","count":{count}}}]}}}}\n').encode()

    lines = EVENTS.splitlines(keepends=True)
    trace = b"".join(lines[:-1]) + phase("fill", 0.25, 30) + phase("read", 0.75, 7) + phase("fill", 0.25, 5) + lines[-1]
    names, *rows = trace2.output("summary", "--csv=phases", "-", stdin=trace).decode().splitlines()
    # None of these timers tells how long its intervals were.
    lengths = names[names.index(",nanoseconds_"):].count(",")
    rows = [row.removesuffix("," * lengths) for row in rows]
    assert rows == [
        "bench,read,phase,,,1,0.750000,0.750000", "bench,read,timer,db,get,4,0.500000,0.125000",
        "bench,read,counter,db,bytes,7,,",
        "bench,fill,phase,,,2,0.500000,0.250000", "bench,fill,timer,db,get,8,1.000000,0.125000",
        "bench,fill,counter,db,bytes,35,,"], rows
    text = trace2.output("summary", "-", stdin=trace).decode()
    table = text[text.index("\nPhases\n"):].split("\n\n")[0]
    assert "bench/read\n" in table and "    db/get\n" in table and max(map(len, table.splitlines())) <= 80, table
    assert "bench/fill" not in trace2.output("summary", "--csv=data", "-", stdin=trace).decode()


def test_why_divides_the_wall_time_of_a_command(trace2, recordings):
    lines = trace2.output("why", "-", stdin=EVENTS).decode().splitlines()
    assert lines[0] == "/bin/frob scan  1.000 s"
    rows = [line.split(maxsplit=4) for line in lines[1:6]]
    assert [(row[0], row[2], row[4]) for row in rows] == [
        ("0.300000", "30%", "self, outside of any region"), ("0.300000", "30%", "c/outer"),
        ("0.200000", "20%", "start and end of 1 process  sub 0.200000 s"), ("0.100000", "10%", "sub"),
        ("0.100000", "10%", "c/inner")], rows
    assert b"starts and ends processes" not in trace2.output("why", "-", stdin=EVENTS), "one child can't be saved"
    assert trace2.output("why", "--command=sub", "-", stdin=EVENTS).startswith(b"sub  100.000 ms  exit 3\n")
    missing = trace2("why", "--command=nothing", "-", stdin=EVENTS)
    assert missing.returncode == 1 and b'no command is called "nothing"' in missing.stderr
    for path in Path(recordings).glob("*.event"):
        assert all(len(line) <= 80 for line in trace2.output("why", path).decode().splitlines()), path


def test_folded_stacks_are_microseconds(trace2, _):
    assert trace2.output("convert", "--to=folded", "-", stdin=EVENTS).decode().splitlines() == [
        "frob scan 300000", "frob scan;c:outer 300000", "frob scan;c:outer;c:inner 100000",
        "frob scan;child:sub 200000", "frob scan;child:sub;sub 100000"]


def test_colours_are_for_terminals(trace2, _):
    assert b"\x1b" not in trace2.output("summary", "-", stdin=EVENTS)
    assert b"\x1b" in trace2.output("summary", "--color=always", "-", stdin=EVENTS)
    for variables, wanted in (({}, True), ({"NO_COLOR": "1"}, False)):
        master, slave = pty.openpty()
        with tempfile.NamedTemporaryFile() as events:
            events.write(EVENTS)
            events.flush()
            subprocess.run([trace2.path, "--no-pager", "summary", events.name], stdout=slave, check=True,
                           env={**os.environ, **variables}, timeout=240)
        os.close(slave)
        assert (b"\x1b" in all_of(master)) == wanted


def test_trees_fit_terminals(trace2, recordings):
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 60, 0, 0))
    path = Path(recordings) / "clone-file.event"
    subprocess.run([trace2.path, "--no-pager", "tree", "--color=never", path], stdout=slave, check=True, timeout=240)
    os.close(slave)
    lines = all_of(master).decode().splitlines()
    assert max(map(len, lines)) == 60, lines
    assert max(map(len, trace2.output("tree", path).decode().splitlines())) > 60, "elsewhere names are whole"


def test_terminals_are_shown_no_control_bytes_of_a_trace(trace2, _):
    hostile = EVENTS.replace(b"outer", b"\\u001b]0;x\\u0007\\n")
    for arguments in (["tree", "-"], ["summary", "-"]):
        shown = trace2.output(*arguments, stdin=hostile)
        assert b"\x1b" not in shown and b"\x07" not in shown, arguments
        assert b"\\x1b]0;x\\x07\\n" in shown, arguments


def test_recordings_convert_to_everything(trace2, recordings):
    for path in sorted(Path(recordings).glob("*.event")):
        for to in ("event", "perf", "normal", "chrome", "firefox", "otlp", "folded"):
            trace2.output("convert", f"--to={to}", path)
        json.loads(trace2.output("convert", "--to=chrome", path))
        json.loads(trace2.output("summary", "--json", path))
        assert trace2.output("tree", path) != b""


if __name__ == "__main__":
    run_all(globals(), Program(sys.argv[1]), sys.argv[2])
