"""A real Jaeger shows our spans: usage jaeger_test.py JAEGER PROGRAM TRACES"""

import json
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "program"))

from otlp_http_test import Home, send  # noqa: E402
from trace2_program import Program, run_all  # noqa: E402

from collector import unused_port  # noqa: E402
from spans import exported, inputs  # noqa: E402

# What else it listens on; no port is for more than one.
OTHERS = ("collector.otlp.grpc.host-port", "collector.grpc-server.host-port", "collector.http-server.host-port",
          "query.grpc-server.host-port", "admin.http.host-port")


class Jaeger:
    """Keeps spans in memory, and answers what it has of a trace."""

    def __init__(self, program, directory):
        self.log = Path(directory, "jaeger.log")
        self.url, self.query = (f"127.0.0.1:{unused_port()}" for _ in range(2))
        addresses = {"collector.otlp.http.host-port": self.url, "query.http-server.host-port": self.query,
                     **{name: f"127.0.0.1:{unused_port()}" for name in OTHERS}}
        self.command = [program, *(f"--{name}={address}" for name, address in addresses.items())]

    def __enter__(self):
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(self.command, env={"SPAN_STORAGE_TYPE": "memory"}, stdout=log, stderr=log)
        for _ in range(300):
            assert self.process.poll() is None, self.log.read_text()
            if self.services() is not None:
                return self
            time.sleep(0.1)
        raise AssertionError(self.log.read_text())

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def get(self, path):
        with urllib.request.urlopen(f"http://{self.query}/api/{path}", timeout=20) as answer:
            return json.load(answer)["data"]

    def services(self):
        try:
            return self.get("services") or []
        except OSError:
            return None

    def spans(self, trace, count):
        """Those of a trace, once there are so many."""
        for _ in range(100):
            try:
                (found,) = self.get(f"traces/{trace}")
                if len(found["spans"]) >= count:
                    return found["spans"], found["processes"]
            except urllib.error.HTTPError as error:
                assert error.code == 404
            time.sleep(0.1)
        raise AssertionError((trace, count))


def as_shown(span):
    """A span of ours by what its viewers see of it. Jaeger keeps microseconds, and one reference to each span."""
    links = [(link.trace_id.hex(), link.span_id.hex()) for link in span.links]
    parents = [(span.trace_id.hex(), span.parent_span_id.hex())] if span.parent_span_id else []
    return (span.span_id.hex(), span.name, sorted({*parents, *links}), span.start_time_unix_nano // 1000,
            (span.end_time_unix_nano - span.start_time_unix_nano) // 1000, len(span.events))


def as_found(span):
    references = sorted((each["traceID"], each["spanID"]) for each in span["references"])
    return span["spanID"], span["operationName"], references, span["startTime"], span["duration"], len(span["logs"])


def assert_no_other_warnings(spans):
    """Git reads two clocks one after the other, and some children do outlive their parents. Jaeger blames their clock."""
    ends = {span["spanID"]: span["startTime"] + span["duration"] for span in spans}
    for span in spans:
        for warning in span["warnings"] or ():
            assert "clock skew" in warning, warning
            assert ends[span["spanID"]] >= ends[span["references"][0]["spanID"]], span


def test_each_span_is_found_where_it_belongs(jaeger, trace2, traces):
    with tempfile.TemporaryDirectory() as name, Jaeger(jaeger, name) as running, Home() as home:
        compared = 0
        for path in inputs(traces, name):
            home.trace = path
            # It stores no metrics.
            done = send(trace2, home, f"http://{running.url}", env={"OTEL_METRICS_EXPORTER": "none"})
            assert (done.returncode, done.stderr) == (0, b""), done
            ours = exported(trace2, path)[1]
            for trace, count in Counter(span.trace_id.hex() for span in ours).items():
                expected = sorted(as_shown(span) for span in ours if span.trace_id.hex() == trace)
                found, processes = running.spans(trace, count)
                assert sorted(map(as_found, found)) == expected, path
                assert_no_other_warnings(found)
                assert all(processes[span["processID"]]["serviceName"] for span in found), path
                compared += count
        print(f"{compared} spans; services: {', '.join(sorted(running.services()))}")


if __name__ == "__main__":
    run_all(globals(), sys.argv[1], Program(sys.argv[2]), sys.argv[3])
