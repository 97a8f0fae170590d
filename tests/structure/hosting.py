"""What hosting sites show is true: usage hosting.py ROOT"""

import fnmatch
import re
import sys
from pathlib import Path

import package
import project


def violations(root):
    pages = root / ".github"
    for page in sorted(pages.glob("*.md")):
        text = page.read_text(encoding="utf-8")
        for script in re.findall(r"^    sh (\S+)|`sh (\S+)`", text, re.MULTILINE):
            if not (root / "".join(script)).exists():
                yield f"{page.name}: there is no {''.join(script)}"

    version = package.version(root)
    newest = re.search(r"^## (\S+)", (pages / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)[1]
    if newest != version:
        yield f"CHANGELOG.md: begins with {newest}, and the version is {version}"

    workflow = (pages / "workflows/ci.yml").read_text(encoding="utf-8")
    commands = re.findall(r"run: (.*)", workflow)
    for command in commands:
        script = re.fullmatch(r"sh (\S+\.sh).*", command)
        if not script or not (root / script[1]).exists():
            yield f"ci.yml: {command}: is none of the project's scripts"
    builds = re.findall(r"^#   (\w+) ", (root / "tests/run.sh").read_text(encoding="utf-8"), re.MULTILINE)
    for names in re.findall(r"build: \[(.*)\]", workflow) + re.findall(r"tests/run\.sh (\w+)", workflow):
        for name in re.findall(r"\w+", names):
            if name not in builds:
                yield f"ci.yml: tests/run.sh has no build {name}"
    rows = re.findall(r"^([\w.+-]+) +(?:bookworm|trixie|sid|-) ", (root / "tests/matrix.sh").read_text(encoding="utf-8"), re.MULTILINE)
    patterns = re.findall(r'"(.*?)"', re.search(r"rows: \[(.*)\]", workflow)[1])
    for pattern in patterns:
        if not fnmatch.filter(rows, pattern):
            yield f"ci.yml: tests/matrix.sh has no row {pattern}"
    for row in rows:
        if sum(fnmatch.fnmatch(row, pattern) for pattern in patterns) != 1:
            yield f"ci.yml: row {row} of tests/matrix.sh is not run once"


if __name__ == "__main__":
    project.finish(list(violations(Path(sys.argv[1]))))
