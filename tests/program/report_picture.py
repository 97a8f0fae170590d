"""Makes the picture of a report that the README shows: usage report_picture.py PROGRAM PICTURE.png [SAMPLED]

Needs git and Chromium. The picture shows a clone of a repository of 3,000 files. With SAMPLED, the example "samples"
with frame pointers, it shows a run of this with its functions, and perf(1) is needed instead of git.
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


def sampled(trace2, page, output, example):
    """A region with its functions, above it the flame graph that goes on into functions."""
    trace2.output("run", "--samples=1999", "--to=html", "-o", output, "--", example, "100")
    assert page.open(output.as_uri()) == "yes"
    page.evaluate("(({timeline, layout, trace}) => timeline.on.select([...layout.items.kind].findIndex((kind, i) => kind === 2 && "
                  "trace.names[trace.slices.label[layout.items.ref[i]]] === 'work/parse')))(globalThis.trace2Report)")
    page.key("f")
    page.evaluate("document.querySelector('#details h3').scrollIntoView()")
    page.evaluate("(({flame}) => flame.zoomTo(flame.frames.findIndex(({name}) => name === 'samples')))(globalThis.trace2Report)")


def cloned(trace2, page, output):
    directory = output.parent
    make_repository(directory / "project")
    trace = directory / "clone.event"
    subprocess.run(["git", "clone", "-q", "--no-local", "project", "copy"], cwd=directory, check=True,
                   env={**os.environ, "GIT_TRACE2_EVENT": str(trace), "GIT_TRACE2_EVENT_NESTING": "10"})
    trace2.output("report", "-o", output, trace)
    assert page.open(output.as_uri()) == "yes"
    page.evaluate("document.querySelector('#tabs button:nth-child(3)').click()")
    page.evaluate("document.querySelector('tbody tr').click()")
    page.evaluate("globalThis.trace2Report.timeline.show(globalThis.trace2Report.timeline.limits, true)")


def main(program, picture, *example):
    if browser.find() is None:
        trace2_program.skip("no Chromium")
    trace2 = trace2_program.Program(program)
    with tempfile.TemporaryDirectory() as name, browser.Browser(browser.find(), 1280, 640) as page:
        page.set_dark(False)
        (sampled if example else cloned)(trace2, page, Path(name) / "report.html", *example)
        time.sleep(0.5)
        made = page.picture()
        assert len(made) <= MOST_BYTES, len(made)
        Path(picture).write_bytes(made)


if __name__ == "__main__":
    main(*sys.argv[1:])
