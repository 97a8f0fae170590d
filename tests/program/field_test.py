"""Traces as people have them: usage field_test.py PROGRAM DIRECTORY FIELD. The directory has traces of Git, the other
one traces of other writers.

What an editor, a terminal, a mail program, a log or a web page makes of a trace is read as the trace itself: the tree
is the same, and one line tells what was taken away.
"""

import html
import json
import re
import sys
import tempfile
import textwrap
from pathlib import Path

from trace2_program import Program, run_all

FORMS = ("event", "perf", "normal")


def before(prefix):
    """Each line behind a prefix, which may depend on its number."""
    return by_line(lambda number, line: (prefix(number) if callable(prefix) else prefix) + line)


def behind(suffix):
    return by_line(lambda _, line: line + suffix)


def by_line(change):
    return lambda text: "".join(change(number, line) + "\n" for number, line in enumerate(text.splitlines()))


def cut(width):
    return by_line(lambda _, line: "\n".join(line[at : at + width] for at in range(0, len(line), width)))


def words(width):
    wrap = {"break_long_words": False, "break_on_hyphens": False}
    return by_line(lambda _, line: "\n".join(textwrap.wrap(line, width, **wrap)))


def in_turn(*changes):
    def change(text):
        for each in changes:
            text = each(text)
        return text

    return change


ACTIONS = before(lambda number: f"2026-11-01T10:00:{number % 60:02}.{number:07}Z ")
DOCKER = before("app-1  | ")
QUOTE = before("> ")
TOOK = b"took away `"

# What is made of each trace, and what the message says of it.
CHANGES = {
    "GitHub Actions": (ACTIONS, TOOK + b"2026-11-01T10:00:00.0000000Z ` before"),
    "Azure": (before("##[debug]"), TOOK + b"##[debug]` before"),
    "docker compose": (DOCKER, TOOK + b"app-1  | ` before"),
    "two containers": (before(lambda number: f"{'app' if number % 3 else 'worker'}-{number} | "), TOOK),
    "kubectl": (before("[pod/web-7f9c/git] "), TOOK),
    "container runtime": (before(lambda number: f"2026-11-01T10:00:00.{number:09}+01:00 stderr F "), TOOK),
    "journal": (before(lambda number: f"Nov {number % 30 + 1:2} 10:00:00 host git[{number}]: "), TOOK),
    "syslog": (before("<13>1 2026-11-01T10:00:00.000001+01:00 host git 7 - - "), TOOK),
    "ts": (before(lambda number: f"10:00:{number % 60:02}.{number:06} "), TOOK),
    "BuildKit": (before(lambda number: f"#12 {number}.123 "), TOOK),
    "CloudWatch": (before("EVENTS\t1544887266887\t"), TOOK),
    "line numbers": (before(lambda number: f"{number + 1:6}\t"), TOOK),
    "grep": (before(lambda number: f"a b/trace.log:{number + 1}:"), TOOK),
    "mail": (QUOTE, TOOK + b"> ` before"),
    "answered mail": (before(">> > "), TOOK),
    "initials": (before("JD> "), TOOK),
    "remote": (in_turn(behind("        "), before("remote: ")), TOOK + b"remote: ` before"),
    "block of code": (lambda text: "```text\n" + text + "```\n", b"marks of a block of code"),
    "Jira": (lambda text: "{code}\n" + text + "{code}\n", b"marks of a block of code"),
    "line break": (behind("<br>"), TOOK + b"<br>` behind"),
    "trailing blanks": (behind("  "), b"took away blanks behind"),
    "console": (by_line(lambda _, line: line.ljust(250)), b"took away blanks behind"),
    "bars": (in_turn(behind(" |"), before("| ")), TOOK + b"|` behind"),
    "colours": (in_turn(before("\x1b[36m"), behind("\x1b[0m")), b"took away colours of"),
    "colours, no reset": (before("\x1b[36m"), b"took away colours of"),
    "no-break spaces": (lambda text: text.replace(" ", "\u00a0"), b"replaced no-break spaces"),
    "no width": (before("\u200b"), b"replaced no-break spaces"),
    "web page": (html.escape, b"replaced entities of HTML"),
    "UTF-16": (lambda text: text.replace("\n", "\r\n").encode("utf-16"), b"converted from UTF-16"),
    "CR": (lambda text: text.replace("\n", "\r"), b"read CR as the end of a line"),
    "progress meter": (before(lambda number: f"Files: {number}%\r" if number % 3 == 1 else ""), b"a progress meter before"),
    "72 columns": (cut(72), b"joined lines that were broken at 72 columns"),
    "80 columns": (cut(80), b"joined lines that were broken at 80 columns"),
    "quoted and cut": (in_turn(cut(78), QUOTE), b"joined lines that were broken at"),
    "container and mail": (in_turn(QUOTE, DOCKER), TOOK),
    "colours of a log": (in_turn(DOCKER, before("\x1b[33m"), behind("\x1b[0m")), b"took away colours of"),
    "logger": (by_line(lambda _, line: json.dumps({"log": line + "\n", "stream": "stderr"})), b'took the member "log":'),
}

