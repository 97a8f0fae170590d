"""Runs the tests of a script that uses unittest, and says which of them are skipped."""

import sys
import unittest

SKIPPED = 77


def main():
    """The lines are those that results.py counts. A script that can't do anything here is skipped as a whole."""
    result = unittest.main(argv=sys.argv[:1], verbosity=2, exit=False).result
    for test, reason in result.skipped:
        print(f"SKIPPED: {test.id().rpartition('.')[2]}: {reason}")
    if result.skipped and len(result.skipped) == result.testsRun and result.wasSuccessful():
        sys.exit(SKIPPED)
    sys.exit(not result.wasSuccessful())
