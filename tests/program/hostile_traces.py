"""Traces of strangers: small files that would take much memory or time."""

import struct

RECORD_KINDS = {
    "time": 0x40,
    "state": 0x80,
    "event": 0x81,
    "process": 0x82,
    "schema": 0x83,
    "site": 0x84,
    "clock": 0x85,
}
CHUNK = 256 * 1024
SID = "20000101T000000.000000Z-H00000000-P00000001"


def text(value):
    value = value.encode() if isinstance(value, str) else value
    return struct.pack("<I", len(value)) + value


def record(kind, number, fields):
    """A record of several words, as layout.hpp describes it."""
    fields += bytes(-len(fields) % 8)
    return struct.pack("<Q", RECORD_KINDS[kind] | (1 + len(fields) // 8) << 8 | number << 32) + fields


def state(thread, name="main", opened=0):
    name = name.encode()
    return record("state", thread, struct.pack("<qII", 0, len(name), opened) + name + bytes(-len(name) % 8))


def region_enter(site, ticks):
    return struct.pack("<Q", 0x01 | site << 8 | ticks << 32)


def site(number, category, label):
    return record("site", number, struct.pack("<I", 1) + text("file.cpp") + text(category) + text(label))


class Recording:
    """Writes a recording, chunk by chunk."""

    def __init__(self, out):
        self.out = out
        self.serial = 0
        self.out.write(b"TRACE2R\n" + struct.pack("<IIIIQQQ", 0x01020304, 1, 4096, 0, 1, 0, 1) + bytes(4096 - 48))

    def chunk(self, kind, records, size=CHUNK):
        self.serial += 1
        size = max(size, -(-(len(records) + 32) // 4096) * 4096)
        self.out.write(b"CHUNK2R\n" + struct.pack("<QQQ", size, self.serial, kind) + records + bytes(size - 32 - len(records)))

    def definitions(self, *more):
        one_to_one = record("clock", 0, struct.pack("<qqqq", 0, 0, 1 << 40, 0))
        process = record("process", 0, struct.pack("<q", 0) + text(SID) + text("/bin/frob"))
        self.chunk(1, one_to_one + process + b"".join(more))

    def events(self, records, size=CHUNK):
        self.chunk(2, records, size)


def thread_states(out, count):
    """A recording with many threads, each with one event."""
    made = Recording(out)
    made.definitions(site(1, "c", "l"))
    per_chunk = (CHUNK - 32) // len(state(0) + region_enter(1, 1))
    for first in range(0, count, per_chunk):
        last = min(first + per_chunk, count)
        made.events(b"".join(state(i) + region_enter(1, 1) for i in range(first, last)))


def nested_regions(out, count):
    """A recording of regions in regions in regions."""
    made = Recording(out)
    made.definitions(site(1, "c", "l"))
    per_chunk = (CHUNK - 32 - 64) // 8
    entered = 0
    while entered < count:
        more = min(per_chunk, count - entered)
        made.events(state(0, opened=entered + 1) + region_enter(1, 1) * more)
        entered += more


def sites(out, count):
    """A recording with many names."""
    made = Recording(out)
    made.definitions()
    for first in range(1, count, 2_000):
        made.chunk(1, b"".join(site(i, f"category {i}", f"label {i} " + "x" * 60) for i in range(first, first + 2_000)))


def schemas(out, count):
    """A recording of types of events whose members have long names, of bytes that are escaped."""
    made = Recording(out)
    made.definitions()
    member = struct.pack("<I", 1) + text(bytes((1 << 20) - 100))
    for i in range(count):
        made.chunk(1, record("schema", i, struct.pack("<I", 0) + text("e") + struct.pack("<I", 1) + member))


def clock_pieces(out, count):
    """A recording whose clock changed its pace all the time, told from the end to the beginning."""
    made = Recording(out)
    made.definitions()
    piece = lambda i: record("clock", i, struct.pack("<qqqq", i * 1000, i * 1000, 1 << 40, 0))
    for last in range(count, 0, -4_000):
        made.chunk(1, b"".join(piece(i) for i in range(last, max(last - 4_000, 0), -1)))


def line(event, sid, members="", thread="main"):
    return (
        f'{{"event":"{event}","sid":"{sid}","thread":"{thread}","time":"2000-01-01T00:00:00.000000Z"{members}}}\n'
    ).encode()


def processes(out, count, sid_size=0):
    pad = "x" * sid_size
    for i in range(count):
        out.write(line("start", f"S{i}{pad}", ',"t_abs":0.0,"argv":["a"]'))
        out.write(line("atexit", f"S{i}{pad}", ',"t_abs":0.1,"code":0'))


def running_processes(out, count, sid_size=0):
    pad = "x" * sid_size
    for i in range(count):
        out.write(line("start", f"S{i}{pad}", ',"t_abs":0.0,"argv":["a"]'))


def children(out, count):
    """One process with many children, each with a process of its own, found by its time."""
    out.write(line("start", "S", ',"t_abs":0.0,"argv":["a"]'))
    for i in range(count):
        out.write(line("child_start", "S", f',"child_id":{i},"child_class":"?","use_shell":false,"argv":["c"]'))
        out.write(line("child_exit", "S", f',"child_id":{i},"pid":7,"code":0,"t_rel":0.0'))
    for i in range(count):
        out.write(line("start", f"S/20000101T000000.000000Z-H00000000-P00000007{i}", ',"t_abs":0.0,"argv":["a"]'))


def names(out, count, size=60):
    pad = "x" * size
    out.write(line("start", "S", ',"t_abs":0.0,"argv":["a"]'))
    for i in range(count):
        out.write(line("data", "S", f',"t_abs":0.0,"t_rel":0.0,"nesting":1,"category":"c{i}","key":"k{i}{pad}","value":"{i}{pad}"'))
        out.write(line("region_enter", "S", f',"nesting":1,"category":"c{i}","label":"l{i}{pad}"'))
        out.write(line("region_leave", "S", f',"t_rel":0.0,"nesting":1,"category":"c{i}","label":"l{i}{pad}"'))


def names_of_events(out, count):
    for i in range(count):
        out.write(line(f"e{i}{'x' * 60}", "S"))


def threads(out, count):
    for i in range(count):
        out.write(line("thread_start", "S", "", f"th{i}:x"))


def open_regions(out, count):
    """Regions in regions, in an EVENT trace."""
    for i in range(1, count):
        out.write(line("region_enter", "S", f',"nesting":{i},"category":"c","label":"l"'))


def numbered_tasks(out, count, step):
    """Tasks whose numbers are multiples of one."""
    for i in range(1, count):
        out.write(line("task_begin", "S", f',"task":{i * step},"parent":0,"category":"c","label":"l"'))


def deep_data(out, count):
    for _ in range(count):
        out.write(line("data", "S", ',"t_abs":0.0,"t_rel":0.0,"nesting":999999,"category":"c","key":"k","value":"v"'))


def long_line(out, size):
    """One line of so many bytes, of which each second one is an escape."""
    out.write(line("start", "S", ',"t_abs":0.0,"argv":["a"]'))
    out.write(b'{"event":"error","sid":"S","thread":"main","time":"2000-01-01T00:00:00.000000Z","msg":"')
    for _ in range(size // 4096):
        out.write(b"\\nabcdef" * 512)
    out.write(b'","fmt":"x"}\n')
    out.write(line("atexit", "S", ',"t_abs":0.1,"code":0'))


def long_perf_line(out, size):
    """One line of so many bytes, each of which becomes six in JSON."""
    out.write(b"d0 | main | my_event | | 0.1 | | c | k:" + b"\x01" * size + b"\n")


def long_list(out, items):
    out.write(b'{"event":"start","sid":"S","thread":"main","time":"2000-01-01T00:00:00.000000Z","t_abs":0.0,"argv":["a"')
    for _ in range(items // 1000):
        out.write(b',""' * 1000)
    out.write(b"]}\n")


def perf(event, payload, depth=0, thread="main"):
    return f"d{depth} | {thread} | {event} | | 0.1 | | | {payload}\n".encode()


def brackets(out, size):
    """A command of PERF whose name might end at each of many brackets."""
    out.write(perf("version", "1"))
    out.write(perf("cmd_name", "x (" * (size // 3) + "y)"))
    out.write(perf("atexit", "code:0"))


def short_threads(out, count):
    """A PERF trace of a process with many threads, one after the other."""
    out.write(perf("version", "1"))
    for i in range(count):
        out.write(perf("thread_start", "", thread=f"th{i}:x"))
        out.write(perf("thread_exit", "", thread=f"th{i}:x"))
    out.write(perf("atexit", "code:0"))


def deep_processes(out, count):
    """Processes below as many others as a session id can hold."""
    for i in range(count):
        out.write(line("error", "a/" * 2_040 + str(i), ',"msg":"m","fmt":"f"'))


def endless_line(out, size):
    out.write(b'{"event":"error","sid":"S","thread":"main","msg":"')
    for _ in range(size >> 20):
        out.write(b"x" * (1 << 20))
