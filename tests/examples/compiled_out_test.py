"""Compiled out, programs do their work and trace nothing: usage compiled_out_test.py PROGRAM..."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAMS = [os.path.abspath(path) for path in sys.argv[1:]]
del sys.argv[1:]
PRINTED = {"hello": "Hello, world!\n"}
TARGETS = ("TRACE2", "TRACE2_PERF", "TRACE2_EVENT", "TRACE2_BINARY", "TRACE2_CSV")


class CompiledOut(unittest.TestCase):
    def test_each_runs_and_leaves_no_trace(self):
        for program in PROGRAMS:
            name = Path(program).name
            with self.subTest(name), tempfile.TemporaryDirectory() as directory:
                environment = os.environ | {target: f"{directory}/{target}" for target in TARGETS}
                done = subprocess.run(
                    [program], cwd=directory, env=environment, capture_output=True, text=True, timeout=240, check=False
                )
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertIn(PRINTED.get(name, ""), done.stdout)
                self.assertEqual(os.listdir(directory), [])


if __name__ == "__main__":
    unittest.main()
