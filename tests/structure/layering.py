"""Includes go in one direction: usage layering.py ROOT

Names each include that goes to a layer which the including header does not stand on, and each cycle.
"""

import sys
from graphlib import CycleError, TopologicalSorter

import project

# The rooms from the bottom up, and what each stands on. A room may include those rooms, whatever they
# stand on, and itself. A header of the top folder belongs to the room of the same name; the others
# are what programs include, and stand on everything but the readers.
STANDS_ON = {
    "version": "",
    "config": "version",
    "value": "config",
    "detail/text": "value",
    "detail/system": "detail/text",
    "detail/time": "detail/system",
    "call": "detail/system",
    "event": "detail/system",
    "format": "event detail/time",
    "sink": "detail/time",
    "settings": "detail/system",
    "process": "call format sink settings",
    "recording/layout": "",
    "recording": "recording/layout process",
    "verb": "recording",
    "session": "verb",
    "boost_json": "event",
    "top": "session",
    "control": "top",
    "task": "top",
    "read": "boost_json format recording/layout settings",
    "export": "read sink",
}


def layer(header):
    """The room of trace2/detail/time/clock.hpp is detail/time, that of trace2/sink.hpp is sink."""
    own = header.removeprefix("trace2/").removesuffix(".hpp")
    rooms = (room for room in STANDS_ON if own == room or own.startswith(room + "/"))
    return next(rooms, own if "/" in own else "top")


def below(name):
    """The layers that a header of this layer may include."""
    found = {name}
    for lower in STANDS_ON[name].split():
        found |= below(lower)
    return found


def violations(headers):
    for header in headers.values():
        if layer(header.name) not in STANDS_ON:
            yield f"{header.name}: belongs to no room; give it one in layering.py"
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
