"""Spans are sent to a receiver: usage otlp_http_test.py PROGRAM TRACES http|no-http"""

import concurrent.futures
import email.utils
import gzip
import http.server
import json
import os
import re
import select
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from listen_test import connected, event, line_of, listening, sid_of, whole
from otlp_test import TIMES, check, check_metrics, message_types
from google.protobuf import json_format
from trace2_program import SMALL, Program, Skipped, recordings, run_all, skip


class Receiver:
    """An HTTP server that answers each request by the next of `answers`, and all others by accepting.

    An answer is a function that gets the request's handler, or a status, body and headers.
    """

    def __init__(self, *answers, tls=None, port=0):
        self.requests = []
        self.answers = list(answers)
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                outer.requests.append((time.monotonic(), self.path, dict(self.headers), body))
                answer = outer.answers.pop(0) if outer.answers else (200, b"", {})
                if callable(answer):
                    answer(self)
                    return
                status, content, headers = answer
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            def handle_error(self, *_):
                pass

        self.server = Server(("127.0.0.1", port), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        if tls:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*tls)
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
            self.url = f"https://localhost:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    def spans(self):
        """The spans of all requests that were accepted or not, as protobuf messages."""
        return [span for request in self.requests if request[1] != "/v1/metrics" for span in spans_of(request)]


TRACES, METRICS = message_types("TracesData", "MetricsData")


def content(request):
    body = request[3]
    return gzip.decompress(body) if request[2].get("Content-Encoding") == "gzip" else body


def spans_of(request):
    if request[2]["Content-Type"] == "application/json":
        return list(check(content(request), TRACES))
    assert request[2]["Content-Type"] == "application/x-protobuf"
    read = TRACES.FromString(content(request))
    return [span for group in read.resource_spans for scope in group.scope_spans for span in scope.spans]


def resources_of(request):
    return [{item.key: item.value.string_value or item.value.int_value for item in group.resource.attributes}
            for group in TRACES.FromString(content(request)).resource_spans]


def in_order(spans):
    return sorted(span.SerializeToString(deterministic=True) for span in spans)


class Home:
    """A directory with a trace, and an environment in which spools are in it."""

    def __init__(self, text=SMALL):
        self.text = text

    def __enter__(self):
        self.directory = tempfile.TemporaryDirectory()
        self.path = Path(self.directory.name)
        self.trace = self.path / "a.event"
        self.trace.write_text(self.text)
        kept = {name: value for name, value in os.environ.items()
                if not name.startswith("OTEL_") and "proxy" not in name.lower()}
        self.env = {**kept, "XDG_STATE_HOME": name_of(self.path / "state")}
        return self

    def __exit__(self, *_):
        self.directory.cleanup()

    def spooled(self):
        return sorted(path for path in self.path.glob("state/trace2/otlp/*/*") if path.name != ".lock")


def name_of(path):
    return str(path)


def many(count):
    """A trace of so many processes."""
    return "".join(SMALL.replace('"S', f'"{i}') for i in range(count))


def send(trace2, home, url, *options, env=None):
    return trace2("convert", f"--otlp={url}", *options, home.trace, env={**home.env, **(env or {})})


def assert_sent(done):
    assert (done.returncode, done.stderr, done.stdout) == (0, b"", b""), done


def unused_port():
    with socket.socket() as made:
        made.bind(("127.0.0.1", 0))
        return made.getsockname()[1]


def test_the_same_spans_come_in_each_encoding(trace2, traces):
    with Home() as home:
        for path in [home.trace, recordings(traces)[0]]:
            home.trace = path
            expected = in_order(span for line in trace2.output("convert", "--to=otlp", path).splitlines()
                                for span in check(line, TRACES))
            for protocol in ("http/json", "http/protobuf"):
                for compression in ("gzip", "none"):
                    with Receiver() as receiver:
                        assert_sent(send(trace2, home, receiver.url, env={
                            "OTEL_EXPORTER_OTLP_PROTOCOL": protocol, "OTEL_EXPORTER_OTLP_COMPRESSION": compression}))
                        assert in_order(receiver.spans()) == expected, (path, protocol)
                        assert {request[1] for request in receiver.requests} == {"/v1/traces"}
                        assert {"Content-Encoding" in request[2] for request in receiver.requests} == {compression == "gzip"}


