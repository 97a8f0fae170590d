"""The page of trace2 report holds what its trace holds, and nothing that could act: usage report_test.py PROGRAM TRACES"""

import base64
import gzip
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
from html.parser import HTMLParser
from itertools import accumulate
from pathlib import Path

import trace2_program
from task_traces import Pool
from trace2_program import SMALL, Program, Skipped, recordings, run_all

VOID = {"meta", "input", "link", "br"}


class Page(HTMLParser):
    """The elements of a page, the content of its scripts and styles, and its data."""

    def __init__(self, text):
        super().__init__()
        self.elements = []
        self.contents = {}
        self.open = []
        self.policy = ""
        self.feed(text)
        assert self.open == [], self.open
        self.data = json.loads(gzip.decompress(base64.b64decode(self.contents["data"], validate=True)))

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.elements.append((tag, values))
        if values.get("http-equiv") == "Content-Security-Policy":
            self.policy = values["content"]
        if tag not in VOID:
            self.open.append(tag if tag != "script" else values.get("id", "script"))

    def handle_endtag(self, tag):
        last = self.open.pop()
        assert last == tag or tag == "script", (tag, last)

    def handle_data(self, data):
        if self.open:
            self.contents[self.open[-1]] = self.contents.get(self.open[-1], "") + data


def report(trace2, *arguments, stdin=b""):
    return Page(trace2.output("report", *arguments, stdin=stdin).decode())


def values(table, column, *differences):
    return list(accumulate(table[column])) if column in differences else table[column]


def hash_of(text):
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


# What the page has whatever the trace holds.
def shape_of(page):
    return page.elements, {name: text for name, text in page.contents.items() if name != "data"}


def hostile(name):
    """A trace in which every text is this one."""
    text = json.dumps(name)[1:-1].encode().decode()
    line = SMALL
    for word in ("outer", "inner", "scan", "frob", "no 1", "no %d", '"k"'):
        line = line.replace(word, f'"{text}"' if word.startswith('"') else text)
    return line.encode()


