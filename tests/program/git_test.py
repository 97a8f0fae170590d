"""Traces of the installed Git, there and back: usage git_test.py PROGRAM. With SLOW in the environment
it compares the traces of all processes, otherwise those of the brief form of some.

Git writes all three targets, a file for each process. PERF and NORMAL made of EVENT are what Git has
written itself, line by line, and EVENT made of EVENT is the same. Masked is what EVENT does not carry:
each target's own reading of the time of day and its name as the place of some events, and the absolute
time of events that have none in EVENT.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

from trace2_program import Program, skip

SCRIPT = r"""
exec </dev/null
git init -q r && cd r
mkdir -p dir/sub; for i in 1 2 3 4 5 6 7 8 9; do seq $i 300 >dir/sub/$i; echo $i >$i.txt; done; seq 99999 >big
git add . && git commit -q -m one
for name in pre-commit commit-msg post-commit post-checkout; do
  printf '#!/bin/sh\ngit rev-parse HEAD >/dev/null 2>&1\nexit 0\n' >.git/hooks/$name && chmod +x .git/hooks/$name
done
echo two >>1.txt && git commit -q -a -m 'two
lines'
git checkout -q -b side && echo side >2.txt && git commit -q -a -m side && git checkout -q -
git merge -q --no-edit side; echo x >2.txt; git commit -q -a -m x; git revert --no-edit HEAD
git status; git status --porcelain -uall; git log --graph --oneline --all; git log -p --stat
git diff HEAD~1; git blame 1.txt; git show --raw HEAD; git shortlog -s HEAD; git describe --always
git grep --threads=4 -c 2; git ls-files -s; git rev-list --objects --all; git branch -a; git tag t; git tag -a -m ann a
git stash list; echo s >3.txt; git stash -q; git stash pop -q; git reset -q --hard; git clean -fdq
git rebase -q -f HEAD~2; git cherry-pick side; git cherry-pick --abort; git worktree add -q ../w; git notes add -m n; git notes show
git format-patch -q -1 -o ../p; git am -q ../p/*; git am --abort; git bundle create -q ../b.bundle --all; git archive HEAD >../a.tar
git clone -q "file://$PWD" ../c; git clone -q . ../local; git clone -q --depth=1 "file://$PWD" ../shallow
git clone -q --filter=blob:none "file://$PWD" ../partial; git clone -q --mirror "file://$PWD" ../m.git
echo more >more && git add more && git commit -q -m more
(cd ../c && git fetch -q && git pull -q --ff-only && git push -q origin HEAD:refs/heads/pushed; git fetch --all --prune; git ls-remote)
(cd ../c && git push -q origin :refs/heads/nosuch; git push -q origin +HEAD~1:refs/heads/pushed; git remote show origin)
git -c protocol.file.allow=always submodule add -q "file://$PWD/../local" sub && git commit -q -m sub
git submodule status; git submodule foreach -q true; git -c protocol.file.allow=always clone -q --recurse-submodules "file://$PWD" ../super
git gc -q; git repack -adq; git fsck; git maintenance run --auto; git commit-graph write; git multi-pack-index write; git pack-refs --all; git prune
git st; git nested; git hi 'a b' "c'd"; git loop; git bad; git -c alias.x='!exit 3' x; git -c alias.y='!nosuch' y
git nosuch; git cat-file -p nosuch; git log nosuch; git commit -m nothing; git checkout nosuch; git mv a b; git merge nosuch
git log -- 'a	b' '%s%d' 'ü€😀' 'new
line' "$(printf 'bad\377utf\303')" '"q"' "it's" '' '\' '!x' '$y' "$(printf 'cr\r\033[1m\177')"
git log -1 "$(printf '%05000d' 7)"; git config --get user.name; git config user.nosuch; git var GIT_EDITOR; git --version; git --exec-path
git -c pager.log='sed s/x/y/' -p log -1; GIT_EDITOR='true "a b"' git commit -q --amend; GIT_EDITOR=false git commit --amend
git -c core.editor='echo y >' commit --amend -q; git -c diff.external=echo diff HEAD~1; git difftool -y -x echo HEAD~1
echo '*.txt filter=f diff=t' >.gitattributes; echo f >f.txt; git -c filter.f.clean=cat -c filter.f.smudge=cat add .
git -c diff.t.textconv=cat -c filter.f.clean=cat diff HEAD; git -c filter.f.smudge=cat -c filter.f.clean=cat checkout -f HEAD~1 -- .
git -c checkout.workers=3 -c checkout.thresholdForParallelism=1 clone -q . ../workers
git -c credential.helper='!echo username=u; echo password=p; true' credential fill <<X
protocol=https
host=example.com

X
git bisect start HEAD HEAD~3; git bisect run true; git bisect reset -q; git rev-parse --verify nosuch; git update-index --refresh
git -c core.untrackedCache=true status; git -c index.threads=2 -c core.preloadIndex=true status
git rerere; git replace -l; git sparse-checkout set dir; git sparse-checkout disable; git check-ignore x; git check-attr -a 1.txt
git fast-export HEAD | git fast-import --quiet --force; git rev-list --all | git pack-objects -q --stdout | git index-pack --stdin
git log -p --all --full-diff -U1000 | true; git cat-file --batch-all-objects --batch | :; mkfifo ../f
answered() { until test -s ../answer; do sleep 0.01; done; rm ../answer; }
git cat-file --batch <../f >../answer & exec 3>../f; echo HEAD >&3; answered; kill -TERM $!; wait $!; exec 3>&-
git cat-file --batch-check <../f >../answer & exec 3>../f; echo HEAD >&3; answered; kill -KILL $!; wait $!; exec 3>&-
git -c trace2.nosuch=1 -C dir ls-files; git --git-dir=nosuch status; git --bare log; git help -a; git remote add x "https://u:secret@localhost:1/y.git"; git fetch x
git clone -q https://u:secret@localhost:1/x ../x; GIT_SSH_COMMAND=false git fetch ssh://h/x
git shell -c 'git-nosuch x'; git --literal-pathspecs status -s; git rm -q --cached 1.txt; git reset -q
git notes add -f -m n; git=$(command -v git); PATH=/nonexistent GIT_EXEC_PATH=/nonexistent "$git" notes show
"""

CONFIG = r"""
[user]
	name = Ä U
	email = a@b
[alias]
	st = status --short
	nested = st -b
	hi = !echo hi \"$@\"
	bad = "log 'x"
	loop = loop2
	loop2 = loop
[gc]
	autoDetach = false
[maintenance]
	autoDetach = false
[advice]
	detachedHead = false
[init]
	defaultBranch = main
[uploadpack]
	allowFilter = true
"""

TARGETS = {"GIT_TRACE2": "normal", "GIT_TRACE2_PERF": "perf", "GIT_TRACE2_EVENT": "event"}
CARRIED = b"start exit atexit signal data data_json printf".split()
ELAPSED = re.compile(rb"((?:T .{28} \| )?d\d+ \| .{24,} \| (\w+) *\| ... \| ) *\d+\.\d{6}( \| )")
THREAD = re.compile(rb"(?:T .{28}[^|]*\| )?d\d+ \| (.{24,}?) \| ")


def trace(directory, **settings):
    """Runs the script; directories of what each process has written."""
    directory.mkdir()
    (directory / ".gitconfig").write_text(CONFIG)
    env = {
        "PATH": os.environ["PATH"],
        "HOME": str(directory),
        "TZ": "Asia/Kolkata",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_TRACE2_EVENT_NESTING": "1000",
        "GIT_TRACE2_CONFIG_PARAMS": "user.*,core.*",
        "GIT_TRACE2_ENV_VARS": "HOME,TZ",
    }
    for variable, name in TARGETS.items():
        (directory / name).mkdir()
        env[variable] = str(directory / name)
    subprocess.run(["sh", "-c", SCRIPT], cwd=directory, env=env | settings, capture_output=True, check=False, timeout=900)


def masked(line):
    line = re.sub(rb"^\d\d:\d\d:\d\d\.\d{6} ", b"T ", line)
    line = re.sub(rb"^T trace2/tr2_tgt_\w+\.c:\d+ *", b"T " + b"own".ljust(29), line)
    elapsed = ELAPSED.match(line)
    if elapsed and elapsed[2] not in CARRIED:
        line = elapsed[1] + b"#" + elapsed[3] + line[elapsed.end():]
    return line


def by_thread(text, hidden):
    """Lines in their order, for threads are not in order with each other."""
    threads = defaultdict(list)
    thread = b""
    for line in text.split(b"\n"):
        line = masked(line)
        begin = THREAD.match(line)
        thread = begin[1] if begin else thread
        if not hidden(line):
            threads[thread].append(line)
    return threads


def check_equal(made, git, what):
    if made == git:
        return
    if isinstance(made, dict):
        assert made.keys() == git.keys(), (what, made.keys(), git.keys())
        for thread in git:
            check_equal(made[thread], git[thread], f"{what} {thread.decode()}")
    for number, (left, right) in enumerate(zip(made, git)):
        assert left == right, f"{what}, line {number}:\n{left}\n{right} <- Git"
    assert len(made) == len(git), (what, made[len(git):], git[len(made):])


def check(trace2, directory, step=1):
    """Compares the traces of each process, or of one in `step`."""
    events = sorted(path.name for path in (directory / "event").iterdir())[::step]
    seen, all_lines = set(), []
    for name in events:
        path = directory / "event" / name
        original = path.read_bytes()
        lines = original.splitlines()
        seen.update(json.loads(line.decode(errors="replace"))["event"] for line in lines)
        # Until version 3, EVENT leaves out the messages of printf.
        lacks_printf = b'"evt":"3"' in lines[0]
        what = f"{name} {lines[1][:200]}"

        made = trace2.output("convert", "--to=perf", path)
        all_lines += made.splitlines()
        hidden = lambda line, lacks=lacks_printf: lacks and re.search(rb"d\d+ \| .{24,}? \| printf ", line)
        check_equal(by_thread(made, hidden), by_thread((directory / "perf" / name).read_bytes(), hidden), f"PERF {what}")

        made = trace2.output("convert", "--to=normal", path)
        git = (directory / "normal" / name).read_bytes()
        # Here threads, which write into the files in orders of their own, can't be told apart.
        in_order = sorted if b'"thread":"th' in original else list
        check_equal(*(in_order(map(masked, text.split(b"\n"))) for text in (made, git)), f"NORMAL {what}")

        made = trace2.output("convert", "--to=event", path)
        for left, right in zip(made.splitlines(), lines, strict=True):
            try:
                right.decode()
            except UnicodeDecodeError:
                right = right.decode(errors="replace").encode()
            check_equal([left], [right], f"EVENT {what}")
    if step == 1:
        together = trace2.output("convert", "--to=perf", directory / "event").splitlines()
        check_equal(sorted(together), sorted(all_lines), "PERF of all processes")
    return len(events), seen


def main(program):
    if shutil.which("git") is None:
        skip("no git")
    trace2 = Program(program)
    with tempfile.TemporaryDirectory() as name:
        full, brief = Path(name) / "full", Path(name) / "brief"
        trace(full)
        count, seen = check(trace2, full)
        assert count > 200, count
        wanted = """version start exit atexit signal error cmd_name cmd_mode alias child_start child_exit exec exec_result
            def_param def_repo region_enter region_leave data data_json""".split()
        assert seen.issuperset(wanted), set(wanted) - seen
        print(f"{count} processes, {len(seen)} kinds of events")
        trace(brief, GIT_TRACE2_BRIEF="1", GIT_TRACE2_PERF_BRIEF="1", GIT_TRACE2_EVENT_BRIEF="1")
        check(trace2, brief, step=1 if "SLOW" in os.environ else 8)
        for to in ("chrome", "otlp", "folded"):
            trace2.output("convert", f"--to={to}", full / "event")
        for command in ("summary", "tree"):
            trace2.output(command, full / "event")


if __name__ == "__main__":
    main(*sys.argv[1:])