COLUMNS = "| time | file | depth | thread | event | repo | abs | rel | cat | msg |\n" + "|---" * 10 + "|\n"


def rows(text):
    for line in text.splitlines():
        place, *columns = line.split(" | ", 8)
        yield [*place.split(None, 1), *columns]


def table(text):
    return COLUMNS + "".join("| " + " | ".join(cell.strip() for cell in row) + " |\n" for row in rows(text))


def pretty(text):
    return "".join(json.dumps(json.loads(line), indent=2) + "\n" for line in text.splitlines())


def array(text):
    return json.dumps([json.loads(line) for line in text.splitlines()])


# The same of one target only.
FURTHER = {
    "perf": {
        "72 columns of mail": (words(72), b"joined lines that were broken at"),
        "table": (table, b"read the rows of a table"),
        "escaped bars": (lambda text: text.replace("|", "\\|"), b"took away backslashes of Markdown"),
    },
    "event": {
        "jq": (pretty, b"read JSON that is not one object in each line"),
        "quoted jq": (in_turn(pretty, QUOTE), b"read JSON that is not one object in each line"),
        "array": (array, b"read JSON that is not one object in each line"),
        "array of lines": (lambda text: "[\n" + text.replace("}\n", "},\n")[:-2] + "\n]\n", b"read JSON"),
        "several in a line": (lambda text: text.replace("\n", ""), b"read JSON that is not one object in each line"),
    },
    "normal": {},
}


def tree(trace2, content, form):
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / ("t." + form)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        done = trace2("tree", path)
        return done.returncode, done.stdout, done.stderr.replace(name.encode(), b"")


def test_a_trace_is_itself_whatever_stands_around_its_lines(trace2, directory, _):
    for form in FORMS:
        text = (Path(directory) / f"alias-nested.{form}").read_text()
        plain = tree(trace2, text, form)
        assert plain[1] and b"took" not in plain[2], plain
        for name, (change, says) in {**CHANGES, **FURTHER[form]}.items():
            if change(text) == text:
                continue  # no blanks, or no bars
            code, shown, said = tree(trace2, change(text), form)
            assert shown == plain[1], (form, name, said, shown.decode(), plain[1].decode())
            assert says in said and code == plain[0], (form, name, said)
            assert said.count(b"\n") == plain[2].count(b"\n") + 1, (form, name, said)


def test_other_lines_are_skipped_and_counted_and_end_no_prefix(trace2, directory, _):
    text = (Path(directory) / "alias-nested.perf").read_text()
    lines = text.splitlines(True)
    mixed = "".join(lines[:4] + ["Switched to a new branch\n"] + lines[4:])
    for change in (lambda pasted: pasted, DOCKER, QUOTE, ACTIONS):
        code, shown, said = tree(trace2, change(mixed), "perf")
        assert code == 1 and shown == tree(trace2, text, "perf")[1], said
        assert said.count(b":5: is no line of PERF\n") == 1, said


