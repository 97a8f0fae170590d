"""Includes go in one direction: usage layering.py ROOT

Names each include that goes to a layer which the including header does not stand on, and each cycle.
"""

import sys
from graphlib import CycleError, TopologicalSorter

import project

# What each layer stands on. It may include those layers, whatever they stand on, and itself. A layer
# is a header of the top directory together with the directory of the same name; a private header
# that serves one of the upper layers is named by itself.
STANDS_ON = {
    "config": "",
    "call_site": "",
    "scope": "",
    "text": "",
    "repo_id": "",
    "value": "data_value repo_id text",
    "detail": "config call_site scope value",
    "fwd": "",
    "format_settings": "",
    "enumerator": "text",
    "data_value": "enumerator text",
    "detail/static_call": "detail",
    "reflect": "detail",
    "event": "reflect",
    "record": "event",
    "detail/json_value": "event",
    "detail/json_line": "detail/json_value",
    "detail/member_value": "detail/json_value",
    "text_line": "event",
    "detail/any_event": "record detail/member_value text_line",
    "format": "detail/any_event detail/json_line format_settings",
    "sink": "detail",
    "redactor": "text",
    "settings_source": "text",
    "session_options": "redactor settings_source",
    "redact": "detail redactor",
    "process": "redact",
    "thread": "detail",
    "thread_registry": "thread",
    "settings": "detail settings_source",
    "filter": "detail",
    "target": "fwd format sink filter",
    "destination": "sink",
    "inheritance": "process settings",
    "arguments": "text",
    "child_record": "arguments",
    "statement": "arguments process thread_registry",
    "dispatcher": "target",
    "emitter": "dispatcher statement",
    "sums": "emitter",
    "verb": "sums child_record inheritance",
    "implementation": "verb detail/json_value",
    "tracer": "child_record detail format_settings fwd",
    "region": "tracer",
    "thread_scope": "tracer",
    "child": "tracer",
    "functions": "tracer",
    "ending": "sums",
    "signals": "emitter",
    "recording_destination": "destination process settings",
    "opening": "dispatcher recording_destination",
    "session_control": "verb ending signals opening session_options",
    "session": "compiled_out session_control implementation",
    "compiled_out": "tracer session_options",
    "counter": "compiled_out process thread_registry",
    "timer": "compiled_out process thread_registry",
    "child_environment": "compiled_out inheritance",
    "objects": "counter timer detail/json_value detail/static_call",
    "macros": "region thread_scope objects",
    "instrument": "macros functions child",
    "program": "session child_environment",
    "trace2": "instrument program",
    "testing": "session",
    "json": "format",
    "read": "format sink json",
    "export": "read",
}


def layer(header):
    """trace2/sink.hpp and trace2/sink/file.hpp both belong to "sink"."""
    own = header.removeprefix("trace2/").removesuffix(".hpp")
    return own if own in STANDS_ON else own.split("/")[0]


def below(name):
    """The layers that a header of this layer may include."""
    found = {name}
    for lower in STANDS_ON[name].split():
        found |= below(lower)
    return found


def violations(headers):
    for header in headers.values():
        if layer(header.name) not in STANDS_ON:
            yield f"{header.name}: belongs to no layer; give it one in layering.py"
            continue
        for included in header.own_includes:
            if included not in headers:
                yield f"{header.name} -> {included}: no such header"
            elif layer(included) not in below(layer(header.name)):
                yield f"{header.name} -> {included}: goes up"
    try:
        TopologicalSorter({name: h.own_includes for name, h in headers.items()}).prepare()
    except CycleError as error:
        yield "cycle: " + " -> ".join(reversed(error.args[1]))


if __name__ == "__main__":
    project.finish(list(violations(project.headers(sys.argv[1]))))
