"""Makes the picture of a report that the README shows: usage report_picture.py PROGRAM PICTURE.png

Needs git and Chromium. The picture shows a clone of a repository of 3,000 files.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import browser
import trace2_program

MOST_BYTES = 200_000


def make_repository(directory):
    for i in range(3_000):
        path = directory / f"src{i % 30}" / f"file{i}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{i}\n" * (i % 50))
    user = ("-c", "user.name=U", "-c", "user.email=u@example.com")
    for command in (("init", "-q"), ("add", "-A"), (*user, "commit", "-q", "-m", "all")):
        subprocess.run(["git", *command], cwd=directory, check=True)


def main(program, picture):
    if browser.find() is None:
        trace2_program.skip("no Chromium")
    trace2 = trace2_program.Program(program)
    with tempfile.TemporaryDirectory() as name, browser.Browser(browser.find(), 1280, 640) as page:
        directory = Path(name)
        make_repository(directory / "project")
        trace = directory / "clone.event"
        subprocess.run(["git", "clone", "-q", "--no-local", "project", "copy"], cwd=directory, check=True,
                       env={**os.environ, "GIT_TRACE2_EVENT": str(trace), "GIT_TRACE2_EVENT_NESTING": "10"})
        output = directory / "report.html"
        trace2.output("report", "-o", output, trace)
        page.set_dark(False)
        assert page.open(output.as_uri()) == "yes"
        page.evaluate("document.querySelector('#tabs button:nth-child(3)').click()")
        page.evaluate("document.querySelector('tbody tr').click()")
        page.evaluate("globalThis.trace2Report.timeline.show(globalThis.trace2Report.timeline.limits, true)")
        time.sleep(0.5)
        made = page.picture()
        assert len(made) <= MOST_BYTES, len(made)
        Path(picture).write_bytes(made)


if __name__ == "__main__":
    main(*sys.argv[1:])
