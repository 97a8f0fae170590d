"""Git and programs with the git preset in one trace: usage git_test.py DUPES GIT_PRESET"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from collections import Counter, defaultdict
from pathlib import Path

import trace

DUPES, GIT_PRESET = map(os.path.abspath, sys.argv[1:3])
del sys.argv[1:3]


class Together(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = Path(directory.name)
        # The programs that Git runs for "git dupes" and "git preset".
        for name, program in {"git-dupes": DUPES, "git-preset": GIT_PRESET}.items():
            (self.directory / name).symlink_to(program)
        (self.directory / "file").touch()

    def run_traced(self, *command, settings=None):
        """Returns the events by session id, behind a check of the depths that PERF shows (R-SID-05)."""
        event, perf = self.directory / "event", self.directory / "perf"
        environment = {
            "PATH": f"{self.directory}:{os.environ['PATH']}",
            "HOME": str(self.directory),
            "GIT_CONFIG_NOSYSTEM": "1",
            "TZ": "UTC",
        }
        if settings is None:
            settings = {"GIT_TRACE2_EVENT": event, "GIT_TRACE2_PERF": perf, "GIT_TRACE2_EVENT_NESTING": "20"}
        subprocess.run(
            command, cwd=self.directory, env=environment | settings, stdout=subprocess.DEVNULL, check=True
        )
        sessions = defaultdict(list)
        for e in trace.read_event(event):
            sessions[e["sid"]].append(e)
        if perf.exists():
            depths = Counter(line.split(b" | ")[1].decode() for line in trace.lines_of(perf))
            expected = {f"d{trace.depth(events[0])}": len(events) for events in sessions.values()}
            self.assertEqual(depths, expected)
        return dict(sorted(sessions.items()))

    def check_chain(self, sessions, hierarchies):
        """Each session is the child of the one before it, which tells its pid (R-SID-03, R-HIER-01)."""
        sids = list(sessions)
        self.assertEqual(len(sids), len(hierarchies))
        for parent, child in zip(sids, sids[1:]):
            self.assertEqual(child.rpartition("/")[0], parent)
            pid = int(re.search(r"-P([0-9a-f]{8})$", child)[1], 16)
            pids = [e["pid"] for e in sessions[parent] if e["event"] == "child_exit"]
            self.assertIn(pid, pids)
        for events, hierarchy in zip(sessions.values(), hierarchies):
            names = [e["hierarchy"] for e in events if e["event"] == "cmd_name"]
            self.assertEqual(names[-1], hierarchy)
            trace.check_session(events)

    def test_a_program_runs_git(self):
        sessions = self.run_traced(GIT_PRESET, "check-ref-format", "--print", "a//b")
        self.check_chain(sessions, ["git-preset", "git-preset/check-ref-format"])
        ours = next(iter(sessions.values()))
        (start,) = (e for e in ours if e["event"] == "child_start")
        self.assertEqual(start["argv"], ["git", "check-ref-format", "--print", "a//b"])

    def test_git_runs_a_program_as_an_alias(self):
        sessions = self.run_traced("git", "-c", "alias.x=!git-preset", "x", "version")
        shell = "_run_dashed_/_run_shell_alias_"
        self.check_chain(sessions, [shell, f"{shell}/git-preset", f"{shell}/git-preset/version"])

    def test_git_runs_a_program_as_a_command(self):
        sessions = self.run_traced("git", "dupes", ".")
        self.check_chain(sessions, ["_run_dashed_", "_run_dashed_/dupes"])
        self.assertIn("data_json", [e["event"] for e in list(sessions.values())[1]])

    def test_a_program_runs_git_which_runs_a_program(self):
        sessions = self.run_traced("git", "preset", "dupes", "--summary")
        first = "_run_dashed_/git-preset"
        self.check_chain(
            sessions, ["_run_dashed_", first, f"{first}/_run_dashed_", f"{first}/_run_dashed_/dupes"]
        )

    def test_both_obey_the_configuration_of_git(self):
        (self.directory / ".gitconfig").write_text(
            f"[trace2]\n\teventTarget = {self.directory}/event\n\tconfigParams = user.*\n"
            "[user]\n\tname = A U Thor\n"
        )
        sessions = self.run_traced(GIT_PRESET, "version", settings={})
        self.check_chain(sessions, ["git-preset", "git-preset/version"])
        for events in sessions.values():
            (parameter,) = (e for e in events if e["event"] == "def_param")
            found = {key: parameter[key] for key in ("scope", "param", "value")}
            self.assertEqual(found, {"scope": "global", "param": "user.name", "value": "A U Thor"})

    def test_the_settings_of_git_are_not_those_of_other_programs(self):
        event = self.directory / "event"
        environment = {"GIT_TRACE2_EVENT": str(event)}
        subprocess.run([DUPES, "."], cwd=self.directory, env=environment, capture_output=True, check=True)
        self.assertFalse(event.exists())


if __name__ == "__main__":
    if shutil.which("git") is None:
        print("SKIPPED: git is not installed")
        sys.exit(77)
    unittest.main()
