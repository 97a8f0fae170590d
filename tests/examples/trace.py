"""Traces of one run, read strictly: each difference from the rules is an AssertionError.

Also says what NORMAL and PERF must hold, given the events that EVENT holds.
"""

import json
import re
from collections import Counter, defaultdict

# The members of each event behind the common ones, in order; "?": may be absent (R-EVT-05).
MEMBERS = {
    "version": "evt exe",
    "start": "t_abs argv",
    "exit": "t_abs code",
    "atexit": "t_abs code",
    "signal": "t_abs signo",
    "error": "msg? fmt?",
    "cmd_ancestry": "ancestry",
    "cmd_name": "name hierarchy",
    "cmd_mode": "name",
    "alias": "alias argv",
    "child_start": "child_id child_class hook_name? cd? use_shell argv",
    "child_exit": "child_id pid code t_rel",
    "thread_start": "",
    "thread_exit": "t_rel",
    "exec": "exec_id exe? argv",
    "exec_result": "exec_id code",
    "def_param": "scope param value?",
    "def_repo": "worktree",
    "region_enter": "nesting category? label? msg?",
    "region_leave": "t_rel nesting category? label? msg?",
    "data": "t_abs t_rel nesting category key value",
    "data_json": "t_abs t_rel nesting category key value",
    "printf": "t_abs msg?",
    "timer": "category name intervals t_total t_min t_max",
    "th_timer": "category name intervals t_total t_min t_max",
    "counter": "category name count",
    "th_counter": "category name count",
}
COMMON = "event sid thread time file? line? repo?"
INTEGERS = "line repo code signo child_id pid exec_id nesting intervals count".split()
LISTS = "argv ancestry".split()

NOT_IN_NORMAL = "region_enter region_leave data data_json thread_start thread_exit".split()
NOT_TIMED = """version error cmd_ancestry cmd_name cmd_mode alias def_param def_repo timer th_timer
    counter th_counter""".split()

COMPONENT = r"\d{8}T\d{6}\.\d{6}Z-(H[0-9a-f]{8}|Localhost)-P[0-9a-f]{8}"
TIME = r"\d{4}-\d\d-\d\dT(\d\d:\d\d:\d\d\.\d{6})Z"
PERF_LINE = re.compile(
    rb"(\d\d:\d\d:\d\d\.\d{6}) (.{28}) \| d(\d+) \| (.{24}) \| (.{12}) \| (.{3}) \| (.{9}) \| (.{9})"
    rb" \| (.{12}) \| (.*)",
    re.DOTALL,
)


class Decimal(str):
    """A number with a fraction, as it is spelled."""


def lines_of(path):
    """The lines of a file without their ends; every one is whole (R-WR-01)."""
    content = path.read_bytes()
    assert content.endswith(b"\n"), f"{path}: ends within a line"
    return content[:-1].split(b"\n")


def text(raw):
    return raw.decode("utf-8", "replace").rstrip(" ")


def check_members(event, specification):
    names = ((word.rstrip("?"), word.endswith("?")) for word in specification.split())
    wanted = [name for name, is_optional in names if not is_optional or name in event]
    assert list(event) == wanted, f"members {list(event)}, not {wanted}"


def check_types(event):
    for key, value in event.items():
        if key == "value" and event["event"] == "data_json":
            continue
        if key in INTEGERS:
            assert type(value) is int, key
        elif key in LISTS:
            assert all(type(item) is str for item in value), key
        elif key.startswith("t_"):
            assert type(value) is Decimal and re.fullmatch(r"\d+\.\d{6}", value), key
        elif key == "use_shell":
            assert type(value) is bool, key
        else:
            assert type(value) is str, key


def members_once(pairs):
    members = dict(pairs)
    assert len(members) == len(pairs), "a member occurs twice"
    return members


def read_event(path):
    """The events of an EVENT file (R-EVT-01..06)."""
    events = []
    for raw in lines_of(path):
        line = raw.decode("utf-8")
        try:
            assert line.startswith('{"event":"')
            assert not re.search(r"\s", re.sub(r'"(\\.|[^"\\])*"', "", line)), "a blank outside of strings"
            event = json.loads(line, object_pairs_hook=members_once, parse_float=Decimal, parse_constant=None)
            check_members(event, f"{COMMON} {MEMBERS[event['event']]}")
            check_types(event)
            assert re.fullmatch(TIME, event["time"])
            assert ("file" in event) == ("line" in event)
        except (AssertionError, KeyError, ValueError) as problem:
            raise AssertionError(f"{path}: {problem}: {line}") from problem
        events.append(event)
    return events


