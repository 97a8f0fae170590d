"""Profiles for Firefox Profiler: usage firefox_test.py PROGRAM RECORDINGS SAMPLES

RECORDINGS has traces of Git, and SAMPLES a trace with the text that "perf script" wrote beside it. What chrome_test.py
needs opens a profile in the viewer's own code.
"""

import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from datetime import datetime
from decimal import Decimal
from pathlib import Path

import chrome_test
from trace2_program import REPEATED_SIDS, SMALL, TASKS, Program, Skipped, run_all

RECORDINGS = Path(sys.argv[2])
SAMPLED, SCRIPT = (Path(sys.argv[3]) / f"samples.{kind}" for kind in ("event", "script"))
CLEAN = {name: value for name, value in os.environ.items() if "TRACE" not in name} | {"TZ": "UTC"}
SID, NEXT = (f"20000101T00000{second}.000000Z-Hlocalhost-P00000042" for second in (0, 2))
OTHERS = "other threads of the process"


def event(name, time, rest="", thread="main", sid=SID):
    return f'{{"event":"{name}","sid":"{sid}","thread":"{thread}","time":"2000-01-01T00:00:{time}Z"{rest}}}\n'


# From 0.6 to 0.8 a thread of its own, whose number is 67. At 2.0 another program has taken the place of the first one.
TRACE = (
    event("start", "00.000000", ',"t_abs":0.0,"argv":["/bin/frob","scan"]')
    + event("thread_start", "00.600000", thread="th01:w")
    + event("data", "00.600000", ',"nesting":1,"category":"trace2","key":"tid","value":"67"', thread="th01:w")
    + event("thread_exit", "00.800000", ',"t_rel":0.2', thread="th01:w")
    + event("atexit", "01.000000", ',"t_abs":1.0,"code":0')
    + event("start", "02.000000", ',"t_abs":0.0,"argv":["/bin/next"]', sid=NEXT)
    + event("atexit", "03.000000", ',"t_abs":1.0,"code":0', sid=NEXT)
)


def sample(seconds, *functions, pid=0x42, tid=0x42):
    """A sample as perf writes it; the functions, each with its file, come with the outermost one first."""
    frames = "".join(f"\t    12345 {name}+0x1f ({file})\n" for name, file in reversed(functions))
    return f"frob {pid}/{tid} 2000-01-01 00:00:{seconds:09.6f} 1.000000:    1000000 cpu-clock:ppp: \n{frames}\n"


MAIN = ("main", "/bin/frob")


class Numbers(float):
    """A number that is the one of its text, as readers of JSON have it."""

    def __new__(cls, text):
        made = super().__new__(cls, text)
        assert Decimal(repr(float(made))) == Decimal(text), f"{text} is lost"
        return made


def whole(text):
    assert abs(int(text)) <= 2**53, f"{text} is lost"
    return int(text)


def profile(trace2, trace, *options, script=None, code=0):
    """The profile of a trace, a path or text, whose references have been checked."""
    with tempfile.TemporaryDirectory(prefix="f \u00e4") as name:
        if script is not None:
            path = Path(name) / "a script"
            path.write_bytes(script if isinstance(script, bytes) else script.encode())
            options += (f"--samples={path}",)
        if not isinstance(trace, Path):
            text, trace = trace, Path(name) / "a.event"
            trace.write_bytes(text if isinstance(text, bytes) else text.encode())
        done = trace2("convert", "--to=firefox", *options, trace, env=CLEAN)
    assert done.returncode == code, done.stderr
    made = json.loads(done.stdout, parse_float=Numbers, parse_int=whole)
    check(made)
    return made


def is_index(value, table):
    return isinstance(value, int) and 0 <= value < (len(table) if isinstance(table, list) else table["length"])


def check_columns(table, names, where):
    columns = {name for name, value in table.items() if isinstance(value, list)}
    assert columns == set(names.split()), (where, columns)
    for name in columns:
        assert len(table[name]) == table["length"], (where, name)


FRAMES = "func category subcategory address inlineDepth nativeSymbol innerWindowID line column"


def schemas_of(meta):
    """The formats of the fields of markers, by schema and key."""
    return {each["name"]: {field["key"]: field["format"] for field in each["fields"]} for each in meta["markerSchema"]}


