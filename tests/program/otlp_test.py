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


def traces_type():
    """The message TracesData."""
    if shutil.which("protoc") is None:
        trace2_program.skip("no protoc (Debian: protobuf-compiler)")
    official = os.environ.get("OTLP_PROTO")
    if official:
        root, file, package = official, "opentelemetry/proto/trace/v1/trace.proto", "opentelemetry.proto.trace.v1"
    else:
        root, file, package = Path(__file__).parent, "trace.proto", "otlp"
    with tempfile.TemporaryDirectory() as name:
        compiled = Path(name) / "trace.set"
        subprocess.run(["protoc", f"-I{root}", f"--descriptor_set_out={compiled}", "--include_imports", file], check=True)
        files = descriptor_pb2.FileDescriptorSet.FromString(compiled.read_bytes())
    pool = descriptor_pool.DescriptorPool()
    for file in files.file:
        pool.Add(file)
    found = pool.FindMessageTypeByName(f"{package}.TracesData")
    if hasattr(message_factory, "GetMessageClass"):
        return message_factory.GetMessageClass(found)
    return message_factory.MessageFactory(pool).GetPrototype(found)


def with_bytes(value):
    """Protobuf's JSON has bytes in base64 where OTLP's has ids in hexadecimal digits."""
    if isinstance(value, dict):
        return {key: base64.b64encode(bytes.fromhex(item)).decode() if key.endswith("Id") else with_bytes(item)
                for key, item in value.items()}
    return [with_bytes(item) for item in value] if isinstance(value, list) else value


def check(line, traces):
    read = json_format.ParseDict(with_bytes(json.loads(line)), traces())
    for group in read.resource_spans:
        assert any(item.key == "service.name" for item in group.resource.attributes)
        for span in group.scope_spans[0].spans:
            assert len(span.trace_id) == 16 and len(span.span_id) == 8 and len(span.parent_span_id) in (0, 8)
            assert span.name and span.kind in (1, 2)
            assert 0 < span.start_time_unix_nano <= span.end_time_unix_nano, span
            yield span


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
    links = 0
    for seed in range(3):
        for line in trace2.output("convert", "--to=otlp", "-", stdin=Pool(seed).text()).splitlines():
            links += sum(len(link.trace_id) == 16 and len(link.span_id) == 8
                         for span in check(line, traces) for link in span.links)
    assert links > 0
    print(f"{count} spans")


if __name__ == "__main__":
    main(*sys.argv[1:])
