"""A real OpenTelemetry Collector gets our spans: usage collector_test.py COLLECTOR PROGRAM TRACED TRACES

PROGRAM is trace2, TRACED a program that the library traces.
"""

import http.server
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "program"))

from otlp_http_test import Home, Receiver, in_order, many, send  # noqa: E402
from trace2_program import SMALL, Program, recordings, run_all  # noqa: E402

from collector import Collector, has_receiver, unused_port  # noqa: E402
from hosts import THIS_MACHINE, host  # noqa: E402
from spans import exported, inputs  # noqa: E402


def wait_for(condition, seconds=20):
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.05)
    assert condition()


def test_the_otlp_receiver_passes_on_what_was_exported(collector, trace2, _, traces):
    with tempfile.TemporaryDirectory() as name, Home() as home, Receiver() as sink, \
            Collector(collector, name, sink.url) as running:
        for path in inputs(traces, name):
            home.trace = path
            expected = in_order(exported(trace2, path)[1])
            for protocol in ("http/json", "http/protobuf"):
                sink.requests.clear()
                done = send(trace2, home, running.url, env={"OTEL_EXPORTER_OTLP_PROTOCOL": protocol})
                assert (done.returncode, done.stderr) == (0, b""), done
                assert as_ours(sink.spans()) == expected, (path, protocol)


def test_lines_are_what_the_file_receiver_reads(collector, trace2, _, traces):
    """Its JSON is that of the OTLP receiver, which stands for it where a Collector lacks it."""
    with tempfile.TemporaryDirectory() as name, Receiver() as sink:
        paths = inputs(traces, name)
        expected = [span for path in paths for span in exported(trace2, path)[1]]
        lines = [line for path in paths for line in exported(trace2, path)[0]]
        if has_receiver(collector, "otlpjsonfile"):
            file = Path(name, "spans.jsonl")
            file.write_bytes(b"\n".join(lines) + b"\n")
            # It would add the file's name to each span.
            reader = {"include": [str(file)], "start_at": "beginning", "include_file_name": False}
            with Collector(collector, name, sink.url, otlpjsonfile=reader):
                wait_for(lambda: len(sink.spans()) == len(expected))
        else:
            with Collector(collector, name, sink.url) as running:
                for line in lines:
                    request = urllib.request.Request(f"{running.url}/v1/traces", line, {"Content-Type": "application/json"})
                    assert urllib.request.urlopen(request, timeout=20).status == 200
        assert as_ours(sink.spans()) == in_order(expected)


def as_ours(spans):
    """The Collector writes a status that says nothing where there was none."""
    for span in spans:
        if span.status == type(span.status)():
            span.ClearField("status")
    return in_order(spans)


def stream(path, sid, events):
    with socket.socket(socket.AF_UNIX) as to:
        to.connect(str(path))
        to.sendall(b"".join(line for line in events if f'"sid":"{sid}"'.encode() in line))


class Tree:
    """The spans of an exporter by their ids, and those inside of processes by where they are."""

    def __init__(self, spans):
        self.spans = {(span.trace_id, span.span_id): span for span in spans}
        assert len(self.spans) == len(spans), "ids are unique"
        self.processes = {key: span for key, span in self.spans.items() if span.kind == 2}
        self.inner = sorted((self.way_to(span), span.start_time_unix_nano, span.end_time_unix_nano)
                            for span in self.spans.values() if span.kind != 2)

    def way_to(self, span):
        """The id of the process, and the names from there to the span."""
        above = self.spans[span.trace_id, span.parent_span_id]
        way = [above.span_id.hex()] if above.kind == 2 else self.way_to(above)
        return way + [span.name]


# Differences that tests/collector/README.md explains.
OTHER_NAMES = {"alias-loop.event"}
WITHOUT_TIMES = {"brief-status.event", "brief-timer.event"}
WITHOUT_END = {"notes-show.event", "sigkill-self.event"}


