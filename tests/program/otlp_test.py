"""protobuf reads the output of --to=otlp: usage otlp_test.py PROGRAM TRACES

Checked against trace.proto beside this file, a description of the part that is used, or against the
official one where OTLP_PROTO names a copy of github.com/open-telemetry/opentelemetry-proto.
"""

import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import trace2_program
from task_traces import Pool

try:
    from google.protobuf import descriptor_pb2, descriptor_pool, json_format, message_factory
except ImportError:
    trace2_program.skip("no Python package google.protobuf (Debian: python3-protobuf)")


def message_types(*names):
    """Messages such as TracesData."""
    if shutil.which("protoc") is None:
        trace2_program.skip("no protoc (Debian: protobuf-compiler)")
    official = os.environ.get("OTLP_PROTO")
    if official:
        root, kinds = official, {"TracesData": "trace", "MetricsData": "metrics"}
        sources = [f"opentelemetry/proto/{kind}/v1/{kind}.proto" for kind in kinds.values()]
        packages = {name: f"opentelemetry.proto.{kind}.v1" for name, kind in kinds.items()}
    else:
        root, sources, packages = Path(__file__).parent, ["trace.proto"], dict.fromkeys(names, "otlp")
    with tempfile.TemporaryDirectory() as name:
        compiled = Path(name) / "trace.set"
        subprocess.run(["protoc", f"-I{root}", f"--descriptor_set_out={compiled}", "--include_imports", *sources], check=True)
        files = descriptor_pb2.FileDescriptorSet.FromString(compiled.read_bytes())
    pool = descriptor_pool.DescriptorPool()
    for file in files.file:
        pool.Add(file)
    found = [pool.FindMessageTypeByName(f"{packages[name]}.{name}") for name in names]
    if hasattr(message_factory, "GetMessageClass"):
        return [message_factory.GetMessageClass(each) for each in found]
    return [message_factory.MessageFactory(pool).GetPrototype(each) for each in found]


def traces_type():
    return message_types("TracesData")[0]


def with_bytes(value):
    """Protobuf's JSON has bytes in base64 where OTLP's has ids in hexadecimal digits."""
    if isinstance(value, dict):
        return {key: base64.b64encode(bytes.fromhex(item)).decode() if key.endswith("Id") else with_bytes(item)
                for key, item in value.items()}
    return [with_bytes(item) for item in value] if isinstance(value, list) else value


def is_of_metrics(line):
    return line.startswith(b'{"resourceMetrics"' if isinstance(line, bytes) else '{"resourceMetrics"')


def check_metrics(metrics):
    """The metrics of a message, each with its one data point."""
    for group in metrics.resource_metrics:
        assert any(item.key == "service.instance.id" for item in group.resource.attributes)
        for metric in group.scope_metrics[0].metrics:
            kind = metric.WhichOneof("data")
            [point] = getattr(metric, kind).data_points
            assert getattr(metric, kind).aggregation_temporality == 2 and metric.unit == {"sum": "1", "histogram": "s"}[kind]
            assert 0 < point.start_time_unix_nano <= point.time_unix_nano
            assert [item.key for item in point.attributes] == ["trace2.category", "trace2.name"]
            if kind == "histogram":
                assert len(point.bucket_counts) == len(point.explicit_bounds) + 1
                assert sum(point.bucket_counts) == point.count and point.min <= point.max <= point.sum + 1e-9
            yield metric, point


def metrics_in(lines, metrics):
    for line in filter(is_of_metrics, lines):
        yield from check_metrics(json_format.ParseDict(json.loads(line), metrics()))


def check(line, traces):
    """The spans of a line; a line of metrics has none."""
    if is_of_metrics(line):
        return
    read = json_format.ParseDict(with_bytes(json.loads(line)), traces())
    for group in read.resource_spans:
        assert any(item.key == "service.name" for item in group.resource.attributes)
        for span in group.scope_spans[0].spans:
            assert len(span.trace_id) == 16 and len(span.span_id) == 8 and len(span.parent_span_id) in (0, 8)
            assert span.name and span.kind in (1, 2)
            assert 0 < span.start_time_unix_nano <= span.end_time_unix_nano, span
            yield span


TIMES = """{"event":"version","sid":"S","thread":"main","time":"2000-01-01T00:00:00.000000Z","evt":"4","exe":"1.0"}
{"event":"start","sid":"S","thread":"main","time":"2000-01-01T00:00:00.000000Z","t_abs":0.0,"argv":["/usr/bin/frob","a b"]}
{"event":"th_timer","sid":"S","thread":"main","time":"2000-01-01T00:00:01.000000Z","category":"c","name":"plain","intervals":9,"t_total":9,"t_min":1,"t_max":1}
{"event":"timer","sid":"S","thread":"main","time":"2000-01-01T00:00:01.000000Z","category":"c","name":"plain","intervals":2,"t_total":0.75,"t_min":0.25,"t_max":0.5}
{"event":"timer","sid":"S","thread":"main","time":"2000-01-01T00:00:01.000000Z","category":"c","name":"told","intervals":3,"t_total":0.000003,"t_min":0.000001,"t_max":0.000001}
{"event":"data_json","sid":"S","thread":"main","time":"2000-01-01T00:00:01.000000Z","t_abs":1.0,"t_rel":1.0,"nesting":1,"category":"c","key":"told","value":{"of":"timer","unit":"ns","count":3,"shortest":900,"longest":1100,"values":[[900,2],[1100,1]]}}
{"event":"counter","sid":"S","thread":"main","time":"2000-01-01T00:00:01.000000Z","category":"c","name":"files","count":12345678901}
{"event":"atexit","sid":"S","thread":"main","time":"2000-01-01T00:00:01.000000Z","t_abs":1.0,"code":0}
"""


def check_times(lines):
    """Timers and counters are metrics."""
    [metrics] = message_types("MetricsData")
    found = {(metric.name, metric.WhichOneof("data")): point for metric, point in metrics_in(lines, metrics)}
    assert set(found) == {("c/plain", "histogram"), ("c/told", "histogram"), ("c/files", "sum")}, found
    assert found["c/files", "sum"].as_int == 12345678901
    plain, told = found["c/plain", "histogram"], found["c/told", "histogram"]
    assert (plain.count, plain.sum, plain.min, plain.max) == (2, 0.75, 0.25, 0.5) and list(plain.bucket_counts) == [2]
    assert list(told.explicit_bounds) == [1e-6] and list(told.bucket_counts) == [2, 1], told
    assert plain.time_unix_nano - plain.start_time_unix_nano == 10**9


def main(program, recordings):
    traces = traces_type()
    trace2 = trace2_program.Program(program)
    count = 0
    for path in trace2_program.recordings(recordings):
        spans = [span for line in trace2.output("convert", "--to=otlp", path).splitlines()
                 for span in check(line, traces)]
        ids = {span.span_id for span in spans}
        assert len(ids) == len(spans) > 0, path
        assert all(not span.parent_span_id or span.parent_span_id in ids for span in spans), path
        count += len(spans)
    check_times(trace2.output("convert", "--to=otlp", "-", stdin=TIMES.encode()).splitlines())
    links = 0
    for seed in range(3):
        for line in trace2.output("convert", "--to=otlp", "-", stdin=Pool(seed).text()).splitlines():
            links += sum(len(link.trace_id) == 16 and len(link.span_id) == 8
                         for span in check(line, traces) for link in span.links)
    assert links > 0
    print(f"{count} spans")


if __name__ == "__main__":
    main(*sys.argv[1:])
