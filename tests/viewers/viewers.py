"""The exports in the viewers that people use: usage viewers.py BUILD_DIR VIEWERS_DIR

VIEWERS_DIR has the pages of perfetto/ and speedscope/, and gets pictures/. What a viewer's own engine
computes must be what `trace2 summary` says. The exit status is 77 when there is no viewer.
"""

import functools
import http.server
import json
import os
import re
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests/program"))

import browser  # noqa: E402
from trace2_program import Program, skip  # noqa: E402

# Both round each slice.
ROUNDING = 2e-6
EXPAND = "dev.perfetto.ExpandAllGroups"
ENGINE = """(async () => {
  const found = await app.trace.engine.query(%s);
  const rows = [];
  for (const row = found.iter({}); row.valid(); row.next())
    rows.push(found.columns().map(name => typeof row.get(name) === "bigint" ? Number(row.get(name)) : row.get(name)));
  return rows;
})()"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def serve(directory):
    """The address at which this process serves the files of a directory."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=directory))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}"


def wait_for(condition, name):
    for _ in range(600):
        if condition():
            return
        time.sleep(0.1)
    raise TimeoutError(f"{name} never comes")


class Traces:
    """Traces of this library's examples, of tasks, and of real Git."""

    def __init__(self, build, directory):
        self.program = Program(build / "examples/trace2")
        self.directory = directory
        directory.mkdir(exist_ok=True)
        self.paths = {
            "threads and children": self.made_by(build / "examples/tour", "TRACE2_EVENT"),
            "recording": self.made_by(build / "examples/threads", "TRACE2_BINARY"),
            "tasks": self.made_by(build / "examples/tasks_pool", "TRACE2_EVENT"),
            "workers of Git": ROOT / "tests/traces/git/checkout-parallel-workers.event",
            "Git": ROOT / "tests/traces/git",
        }

    def made_by(self, example, variable):
        path = self.directory / f"{example.name}.trace"
        path.unlink(missing_ok=True)
        subprocess.run([example], env=os.environ | {variable: str(path)}, stdout=subprocess.DEVNULL, check=True)
        return path

    def inputs(self, path):
        return sorted(path.glob("*.event")) if path.is_dir() else [path]

    def summary(self, path):
        return json.loads(self.program("summary", "--json", *self.inputs(path)).stdout)

    def export(self, kind, path, to):
        to.unlink(missing_ok=True)
        done = self.program("convert", f"--to={kind}", "-o", to, *self.inputs(path))
        assert to.exists(), done.stderr.decode()


def slice_name(region):
    return "/".join(filter(None, (region["category"], region["label"]))) or "region"


def expected_slices(summary):
    """Number and seconds of what has ended, by the name that the export gives it."""
    counts, seconds = Counter(), Counter()
    for region in summary["regions"]:
        counts[slice_name(region)] += region["count"]
        seconds[slice_name(region)] += region["total"]
    return counts, seconds


class Perfetto:
    name = "perfetto"
    kinds = ("chrome",)

    def __init__(self, page, directory):
        self.page, self.directory, self.address = page, directory, serve(directory)

    def open(self, file):
        self.page.call("Page.navigate", url="about:blank")
        self.page.call("Page.navigate", url=f"{self.address}/index.html#!/?url={self.address}/{file}")
        wait_for(lambda: self.page.evaluate("!!window.app?.trace?.engine"), "the engine")
        wait_for(lambda: self.page.evaluate(f"app.commands.hasCommand('{EXPAND}')"), "the timeline")
        self.page.evaluate(f"app.commands.runCommand('{EXPAND}')")
        self.page.evaluate("waitForPerfettoIdle().then(() => 1)")

    def query(self, sql):
        return self.page.evaluate(ENGINE % json.dumps(sql))

    def faults(self, _, summary):
        for name, value in self.query("select name, value from stats where value > 0 and severity != 'info'"):
            yield f"the importer counts {name}: {value}"
        counts, seconds = expected_slices(summary)
        for name, ended, total in self.query(
            "select name, count(*) as ended, sum(dur) as total from slice where dur >= 0 "
            "and category not in ('process', 'thread', 'child', 'exec', 'error') group by name"
        ):
            if name not in counts:
                continue
            if ended < counts[name]:
                yield f"{name}: {ended} slices of {counts[name]}"
            if abs(total / 1e9 - seconds[name]) > ROUNDING * max(ended, 1):
                yield f"{name}: {total / 1e9} s of {seconds[name]}"
            del counts[name]
        yield from (f"{name}: no slice" for name, count in counts.items() if count)
        # Waits for a child are slices of the thread that waits.
        [(children,)] = self.query(
            "select count(*) as n from slice where category = 'child' and track_id not in (select id from thread_track)"
        )
        if children != sum(child["count"] + child["unfinished"] for child in summary["children"]):
            yield f"{children} children"


class Speedscope:
    name = "speedscope"
    kinds = ("chrome", "folded")

    def __init__(self, page, directory):
        self.page, self.directory, self.address = page, directory, serve(directory)

    def open(self, file):
        """Sums up what each frame of stacks took by itself, too."""
        self.own = Counter()
        if file.endswith(".txt"):
            for line in Path(self.directory, file).read_text(encoding="utf-8").splitlines():
                stack, weight = line.rsplit(" ", 1)
                self.own[stack.split(";")[-1]] += int(weight)
        self.page.call("Page.navigate", url="about:blank")
        self.page.call("Page.navigate", url=f"{self.address}/index.html#profileURL={self.address}/{file}")
        wait_for(lambda: self.page.evaluate("document.title.includes(' - speedscope')"), "the profile")

    def faults(self, kind, summary):
        text = self.page.evaluate("document.body.innerText")
        if "Something went wrong" in text or "Unrecognized" in text:
            yield text
        if kind != "folded":
            return
        self.page.key("3")
        self.page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")
        cells = "[...r.cells].slice(1).map(c => c.innerText)"
        rows = self.page.evaluate(f"[...document.querySelectorAll('table tr')].slice(1).map(r => {cells})")
        if not rows:
            yield "no rows"
        for own, name in rows:
            if int(re.sub(r"[ ,]|\(.*", "", own)) != self.own[name]:
                yield f"{name}: {own} of {self.own[name]} us"


def check(viewer, traces, pictures):
    """The faults of one viewer, each with the trace's name."""
    for name, path in traces.paths.items():
        summary = traces.summary(path)
        for kind in viewer.kinds:
            file = "trace.json" if kind == "chrome" else "trace.txt"
            traces.export(kind, path, viewer.directory / file)
            viewer.open(file)
            picture = f"{viewer.name}-{kind}-{name.replace(' ', '-')}.png"
            (pictures / picture).write_bytes(viewer.page.picture())
            found = [f"{viewer.name}, {kind}, {name}: {fault}" for fault in viewer.faults(kind, summary)]
            print(f"{viewer.name}, {kind}, {name}: {'ok' if not found else 'FAILED'}")
            yield from found


def main():
    build, viewers = (Path(argument).absolute() for argument in sys.argv[1:])
    path = browser.find()
    kinds = [kind for kind in (Perfetto, Speedscope) if (viewers / kind.name / "index.html").exists()]
    if not path or not kinds:
        skip("there is no browser, or no viewer")
    (viewers / "pictures").mkdir(exist_ok=True)
    traces = Traces(build, viewers / "traces")
    faults = []
    for kind in kinds:
        with browser.Browser(path, 1400, 900) as page:
            faults += check(kind(page, viewers / kind.name), traces, viewers / "pictures")
    print("\n".join(faults))
    sys.exit(1 if faults else 0)


main()