def compare(source, ours, theirs):
    ours, theirs = Tree(ours), Tree(theirs)
    if source.name in WITHOUT_TIMES:
        assert len(theirs.spans) == 0 < len(ours.spans)
        return
    assert ours.processes.keys() == theirs.processes.keys(), source
    for key, own in ours.processes.items():
        other = theirs.processes[key]
        assert own.parent_span_id == other.parent_span_id, source
        assert own.name == other.name or source.name in OTHER_NAMES, (own.name, other.name)
        assert 0 <= other.start_time_unix_nano - own.start_time_unix_nano < 5_000_000, source
        assert 0 <= other.end_time_unix_nano - own.end_time_unix_nano < 5_000_000 or source.name in WITHOUT_END, source
        assert other.status.code == 0
    assert [way for way, *_ in ours.inner] == [way for way, *_ in theirs.inner], source
    apart = [abs(own[i] - other[i]) for own, other in zip(ours.inner, theirs.inner) for i in (1, 2)]
    print(f"{source.name}: {len(ours.spans)} spans in {len(ours.processes)} processes; inside of them up to {max(apart, default=0) // 1000} us apart")


def test_the_trace2_receiver_makes_the_same_spans(collector, trace2, traced, traces):
    if not has_receiver(collector, "trace2receiver"):
        print("SKIPPED: this Collector has no trace2receiver")
        return
    with tempfile.TemporaryDirectory() as name, Receiver() as sink:
        path = Path(name, "socket")
        event = Path(name, "own.event")
        # By default it makes spans of processes only.
        verbose = Path(name, "filter.yml")
        verbose.write_text("defaults:\n  ruleset: dl:verbose\n")
        with Collector(collector, name, sink.url, trace2receiver={"socket": str(path), "filter": str(verbose)}) as running:
            # The library itself, over the socket.
            done = subprocess.run([traced], env={**os.environ, "TRACE2_EVENT": f"af_unix:stream:{path}"},
                                  capture_output=True, timeout=60, check=False)
            assert done.returncode == 0
            wait_for(lambda: len(sink.spans()) > 0)
            # The same bytes for both.
            subprocess.run([traced], env={**os.environ, "TRACE2_EVENT": str(event)}, capture_output=True, timeout=60, check=True)
            assert "rror" not in running.log.read_text()
            for source in [event, *recordings(traces)]:
                sink.requests.clear()
                lines = source.read_bytes().splitlines(True)
                for sid in dict.fromkeys(json.loads(line.decode(errors="replace"))["sid"] for line in lines):
                    stream(path, sid, lines)
                ours = exported(trace2, source)[1]
                if source.name not in WITHOUT_TIMES:
                    wait_for(lambda: len(sink.spans()) >= len(ours))
                compare(source, ours, sink.spans())


class Proxy:
    """Passes requests on, and answers a part of them by 429 and 503."""

    def __init__(self, to, seed):
        chance = random.Random(seed)
        outer = self
        self.refused = 0

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status, content = outer.pass_on(to, self.headers, body) if chance.random() < 0.5 else (chance.choice((429, 503)), b"")
                outer.refused += status in (429, 503)
                if status is None:
                    self.close_connection = True
                    return
                self.send_response(status)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    @staticmethod
    def pass_on(to, headers, body):
        passed = {name: headers[name] for name in ("Content-Type", "Content-Encoding") if name in headers}
        try:
            with urllib.request.urlopen(urllib.request.Request(f"{to}/v1/traces", body, passed), timeout=20) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()
        except OSError:
            return None, b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


def test_nothing_is_lost_while_the_collector_dies_and_comes_back(collector, trace2, _, __):
    with tempfile.TemporaryDirectory() as name, Receiver() as sink, Collector(collector, name, sink.url) as running, \
            Proxy(running.url, 1) as proxy, Home() as home:
        over = threading.Event()

        def unrest():
            while not over.wait(0.7):
                running.kill()
                if over.wait(0.5):
                    break
                running.start()

        disturber = threading.Thread(target=unrest)
        disturber.start()
        expected = set()
        for i in range(30):
            home.trace = home.path / f"{i}.event"
            home.trace.write_text(many(40).replace('"sid":"', f'"sid":"{i}-'))
            expected |= {(span.trace_id, span.span_id) for span in exported(trace2, home.trace)[1]}
            done = send(trace2, home, proxy.url, "--retry-for=0.5")
            assert done.returncode == 0 and b"lost" not in done.stderr, done
        over.set()
        disturber.join()
        running.kill()
        running.start()
        spooled = len(home.spooled())
        for _ in range(100):
            home.trace.write_text(SMALL)
            assert send(trace2, home, proxy.url, "--retry-for=5").returncode == 0
            if not home.spooled():
                break
        assert proxy.refused > 0 and home.spooled() == []
        traces = {trace for trace, _ in expected}
        arrived = [(span.trace_id, span.span_id) for span in sink.spans() if span.trace_id in traces]
        print(f"{len(expected)} spans, {proxy.refused} requests refused, {spooled} messages in the spool at the end of the unrest, "
              f"{len(arrived) - len(set(arrived))} spans twice")
        assert expected <= set(arrived), len(expected - set(arrived))


