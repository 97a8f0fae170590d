"""What trace2 listen costs per event: usage listen.py PROGRAM [COMPILER]

Writers send the same events to trace2 listen and to a loop of recv into nothing; trace2 summary reads the same bytes from
a file. Figures are processor time, so that writers on other cores don't count; each is the least of three runs. Writers
are slow enough that nothing waits: that is the dearest case, in which nearly each event is received by itself."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RUNS = 3
EVENTS = 200_000
RATE = 100_000  # events per second
GIT_COMMANDS = 200


def process(sid, number, events):
    """The lines of one process: regions with data in them."""
    def line(name, members, microseconds):
        return (f'{{"event":"{name}","sid":"{sid}","thread":"main",'
                f'"time":"2000-01-01T00:{microseconds // 60_000_000:02}:{microseconds // 1_000_000 % 60:02}.{microseconds % 1_000_000:06}Z",'
                f'"file":"read-cache.c","line":1234{members}}}\n')
    lines = [line("version", ',"evt":"4","exe":"2.39.5"', 0),
             line("start", f',"t_abs":0.000100,"argv":["git","status","{number}"]', 100)]
    at = 200
    while len(lines) < events - 1:
        lines += [line("region_enter", ',"repo":1,"nesting":1,"category":"index","label":"do_read_index"', at),
                  line("data", f',"repo":1,"t_abs":{at / 1e6:.6f},"t_rel":0.000010,"nesting":2,"category":"index","key":"read/version","value":"2"', at + 10),
                  line("region_leave", ',"repo":1,"t_rel":0.000020,"nesting":1,"category":"index","label":"do_read_index"', at + 20)]
        at += 40
    return lines[:events - 1] + [line("atexit", f',"t_abs":{at / 1e6:.6f},"code":0', at)]


def measured(command, stop_with=None, work=None, ready=None):
    """Runs a command beside the work; returns its processor time and the most memory in MiB."""
    memory = 0
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE if work else None)
    if work:
        while not os.path.exists(ready):
            time.sleep(0.001)
        time.sleep(0.05)
        work()
        if stop_with:
            time.sleep(0.2)
            memory = int(re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{running.pid}/status").read_text())[1]) / 1024
            running.send_signal(stop_with)
    _, status, usage = os.wait4(running.pid, 0)
    running.returncode = status
    said = running.stderr.read().decode() if work else ""
    assert status == 0, (command, status, said)
    return usage.ru_utime + usage.ru_stime, memory, said


def least(measure):
    results = [measure() for _ in range(RUNS)]
    return min(result[0] for result in results), max(result[1] for result in results), results[0][2]


def compare(trace2, peer, directory, name, events, size, summary, work):
    path = f"{directory}/socket"

    def received():
        if os.path.exists(path):
            os.unlink(path)
        return measured([peer, "receive", path], work=lambda: work(path), ready=path)

    def listened():
        if os.path.exists(path):
            os.unlink(path)
        return measured([trace2, "listen", f"af_unix:{path}"], signal.SIGTERM, lambda: work(path), path)

    loop, _, _ = least(received)
    listen, memory, said = least(listened)
    print(f"{name:14} {1e9 * loop / events:7.0f} {1e9 * summary / events:9.0f} {1e9 * listen / events:8.0f} ns "
          f"{listen / (loop + summary):6.2f} {events / listen / 1e6:7.2f} M/s {size / listen / 1e6:6.0f} MB/s {memory:5.0f} MiB"
          + (f"  {said.strip()}" if said else ""), flush=True)


def main():
    trace2 = sys.argv[1]
    compiler = sys.argv[2] if len(sys.argv) > 2 else "c++"
    with tempfile.TemporaryDirectory() as directory:
        peer = f"{directory}/peer"
        source = Path(__file__).with_name("listen_peer.cpp")
        subprocess.run([compiler, "-O2", "-std=c++20", source, "-o", peer], check=True)
        print("writers           recv   summary   listen      ratio  events  ", flush=True)
        sent, whole = Path(directory) / "sent", Path(directory) / "whole"
        for clients in (int(number) for number in os.environ.get("CLIENTS", "1 100 1000").split()):
            lines = process("Q", 0, EVENTS // clients)
            sent.write_text("".join(lines))
            with open(whole, "w", encoding="utf-8") as to:
                for number in range(clients):
                    to.writelines(line.replace('"sid":"Q', f'"sid":"Q{number}-') for line in lines)
            events = len(lines) * clients
            summary, _, _ = least(lambda: measured([trace2, "summary", str(whole)]))
            compare(trace2, peer, directory, f"{clients} of ours", events, whole.stat().st_size, summary,
                    lambda path: subprocess.run([peer, "send", path, str(clients), str(sent), str(RATE)], check=True))
        if shutil.which("git"):
            repository, traces = Path(directory) / "repository", Path(directory) / "traces"
            traces.mkdir()
            subprocess.run(["git", "init", "-q", repository], check=True)

            def git(target):
                env = {**os.environ, "GIT_TRACE2_EVENT": str(target)}
                for _ in range(GIT_COMMANDS):
                    subprocess.run(["git", "-C", repository, "status"], env=env, check=True, stdout=subprocess.DEVNULL)

            git(traces)
            content = b"".join(path.read_bytes() for path in traces.iterdir())
            whole.write_bytes(content)
            summary, _, _ = least(lambda: measured([trace2, "summary", str(whole)]))

            def send(path):
                # The loop of recv ends with its last connection.
                hold = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
                while hold.connect_ex(path) != 0:
                    time.sleep(0.001)
                git(f"af_unix:{path}")
                hold.close()

            compare(trace2, peer, directory, "real Git", content.count(b"\n"), len(content), summary, send)


if __name__ == "__main__":
    main()