def depth(event):
    return event["sid"].count("/")


def time_of_day(event):
    return re.fullmatch(TIME, event["time"])[1]


def place(event):
    return f"{event['file']}:{event['line']}" if "file" in event else ""


def quote(argument):
    """As a shell would read it (R-QUO-01)."""
    if re.fullmatch(r"[A-Za-z0-9+,\-./:=@_^]+", argument, re.ASCII):
        return argument
    return "'" + re.sub(r"(['!])", r"'\\\1'", argument) + "'"


def quoted(arguments):
    return " ".join(map(quote, arguments))


def sums(event):
    if "count" in event:
        return f"value:{event['count']}"
    return "intervals:{intervals} total:{t_total} min:{t_min} max:{t_max}".format_map(event)


def normal_payload(event):
    """The words of an event in NORMAL (R-NRM-05)."""
    kind = event["event"]
    match kind:
        case "version":
            return f"version {event['exe']}"
        case "start":
            return f"start {quoted(event['argv'])}"
        case "exit" | "atexit":
            return "{event} elapsed:{t_abs} code:{code}".format_map(event)
        case "error":
            return f"error {event['msg']}"
        case "cmd_ancestry":
            return "cmd_ancestry " + " <- ".join(event["ancestry"])
        case "cmd_name":
            return "cmd_name {name} ({hierarchy})".format_map(event)
        case "cmd_mode":
            return f"cmd_mode {event['name']}"
        case "child_start":
            return f"child_start[{event['child_id']}] {quoted(event['argv'])}"
        case "child_exit":
            return "child_exit[{child_id}] pid:{pid} code:{code} elapsed:{t_rel}".format_map(event)
        case "def_param":
            return "def_param scope:{scope} {param}={value}".format_map(event)
        case "timer" | "th_timer" | "counter" | "th_counter":
            return f"{kind} {event['category']}/{event['name']} {sums(event)}"
    raise AssertionError(f"no wording known for {kind}")


def perf_payload(event):
    """The words of an event in PERF (R-PRF-12)."""
    kind = event["event"]
    match kind:
        case "version":
            return event["exe"]
        case "start":
            return quoted(event["argv"])
        case "exit" | "atexit":
            return f"code:{event['code']}"
        case "error":
            return event["msg"]
        case "cmd_ancestry":
            return f"ancestry:[{quoted(event['ancestry'])}]"
        case "cmd_name":
            return "{name} ({hierarchy})".format_map(event)
        case "cmd_mode":
            return event["name"]
        case "child_start":
            return f"[ch{event['child_id']}] class:{event['child_class']} argv:[{quoted(event['argv'])}]"
        case "child_exit":
            return "[ch{child_id}] pid:{pid} code:{code}".format_map(event)
        case "def_param":
            return "{param}:{value}".format_map(event)
        case "region_enter" | "region_leave":
            return f"label:{event['label']}" + (f" {event['msg']}" if "msg" in event else "")
        case "data":
            return "{key}:{value}".format_map(event)
        case "data_json":
            return event["key"] + ":" + json.dumps(event["value"], separators=(",", ":"))
        case "timer" | "th_timer" | "counter" | "th_counter":
            return f"name:{event['name']} {sums(event)}"
        case "thread_start" | "thread_exit":
            return ""
    raise AssertionError(f"no wording known for {kind}")


def expected_normal(events):
    """The lines of NORMAL, in no particular order (R-NRM-02); local time is UTC."""
    return Counter(
        f"{time_of_day(event)} {place(event)} ".ljust(50) + normal_payload(event)
        for event in events
        if event["event"] not in NOT_IN_NORMAL
    )


def read_normal(path):
    return Counter(raw.decode("utf-8", "replace") for raw in lines_of(path))


def elided(location):
    """Cut on the left to the width of its column (R-PRF-05)."""
    return location if len(location) <= 28 else "..." + location[-25:]


