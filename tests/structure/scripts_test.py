"""What the shell scripts have in common works for everybody: usage scripts_test.py"""

import json
import os
import shlex
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests/support"))

WORDS = ("plain", "", "a b", "it's", "my projects/träce 2'", "$HOME", '"', "a\\b", "`x`", "*", "~/x", "a;b", "(", "a\tb",
         "'", "!x")


def shell(script, *arguments, **variables):
    done = subprocess.run(["sh", "-c", script, "sh", *arguments], cwd=ROOT, env={**os.environ, **variables},
                          capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0 and done.stderr == "", done
    return done.stdout


class Scripts(unittest.TestCase):
    def test_each_script_can_be_parsed(self):
        scripts = [path for path in ROOT.rglob("*.sh") if not path.relative_to(ROOT).parts[0].startswith("build")]
        self.assertGreater(len(scripts), 5)
        for script in scripts:
            with self.subTest(script.name):
                shell('sh -n "$1"', str(script))

    def test_a_word_that_is_shown_can_be_pasted(self):
        for word in WORDS:
            shown = shell('. tests/support/setup.sh; quoted "$1"', word)
            self.assertEqual(shlex.split(shown), [word], shown)
            self.assertEqual(shell(f'printf %s {shown}'), word)
        self.assertEqual(shell('. tests/support/setup.sh; quoted "$1"', "/usr/lib/x-1.0+2"), "/usr/lib/x-1.0+2")

    def test_what_somebody_has_set_disturbs_nothing(self):
        theirs = {"TRACE2": "1", "TRACE2_EVENT": "/x", "GIT_TRACE2_PERF": "1", "FROB_TRACE2_EVENT": "1",
                  "GIT_DIR": "/no.git", "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "a.b", "TRACEPARENT": "00"}
        kept = {"TRACE2_FAULT_SEED": "1", "GIT_SSH_COMMAND": "ssh"}
        names = {line.split("=")[0] for line in shell(". tests/support/setup.sh; env", **theirs, **kept).splitlines()}
        self.assertEqual(names & theirs.keys(), set())
        self.assertEqual(names & kept.keys(), kept.keys())


class Results(unittest.TestCase):
    ROOTS = (
        ("unit / a", "OK", "SKIPPED: case: root may read it\n"),
        ("unit+slow / b", "OK", ""),
        ("lifecycle / c", "SKIP", "SKIPPED: no git\n"),
    )

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = Path(directory.name)

    def log(self, name, tests):
        path = self.directory / name / "meson-logs/testlog.json"
        path.parent.mkdir(parents=True)
        lines = ({"name": f"trace2:{name}", "result": result, "stdout": text, "duration": 1} for name, result, text in tests)
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        return path

    def results(self, *arguments):
        command = [sys.executable, ROOT / "tests/support/results.py", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout.splitlines()

    def test_cases_that_are_skipped_count_beside_their_test(self):
        self.log("made", (*self.ROOTS, ("unit / d", "FAIL", "SKIPPED: x: y\nwhy\n")))
        status, (counts, *lines) = self.results(self.directory / "made")
        self.assertEqual((status, counts), (0, "2 1 2"))
        marks = [line.split(":")[0] for line in lines if not line.startswith(" ")]
        self.assertEqual(marks, ["FAILED", "SKIPPED", "SKIPPED"])
        self.assertIn("  why", lines)
        self.assertTrue(any(line.endswith("unit / a: case: root may read it") for line in lines), lines)

    def test_an_account_may_skip_a_little_more_than_root_and_nothing_else(self):
        root = self.log("root", self.ROOTS)  # with slow tests
        self.assertEqual(self.results("compare", root, root), (0, []))
        self.assertEqual(self.results("compare", root, self.log("quick", self.ROOTS[::2])), (0, []))
        further = [f"SKIPPED: case {number}: only root may\n" for number in range(11)]
        other = self.log("other", (("unit / a", "OK", "".join(further[:10])), *self.ROOTS[1:]))
        status, lines = self.results("compare", root, other)
        self.assertEqual((status, len(lines)), (0, 10))
        for name, tests, why in (("many", (("unit / a", "OK", "".join(further)), *self.ROOTS[1:]), "more than 10"),
                                 ("few", self.ROOTS[1:], "did not run: trace2:unit / a"),
                                 ("failing", (("unit / a", "TIMEOUT", ""), *self.ROOTS[1:]), "fails for this account only")):
            status, lines = self.results("compare", root, self.log(name, tests))
            self.assertEqual(status, 1, name)
            self.assertIn(why, lines[-1])
        self.assertEqual(self.results("compare", root, self.log("some", self.ROOTS[2:]), "lifecycle"), (0, []))


if __name__ == "__main__":
    unittest.main()
