"""Which rules the tests cite: usage rule_coverage.py TESTS_DIR [SPECIFICATION]

Prints each rule with the tests that name it. With the specification's file, prints instead the rules
in it that no test names.
"""

import re
import sys
from collections import defaultdict
from pathlib import Path

RULE = re.compile(r"\bR-[A-Z0-9]+-\d+\b")


def order(rule):
    _, area, number = rule.split("-")
    return area, int(number)


def citations(directory):
    found = defaultdict(set)
    for path in Path(directory).rglob("*"):
        if path.suffix in (".cpp", ".hpp", ".py", ".sh", ".build"):
            for rule in RULE.findall(path.read_text(encoding="utf-8")):
                found[rule].add(path.relative_to(directory).as_posix())
    return found


def main(directory, specification=None):
    cited = citations(directory)
    if specification is None:
        for rule in sorted(cited, key=order):
            print(rule, *sorted(cited[rule]))
    else:
        rules = set(RULE.findall(Path(specification).read_text(encoding="utf-8")))
        print(*sorted(rules - set(cited), key=order), sep="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