def expected_perf(events):
    """What PERF says, for each thread in order (R-PRF-02, R-PRF-09)."""
    threads = defaultdict(list)
    open_regions = Counter()
    for event in events:
        kind, thread = event["event"], event["thread"]
        if kind == "region_leave":
            open_regions[thread] -= 1
        is_ending = kind in ("thread_exit", "atexit", "timer", "counter", "th_timer", "th_counter")
        dots = 0 if is_ending else 2 * open_regions[thread]
        category = f"scope:{event['scope']}" if kind == "def_param" else event.get("category", "")
        threads[thread].append(
            {
                "time": time_of_day(event),
                "place": elided(place(event)),
                "depth": depth(event),
                "event": kind,
                "repo": f"r{event['repo']}" if "repo" in event else "",
                "t_abs": event.get("t_abs"),
                "t_rel": event.get("t_rel"),
                "category": category[:12],
                "payload": ("." * dots + perf_payload(event)).rstrip(" "),
            }
        )
        if kind == "region_enter":
            open_regions[thread] += 1
    return threads


def read_perf(path):
    """The same, from a PERF file. Where EVENT has no t_abs this leaves it out too, behind a check
    that no thread's time runs backwards."""
    threads = defaultdict(list)
    latest = defaultdict(float)
    for raw in lines_of(path):
        match = PERF_LINE.fullmatch(raw)
        assert match, f"{path}: {raw}"
        time, where, level, thread, kind, repo, t_abs, t_rel, category, payload = match.groups()
        kind = text(kind)
        assert (text(t_abs) == "") == (kind in NOT_TIMED), f"{path}: {raw}"
        if kind not in (*NOT_TIMED, "atexit"):
            assert float(t_abs) >= latest[thread], f"{path}: {raw}"
            latest[thread] = float(t_abs)
        has_t_abs = "t_abs" in MEMBERS[kind].split()
        threads[text(thread)].append(
            {
                "time": text(time),
                "place": text(where),
                "depth": int(level),
                "event": kind,
                "repo": text(repo),
                "t_abs": text(t_abs).lstrip() if has_t_abs else None,
                "t_rel": text(t_rel).lstrip() or None,
                "category": text(category),
                "payload": text(payload),
            }
        )
    return threads


def check_session(events):
    """One process from its beginning to its end (R-ORD-01, R-SID-01, R-SID-03)."""
    kinds = [event["event"] for event in events]
    assert kinds[:2] == ["version", "start"] and kinds[-1] == "atexit", kinds
    assert all(kinds.count(kind) == 1 for kind in ("version", "start", "exit", "atexit")), kinds
    assert events[0]["thread"] == events[-1]["thread"] == "main"
    (sid,) = {event["sid"] for event in events}
    assert re.fullmatch(COMPONENT, sid.split("/")[-1]), sid
    assert events[-1]["code"] == events[kinds.index("exit")]["code"]


def check_threads(events):
    """Threads are numbered, begin and end, and nest their regions (R-THR-02, R-THR-03, R-REG-01)."""
    threads = defaultdict(list)
    for event in events:
        threads[event["thread"]].append(event)
    others = sorted(set(threads) - {"main"})
    assert [name[:5] for name in others] == [f"th{n:02}:" for n in range(1, len(others) + 1)], others
    for name, own in threads.items():
        if name != "main":
            assert (own[0]["event"], own[-1]["event"]) == ("thread_start", "thread_exit"), name
        check_regions(own)


def check_regions(events):
    regions = []
    for event in events:
        kind = event["event"]
        names = (event.get("category"), event.get("label"))
        if kind == "region_leave":
            assert regions and regions.pop() == names, event
        if "nesting" in event:
            assert event["nesting"] == len(regions) + 1, event
        if kind == "region_enter":
            regions.append(names)
    assert regions == []


def check_sums(events):
    """The sums of the process are those of its threads (R-TMR-06, R-CTR-02)."""
    for total in events:
        if total["event"] not in ("timer", "counter"):
            continue
        names = ("th_" + total["event"], total["category"], total["name"])
        parts = [e for e in events if (e["event"], e.get("category"), e.get("name")) == names]
        assert parts, total
        if total["event"] == "counter":
            assert total["count"] == sum(part["count"] for part in parts)
            continue
        assert total["intervals"] == sum(part["intervals"] for part in parts)
        check_near(total["t_min"], min(float(part["t_min"]) for part in parts), 1)
        check_near(total["t_max"], max(float(part["t_max"]) for part in parts), 1)
        check_near(total["t_total"], sum(float(part["t_total"]) for part in parts), len(parts))


def check_near(total, expected, parts):
    """Each time is rounded by itself, and told by a clock that learns its own rate: in the first
    milliseconds of a process it may still be wrong by one in a thousand."""
    assert abs(float(total) - expected) <= 1e-6 * (parts + 1) + 2e-3 * expected, (total, expected)