def is_free(port):
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) != 0


def start(command, env, log, is_up):
    """A Collector, once `is_up()`."""
    with log.open("ab") as to:
        process = subprocess.Popen(command, env={**os.environ, **env}, stdout=to, stderr=to)
    wait_for(lambda: process.poll() is not None or is_up())
    assert process.poll() is None, log.read_text()
    return process


def make_certificates(directory, addresses):
    """One for all, signed by itself, and the names by which examples/fleet asks for it."""
    names = ",".join(["DNS:localhost", *(f"IP:{address}" for address in addresses)])
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                    "-keyout", directory / "gateway.key", "-out", directory / "ca.pem", "-days", "2",
                    "-subj", "/CN=localhost", "-addext", f"subjectAltName={names}"], check=True, capture_output=True)
    for copy, of in (("gateway.pem", "ca.pem"), ("agent.pem", "ca.pem"), ("agent.key", "gateway.key")):
        (directory / copy).write_bytes((directory / of).read_bytes())


def test_spans_go_from_the_agents_of_two_hosts_over_a_gateway(collector, trace2, _, __):
    """As the configurations of examples/fleet have it, and a trace goes from one host's program to the other's."""
    fleet = Path(__file__).parent.parent.parent / "examples/fleet"
    with tempfile.TemporaryDirectory() as name, Receiver() as store, Home() as home, host(1) as one, host(2) as other:
        hosts, log = (one, other), Path(name, "log")
        if THIS_MACHINE in hosts:
            print("SKIPPED: no network namespaces may be made here: both agents run on this machine")
        make_certificates(Path(name), {each.test for each in hosts})
        port, agents = unused_port(), [unused_port(), unused_port()]
        env = {"CERTIFICATES": name, "WAIT": "100ms", "STORE": store.url, "ADDRESS": f"0.0.0.0:{port}"}
        of_agent = [{**env, "GATEWAY": f"https://{each.test}:{port}", "AGENT": f"127.0.0.1:{own}"} for each, own in zip(hosts, agents)]
        for configuration in ("agent.yaml", "gateway.yaml"):
            done = subprocess.run([collector, "validate", "--config", fleet / configuration],
                                  env={**os.environ, **of_agent[0]}, capture_output=True, text=True, timeout=60, check=False)
            assert done.returncode == 0, done.stderr
        running = [start([collector, "--config", fleet / "gateway.yaml"], env, log, lambda: not is_free(port))]
        try:
            for each, agent in zip(hosts, of_agent):
                ready = log.read_text().count("Everything is ready")
                running.append(start(each.command(collector, "--config", fleet / "agent.yaml"), agent, log,
                                     lambda: log.read_text().count("Everything is ready") > ready))

            def run(on, *command, **more):
                to = f"--otlp=http://127.0.0.1:{agents[on]}"
                return subprocess.run(hosts[on].command(trace2.path, "run", to, "--", *command), env={**home.env, **more},
                                      capture_output=True, timeout=60, check=False)

            # The second program is one that the first has asked by TRACEPARENT.
            first = run(0, "sh", "-c", 'echo "$TRACEPARENT"')
            second = run(1, "true", TRACEPARENT=first.stdout.decode().strip())
            assert (first.returncode, first.stderr, second.returncode, second.stderr) == (0, b"", 0, b""), (first, second)
            wait_for(lambda: len(store.spans()) >= 4)
        finally:
            for process in running:
                process.kill()
                process.wait()
        spans = store.spans()
        assert len(spans) == 4 and len({span.trace_id for span in spans}) == 1
        ids = {span.span_id for span in spans}
        assert [span.parent_span_id in ids for span in spans].count(False) == 1, "one span has no parent"


if __name__ == "__main__":
    run_all(globals(), sys.argv[1], Program(sys.argv[2]), sys.argv[3], sys.argv[4])
