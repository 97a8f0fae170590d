"""Traces for a receiver, and the spans that the program makes of them."""

from pathlib import Path

from otlp_http_test import TRACES
from otlp_test import check
from task_traces import Pool
from trace2_program import SMALL, recordings


def exported(trace2, path):
    """The lines of --to=otlp, and the spans in them."""
    lines = trace2.output("convert", "--to=otlp", path).splitlines()
    return lines, [span for line in lines for span in check(line, TRACES)]


def inputs(traces, directory):
    """Each has session ids of its own."""
    tasks = Path(directory, "tasks.event")
    tasks.write_bytes(Pool(1).text())
    small = Path(directory, "small.event")
    small.write_text(SMALL.replace('"sid":"S', '"sid":"another'))
    return [*recordings(traces), tasks, small]
