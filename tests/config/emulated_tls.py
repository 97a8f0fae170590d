"""The end of a thread is noticed where thread_local objects are emulated: usage emulated_tls.py BUILD_DIR

There the compiler's library frees these objects at the end of the thread, perhaps before the library
notices that end: on Android, OpenBSD and Cygwin, and elsewhere by -femulated-tls.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import project
from compiler import Compiler

SOURCE = Path(__file__).with_suffix(".cpp")


def events_of(program, target, *arguments):
    environment = {name: value for name, value in os.environ.items() if "TRACE2" not in name}
    environment |= {"TRACE2_EVENT": target, "TRACE2_EVENT_BUFFER": "65536"}
    subprocess.run([program, *arguments], env=environment, check=True, timeout=60)
    return [json.loads(line) for line in Path(target).read_text(encoding="utf-8").splitlines()]


def violations(program, directory):
    sums = {event["event"]: event for event in events_of(program, f"{directory}/sums") if "name" in event}
    if sums.get("counter", {}).get("count") != 15:
        yield f"the counter is {sums.get('counter')}"
    if sums.get("timer", {}).get("intervals") != 3:
        yield f"the timer is {sums.get('timer')}"
    done = [event["thread"] for event in events_of(program, f"{directory}/held", "exit") if event["event"] == "data"]
    if done != ["th01:work", "th02:work", "th03:work"]:
        yield f"lines of threads that have ended: {done}"


if __name__ == "__main__":
    (build_dir,) = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        program = str(Path(name) / "program")
        compiler = Compiler(build_dir)
        if compiler.run("-femulated-tls", "-fsyntax-only", source="int main() {}").returncode != 0:
            project.skip("this compiler emulates no thread_local objects (-femulated-tls)")
        if any("-fsanitize" in flag for flag in compiler.flags):
            project.skip("sanitizers know the system's own thread_local objects only")
        built = compiler.run("-femulated-tls", str(SOURCE), "-pthread", "-o", program)
        project.finish([built.stderr] if built.returncode != 0 else list(violations(program, name)))
