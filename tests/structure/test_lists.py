"""No test is forgotten: usage test_lists.py DIRECTORY PATTERN NAME... [-- NAME...]

The names are those of all files in the directory that match the pattern, without what follows the
asterisk. Each list is sorted.
"""

import sys
from pathlib import Path

import project


def violations(directory, pattern, listed):
    files = (path.relative_to(directory).as_posix() for path in Path(directory).rglob(pattern))
    there = {name.removesuffix(pattern.lstrip("*")) for name in files}
    for name in sorted(there - set(listed)):
        yield f"{name}: is not in the list"
    for before, after in zip(listed, listed[1:]):
        if "--" not in (before, after) and before >= after:
            yield f"{after}: is out of order, behind {before}"


if __name__ == "__main__":
    directory, pattern, *listed = sys.argv[1:]
    project.finish(list(violations(directory, pattern, listed)))
