"""An OpenTelemetry Collector that runs for a test."""

import json
import socket
import subprocess
import time
from pathlib import Path


def unused_port():
    with socket.socket() as made:
        made.bind(("127.0.0.1", 0))
        return made.getsockname()[1]


class Collector:
    """Receives by OTLP and by `receivers`, and sends to the URL `to` before it answers."""

    def __init__(self, program, directory, to, **receivers):
        self.program = program
        self.directory = Path(directory)
        self.port = unused_port()
        self.url = f"http://127.0.0.1:{self.port}"
        receivers["otlp"] = {"protocols": {"http": {"endpoint": f"127.0.0.1:{self.port}"}}}
        # Each receiver has a pipeline without a queue: an answer means that the spans have arrived.
        exporter = {"endpoint": to, "encoding": "json", "compression": "none", "sending_queue": {"enabled": False}}
        configuration = {
            "receivers": receivers,
            "exporters": {"otlphttp": exporter},
            "service": {
                "pipelines": {"traces": {"receivers": list(receivers), "exporters": ["otlphttp"]},
                              "metrics": {"receivers": ["otlp"], "exporters": ["otlphttp"]}},
                "telemetry": {"metrics": {"level": "none"}}}}
        self.path = self.directory / "collector.yaml"
        # JSON is YAML.
        self.path.write_text(json.dumps(configuration))
        self.log = self.directory / "collector.log"

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def start(self):
        with self.log.open("ab") as log:
            self.process = subprocess.Popen([self.program, "--config", self.path], stdout=log, stderr=log)
        for _ in range(300):
            with socket.socket() as tried:
                if tried.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            assert self.process.poll() is None, self.log.read_text()
            time.sleep(0.1)
        raise AssertionError(self.log.read_text())

    def kill(self):
        self.process.kill()
        self.process.wait()


def has_receiver(program, name):
    shown = subprocess.run([program, "components"], capture_output=True, text=True, check=True, timeout=60).stdout
    receivers = shown[shown.index("receivers:"):shown.index("exporters:")]
    return f"name: {name}\n" in receivers
