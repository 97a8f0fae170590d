"""Probes are there when a unit wants them, and only then: usage probes.py BUILD_DIR [CASES]

Without TRACE2_USDT=1 an object has the bytes it has without the switch. With it readelf shows the
probes, gdb stops at them and reads what they show while nothing is traced, and a trace stays as it is.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import project
from compiler import Compiler, at_each_level

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples/probes.cpp"
NEEDED = "<sys/sdt.h>"
UNIT = """
#include <trace2/instrument.hpp>
int work(int value, char const* text) {
  TRACE2_REGION("a", "b");
  TRACE2_REGION_F("c", text, "%d", value);
  TRACE2_DATA("d", "e", value);
  TRACE2_DATA("d", text, text);
  TRACE2_ERROR("f %s", text);
  return value;
}
"""
# How many numbers and pointers each kind shows.
ARGUMENTS = {"region_enter": 4, "region_leave": 4, "data": 5, "data_text": 6, "error": 3}
# Of the program, by category and label or by format.
STOPS = [
    "region_enter program files probes.cpp 20",
    *["region_enter parser parse probes.cpp 8", "data parser tokens probes.cpp 11 1"],
    "region_leave parser parse probes.cpp 8",
    *["region_enter parser parse probes.cpp 8", "data parser tokens probes.cpp 11 3"],
    "region_leave parser parse probes.cpp 8",
    *["region_enter parser parse probes.cpp 8", "data parser tokens probes.cpp 11 6"],
    *["error file %d has no end probes.cpp 12", "region_leave parser parse probes.cpp 8"],
    *["region_enter parser parse probes.cpp 8", "data parser tokens probes.cpp 11 10"],
    "region_leave parser parse probes.cpp 8",
    *["data_text program verdict probes.cpp 23 many 65535", "region_leave program files probes.cpp 20"],
]
VARYING = re.compile(r'"(?:sid|time|t_\w+|argv)":(?:"[^"]*"|\[[^]]*\]|[\d.]+),?|"ancestry":.*')


def compiled(compiler, *arguments, source=None):
    result = compiler.run("-g0", *arguments, source=source)
    if result.returncode != 0:
        project.finish([result.stderr])


def differences(compiler, directory, level):
    """Of objects whose units want no probes."""
    bytes_of = []
    for flags in ([], ["-DTRACE2_USDT=0"], ["-DTRACE2_ENABLED=0"], ["-DTRACE2_ENABLED=0", "-DTRACE2_USDT=1"]):
        target = directory / "sites.o"
        compiled(compiler, level, *flags, "-c", "-o", str(target), source=UNIT)
        bytes_of.append(target.read_bytes())
    if bytes_of[0] != bytes_of[1]:
        yield f"{level}: TRACE2_USDT=0 changes an object"
    if bytes_of[2] != bytes_of[3]:
        yield f"{level}: TRACE2_USDT=1 changes an object whose instrumentation is compiled out"
    if b"stapsdt" in b"".join(bytes_of):
        yield f"{level}: a probe nobody wanted"


def notes(program):
    """(name, its arguments) of each probe."""
    listing = subprocess.run(["readelf", "-n", program], capture_output=True, text=True, check=True).stdout
    return re.findall(r"Provider: trace2\s+Name: (\w+)\s+Location:.*\s+Arguments:([^\n]*)", listing)


def unreadable(program, level):
    """What gdb, bpftrace or perf could not make sense of."""
    found = notes(program)
    if {name for name, _ in found} != set(ARGUMENTS):
        yield f"{level}: {found}"
    for name, arguments in found:
        # A number of bytes, signed or not, and a constant, a register or what an address in one has.
        each = arguments.split()
        if len(each) != ARGUMENTS.get(name) or not all(re.fullmatch(r"-?[1248]@\S+", one) for one in each):
            yield f"{level}: {name}: {arguments}"
        if os.uname().machine == "x86_64" and not re.fullmatch(r"( -?[1248]@(-?\d*\(%\w+\)|\$-?\d+))*", arguments):
            yield f"{level}: {name}: listeners can't parse {arguments}"


def stops(program):
    """What gdb shows at each stop; None where it can't run a program."""
    commands = ["set debuginfod enabled off", "set breakpoint pending off", "set pagination off"]
    for name, count in ARGUMENTS.items():
        shown = {"error": "%s %s %d", "data": "%s %s %s %d %d", "data_text": "%s %s %s %d %s %d"}.get(name, "%s %s %s %d")
        values = ", ".join(f"$_probe_arg{i}" for i in range(count))
        commands += [f"break -probe-stap trace2:{name}", "commands", "silent"]
        commands += [rf'printf "> {name} {shown}\n", {values}', "continue", "end"]
    script = program.with_suffix(".gdb")
    script.write_text("\n".join([*commands, "run", ""]))
    said = subprocess.run(
        ["gdb", "-q", "-nx", "-batch", "-x", script, program],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=120,
        env={"PATH": os.environ["PATH"], "HOME": "/nonexistent"},
    )  # fmt: skip
    if "exited normally" not in said.stdout:
        print(f"gdb runs no program here: {said.stdout}{said.stderr}")
        return None
    return [line.replace(f"{EXAMPLE.parent}/", "") for line in re.findall("^> (.*)$", said.stdout, re.MULTILINE)]


def trace(program):
    env = {"TRACE2_EVENT": "1", "TRACE2_EVENT_NESTING": "9"}
    lines = subprocess.run([program], capture_output=True, text=True, env=env, check=True).stderr
    for line in lines.splitlines():
        json.loads(line)
    return VARYING.sub("", lines)


def violations(compiler, directory, level):
    yield from differences(compiler, directory, level)
    example = str(EXAMPLE)
    program, without = directory / "probes", directory / "without"
    compiled(compiler, level, "-DTRACE2_USDT=1", example, "-pthread", "-o", str(program))
    yield from unreadable(program, level)
    if level != "-O0":
        compiled(compiler, level, example, "-pthread", "-o", str(without))
        if trace(program) != trace(without):
            yield f"{level}: with probes the trace differs:\n{trace(program)}\n{trace(without)}"
    found = stops(program) if shutil.which("gdb") else None
    if found is not None and found != STOPS:
        yield f"{level}: gdb shows {found}"


if __name__ == "__main__":
    build_dir, *most = sys.argv[1:]
    compiler = Compiler(build_dir, ROOT / "include")
    if any("-fsanitize" in flag for flag in compiler.flags):
        project.skip("sanitizers add code of their own")
    switched = compiler.run("-DTRACE2_USDT=1", "-fsyntax-only", source="#include <trace2/config.hpp>\n")
    if NEEDED in switched.stderr:
        is_clear = "TRACE2_USDT=1 needs <sys/sdt.h>: install systemtap-sdt-dev" in switched.stderr
        project.skip("there is no <sys/sdt.h>") if is_clear else project.finish([switched.stderr])
    if shutil.which("readelf") is None:
        project.skip("there is no readelf")
    project.finish(at_each_level(violations, compiler, most))