def test_the_page_is_complete_and_allows_its_own_script_alone(trace2, _):
    text = trace2.output("report", "-", stdin=SMALL.encode()).decode()
    page = Page(text)
    assert "//" not in page.contents["script"].replace("'//", ""), "its comments stay behind"
    assert page.policy == (f"default-src 'none'; script-src 'sha256-{hash_of(page.contents['script'])}'; "
                           f"style-src 'sha256-{hash_of(page.contents['style'])}'; base-uri 'none'; form-action 'none'")
    assert "http://" not in text and "https://" not in text
    for tag, attributes in page.elements:
        assert not any(name.startswith("on") or name in ("src", "href", "style") for name in attributes), (tag, attributes)
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|\bfetch\(", page.contents["script"])
    template = len(text) - len(page.contents["data"])
    assert template < 125_000, template


def test_children_lie_in_their_regions_however_deep(trace2, _):
    line = '{"event":"%s","sid":"S","thread":"main","time":"2000-01-01T00:00:00.%06dZ"%s}\n'
    count, deep = 100, 3_000
    lines = SMALL.splitlines(True)[:2]
    lines += [line % ("region_enter", i, f',"nesting":{i + 1},"category":"c","label":"l"') for i in range(deep)]
    lines += [line % ("child_start", deep + i, f',"child_id":{i},"child_class":"?","use_shell":false,"argv":["sub"]')
              for i in range(count)]
    children = report(trace2, "-", stdin="".join(lines).encode()).data["children"]
    assert children["depth"] == [deep] * count and set(children["thread"]) == {0}


def test_regions_that_no_histogram_counts_are_told(trace2, _):
    first, *others = SMALL.splitlines(keepends=True)
    regions = []
    for i in range(10_001):
        region = ',"sid":"S","thread":"main","time":"2000-01-01T00:00:00.010000Z","nesting":1,"category":"c","label":"%d"}\n' % i
        regions += ['{"event":"region_enter"' + region, '{"event":"region_leave","t_rel":0.0' + region]
    # The two regions that follow have other names.
    page = report(trace2, "-", stdin="".join([first, *others[:2], *regions, *others[2:]]).encode())
    assert ["regions in histograms", 3, 0] in page.data["left_out"], page.data["left_out"]


def test_convert_writes_the_same_page(trace2, _):
    one = trace2.output("report", "-", stdin=SMALL.encode())
    assert trace2.output("convert", "--to=html", "-", stdin=SMALL.encode()) == one


def test_a_small_trace_is_there_with_all_it_has(trace2, _):
    data = report(trace2, "-", stdin=SMALL.encode()).data
    texts, slices, labels = data["texts"], data["slices"], data["labels"]
    assert data["wall"] == 1_000_000
    assert [texts[i] for i in data["processes"]["name"]] == ["frob scan", "sub"]
    assert data["processes"]["parent"] == [0, 1] and data["processes"]["code"] == [0, 4]
    assert values(data["processes"], "begin", "begin") == [0, 600_000]
    names = [f"{texts[labels['category'][i]]}/{texts[labels['name'][i]]}" for i in slices["label"]]
    assert names == ["c/outer", "c/inner"]
    assert values(slices, "begin", "begin") == [100_000, 200_000]
    assert slices["wall"] == [400_000, 100_000] and slices["inside"] == [100_000, 0]
    assert values(data["waits"], "begin", "begin") == [500_000] and data["waits"]["wall"] == [300_000]
    assert data["children"]["wall"] == [300_001] and data["children"]["code"] == [4]
    assert [texts[i] for i in data["marks"]["text"]] == ["5", "no 1"]
    assert data["left_out"] == []
    assert (data["processes"]["on_path"], data["children"]["on_path"], data["threads"]["path_wall"]) == ([1, 1], [1], [0, 0])


def test_the_critical_path_says_where_it_is(trace2, traces):
    data = report(trace2, Path(traces, "timer-3-threads.event")).data
    rows = data["explained"][0]["rows"]
    in_threads = sum(row[4] for row in rows if row[0] == "thread")
    assert sum(data["threads"]["path_wall"]) == in_threads > 0, (data["threads"], rows)
    data = report(trace2, Path(traces, "clone-file.event")).data
    names = [data["texts"][name] for name in data["processes"]["name"]]
    on_path = {name for name, is_on in zip(names, data["processes"]["on_path"]) if is_on}
    assert on_path == {"git clone", "git index-pack", "git rev-list"}, on_path
    said = trace2.output("why", "--json", Path(traces, "clone-file.event"))
    assert data["explained"][0]["meanwhile"] == [["git index-pack", "git pack-objects", 43573]], (data["explained"][0]["meanwhile"], said)


def test_tables_are_those_of_summary_and_parts_sum_to_the_wall_time(trace2, traces):
    for path in recordings(traces):
        page = trace2("report", path)
        summary = trace2("summary", "--json", path)
        assert (page.returncode, page.stderr) == (summary.returncode, summary.stderr), path
        if page.returncode != 0:
            continue
        data, said = Page(page.stdout.decode()).data, json.loads(summary.stdout)
        processes = said.pop("processes")
        assert data["summary"].pop("processes") == [] and data["summary"] == said, path
        assert len(data["processes"]["name"]) == len(processes), path
        assert all(sum(row[4] for row in one["rows"]) == one["wall"] for one in data["explained"]), path
        folded = trace2("convert", "--to=folded", path).stdout.decode().splitlines()
        assert data["stacks"] == folded, path
        assert len(data["slices"]["wall"]) == sum(row["count"] for row in said["regions"]), path
        total = sum(row["total"] for row in said["regions"])
        assert abs(sum(data["slices"]["wall"]) / 1e6 - total) < 1e-5 * (1 + len(data["slices"]["wall"])), path
        for table in ("processes", "threads", "slices", "children", "waits", "marks", "labels"):
            assert len({len(column) for column in data[table].values()}) == 1, (path, table)


def test_tasks_are_those_of_the_summary(trace2, _):
    trace = Pool(7).text()
    said = json.loads(trace2.output("summary", "--json", "-", stdin=trace))
    tasks = report(trace2, "-", stdin=trace).data["summary"]["tasks"]
    assert len(tasks) > 1 and tasks == said["tasks"]
    assert sum(row["running"] for row in tasks) > 0 and any(row["unfinished"] for row in tasks)
    kinds = {row[0] for row in report(trace2, "-", stdin=trace).data["explained"][0]["rows"]}
    assert {"task", "task_wait"} < kinds <= {"self", "region", "thread", "task", "task_wait"}, kinds
    assert "tasks" not in report(trace2, "-", stdin=SMALL.encode()).data["summary"]


def test_hostile_texts_change_nothing_of_the_page(trace2, _):
    plain = shape_of(report(trace2, "-", stdin=SMALL.encode()))
    for name in ("</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "\u202e\u2066\u200f\u2028\u2029",
                 "-->]]>", "'\"&`${1}\\", "\u0000\u0007\u001b[2J", "__proto__"):
        page = report(trace2, "-", stdin=hostile(name))
        assert shape_of(page) == plain, name
        assert any(name in text for text in page.data["texts"]), name


def test_histograms_count_all_regions(trace2, traces):
    path = next(Path(traces).rglob("clone-file.event"))
    data = report(trace2, path).data
    names = [(data["texts"][i], data["texts"][j]) for i, j in zip(data["labels"]["category"], data["labels"]["name"])]
    counts = {names[label]: counts for label, *counts in data["histograms"]}
    for row in data["summary"]["regions"]:
        steps = counts[row["category"], row["label"]]
        assert sum(steps) == row["count"], row
        filled = [step for step, count in enumerate(steps) if count]
        for step, time in ((filled[0], row["min"]), (filled[-1], row["max"])):
            assert round(time * 1e6).bit_length() == step, (row, filled)
    assert data["histogram_steps"][:4] == [0, 1_000, 2_000, 4_000]


def test_histograms_of_recordings_have_steps_below_a_microsecond(trace2, _):
    path = Path(__file__).parent.parent / "recordings" / "0.1.0-tour.recording"
    data = report(trace2, path).data
    begins = data["histogram_steps"]
    assert begins[:13] == [0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_000, 2_000]
    names = [(data["texts"][i], data["texts"][j]) for i, j in zip(data["labels"]["category"], data["labels"]["name"])]
    counts = {names[label]: counts for label, *counts in data["histograms"]}
    for row in data["summary"]["regions"]:
        steps = counts[row["category"], row["label"]]
        assert sum(steps) == row["count"] and len(steps) == len(begins), row
        filled = [step for step, count in enumerate(steps) if count]
        for step, time in ((filled[0], row["min"]), (filled[-1], row["max"])):
            assert begins[step] <= round(time * 1e9) < begins[step + 1], (row, filled)


def test_timers_and_counters_are_marks_where_their_owners_end(trace2, _):
    line = '{"event":"%s","sid":"S","thread":"%s","time":"2000-01-01T00:00:00.%06dZ"%s}\n'
    named = ',"category":"c","name":"t"'
    timer = named + ',"intervals":3,"t_total":0.0015,"t_min":0.0001,"t_max":0.001'
    lines = SMALL.splitlines(True)[:2] + [
        line % ("thread_start", "th01:w", 10, ""), line % ("th_timer", "th01:w", 90, timer),
        line % ("thread_exit", "th01:w", 90, ',"t_rel":0.00008'), line % ("timer", "main", 200, timer),
        line % ("counter", "main", 200, named + ',"count":7'), line % ("atexit", "main", 200, ',"t_abs":0.0002,"code":0')]
    data = report(trace2, "-", stdin="".join(lines).encode()).data
    marks = data["marks"]
    assert [(kind, data["texts"][text]) for kind, text in zip(marks["kind"], marks["text"])] == [(5, "1500 3"), (5, "1500 3"), (6, "7")]
    assert values(marks, "at", "at") == [90, 200, 200] and 0 not in marks["label"]


def test_long_names_are_cut(trace2, _):
    done = trace2("report", "-", stdin=hostile("x" * 1_000_000))
    assert len(done.stdout) < 200_000
    assert max(map(len, Page(done.stdout.decode()).data["texts"])) <= 301


def test_a_directory_keeps_its_report_apart_from_its_traces(trace2, _):
    with tempfile.TemporaryDirectory() as name:
        Path(name, "trace.event").write_text(SMALL)
        output = Path(name, "report.html")
        trace2.output("report", "-o", output, name)
        first = output.read_bytes()
        trace2.output("report", "-o", output, name)
        assert output.read_bytes() == first
        refused = trace2("report", "-o", Path(name, "trace.event"), name)
        assert refused.returncode == 2 and b"is the output, too" in refused.stderr
        assert Path(name, "trace.event").read_text() == SMALL


def test_nothing_is_written_for_no_trace(trace2, _):
    with tempfile.TemporaryDirectory() as name:
        output = Path(name, "report.html")
        assert trace2("report", "-o", output, "-", stdin=b"no trace\n").returncode == 1
        assert not output.exists()


def test_commands_can_be_chosen(trace2, traces):
    data = report(trace2, "--command=clone", Path(traces, "clone-file.event")).data
    assert data["texts"][data["processes"]["name"][0]] == "git clone"


def second_command():
    """SMALL, with another command and its repository behind it."""
    line = '{"event":"def_repo","sid":"Q","thread":"main","time":"2000-01-01T00:00:00Z","repo":1,"worktree":"/work/tree"}\n'
    lines = SMALL.replace('"S', '"Q').replace("scan", "list").replace(":01.000000Z", ":00.900000Z")
    lines = lines.replace('"t_abs":1.0', '"t_abs":0.9').splitlines(True)
    return SMALL + "".join(lines[:3]) + line + "".join(lines[3:])


def test_the_slowest_commands_are_explained(trace2, _):
    data = report(trace2, "-", stdin=second_command().encode()).data
    one, two = data["explained"]
    assert (one["command"], two["command"]) == ("/bin/frob scan", "/bin/frob list")
    assert one["candidates"] == two["candidates"] == 2
    for row in (one, two):
        process = row["process"] - 1
        assert data["texts"][data["processes"]["command"][process]] == row["command"]
        assert data["processes"]["wall"][process] == row["wall"] == sum(part[4] for part in row["rows"])
    names = [data["texts"][i] for i in data["processes"]["repository"]]
    assert sorted(names) == ["", "", "", "/work/tree"] and names[two["process"] - 1] == "/work/tree"


def test_a_run_ends_with_a_report(trace2, _):
    with tempfile.TemporaryDirectory() as name:
        output = Path(name, "run.html")
        done = trace2("run", "--to=html", "-o", output, "--", "true")
        assert done.returncode == 0, done.stderr
        data = Page(output.read_text()).data
        assert "user" in data["explained"][0] and data["explained"][0]["code"] == 1


def test_functions_of_the_page(*_):
    node = shutil.which("node")
    if node is None:
        raise Skipped("no node")
    done = subprocess.run([node, "--test", Path(__file__).with_name("report_test.mjs")], capture_output=True, text=True,
                          timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


if __name__ == "__main__":
    run_all(globals(), Program(sys.argv[1]), sys.argv[2])
