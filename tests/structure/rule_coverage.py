"""Prints how each rule of Trace2 is covered: usage rule_coverage.py TESTS_DIR

rules/rules.txt says of every rule that it is "tested", or "deviation: what is done instead", which a
test shows as well, or "not applicable: why". Prints this table with the tests that name the rule, and
then where it is wrong.
"""

import re
import sys
from collections import defaultdict
from pathlib import Path

import project

RULE = re.compile(r"\bR-[A-Z0-9]+-\d+\b")
ENTRY = re.compile(r"(R-[A-Z0-9]+-\d+) (tested|deviation: \S.*|not applicable: \S.*)")


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


def violations(lines, cited):
    known = []
    for line in lines:
        entry = ENTRY.fullmatch(line)
        if not entry:
            yield f"not an entry: {line}"
            continue
        rule, fate = entry.groups()
        if known and order(rule) <= order(known[-1]):
            yield f"{rule}: is out of order, behind {known[-1]}"
        known.append(rule)
        applies = not fate.startswith("not applicable")
        if applies and rule not in cited:
            yield f"{rule}: no test names it, but it is “{fate}”"
        if not applies and rule in cited:
            yield f"{rule}: is “{fate}”, but named by {', '.join(sorted(cited[rule]))}"
    for rule in sorted(set(cited) - set(known), key=order):
        yield f"{rule}: is not in the table, but named by {', '.join(sorted(cited[rule]))}"


def main(directory):
    cited = citations(directory)
    lines = (Path(directory) / "rules/rules.txt").read_text(encoding="utf-8").splitlines()
    for line in lines:
        rule, _, fate = line.partition(" ")
        print(f"{rule:12} {fate:16}", *sorted(cited.get(rule, ())), sep="  ")
    project.finish(list(violations(lines, cited)))


if __name__ == "__main__":
    main(*sys.argv[1:])