def check_shared(shared, categories):
    strings, frames, functions = shared["stringArray"], shared["frameTable"], shared["funcTable"]
    assert len(set(strings)) == len(strings)
    check_columns(shared["stackTable"], "frame prefix", "stackTable")
    check_columns(frames, FRAMES, "frameTable")
    check_columns(functions, "name resource isJS relevantForJS source lineNumber columnNumber", "funcTable")
    check_columns(shared["resourceTable"], "name type lib host", "resourceTable")
    check_columns(shared["nativeSymbols"], "libIndex address name functionSize", "nativeSymbols")
    check_columns(shared["sources"], "uuid filename", "sources")
    for i, (frame, prefix) in enumerate(zip(shared["stackTable"]["frame"], shared["stackTable"]["prefix"])):
        assert is_index(frame, frames)
        assert prefix is None or 0 <= prefix < i
    assert all(is_index(each, functions) for each in frames["func"])
    assert all(is_index(each, categories) for each in frames["category"])
    assert all(is_index(each, strings) for each in functions["name"] + shared["resourceTable"]["name"])
    assert all(each == -1 or is_index(each, shared["resourceTable"]) for each in functions["resource"])


def check_markers(markers, meta, strings):
    check_columns(markers, "category name startTime endTime phase data", "markers")
    schemas = schemas_of(meta)
    first, last = meta["profilingStartTime"], meta["profilingEndTime"]
    for name, category, begin, end, phase, data in zip(
        *(markers[column] for column in ("name", "category", "startTime", "endTime", "phase", "data"))
    ):
        assert is_index(name, strings) and is_index(category, meta["categories"])
        assert first <= begin <= last
        assert phase == 0 and end is None or phase == 1 and begin <= end <= last, (phase, begin, end)
        fields = schemas[data["type"]]
        for key, value in data.items():
            if key == "type":
                continue
            if fields[key] == "unique-string":
                assert is_index(value, strings)
            else:
                assert isinstance(value, (int, float) if fields[key] == "duration" else str), data


def check_samples(samples, meta, shared):
    more = " weight threadCPUDelta" if samples["weight"] is not None else ""
    check_columns(samples, "time stack" + more, "samples")
    assert samples["time"] == sorted(samples["time"])
    assert all(meta["profilingStartTime"] <= each <= meta["profilingEndTime"] for each in samples["time"])
    assert all(each is None or is_index(each, shared["stackTable"]) for each in samples["stack"])


def check(made):
    """Each reference of a profile of version 60 leads somewhere, and each column has its length."""
    meta, shared = made["meta"], made["shared"]
    assert meta["preprocessedProfileVersion"] == 60 and meta["categories"][0]["color"] == "grey"
    assert all(is_index(each, made["threads"]) for each in meta["initialVisibleThreads"])
    check_shared(shared, meta["categories"])
    processes = {}
    for thread in made["threads"]:
        assert isinstance(thread["pid"], str) and isinstance(thread["tid"], (int, str))
        assert thread["processStartupTime"] <= thread["registerTime"] <= thread["unregisterTime"], thread
        of = (thread["processName"], thread["processStartupTime"], thread["processShutdownTime"])
        assert processes.setdefault(thread["pid"], of) == of
        check_samples(thread["samples"], meta, shared)
        check_markers(thread["markers"], meta, shared["stringArray"])


def markers_of(made, kind, thread=None):
    """(name, begin, end, the data without numbers of strings)"""
    strings, schemas = made["shared"]["stringArray"], schemas_of(made["meta"])
    found = []
    for each in made["threads"]:
        markers = each["markers"]
        for i, data in enumerate(markers["data"]):
            if data["type"] != kind or thread not in (None, each["name"]):
                continue
            formats = schemas[kind] | {"type": ""}
            told = {key: strings[value] if formats[key] == "unique-string" else value for key, value in data.items()}
            del told["type"]
            found.append((strings[markers["name"][i]], markers["startTime"][i], markers["endTime"][i], told))
    return found


