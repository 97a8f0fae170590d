"""The bytes of Git itself: usage like_git.py PROGRAM

Git runs in a repository of its own and traces to all three targets. PROGRAM makes the calls that
EVENT tells of, with Git's own places in its sources; what it writes is what Git has written, byte for
byte, but for times and process ids (R-HOST-08, R-NRM-05, R-PRF-12, R-EVT-05).
"""

import difflib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ABSENT = "\x02"
# An emulator, where the tests run programs for another processor.
WRAPPER = shlex.split(os.environ.get("MESON_EXE_WRAPPER", ""))

# The members of each event that a caller provides, in the order in which PROGRAM takes them.
MEMBERS = {
    "version": ("evt", "exe"),
    "start": ("argv",),
    "cmd_ancestry": ("ancestry",),
    "cmd_name": ("name",),
    "cmd_mode": ("name",),
    "alias": ("alias", "argv"),
    "error": ("msg", "fmt"),
    "child_start": ("child_class", "hook_name", "cd", "use_shell", "argv"),
    "child_exit": ("child_id", "pid", "code"),
    "child_ready": ("child_id", "pid", "ready"),
    "exec": ("exe", "argv"),
    "exec_result": ("exec_id", "code"),
    "def_param": ("scope", "param", "value"),
    "def_repo": ("worktree",),
    "region_enter": ("category", "label", "msg"),
    "region_leave": ("category", "label", "msg"),
    "data": ("category", "key", "value"),
    "data_json": ("category", "key", "value"),
    "exit": ("code",),
    "counter": ("category", "name", "count"),
    "atexit": (),
}

SCRIPT = r"""
git init -q r && cd r && echo a >a && git add a
printf '#!/bin/sh\necho hook\n' >.git/hooks/pre-commit && chmod +x .git/hooks/pre-commit
git commit -q -m "it's one!"
git checkout -q -b branch && echo b >>a && git commit -q -a -m two && git checkout -q -
git st && git hi "a b" && git merge -q branch
git clone -q "file://$PWD" ../c
git nosuch
git cat-file -p nosuch
git -c pager.log='sed s/x/y/' log
GIT_EDITOR='true "a b"' git commit -q --amend
git repack -q -a -d && git fsck
git version
"""


def run_git(directory):
    """Runs the commands; each target leaves one file per process."""
    config = "[user]\n\tname = A U\n\temail = a@b\n[alias]\n\thi = !echo hi \"$@\"\n\tst = status --short\n"
    config += "[core]\n\tbare = false\n[other]\n\tvalueless\n[gc]\n\tauto = 0\n"
    # A process that went on in the background would trace into the files that are read here.
    config += "[maintenance]\n\tautoDetach = false\n"
    (directory / ".gitconfig").write_text(config)
    env = {
        "PATH": os.environ["PATH"],
        "HOME": str(directory),
        "TZ": "UTC",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_TRACE2_EVENT_NESTING": "1000",
        "GIT_TRACE2_CONFIG_PARAMS": "user.*,core.*",
        "GIT_TRACE2_ENV_VARS": "HOME,TZ",
    }
    for variable, name in {"GIT_TRACE2": "normal", "GIT_TRACE2_PERF": "perf", "GIT_TRACE2_EVENT": "event"}.items():
        (directory / name).mkdir()
        env[variable] = str(directory / name)
    subprocess.run(["sh", "-c", SCRIPT], cwd=directory, env=env, capture_output=True, check=True)


def field(value):
    if value is None:
        return ABSENT
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, list):
        return "\x1d".join(value)
    if isinstance(value, dict):
        return json.dumps(value, separators=(",", ":"))
    return str(value)


def calls(events):
    """What PROGRAM reads."""
    above = events[0]["sid"].rpartition("/")[0]
    hierarchy = next((e["hierarchy"] for e in events if e["event"] == "cmd_name"), "")
    yield [re.sub("[^/]+", "SID", above), hierarchy.rpartition("/")[0]]
    for event in events:
        common = [event["event"], event["file"], event["line"], event.get("repo", "")]
        yield common + [event.get(member) for member in MEMBERS[event["event"]]]


def replay(program, events):
    """The three targets as PROGRAM writes them."""
    text = "".join("\x1f".join(map(field, call)) + "\x1e" for call in calls(events))
    result = subprocess.run([*WRAPPER, program], input=text.encode(), stdout=subprocess.PIPE, check=True)
    return result.stdout.decode().split("\x1e")[:3]


def own_place(match):
    """The place of the exit handler, and that of the sums which it tells, is each program's own."""
    return "atexit.c:0" + " " * (len(match[0]) - len("atexit.c:0"))


def without_times(text):
    text = re.sub(r"^\d\d:\d\d:\d\d\.\d{6}", "00:00:00.000000", text, flags=re.MULTILINE)
    text = re.sub(r'"time":"[^"]*"', '"time":"2000-01-01T00:00:00.000000Z"', text)
    text = re.sub(r"\d\.\d{6}\b(?!Z)", "0.000000", text)
    text = re.sub(r'"sid":"[^"]*"', lambda m: '"sid":"' + re.sub("[^/]+", "SID", m[0][7:-1]) + '"', text)
    text = re.sub(r"(?:trace2|\.\.\.\w*)/[\w/]+\.[ch](pp)?:\d+ *(?=.*\b(?:atexit|counter)\b)", own_place, text)
    return re.sub(r'("event":"(?:atexit|counter)".*?"file":")[^"]*","line":\d+', r'\1atexit.c","line":0', text)


def differences(program, directory):
    for file in sorted((directory / "event").iterdir()):
        git = [(directory / target / file.name).read_text() for target in ("normal", "perf", "event")]
        events = [json.loads(line) for line in git[2].splitlines()]
        if unknown := {event["event"] for event in events} - MEMBERS.keys():
            print("not compared, because this version of git tells of", *sorted(unknown))
            continue
        for theirs, ours in zip(map(without_times, git), map(without_times, replay(program, events))):
            yield from difflib.unified_diff(theirs.split("\n"), ours.split("\n"), "git", "here", lineterm="", n=0)


def main(program):
    if shutil.which("git") is None:
        print("SKIPPED: git is not installed")
        return 77
    with tempfile.TemporaryDirectory(prefix="trace2.") as name:
        directory = Path(name).resolve()
        run_git(directory)
        found = list(differences(program, directory))
        seen = {json.loads(line)["event"] for file in (directory / "event").iterdir() for line in file.open()}
    print("compared:", *sorted(seen))
    for line in found:
        print(line)
    return 1 if found or not {"child_exit", "region_leave", "error", "def_repo"} <= seen else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
