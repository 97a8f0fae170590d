"""Readers beside writers: usage readers.py WRITER CAT DELAYS [TRACE2]

Delays widen the races between a recording's writer and its readers. Who follows the recording sees
all numbers of the writer, to its end; who looks at it once sees those that were acknowledged before;
and nobody finds damage.
"""

import os
import subprocess
import sys
import time

import faults

MODES = ("follow", "cat", "summary")


def read(run, mode, cat, trace2, recording, environment):
    """A running reader, or none if its program isn't there."""
    if mode == "summary":
        command = [trace2, "summary", recording] if os.path.exists(trace2) else None
    else:
        command = [cat, "--format=event", *(["--follow"] if mode == "follow" else []), recording]
    if command is None:
        return None
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def look(run, mode, reader, acknowledged):
    try:
        shown, said = reader.communicate(timeout=faults.LIMIT)
    except subprocess.TimeoutExpired:
        reader.kill()
        reader.communicate()
        return run.hang(f"{mode} does not end")
    if reader.returncode < 0:
        return run.crash(f"{mode} ended with {reader.returncode}")
    if reader.returncode or said:
        return run.lose(f"{mode} says {reader.returncode}: {said.decode(errors='replace')[:500]}")
    if mode != "summary":
        found = faults.numbers_of("event", shown, run)
        faults.check_numbers(mode, found, acknowledged, run)
        if mode == "follow" and b'"event":"atexit"' not in shown:
            run.lose("the end is missing")
    return None


def main(writer, cat, delays, trace2=""):
    if faults.SANITIZED:
        faults.skip("nothing can be loaded in front of a sanitizer")
    run = faults.Faults("readers", sample=2)
    for number in run.each_round(least=len(MODES)):
        mode = MODES[number % len(MODES)]
        recording = run.directory / f"recording{number}"
        progress = faults.Progress(run.directory / "progress")
        threads, numbers = run.random.randint(1, 4), run.random.choice((20, 300, 2000))
        slow = run.random.choice((("writer",), ("reader",), ("writer", "reader")))
        delayed = {
            # By its name alone: a path with blanks would be several.
            who: faults.environment(LD_LIBRARY_PATH=os.path.dirname(delays), LD_PRELOAD=os.path.basename(delays),
                                    TRACE2_TEST_DELAY=run.random.choice((300, 3000)))
            if who in slow
            else faults.environment()
            for who in ("writer", "reader")
        }
        process = subprocess.Popen(
            [writer, progress.path, str(threads), str(numbers), str(run.random.choice((0, 0, 10)))],
            env={**delayed["writer"], "TRACE2_BINARY": str(recording), "TRACE2_BINARY_SIZE": "1g"},
            stderr=subprocess.PIPE,
        )
        begin = time.monotonic()
        while not any(progress.read()) and time.monotonic() < begin + faults.LIMIT:
            time.sleep(0.0005)
        time.sleep(run.random.random() ** 2 * 0.03)
        is_running = process.poll() is None
        acknowledged = progress.read()
        reader = read(run, mode, cat, trace2, recording, delayed["reader"])
        if mode != "follow" and reader is not None:
            look(run, mode, reader, acknowledged)
        faults.ended(process, run)
        if mode == "follow":
            look(run, mode, reader, progress.read())
        run.made += is_running
        recording.unlink()
    run.finish()


if __name__ == "__main__":
    main(*map(os.path.abspath, sys.argv[1:]))
