"""Traces as public reports have them are read like the files that they were: usage reports_test.py PROGRAM TRACES

Each form is that of a report in a tracker, a mailing list, a chat or a log; the traces are Git's, of tests/traces/git.
"""

import html
import json
import re
import sys
from pathlib import Path

from trace2_program import Program, run_all

NAMES = ("clone-file", "commit-all", "grep-threads")


def decorated(lines, before="", after=""):
    return "".join(f"{before}{line}{after}\n" for line in lines)


def quoted_mail(lines):
    return "On Tue, A. Developer wrote:\n" + decorated(lines, "> > ") + "> Thanks.\n"


def range_diff(lines):
    """A patch series quotes its cover letter, and a range-diff quotes that."""
    return decorated(lines, "    -      ")


def terminal(lines):
    """Lines of the program itself stand between, as in a paste of a screen."""
    half = len(lines) // 2
    blanks = " " * 6
    said = ["warning: ignoring extra bitmap file", "Receiving objects: 100% (27/27), done.", "fatal: failed to load"]
    return decorated(["$ git frob --now", *lines[:half], *said, *lines[half:]], blanks)


def fenced(lines):
    return "Here is what I see:\n\n```text\n$ GIT_TRACE2=1 git frob 2>&1 | head\n" + decorated(lines) + "```\n\nGit 2.39, Debian.\n"


def numbered_page(lines):
    return "".join(f"{number:6}\t{line}\n" for number, line in enumerate(lines, 1))


def actions(lines):
    stamp = "2026-11-01T10:00:%02d.1234567Z "
    return "".join(stamp % (number % 60) + line + "\n" for number, line in
                   enumerate(["##[group]Run git frob", *lines, "##[endgroup]"]))


def syslog(lines):
    return "".join(f"Nov  1 10:00:{number % 60:02} build-7 runner[4711]: {line}\n" for number, line in enumerate(lines))


def compose(lines):
    """The log of several services, coloured."""
    return decorated(lines, "\x1b[36mgit-1  | \x1b[0m")


def powershell(lines):
    """Windows PowerShell 5 writes what a program says on standard error as UTF-16, with an error around the first line."""
    error = ["At line:1 char:1", "+ git frob 2> trace.txt", "+ ~~~~~~~~~~~~~~~~~~~~~~", "    + FullyQualifiedErrorId : NativeCommandError", " "]
    return ("\ufeff" + decorated(["git : " + lines[0], *error, *lines[1:]]).replace("\n", "\r\n")).encode("utf-16-le")


def chat(lines):
    """A chat makes other blanks of some, and entities of signs."""
    return "".join(html.escape(line, quote=False).replace("  ", " \u00a0") + "\n" for line in lines)


FORMS = (quoted_mail, range_diff, terminal, fenced, numbered_page, actions, syslog, compose, powershell, chat)


def shown(trace2, content):
    """What the commands of a trace are, and where their time went; not when they were.

    Blanks alone are no prefix, so the further lines of an argument keep them.
    """
    return re.sub(rb"\\n +", rb"\\n", trace2("tree", "-", stdin=content).stdout)


def check_form(trace2, traces, form, kind):
    for name in NAMES:
        original = Path(traces, f"{name}.{kind}").read_bytes()
        content = form(original.decode().splitlines())
        content = content if isinstance(content, bytes) else content.encode()
        expected, found = shown(trace2, original), shown(trace2, content)
        assert found == expected, (form.__name__, kind, name, found.decode()[:600])


def test_every_form_is_read_as_what_it_was(trace2, traces):
    wrong = []
    for form in FORMS:
        for kind in ("event", "perf", "normal"):
            try:
                check_form(trace2, traces, form, kind)
            except AssertionError as problem:
                wrong.append(problem.args[0])
    assert not wrong, wrong


def test_a_collector_keeps_the_line_in_an_object(trace2, traces):
    for name in NAMES:
        lines = Path(traces, f"{name}.event").read_text().splitlines()
        kept = "".join(json.dumps({"log": line + "\n", "stream": "stderr", "time": "2026-11-01T10:00:00.1Z"}) + "\n" for line in lines)
        assert shown(trace2, kept.encode()) == shown(trace2, ("\n".join(lines) + "\n").encode()), name


def test_other_orders_of_members_are_read(trace2, traces):
    lines = Path(traces, "clone-file.event").read_text().splitlines()
    ordered = "".join(json.dumps(json.loads(line), sort_keys=True) + "\n" for line in lines)
    assert shown(trace2, ordered.encode()) == shown(trace2, ("\n".join(lines) + "\n").encode())


def test_a_quote_without_its_beginning_shows_what_there_is(trace2, traces):
    lines = Path(traces, "commit-all.perf").read_text().splitlines()[6:]
    done = trace2("check", "-", stdin=decorated(lines, "> ").encode())
    assert done.returncode == 1 and b"missing-beginning" in done.stdout and b"`> `" in done.stdout, done


if __name__ == "__main__":
    run_all(globals(), Program(sys.argv[1]), sys.argv[2])
