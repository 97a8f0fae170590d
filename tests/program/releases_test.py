"""What released versions wrote is read for ever: usage releases_test.py PROGRAM SAMPLES

A sample is a recording and an EVENT trace of the same process, written by the version in its name, and
the summary that this version made of them.
"""

import json
import sys
from pathlib import Path

from trace2_program import Program, run_all


MICROSECOND = 1.000001e-6


def lacks(new, old, place=""):
    """The places where OLD says something that NEW doesn't: newer versions may only add members."""
    if isinstance(old, dict):
        for name, value in old.items():
            if not isinstance(new, dict) or name not in new:
                yield f"{place}.{name}"
            else:
                yield from lacks(new[name], value, f"{place}.{name}")
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for number, (one, other) in enumerate(zip(new, old)):
            yield from lacks(one, other, f"{place}[{number}]")
    elif isinstance(old, float) and isinstance(new, float) and abs(new - old) < MICROSECOND:
        return  # A version that showed whole microseconds had rounded.
    elif new != old:
        yield f"{place}: {new!r} instead of {old!r}"


def samples(directory):
    found = sorted(Path(directory).glob("*.summary.json"))
    assert found, directory
    for summary in found:
        yield summary, summary.with_suffix("").with_suffix("")


def test_recordings_become_the_lines_that_were_written(trace2, directory):
    for summary, sample in samples(directory):
        lines = trace2.output("convert", "--to=event", f"{sample}.recording")
        assert lines == Path(f"{sample}.event").read_bytes(), summary


def test_summaries_say_all_that_they_said(trace2, directory):
    for summary, sample in samples(directory):
        for form in ("event", "recording"):
            new = json.loads(trace2.output("summary", "--json", f"{sample}.{form}"))
            missing = list(lacks(new, json.loads(summary.read_text())))
            assert not missing, (sample.name, form, missing)


def test_what_is_lacking_is_seen(*_):
    old = {"a": [{"b": 1, "t": 0.000002}], "c": "d"}
    assert not list(lacks({"a": [{"b": 1, "t": 0.000001_5, "new": 2}], "c": "d", "more": 0}, old))
    for new in ({"a": [{"b": 2, "t": 0.000002}], "c": "d"}, {"a": [{"b": 1, "t": 0.0000005}], "c": "d"},
                {"a": [], "c": "d"}, {"a": [{"b": 1, "t": 0.000002}]}):
        assert list(lacks(new, old)), new


if __name__ == "__main__":
    run_all(globals(), Program(sys.argv[1]), sys.argv[2])