def test_a_prefix_is_none_if_an_event_lacks_it(trace2, directory, _):
    lines = (Path(directory) / "alias-nested.perf").read_text().splitlines(True)
    odd = "".join(lines[:3] + ["app-1 | " + lines[3]] + lines[4:])
    assert b"took" not in tree(trace2, odd, "perf")[2]
    # But who copies lines may begin within the first one.
    cut_first = DOCKER("".join(lines))[6:]
    assert tree(trace2, cut_first, "perf")[1] == tree(trace2, "".join(lines), "perf")[1]


def test_a_prefix_within_an_event_stays(trace2, _, __):
    lines = "".join(
        f"12:00:00.{number:06} a.c:7 | d0 | main | {event} | | 0.1 | | | {text}\n"
        for number, (event, text) in enumerate((("version", "2"), ("start", "app-1 app-1"), ("error", "app-1  | > x  "),
                                                ("atexit", "code:0"))))
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "t.perf"
        for text in (lines, DOCKER(lines)):
            path.write_text(text)
            done = trace2("convert", "--to=event", path)
            assert b'"msg":"app-1  | > x  "' in done.stdout, done


def test_a_table_that_lacks_a_column_is_refused_by_its_name(trace2, directory, _):
    text = (Path(directory) / "alias-nested.perf").read_text()
    reduced = "| time | event | abs | msg |\n|---|---|---|---|\n" + "".join(
        "| " + " | ".join((row[0][:11], row[4].strip(), row[6].strip()[:4], row[9])) + " |\n" for row in rows(text))
    code, shown, said = tree(trace2, reduced, "perf")
    assert (code, shown) == (1, b""), shown
    assert said == b"trace2: /t.perf: is a table of PERF without the column depth: paste whole lines\n", said


def test_what_holds_no_trace_is_called_by_its_form(trace2, _, __):
    first = "12:00:00.000001 git.c:460                    trace: built-in: git status\n"
    for content, form in ((first, b"GIT_TRACE"), ('{"traceEvents":[]}\n', b"Chrome"),
                          ('{"resourceSpans":[]}\n', b"OpenTelemetry"), ('execve("/bin/git") = 0\n', b"strace"),
                          ("git 7 [000] 1.5:   1 cycles:\n\tffff main (git)\n", b"perf")):
        code, shown, said = tree(trace2, content, "event")
        assert (code, shown, said.count(b"\n")) == (1, b"", 1) and form in said, said


def test_the_lines_of_git_credential_manager_are_read(trace2, _, field):
    for name in ("credential-manager.perf", "credential-manager-comma.perf", "credential-manager.normal"):
        done = trace2("convert", "--to=event", Path(field) / name)
        assert done.returncode == 0 and done.stderr == b"", (name, done.stderr)
        events = [json.loads(line) for line in done.stdout.splitlines()]
        by_name = {event["event"]: event for event in events if event.get("file", "").endswith(".cs")}
        program = r"C:\Program Files\Git\mingw64\bin\git-credential-manager.exe"
        assert by_name["start"]["argv"] == [program, "get"], (name, by_name["start"])
        assert by_name["child_start"]["argv"] == ["C:/Program Files/Git/cmd/git.exe", "config", "--null", "--list"]
        assert by_name["child_start"]["child_id"] == 1 and by_name["child_exit"]["code"] == 0, by_name
        assert abs(by_name["child_exit"]["t_rel"] - 0.1) < 1e-9, by_name
        assert by_name["exit"]["code"] == -1 and abs(by_name["exit"]["t_abs"] - 2.483) < 1e-9, by_name["exit"]
        if name.endswith(".perf"):
            assert by_name["region_leave"]["label"] == "get token" and by_name["region_leave"]["t_rel"] == 2.0, by_name
        last = events[-1]
        assert (last["event"], last["code"]) == ("atexit", 128), last
        sids = {event["sid"] for event in events if event["event"] == "exit"}
        assert len(sids) == 2 and last["sid"] in sids, sids
        shown = trace2("tree", Path(field) / name).stdout.decode()
        assert re.search(r" git-credential-manager\S* get", shown) and "[exit 128]" in shown, shown


if __name__ == "__main__":
    run_all(globals(), Program(sys.argv[1]), *sys.argv[2:])