def own_samples(made, threads=None):
    """The number of samples in each function."""
    shared = made["shared"]
    strings, functions = shared["stringArray"], shared["funcTable"]
    found = Counter()
    for thread in made["threads"] if threads is None else threads:
        for stack in thread["samples"]["stack"]:
            function = shared["frameTable"]["func"][shared["stackTable"]["frame"][stack]]
            found[strings[functions["name"][function]]] += 1
    return found


def test_profiles_of_all_recordings_are_well_formed(trace2):
    traces = sorted(RECORDINGS.glob("*.event"))
    for trace in traces:
        assert profile(trace2, trace)["threads"], trace
    profile(trace2, RECORDINGS)
    profile(trace2, REPEATED_SIDS)
    assert len(traces) > 10


def moment(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp() * 1000


def test_each_region_is_one_marker_with_its_times(trace2):
    for trace in (RECORDINGS / "clone-file.event", RECORDINGS / "timer-3-threads.event", SAMPLED):
        made = profile(trace2, trace)
        begun, expected = {}, []
        for line in trace.read_text().splitlines():
            told = json.loads(line)
            place = (told["sid"], told["thread"])
            if told["event"] == "region_enter":
                begun.setdefault(place, []).append(moment(told["time"]))
            elif told["event"] == "region_leave":
                begin = begun[place].pop()
                end = min(begin + told["t_rel"] * 1000, moment(told["time"]))
                expected.append((f"{told['category']}/{told['label']}", begin, end))
        shown = sorted(markers_of(made, "region"), key=lambda region: region[:3])
        shown = [region for region in shown if "task" not in region[3]]
        assert len(shown) == len(expected), (trace, len(shown), len(expected))
        start = made["meta"]["startTime"]
        for (name, begin, end, data), (known, known_begin, known_end) in zip(shown, sorted(expected)):
            assert name == known == f"{data['category']}/{data['label']}"
            assert math.isclose(start + begin, known_begin, abs_tol=2e-3), (trace, name)
            assert math.isclose(start + end, known_end, abs_tol=2e-3), (trace, name)


def test_processes_children_data_and_errors(trace2):
    made = profile(trace2, SMALL)
    keys = ("name", "processName", "registerTime", "unregisterTime")
    assert [tuple(each[key] for key in keys) for each in made["threads"]] == [
        ("main", "frob scan", 0, 1000), ("main", "sub", 600, 700),
    ]  # fmt: skip
    assert made["meta"]["startTime"] == 946684800000 and made["meta"]["product"] == "frob scan"
    assert markers_of(made, "process") == [
        ("frob scan", 0, 1000, {"message": "/bin/frob scan"}), ("sub", 600, 700, {"message": "sub", "code": "3"}),
    ]  # fmt: skip
    assert markers_of(made, "child") == [("sub", 500, 800, {"message": "sub", "class": "?", "pid": "9", "code": "3"})]
    assert markers_of(made, "data") == [("c/k", 200, None, {"category": "c", "label": "k", "value": "5"})]
    assert markers_of(made, "error") == [("error", 650, None, {"message": "no 1"})]
    assert made["threads"][0]["samples"]["length"] == 0 and "extra" not in made["meta"]


def test_tasks_their_regions_and_their_runs(trace2):
    made = profile(trace2, TASKS)
    tasks = {data["task"]: (begin, end, data) for _, begin, end, data in markers_of(made, "task")}
    begin, end, data = tasks["7"]
    assert (begin, end, data["message"], data["running"], data["waiting"]) == (100, 600, "/a", 200, 300)
    assert tasks["8"][2]["unfinished"] == "yes" and tasks["9"][2]["parent"] == "7"
    for thread, run in (("main", (200, 300)), ("th01:w", (400, 500))):
        assert [each[1:] for each in markers_of(made, "run", thread)] == [
            (*run, {"category": "c", "label": "serve", "task": "7"})
        ]
    (inside,) = [region for region in markers_of(made, "region") if "task" in region[3]]
    assert inside == ("c/parse", 200, 500, {"category": "c", "label": "parse", "task": "7", "message": "m"})


def test_samples_are_those_of_a_tree(trace2):
    made = profile(trace2, SAMPLED, f"--samples={SCRIPT}")
    told = json.loads(trace2("tree", "--json", f"--samples={SCRIPT}", SAMPLED, env=CLEAN).stdout)
    known = Counter()
    for row in told["rows"]:
        for each in row.get("functions", []):
            known[each["name"]] += each["own"]
    own = own_samples(made)
    assert own == +known and sum(own.values()) == told["samples"]["count"] > 100
    interval = made["meta"]["interval"]
    for thread in made["threads"]:
        samples = thread["samples"]
        assert samples["weightType"] == "tracing-ms" and set(samples["weight"]) == {interval}
        assert set(samples["threadCPUDelta"]) == {round(interval * 1e6)}
    assert {each["name"]: (each["tid"], each["samples"]["length"]) for each in made["threads"]} == {
        "main": (30255, 106), "th01:worker": (30266, 13),
    }  # fmt: skip
    entries = {each["label"]: each["value"] for each in made["meta"]["extra"][0]["entries"]}
    assert entries["Event"] == "cpu-clock:ppp" and entries["Samples"] == str(told["samples"]["count"])


def test_samples_are_on_their_thread_and_in_the_life_of_their_process(trace2):
    script = (
        sample(0.5, MAIN)
        + sample(0.7, ("work", "/bin/frob"), tid=67)
        + sample(0.7, ("stranger", "/bin/frob"), tid=68)
        + sample(0.65, ("earlier", "/bin/frob"), tid=69)
        + sample(0.9, ("late", "/bin/frob"), tid=67)
        + sample(1.5, ("leave", "/bin/frob"))
        + sample(2.5, ("next", "/bin/next"))
        + sample(2.5, ("elsewhere", "/bin/else"), pid=9, tid=9)
    )
    made = profile(trace2, TRACE, script=script)
    found = {(each["processName"], each["name"]): own_samples(made, [each]) for each in made["threads"]}
    assert found == {
        ("frob", "main"): {"main": 1, "leave": 1},
        ("frob", "th01:w"): {"work": 1},
        ("frob", OTHERS): {"stranger": 1, "earlier": 1, "late": 1},
        ("next", "main"): {"next": 1},
    }, found
    assert [each["tid"] for each in made["threads"][:2]] == [66, 67]
    # Too few to tell for what time one stands, so that they count as one each; cpu-clock tells it.
    assert made["threads"][0]["samples"]["weightType"] == "tracing-ms"
    few = profile(trace2, TRACE, script=script.replace("cpu-clock:ppp", "page-faults"))
    assert few["threads"][0]["samples"]["weightType"] == "samples" and few["threads"][0]["samples"]["weight"] is None
    entries = {each["label"]: each["value"] for each in made["meta"]["extra"][0]["entries"]}
    assert entries["Of processes outside of the trace"] == "1"


def test_functions_have_the_category_of_the_kernel_or_of_tracing(trace2):
    own = ("trace2::v0::detail::write", "/bin/frob")
    call = [MAIN, own, ("write", "/lib/libc.so"), ("ksys_write", "[kernel.kallsyms]")]
    made = profile(trace2, TRACE, script=sample(0.5, *call))
    shared = made["shared"]
    names = [made["meta"]["categories"][each]["name"] for each in shared["frameTable"]["category"]]
    functions = [shared["stringArray"][each] for each in shared["funcTable"]["name"]]
    of = dict(zip(functions, names))
    assert (of["main"], of["tracing"], of["write"], of["ksys_write"]) == ("Other", "tracing", "Other", "Kernel"), of
    files = [shared["stringArray"][each] for each in shared["resourceTable"]["name"]]
    assert sorted(files) == ["[kernel.kallsyms]", "frob", "libc.so"]


def test_hostile_names_are_escaped_and_bounded(trace2):
    evil = '\x1b]0;"\\</script>\x07' + "\u00e4" * 5000
    text = json.dumps(evil)[1:-1]
    trace = "".join((
        event("start", "00.000000", f',"t_abs":0.0,"argv":["{text}"]'),
        event("region_enter", "00.1", f',"nesting":1,"category":"{text}","label":"{text}","msg":"{text}"'),
        event("data", "00.1", f',"nesting":2,"category":"__proto__","key":"{text}","value":"{text}"'),
        event("data", "00.1", ',"nesting":2,"category":"c","key":"large","value":"9007199254740993"'),
        event("error", "00.2", f',"msg":"{text}","fmt":""'),
        event("new", "00.2", f',"odd":["{text}",1e999,9007199254740993]'),
        event("region_leave", "00.3", f',"t_rel":1e300,"nesting":1,"category":"{text}","label":"{text}"'),
        event("atexit", "00.4", ',"t_abs":-1,"code":3221225477'),
        event("data", "00.5", ',"nesting":2,"category":"c","key":"\xff","value":"\xff"', thread=text),
    )).encode("latin-1", "backslashreplace")  # fmt: skip
    script = sample(0.2, (evil, "/" + evil), *[("deep", "")] * 5000) + "\0\xff garbage\n" + "y" * 100_000 + "\n"
    made = profile(trace2, trace, script=script, code=1)
    assert max(map(len, made["shared"]["stringArray"])) < 1200
    assert all(len(json.dumps(data)) < 40_000 for each in made["threads"] for data in each["markers"]["data"])
    assert ("c/large", "9007199254740993") in [(name, data["value"]) for name, _, _, data in markers_of(made, "data")]


def test_times_that_lie_far_apart_are_numbers_of_json(trace2):
    datum = event("data", "00.123457", ',"nesting":1,"category":"c","key":"far","value":"1"', sid="S2000")
    far = SMALL + "".join(datum.replace("2000", year) for year in ("1971", "2000", "2261"))
    assert len(profile(trace2, far)["threads"]) == 5


def test_an_anonymous_profile_has_no_names(trace2):
    script = sample(0.5, MAIN, ("secret_call", "/opt/secret.so")) + sample(0.7, ("hidden_work", "/bin/frob"), tid=67)
    # Samples find a process whose id is hidden, too.
    trace = (
        TRACE
        + event("error", "00.5", ',"msg":"hush"')
        + event("child_start", "00.5", ',"child_id":0,"child_class":"x","argv":["frob-secret"]')
    ).replace(SID, "job-P00000042z")
    made = profile(trace2, trace, "--anonymise", script=script)
    text = json.dumps(made)
    for name in ("secret", "hidden", "hush", "localhost", "job", "/bin"):
        assert name not in text, (name, text)
    assert made["threads"][0]["pid"] != "66"
    assert [each["samples"]["length"] for each in made["threads"][:2]] == [1, 1]


def test_what_finds_no_room_is_said(trace2):
    many = event("data", "00.5", ',"nesting":1,"category":"c","key":"k","value":"%s"' % ("x" * 4000)) * 12_500
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "many.event"
        path.write_text(event("start", "00.0", ',"t_abs":0.0,"argv":["a"]') + many)
        done = trace2("convert", "--to=firefox", path, env=CLEAN)
    assert b"markers" in done.stderr and done.returncode == 1, done.stderr
    check(json.loads(done.stdout))


def test_the_samples_of_a_command_that_runs(trace2):
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "p.json"
        done = trace2("run", "--samples", "--to=firefox", "-o", path, "--", "true", env=CLEAN)
        assert done.returncode == 0, done.stderr
        # Programs that don't write Trace2 are in no trace, but the run itself may be.
        if path.stat().st_size:
            check(json.loads(path.read_text()))


def test_firefox_profiler_shows_them(trace2):
    if shutil.which("profiler-cli") is None:
        raise Skipped("no profiler-cli (npm: @firefox-devtools/profiler-cli)")
    ask = chrome_test.ask
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "p.json"
        trace2("convert", "--to=firefox", f"--samples={SCRIPT}", "-o", path, SAMPLED, env=CLEAN)
        chrome_test.open_profile(path)
        try:
            info, threads = ask("profile", "info"), ask("thread", "list")
            ask("thread", "select", "t-0")
            functions, markers = ask("thread", "functions", "--include-idle"), ask("thread", "markers", "--list")
        finally:
            ask("stop")
    assert "2 threads across 1 processes" in info, info
    assert re.search(r"main\s+samples\s+30255", threads) and "th01:worker" in threads, threads
    # 103 samples of 10.1 ms each.
    assert re.search(r"samples!spin - self: 1\.040s \(97\.2%\)", functions), functions
    assert re.search(r"work/sort\s+t=\S+\s+310\.73ms", markers), markers


if __name__ == "__main__":
    run_all(globals(), Program(sys.argv[1]))
