"""Every command reads what each known writer of Trace2 writes: usage writers_test.py PROGRAM TRACES

A trace of each, in its writer's form, is in tests/traces/writers; the manual has a table of them.
"""

import csv
import io
import json
import sys
import tempfile
from pathlib import Path

from trace2_program import Program, run_all

# Of each trace its commands, oldest first: the command, its exit code and its wall time.
WRITTEN = {
    "git-2.22.event": [("git gc --quiet", "1", 0.5401), ("git repack -d", "143", 0.4)],
    "git-2.22.perf": [("git status", "0", 0.3001)],
    "git-2.24.event": [("git fetch origin", "128", 0.5001)],
    "git-2.24-full-directory.event": [("20191110T100000.000000Z-H4f3a2b1c-P00000b10", "", 0.0)],
    "git-2.39.event": [("git status", "0", 0.4001)],
    "git-2.50.event": [
        ("git commit -m x", "0", 0.0401),
        ("git maintenance run --auto --quiet --detach", "0", 0.0101),
    ],
    "git-for-windows.event": [
        ("git fetch origin", "1", 1.7052),
        ("git-remote-https origin https://example.com/app.git", "128", 1.625),
        ("git-credential-manager get", "-1", 1.31),
    ],
    "microsoft-git.event": [
        ("scalar clone https://example.com/_git/big", "0", 1.0041),
        ("git-gvfs-helper --cache-server=trust server", "0", 0.6041),
        ("git fsmonitor--daemon run", "", 0.7538),
    ],
    "git-bundle-server.event": [("/usr/bin/git-bundle-server update app", "0", 0.6101)],
    "repo.event": [
        ("/src/.repo/repo/main.py --repo-dir=/src/.repo -- sync -j4", "1", 9.296),
        ("git fetch --quiet", "", 2.0),  # ends by "atexit" alone, whose 0 may mean any code
    ],
    "gitaly.event": [
        ("git -c core.hooksPath=/run/hooks upload-pack --stateless-rpc /repos/a.git", "0", 1.0)
    ],
}


def test_every_writer_is_known_here(_, traces):
    assert {path.name for path in Path(traces).iterdir()} == set(WRITTEN)


def test_commands_exit_codes_and_times_are_those_that_were_written(trace2, traces):
    for name, expected in WRITTEN.items():
        done = trace2("list", "--csv", "--sort=oldest", Path(traces, name))
        assert (done.returncode, done.stderr) == (0, b""), (name, done)
        rows = csv.DictReader(io.StringIO(done.stdout.decode()))
        found = [(row["command"], row["code"], round(float(row["wall"]), 6)) for row in rows]
        assert found == expected, (name, found)


def test_every_command_reads_every_writer(trace2, traces):
    for name in WRITTEN:
        trace = Path(traces, name)
        for command in (["why"], ["summary"], ["tree"], ["list", "--csv"], ["diff", trace], ["report"], ["check"],
                        *(["convert", f"--to={form}"] for form in ("event", "perf", "normal", "chrome", "firefox", "otlp", "folded"))):
            with tempfile.TemporaryDirectory() as place:
                output = ["-o", Path(place, "out")] if command[0] == "report" else []
                done = trace2(*command, *output, trace)
                if command[0] == "diff" and "full-directory" in name:
                    assert done.returncode == 1 and b"holds no command that has ended" in done.stderr, done
                    continue
                odd = command[0] == "check" and done.returncode == 1 and done.stdout
                assert odd or done.returncode == 0, (name, command, done)
                assert done.stderr == b"", (name, command, done.stderr)
                # Of a full directory's sentinel file, nothing has a length.
                is_empty = command == ["convert", "--to=folded"] and "full-directory" in name
                assert done.stdout or output or command[0] == "diff" or is_empty, (name, command)


def test_nothing_is_odd_but_what_is_meant_to_be(trace2, traces):
    odd = {
        "git-2.24-full-directory.event": {"missing-beginning", "missing-end", "loss"},
        "microsoft-git.event": {"missing-end"},  # a daemon that still runs
        "repo.event": {"unknown-event"},  # "command" is an event of its own
    }
    for name in WRITTEN:
        report = json.loads(trace2("check", "--json", Path(traces, name)).stdout)
        assert {remark["kind"] for remark in report["remarks"]} == odd.get(name, set()), (name, report)


def test_failures_with_codes_of_windows_are_chosen(trace2, traces):
    done = trace2("list", "--csv", "--failed", Path(traces, "git-for-windows.event"))
    assert done.stdout.count(b"\n") == 4 and b"git-credential-manager get" in done.stdout, done.stdout


if __name__ == "__main__":
    run_all(globals(), Program(sys.argv[1]), sys.argv[2])