def test_metrics_go_to_a_path_of_their_own(trace2, _):
    with Home(TIMES) as home:
        for protocol in ("http/json", "http/protobuf"):
            with Receiver() as receiver:
                assert_sent(send(trace2, home, receiver.url, env={"OTEL_EXPORTER_OTLP_PROTOCOL": protocol}))
                paths = [request[1] for request in receiver.requests]
                assert paths == ["/v1/traces", "/v1/metrics"], paths
                body = content(receiver.requests[1])
                read = json_format.Parse(body, METRICS()) if protocol == "http/json" else METRICS.FromString(body)
                names = {metric.name: point for metric, point in check_metrics(read)}
                assert set(names) == {"c/plain", "c/told", "c/files"} and names["c/told"].count == 3
                resource = {item.key: item.value.string_value for item in read.resource_metrics[0].resource.attributes}
                assert resource["process.executable.name"] == "frob" and resource["process.command_line"] == "/usr/bin/frob 'a b'"
        for env, paths in (({"OTEL_METRICS_EXPORTER": "none"}, ["/v1/traces"]),
                           ({"OTEL_EXPORTER_OTLP_METRICS_ENDPOINT": "/own"}, ["/v1/traces", "/own"]),
                           ({"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "/only"}, ["/only"])):
            with Receiver() as receiver:
                env = {name: receiver.url + value if value[0] == "/" else value for name, value in env.items()}
                if "/only" not in paths:
                    env["OTEL_EXPORTER_OTLP_ENDPOINT"] = receiver.url
                assert_sent(send(trace2, home, "env", env=env))
                assert [request[1] for request in receiver.requests] == paths, env


def test_a_receiver_of_traces_alone_is_none_of_metrics(trace2, _):
    with Home(TIMES) as home, Receiver((200, b"", {}), (404, b"", {})) as receiver:
        done = send(trace2, home, receiver.url)
        assert done.returncode == 0 and b"takes no metrics (it answers 404); 3 data points left out" in done.stderr, done
        assert home.spooled() == [] and len(receiver.requests) == 2


def test_metrics_wait_in_the_spool_too(trace2, _):
    with Home(TIMES) as home:
        with Receiver((503, b"", {}), (503, b"", {})) as receiver:
            done = send(trace2, home, receiver.url, "--retry-for=0")
            assert b"3 data points are kept" in done.stderr and len(receiver.requests) == 1, done
            assert len(home.spooled()) == 2
            receiver.answers.clear()
            done = send(trace2, home, receiver.url)
            assert done.returncode == 0 and home.spooled() == [], done
            assert [request[1] for request in receiver.requests[1:]] == ["/v1/traces", "/v1/metrics"] * 2


def test_the_variables_of_opentelemetry_hold(trace2, _):
    with Home() as home, Receiver() as receiver:
        home.env |= {
            "OTEL_EXPORTER_OTLP_ENDPOINT": receiver.url + "/base/",
            "OTEL_EXPORTER_OTLP_HEADERS": "x-a=1, x-b = two%2C%20three ,x-empty=",
            "OTEL_RESOURCE_ATTRIBUTES": "deployment.environment.name=test,service.version=9,a=b%3Dc",
            "OTEL_SERVICE_NAME": "mine"}
        assert_sent(send(trace2, home, "env"))
        _, path, headers, _ = receiver.requests[0]
        assert path == "/base/v1/traces"
        assert (headers["x-a"], headers["x-b"], headers["x-empty"]) == ("1", "two, three", ""), headers
        assert headers["User-Agent"].startswith("trace2/")
        for resource in resources_of(receiver.requests[0]):
            assert resource["service.name"] == "mine" and resource["a"] == "b=c"
            assert resource["service.version"] == "9" and resource["deployment.environment.name"] == "test"
            assert resource["service.instance.id"] in ("S", "S/T")
        home.env["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"] = receiver.url + "/whole"
        home.env["OTEL_EXPORTER_OTLP_TRACES_HEADERS"] = "x-c=3"
        assert_sent(send(trace2, home, "env"))
        assert receiver.requests[1][1] == "/whole"
        assert receiver.requests[1][2].get("x-c") == "3" and "x-a" not in receiver.requests[1][2]


def test_wrong_settings_are_refused_before_anything_is_sent(trace2, _):
    with Home() as home, Receiver() as receiver:
        for env, word in (
                ({"OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"}, b"grpc"),
                ({"OTEL_EXPORTER_OTLP_COMPRESSION": "lzma"}, b"lzma"),
                ({"OTEL_EXPORTER_OTLP_TIMEOUT": "soon"}, b"soon"),
                ({"OTEL_EXPORTER_OTLP_HEADERS": "secret"}, b"NAME=VALUE"),
                ({"OTEL_EXPORTER_OTLP_HEADERS": "a=secret%0d%0ab:c"}, b"header of HTTP"),
                ({"OTEL_EXPORTER_OTLP_HEADERS": "a=secret%zz"}, b"NAME=VALUE"),
                ({"OTEL_RESOURCE_ATTRIBUTES": "=secret"}, b"NAME=VALUE")):
            done = send(trace2, home, receiver.url, env=env)
            assert done.returncode == 2 and word in done.stderr and b"secret" not in done.stderr, done
        for name, value in (("TRACES_ENDPOINT", "foo"), ("ENDPOINT", "foo"), ("TRACES_PROTOCOL", "grpc"), ("METRICS_PROTOCOL", "grpc"),
                            ("METRICS_COMPRESSION", "lzma"), ("TRACES_TIMEOUT", "soon"), ("METRICS_HEADERS", "secret")):
            name = "OTEL_EXPORTER_OTLP_" + name
            done = send(trace2, home, "env" if "ENDPOINT" in name else receiver.url, env={name: value})
            assert done.returncode == 2 and f"trace2: {name}: ".encode() in done.stderr, done
        for url in ("localhost:4318", "ftp://localhost", "http://", "http:///x", "http://a b/", "file:///etc/passwd"):
            assert send(trace2, home, url).returncode == 2, url
        done = send(trace2, home, "htp://user:secret@localhost")
        assert done.returncode == 2 and b"--otlp" in done.stderr and b"secret" not in done.stderr, done
        for seconds in ("nan", "inf", "-1", "1e3"):
            assert send(trace2, home, receiver.url, "--retry-for=" + seconds).returncode == 2, seconds
        assert send(trace2, home, receiver.url, "--to=chrome").returncode == 2
        assert send(trace2, home, receiver.url, "-o", home.path / "x").returncode == 2
        assert trace2("convert", home.trace).returncode == 2
        assert receiver.requests == []


def at_once(test, cases):
    """Tests that wait do so side by side."""
    with concurrent.futures.ThreadPoolExecutor(len(cases)) as pool:
        for done in [pool.submit(test, case) for case in cases]:
            done.result()


def test_a_receiver_that_asks_for_time_gets_it(trace2, _):
    def asks_for(case):
        after, least = case
        with Home() as home, Receiver((429, b"", {"Retry-After": after})) as receiver:
            done = send(trace2, home, receiver.url)
            assert done.returncode == 0 and b"429; trying again" in done.stderr, done
            (first, *_), (second, *_) = receiver.requests
            assert second - first >= least, (case, second - first)

    at_once(asks_for, [("1", 1), (email.utils.formatdate(time.time() + 2, usegmt=True), 0.7)])
    # So long nobody waits here.
    for after in ("3600", "31536000"):
        with Home() as home, Receiver((429, b"", {"Retry-After": after})) as receiver:
            done = send(trace2, home, receiver.url)
            assert done.returncode == 0 and b"kept in" in done.stderr and len(receiver.requests) == 1, done


def test_failures_that_pass_are_tried_again(trace2, _):
    def close(handler):
        handler.close_connection = True
        handler.connection.shutdown(socket.SHUT_RDWR)

    def hang(_):
        time.sleep(0.6)

    def fails_once(answer):
        with Home() as home, Receiver(answer) as receiver:
            done = send(trace2, home, receiver.url, env={"OTEL_EXPORTER_OTLP_TIMEOUT": "400"})
            assert done.returncode == 0 and b"trying again" in done.stderr, (answer, done)
            assert len(receiver.requests) == 2 and receiver.requests[0][3] == receiver.requests[1][3]

    at_once(fails_once, [(502, b"", {}), (503, b"<html>", {}), (504, b"{}", {}), close, hang])


def test_refused_spans_are_counted(trace2, _):
    answers = ((400, b'{"code":3,"message":"no \\u001b[1m such"}'), (413, b"<html>"), (500, b"\xff" * 1000), (501, b'{"message":'))
    for status, body in answers:
        with Home() as home, Receiver((status, body, {"Retry-After": "1"})) as receiver:
            done = send(trace2, home, receiver.url, env={"OTEL_EXPORTER_OTLP_PROTOCOL": "http/json"})
            assert done.returncode == 1 and len(receiver.requests) == 1 and home.spooled() == [], done
            assert b"5 spans lost: it answers %d" % status in done.stderr and b"\x1b" not in done.stderr, done


def test_partial_success_is_counted(trace2, _):
    texts = (b'{"partialSuccess":{"rejectedSpans":"2","errorMessage":"too old"}}', b'{"partialSuccess":{"rejectedSpans":2,"errorMessage":"too old"}}')
    for body in texts:
        with Home() as home, Receiver((200, body, {"Content-Type": "application/json"})) as receiver:
            done = send(trace2, home, receiver.url, env={"OTEL_EXPORTER_OTLP_PROTOCOL": "http/json"})
            assert done.returncode == 1 and b"rejected 2 spans: too old" in done.stderr and len(receiver.requests) == 1, done
    message = b"\x0a\x0b\x08\x02\x12\x07too old"
    with Home() as home, Receiver((200, message, {"Content-Type": "application/x-protobuf"})) as receiver:
        done = send(trace2, home, receiver.url)
        assert done.returncode == 1 and b"rejected 2 spans: too old" in done.stderr, done
    # A warning alone rejects nothing.
    with Home() as home, Receiver((200, b"\x0a\x09\x12\x07too old", {"Content-Type": "application/x-protobuf"})) as receiver:
        done = send(trace2, home, receiver.url)
        assert done.returncode == 0 and b"warns: too old" in done.stderr, done


def test_answers_of_something_else_are_said_to_be_such(trace2, _):
    for body in (b"<html>hello</html>", b"\xff\xfe" * 100, b"x" * 3_000_000, b'{"partialSuccess":'):
        with Home() as home, Receiver((200, body, {"Content-Type": "text/html"})) as receiver:
            done = send(trace2, home, receiver.url)
            assert done.returncode == 1 and b"did perhaps not accept 5 spans" in done.stderr, (body[:20], done)
            assert len(receiver.requests) == 1


def test_headers_go_to_no_other_host(trace2, _):
    with Home() as home, Receiver() as other, Receiver((307, b"", {"Location": other.url + "/v1/traces"})) as receiver:
        done = send(trace2, home, receiver.url, env={"OTEL_EXPORTER_OTLP_HEADERS": "key=secret"})
        assert done.returncode == 1 and other.requests == [] and b"kept in" in done.stderr, done


def test_spans_wait_while_nobody_answers(trace2, _):
    port = unused_port()
    with Home() as home:
        done = send(trace2, home, f"http://user:secret@127.0.0.1:{port}", "--retry-for=0")
        assert done.returncode == 0 and b"5 spans are kept in" in done.stderr and b"secret" not in done.stderr, done
        assert len(home.spooled()) == 1 and not (home.path / "x").exists()
        assert home.spooled()[0].stat().st_mode & 0o777 == 0o600
        # Another receiver gets nothing of it.
        with Receiver() as receiver:
            assert_sent(send(trace2, home, receiver.url))
            assert len(receiver.spans()) == 5
        assert len(home.spooled()) == 1


def test_what_waits_is_sent_first_by_the_next_call(trace2, _):
    unavailable = [(503, b"", {})] * 3
    with Home() as home, Receiver(*unavailable) as receiver:
        for _ in range(3):
            assert send(trace2, home, receiver.url, "--retry-for=0").returncode == 0
        # Each call has asked once, and kept its own behind the others.
        assert len(receiver.requests) == 3 and len(home.spooled()) == 3
        receiver.requests.clear()
        done = send(trace2, home, receiver.url)
        assert done.returncode == 0 and b"has got 15 spans of earlier calls" in done.stderr, done
        assert len(receiver.spans()) == 20 and home.spooled() == []
        # One that is refused is in nobody's way.
        receiver.answers += unavailable[:1]
        send(trace2, home, receiver.url, "--retry-for=0")
        receiver.answers.append((400, b"", {}))
        done = send(trace2, home, receiver.url)
        assert done.returncode == 1 and b"5 spans lost" in done.stderr and home.spooled() == [], done


def test_wrong_settings_cost_no_spans(trace2, _):
    for status in (401, 403, 404):
        with Home() as home, Receiver((status, b"", {})) as receiver:
            done = send(trace2, home, receiver.url)
            assert done.returncode == 1 and b"5 spans are kept" in done.stderr and len(receiver.requests) == 1, done
            assert send(trace2, home, receiver.url).returncode == 0
            assert len(receiver.spans()) == 15 and home.spooled() == []


def test_the_spool_is_bounded(trace2, _):
    text = SMALL.replace('"no 1"', json.dumps(os.urandom(20_000).hex()))
    with Home("".join(text.replace('"S', f'"{i}') for i in range(40))) as home:
        url = f"http://127.0.0.1:{unused_port()}"
        plain = {"OTEL_EXPORTER_OTLP_COMPRESSION": "none"}
        done = send(trace2, home, url, "--retry-for=0", "--spool-limit=1", env=plain)
        assert done.returncode == 1 and b" spans lost: " in done.stderr and b"is full (1 MiB)" in done.stderr, done
        kept = sum(path.stat().st_size for path in home.spooled())
        assert 0 < kept <= 1 << 20, kept
        counts = sum(int(path.name.split(".")[1]) for path in home.spooled())
        assert b"%d spans are kept" % counts in done.stderr and b"%d spans lost" % (200 - counts) in done.stderr, done
        home.trace.write_text(SMALL)
        done = send(trace2, home, url, "--retry-for=0", "--spool-limit=0")
        assert done.returncode == 1 and b"5 spans lost" in done.stderr, done
        assert sum(path.stat().st_size for path in home.spooled()) == kept
        # A directory that can't be written.
        done = send(trace2, home, url, "--retry-for=0", "--spool=/dev/null/x")
        assert done.returncode == 1 and b"5 spans lost" in done.stderr, done
        # A relative name, however short.
        done = subprocess.run([trace2.path, "convert", f"--otlp={url}", "--retry-for=0", "--spool=s", home.trace],
                              cwd=home.path, env=home.env, capture_output=True, timeout=60, check=False)
        assert done.returncode == 0 and len(list(home.path.glob("s/*/*.pb.gz"))) == 1, done


def test_messages_are_bounded(trace2, _):
    with Home(many(450)) as home:
        with Receiver() as receiver:
            assert_sent(send(trace2, home, receiver.url, env={"OTEL_EXPORTER_OTLP_PROTOCOL": "http/json"}))
            sizes = [(len(content(request)), len(spans_of(request))) for request in receiver.requests]
            assert len(sizes) > 1 and sum(spans for _, spans in sizes) == 2250, sizes
            assert max(sizes)[0] <= 1_100_000 and max(spans for _, spans in sizes) <= 2000, sizes


def test_a_long_span_goes_alone(trace2, _):
    line = next(line for line in SMALL.splitlines(True) if '"event":"data"' in line)
    data = "".join(line.replace('"k"', f'"k{i}"').replace('"5"', json.dumps("x" * 4_000)) for i in range(300))
    with Home(SMALL.replace(line, data)) as home:
        for protocol in ("http/json", "http/protobuf"):
            with Receiver() as receiver:
                assert_sent(send(trace2, home, receiver.url, env={"OTEL_EXPORTER_OTLP_PROTOCOL": protocol}))
                sizes = [(len(content(request)), len(spans_of(request))) for request in receiver.requests]
                assert max(sizes)[0] > 1 << 20 and max(sizes)[1] == 1 and sum(spans for _, spans in sizes) == 5, sizes


def test_text_that_is_no_utf_8_reaches_the_receiver(trace2, _):
    with Home() as home, Receiver() as receiver:
        home.trace.write_bytes(SMALL.encode().replace(b"no 1", b"no \xff\xc3 1"))
        assert_sent(send(trace2, home, receiver.url))
        assert any(span.status.message == "no \ufffd\ufffd 1" for span in receiver.spans())


def test_other_files_in_the_spool_are_left_alone(trace2, _):
    with Home() as home, Receiver((503, b"", {})) as receiver:
        send(trace2, home, receiver.url, "--retry-for=0")
        directory = home.spooled()[0].parent
        (directory / "0.1.json").mkdir()
        (directory / "notes").write_text("x")
        (directory / "00.1.pb").symlink_to("/etc/passwd")
        (directory / ".9.partial").write_text("x")
        os.utime(directory / ".9.partial", (1, 1))
        receiver.requests.clear()
        done = send(trace2, home, receiver.url)
        assert done.returncode == 0 and len(receiver.requests) == 2
        assert b"has 2 entries that are no messages" in done.stderr and b"(no plain file)" in done.stderr, done
        assert {path.name for path in directory.iterdir()} == {"0.1.json", "notes", "00.1.pb", ".lock"}


class Choosy(Receiver):
    """Answers 504 to messages with one span name, and accepts all others."""

    def __init__(self, refused):
        super().__init__()
        self.refused = refused
        self.accepted = []
        self.server.RequestHandlerClass.do_POST = self.answer_to(self)

    @staticmethod
    def answer_to(receiver):
        def do_post(handler):
            body = handler.rfile.read(int(handler.headers["Content-Length"]))
            request = (time.monotonic(), handler.path, dict(handler.headers), body)
            receiver.requests.append(request)
            is_refused = handler.path == "/v1/traces" and receiver.refused in repr(spans_of(request))
            if not is_refused:
                receiver.accepted.append(request)
            handler.send_response(504 if is_refused else 200)
            handler.send_header("Content-Length", "0")
            handler.end_headers()
        return do_post

    def has(self, name):
        return any(name in repr(spans_of(request)) for request in self.accepted if request[1] == "/v1/traces")


def test_a_message_that_is_never_accepted_keeps_no_other_waiting(trace2, _):
    with Home() as home, Choosy("poison") as receiver:
        def call(command, *options):
            home.trace.write_text(SMALL.replace("frob", command))
            return send(trace2, home, receiver.url, "--retry-for=0", *options, env={"OTEL_METRICS_EXPORTER": "none"})

        for number in range(6):
            assert call("poison" if number == 0 else f"good{number}").returncode == 0
        done = call("good6")
        for number in range(1, 7):
            assert receiver.has(f"good{number}"), number
        (left,) = home.spooled()
        assert int(left.name.split(".")[2]) >= 3, "its failures are counted: " + left.name
        assert b"it answers 504" in done.stderr and b"of earlier calls wait in" in done.stderr, done
        # It does not go before its time.
        assert call("good7", "--keep=1h").returncode == 0 and home.spooled()
        (left,) = home.spooled()
        os.utime(left, (1, 1))
        done = call("good8", "--keep=1h")
        assert done.returncode == 1 and b"given up after" in done.stderr and not home.spooled(), done
        assert receiver.has("good8") and not receiver.has("poison")


def test_a_message_that_is_never_accepted_does_not_stop_a_listener(trace2, _):
    with Home(SMALL.replace("frob", "poison")) as home, Choosy("poison") as receiver:
        assert send(trace2, home, receiver.url, "--retry-for=0", env={"OTEL_METRICS_EXPORTER": "none"}).returncode == 0
        (left,) = home.spooled()
        left.rename(left.with_name(re.sub(r"(\.\d+)\.1\.pb", r"\1.4.pb", left.name)))
        with listening_for(trace2, home, receiver.url, "--retry-for=0") as listener:
            for command in ("one", "two"):
                with connected(listener.at) as client:
                    client.sendall(whole(command, command))
                listener.until(lambda wanted=command: receiver.has(wanted))
            assert sum("poison" in repr(spans_of(one)) for one in receiver.requests if one[1] == "/v1/traces") < 8
            assert listener.stop() == 0, listener.err


def test_a_receiver_that_is_down_is_not_asked_for_each_message(trace2, _):
    with Home(many(40)) as home, Receiver(*[(503, b"", {})] * 100) as receiver:
        for _ in range(3):
            assert send(trace2, home, receiver.url, "--retry-for=0", env={"OTEL_METRICS_EXPORTER": "none"}).returncode == 0
        assert len(receiver.requests) <= 9, len(receiver.requests)


def test_what_is_no_message_is_said(trace2, _):
    with Home() as home:
        url = f"http://127.0.0.1:{unused_port()}"
        send(trace2, home, url, "--retry-for=0")
        directory = home.spooled()[0].parent
        with open(directory / "0000.1.pb", "wb") as large:
            large.truncate((64 << 20) + 1)
        done = send(trace2, home, url, "--retry-for=0")
        assert b"has 1 entry that is no message" in done.stderr, done
        assert b"0000.1.pb (longer than 64 MiB)" in done.stderr, done


def test_a_spool_that_can_not_be_made_says_why(trace2, _):
    with Home() as home:
        (home.path / "file").write_text("")
        done = send(trace2, home, f"http://127.0.0.1:{unused_port()}", "--retry-for=0", f"--spool={home.path}/file/below")
        assert done.returncode == 1 and b"Not a directory" in done.stderr, done
        # Read-only, or for nobody to write to.
        done = send(trace2, home, f"http://127.0.0.1:{unused_port()}", "--retry-for=0", "--spool=/sys/trace2-spool")
        assert done.returncode == 1 and b"spans lost" in done.stderr and b"No such file" not in done.stderr, done


def test_a_connection_is_encrypted_and_its_receiver_known(trace2, _):
    if shutil.which("openssl") is None:
        raise Skipped("without openssl there is no certificate")
    with Home() as home:
        key, certificate = home.path / "key.pem", home.path / "certificate.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                        "-keyout", key, "-out", certificate, "-days", "2", "-subj", "/CN=localhost",
                        "-addext", "subjectAltName=DNS:localhost"], check=True, capture_output=True)
        with Receiver(tls=(certificate, key)) as receiver:
            done = send(trace2, home, receiver.url)
            assert done.returncode == 1 and b"5 spans are kept" in done.stderr and receiver.requests == [], done
            done = send(trace2, home, receiver.url, env={"OTEL_EXPORTER_OTLP_CERTIFICATE": name_of(certificate)})
            assert done.returncode == 0 and len(receiver.spans()) == 10, done


def test_what_runs_is_sent(trace2, _):
    with Home() as home, Receiver() as receiver:
        done = trace2("run", f"--otlp={receiver.url}", "--", "sh", "-c", "exit 3", env=home.env)
        assert (done.returncode, done.stderr, done.stdout) == (3, b"", b""), done
        assert len(receiver.spans()) == 2, receiver.spans()
        assert {resource["host.name"] for resource in resources_of(receiver.requests[0])} == {socket.gethostname()}
        # What becomes of the spans is no result of the command.
        environment = {**home.env, "OTEL_RESOURCE_ATTRIBUTES": "host.name=other"}
        trace2("run", f"--otlp={receiver.url}", "--", "true", env=environment)
        assert {resource["host.name"] for resource in resources_of(receiver.requests[-1])} == {"other"}
        done = trace2("run", f"--otlp=http://127.0.0.1:{unused_port()}", "--retry-for=0", "--", "false", env=home.env)
        assert done.returncode == 1 and b"2 spans are kept" in done.stderr and len(home.spooled()) == 1, done


def test_who_interrupts_the_sending_of_what_ran_has_it_in_the_spool(trace2, _):
    """The trace is nowhere else. The first receiver never answers, the second one says that it can't."""
    over = threading.Event()
    for answer in (lambda _: over.wait(60), (503, b"", {"Retry-After": "50"})):
        with Home() as home, Receiver(answer) as receiver, subprocess.Popen(
                [trace2.path, "run", f"--otlp={receiver.url}", "--retry-for=60", "--", "sh", "-c", "exit 3"],
                env=home.env, stderr=subprocess.PIPE) as running:
            end = time.monotonic() + 20
            while not receiver.requests and time.monotonic() < end:
                time.sleep(0.02)
            time.sleep(0.2)
            running.send_signal(signal.SIGINT)
            _, told = running.communicate(timeout=20)
            assert running.returncode == 3 and b"2 spans are kept" in told and len(home.spooled()) == 1, (running.returncode, told)
    over.set()


def test_files_in_the_spool_are_whole_whenever_a_call_is_killed(trace2, _):
    with Home(many(200)) as home:
        url = f"http://127.0.0.1:{unused_port()}"
        for i in range(4):
            with subprocess.Popen([trace2.path, "convert", f"--otlp={url}", "--retry-for=0", home.trace],
                                  env=home.env, stderr=subprocess.DEVNULL) as running:
                time.sleep(0.04 * i)
                running.kill()
        assert send(trace2, home, url, "--retry-for=0").returncode == 0
        for path in home.spooled():
            if not path.name.endswith(".partial"):
                read = TRACES.FromString(gzip.decompress(path.read_bytes()))
                spans = sum(len(scope.spans) for group in read.resource_spans for scope in group.scope_spans)
                assert spans == int(path.name.split(".")[1]), path


def listening_for(trace2, home, url, *options, env=None, **others):
    """A listener that sends."""
    assert hasattr(select, "epoll")
    return listening(trace2, f"--otlp={url}", *options, env={**home.env, **(env or {})}, **others)


def spans_of_files(paths):
    return [span for path in paths for span in spans_of((0, "", {"Content-Type": "application/x-protobuf"}, gzip.decompress(path.read_bytes())))]


def test_a_listener_sends_what_finishes_and_goes_on(trace2, _):
    with Home() as home, Receiver() as receiver, listening_for(trace2, home, receiver.url) as listener:
        def is_sent(name):
            return lambda: any(span.name == name for span in receiver.spans())

        # Others use this connection, too: nobody waits for its end.
        shared = connected(listener.at)
        shared.sendall(whole("A", "shared") + whole("B", "other"))
        with connected(listener.at) as client:
            client.sendall(whole("C", "first"))
        listener.until(is_sent("first"))
        with connected(listener.at) as client:
            client.sendall(TIMES.encode())
        listener.until(lambda: any(request[1] == "/v1/metrics" for request in receiver.requests))
        listener.until(is_sent("shared"))
        listener.until(is_sent("other"))
        assert listener.stop() == 0 and listener.err == "", listener.err
        assert home.spooled() == [] and "Processes" in listener.out


def test_a_listener_sends_what_comes_by_a_second_connection(trace2, _):
    sid = sid_of(os.getpid())

    def region(label):
        names = {"category": '"c"', "label": f'"{label}"', "nesting": 1}
        return event("region_enter", sid, **names) + event("region_leave", sid, t_rel="0.1", **names)

    with Home() as home, Receiver() as receiver, listening_for(trace2, home, receiver.url) as listener:
        for name, lines in (("one", event("start", sid, t_abs="0.0", argv='["frob"]') + region("before")),
                            ("two", region("after") + event("atexit", sid, t_abs="1.0", code=0))):
            with connected(listener.at) as client:
                client.sendall(lines)
            with connected(listener.at) as client:
                client.sendall(whole(name, name))
            listener.until(lambda: line_of(listener.out, name))
        listener.until(lambda: len(receiver.spans()) == 5)
        assert listener.stop() == 0 and listener.err == "", listener.err
        names = sorted(span.name for span in receiver.spans())
        assert names == ["frob", "one", "region(c,after)", "region(c,before)", "two"], names


def test_a_listener_sends_the_same_spans_as_convert(trace2, traces):
    with Home() as home:
        home.trace.write_bytes(SMALL.encode() + b"".join(path.read_bytes() for path in recordings(traces)))
        expected = in_order(span for line in trace2.output("convert", "--to=otlp", home.trace).splitlines()
                            for span in check(line, TRACES))
        for protocol in ("http/json", "http/protobuf"):
            for address in ("-", "stream"):
                with Receiver() as receiver:
                    env = {"OTEL_EXPORTER_OTLP_PROTOCOL": protocol}
                    if address == "-":
                        done = trace2("listen", f"--otlp={receiver.url}", "-", stdin=home.trace.read_bytes(), env={**home.env, **env})
                        assert (done.returncode, done.stderr) == (0, b""), done
                    else:
                        with listening_for(trace2, home, receiver.url, env=env) as listener:
                            with connected(listener.at) as client:
                                client.sendall(home.trace.read_bytes())
                            assert listener.stop() == 0 and listener.err == "", listener.err
                    assert in_order(receiver.spans()) == expected, (protocol, address)
        with Receiver() as anonymous:
            done = trace2("listen", "--anonymise", f"--otlp={anonymous.url}", "-", stdin=SMALL.encode(), env=home.env)
            assert done.returncode == 0 and len(anonymous.spans()) == 5, done
            assert b"no 1" not in content(anonymous.requests[0])


def test_a_listener_sends_what_is_chosen(trace2, _):
    cases = ((["--slower-than=0.5s"], {"S"}), (["--failed"], {"S/T"}), (["--command=frob"], {"S"}), (["--sid=S/T"], {"S/T"}))
    for options, sids in cases:
        with Home() as home, Receiver() as receiver:
            done = trace2("listen", *options, f"--otlp={receiver.url}", "-", stdin=SMALL.encode(), env=home.env)
            assert (done.returncode, done.stderr) == (0, b""), done
            sent = {resource["trace2.cmd.sid"] for request in receiver.requests for resource in resources_of(request)}
            assert sent == sids, (options, sent)


def test_a_listener_sends_what_forks_and_unfinished_processes_write(trace2, _):
    begin = event("start", "A", t_abs="0.0", argv='["frob"]')
    late = event("region_enter", "A", nesting=1, category='"c"', label='"late"') + event("region_leave", "A", t_rel="0.1", nesting=1, category='"c"', label='"late"')
    end = event("atexit", "A", t_abs="0.5", code=0)
    with Home() as home, Receiver() as receiver, listening_for(trace2, home, receiver.url) as listener:
        client = connected(listener.at)
        client.sendall(begin + end)
        listener.until(lambda: line_of(listener.out, "frob"))
        client.sendall(late)
        client.close()
        other = connected(listener.at)
        other.sendall(event("start", "B", t_abs="0.0", argv='["broken"]'))
        other.close()
        listener.until(lambda: len(receiver.spans()) == 3)
        assert {span.name for span in receiver.spans()} == {"frob", "region(c,late)", "broken"}, receiver.spans()
        # Behind the end of the connection nothing is waited for.
        with connected(listener.at) as client:
            client.sendall(late)
        listener.until(lambda: "behind the end of its process" in listener.err)
        assert listener.stop() == 0 and "behind the end of their process: 2" in listener.err, listener.err
        assert len(receiver.spans()) == 3


def test_a_listener_waits_for_a_receiver_that_comes_later(trace2, _):
    port = unused_port()
    url = f"http://127.0.0.1:{port}"
    with Home() as home:
        with listening_for(trace2, home, url) as listener:
            with connected(listener.at) as client:
                client.sendall(whole("A", "first"))
            listener.until(lambda: "trying again" in listener.err)
            with Receiver((200, b"", {"Connection": "close"}), port=port) as receiver:
                listener.until(lambda: len(receiver.spans()) == 1)
            with connected(listener.at) as client:
                client.sendall(whole("B", "second"))
            # It ends although nobody answers, and keeps what is left.
            begin = time.monotonic()
            assert listener.stop(signal.SIGINT) == 0 and "1 span is kept in" in listener.err, listener.err
            assert time.monotonic() - begin < 5
        assert [span.name for span in spans_of_files(home.spooled())] == ["second"]
        with Receiver(port=port) as receiver, listening_for(trace2, home, url) as listener:
            listener.until(lambda: len(receiver.spans()) == 1)
            assert listener.stop() == 0 and "has got 1 span of earlier calls" in listener.err, listener.err
            assert home.spooled() == []


def test_a_listener_sends_what_it_has_spooled_when_the_receiver_is_back(trace2, _):
    """It asks again after 30 seconds, whether anything finishes or not; also where settings were wrong for a while."""
    def comes_back(answer):
        with Home() as home, Receiver(answer) as receiver, listening_for(trace2, home, receiver.url, "--retry-for=0") as listener:
            with connected(listener.at) as client:
                client.sendall(whole("A", "first"))
            listener.until(lambda: "is kept in" in listener.err)
            with connected(listener.at) as client:
                client.sendall(whole("B", "second"))
            listener.until(lambda: len(receiver.requests) == 3)
            assert sorted(span.name for span in receiver.spans()) == ["first", "first", "second"]
            listener.until(lambda: home.spooled() == [])
            code = listener.stop()
            assert code == 0 and "lost" not in listener.err and "are kept" not in listener.err, (code, listener.err)

    at_once(comes_back, ((503, b"", {}), (404, b"", {})))


def test_a_listener_gives_the_time_that_a_receiver_asks_for(trace2, _):
    def asks(status):
        with Home() as home, Receiver((status, b"", {"Retry-After": "1"})) as receiver, listening_for(trace2, home, receiver.url) as listener:
            with connected(listener.at) as client:
                client.sendall(whole("A", "first"))
            listener.until(lambda: len(receiver.requests) == 2)
            assert receiver.requests[1][0] - receiver.requests[0][0] >= 1 and receiver.requests[0][3] == receiver.requests[1][3]
            assert listener.stop() == 0 and f"answers {status}; trying again" in listener.err, listener.err
            assert home.spooled() == []

    at_once(asks, (429, 503))


def hang(_):
    time.sleep(120)


def test_a_listener_ends_although_a_receiver_hangs(trace2, _):
    with Home() as home, Receiver(hang, hang) as receiver, listening_for(trace2, home, receiver.url, env={"OTEL_EXPORTER_OTLP_TIMEOUT": "100000"}) as listener:
        with connected(listener.at) as client:
            client.sendall(whole("A", "first"))
        listener.until(lambda: receiver.requests)
        with connected(listener.at) as client:
            client.sendall(whole("B", "second"))
        listener.until(lambda: line_of(listener.out, "second"))
        begin = time.monotonic()
        assert listener.stop(signal.SIGINT) == 0 and "2 spans are kept in" in listener.err, listener.err
        assert time.monotonic() - begin < 10
        assert sorted(span.name for span in spans_of_files(home.spooled())) == ["first", "second"]
    with Home() as home, Receiver(hang) as receiver, listening_for(trace2, home, receiver.url, env={"OTEL_EXPORTER_OTLP_TIMEOUT": "100000"}) as listener:
        with connected(listener.at) as client:
            client.sendall(whole("A", "first"))
        listener.until(lambda: receiver.requests)
        listener.running.send_signal(signal.SIGINT)
        listener.until(lambda: "Processes" in listener.out)
        begin = time.monotonic()
        assert listener.stop(signal.SIGINT) == -signal.SIGINT and time.monotonic() - begin < 3


def test_no_writer_waits_for_a_receiver_and_all_spans_are_counted(trace2, _):
    """The receiver hangs from the second request on. More comes than the queue has room for."""
    count = 4_000
    text = many(count).encode().splitlines(True)
    def hangs(options):
        with Home() as home, Receiver((200, b"", {}), *[hang] * 50) as receiver, listening_for(trace2, home, receiver.url, *options) as listener:
            longest = 0
            for first in range(0, len(text), 1400):
                with connected(listener.at) as client:
                    begin = time.monotonic()
                    client.sendall(b"".join(text[first:first + 1400]))
                    longest = max(longest, time.monotonic() - begin)
                listener.until(lambda wanted=first // 1400 * 200 + 200: listener.parts["out"].count(b"\n") >= min(wanted, 2 * count))
            assert longest < 2, longest
            code = listener.stop()
            sums = {name: sum(map(int, re.findall(pattern, listener.err))) for name, pattern in (
                ("kept", r"(\d+) spans are kept"), ("lost", r"(\d+) spans lost"), ("unsent", r"than could wait: (\d+)"))}
            accepted = len(spans_of(receiver.requests[0]))
            assert accepted + sum(sums.values()) == 5 * count, (accepted, sums, listener.err)
            assert sums["kept"] == sum(int(path.name.split(".")[1]) for path in home.spooled()), sums
            assert code == (1 if sums["lost"] + sums["unsent"] else 0), (code, sums)
            assert (code != 0) == (len(options) != 0), sums  # All of it finds room in the spool.

    at_once(hangs, (["--spool-limit=0"], []))


def test_a_listener_refuses_wrong_settings(trace2, _):
    with Home() as home:
        done = trace2("listen", "--otlp=ftp://x", "-", env=home.env)
        assert done.returncode == 2 and b"--otlp" in done.stderr, done


def test_without_http_it_is_said(trace2):
    with Home() as home:
        done = send(trace2, home, "http://127.0.0.1:9")
        assert done.returncode == 2 and b"libcurl4-openssl-dev" in done.stderr, done
        done = trace2("listen", "--otlp=http://127.0.0.1:9", "-", env=home.env)
        assert done.returncode == 2 and b"libcurl4-openssl-dev" in done.stderr, done


if __name__ == "__main__":
    program, directory, has_http = sys.argv[1:]
    if has_http != "http":
        test_without_http_it_is_said(Program(program))
        skip("the program was built without HTTP (Debian: libcurl4-openssl-dev)")
    del test_without_http_it_is_said
    run_all(globals(), Program(program), directory, waiting=[
        test_a_listener_sends_what_finishes_and_goes_on,
        test_a_listener_sends_what_forks_and_unfinished_processes_write,
        test_a_listener_waits_for_a_receiver_that_comes_later,
        test_a_listener_sends_what_it_has_spooled_when_the_receiver_is_back,
        test_a_listener_gives_the_time_that_a_receiver_asks_for,
        test_a_listener_ends_although_a_receiver_hangs,
    ])
