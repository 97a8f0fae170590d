"""Measures the cost of including the library: usage compile.py COMPILER [REPETITIONS]

Prints a Markdown table of processor times, user and system, for compiling units with one region or
a hundred, beside a unit that includes <iostream>, and of the bytes of code and constant data that each
has. Repetitions take turns; the least time counts.
"""

import resource
import subprocess
import sys
import tempfile
from pathlib import Path

INCLUDE = Path(__file__).resolve().parent.parent / "include"
LIMIT = "`<iostream>`"


def instrumented(header, count=1, setup=""):
    calls = "".join(f'void f{i}() {{ TRACE2_REGION("index", "step {i}"); work(); }}\n' for i in range(count))
    return f"{setup}\n#include <trace2/{header}.hpp>\nvoid work();\n{calls}"


SESSION = "int main(int argc, char** argv) { trace2::session const trace{argc, argv}; return trace.exit(0); }"
SMALL = """#define TRACE2_TRACER ::app::tracer
#include <trace2/core.hpp>
namespace app {{
using namespace trace2::format;
using tracer = trace2::basic_tracer<TRACE2_ENABLED != 0, trace2::target_list<{}>>;
using session = trace2::basic_session<tracer, trace2::features<>>;
}}
int main(int argc, char** argv) {{
  app::session const trace{{argc, argv}};
  TRACE2_REGION("index", "step");
  return trace.exit(0);
}}
"""
EVENT = """#include <trace2/{}.hpp>
struct lookup {{
  static constexpr std::string_view event_name = "lookup";
  std::string_view key;
  bool hit{{}};
  void normal(auto& line) const {{ line << "hit " << trace2::quoted{{key}}; }}
}};
BOOST_DESCRIBE_STRUCT(lookup, (), (key, hit))
void f() {{ TRACE2_EMIT(lookup{{.key = "a", .hit = true}}); }}
"""
# Title, source, budget as a multiple of the limit at each level, and the multiple of instructions that
# tests/cost/including.py holds, which is what was reached.
CASES = (
    (LIMIT, "#include <iostream>\nint unused;\n", {}, None),
    ("`<string_view>`", "#include <string_view>\n", {}, None),
    ("compiled out", instrumented("trace2", setup="#define TRACE2_ENABLED 0"), {"-O0": 0.5, "-O2": 0.5}, 0.5),
    ("`trace2/instrument.hpp`", instrumented("instrument"), {"-O0": 0.8, "-O2": 0.8}, 0.9),
    ("… and a hundred regions more", instrumented("instrument", 101), {}, None),
    ("`trace2/emit.hpp` and an event", EVENT.format("emit"), {"-O0": 1.2, "-O2": 1.2}, 1.2),
    ("`trace2/trace2.hpp`", instrumented("trace2"), {"-O0": 1.1, "-O2": 1.1}, 1.95),
    ("… and an event", EVENT.format("trace2"), {}, None),
    ("… and the session", instrumented("trace2") + SESSION, {"-O0": 4, "-O2": 8}, None),
    ("… of `core.hpp`, three targets, no feature", SMALL.format("normal, perf, json"), {}, None),
    ("… of `core.hpp`, EVENT, no feature", SMALL.format("json"), {}, None),
    ("… which another unit compiles", instrumented("separate_session") + SESSION, {"-O0": 1.1, "-O2": 1.1}, 1.1),
)


def verdict(times, budget):
    return "" if budget is None else f"{budget}, {'met' if times <= budget else 'missed'}"


def milliseconds(command, source):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, input=source, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def kilobytes(command, source, unit):
    subprocess.run([*command, unit], input=source, text=True, check=True)
    size = subprocess.run(["size", unit], capture_output=True, text=True, check=True)
    return int(size.stdout.split("\n")[1].split()[0]) / 1000


def table(compiler, level, repetitions):
    command = [compiler, "-std=c++20", level, f"-I{INCLUDE}", "-x", "c++", "-c", "-", "-o"]
    times = {title: [] for title, *_ in CASES}
    for _ in range(repetitions):
        for title, source, *_ in CASES:
            times[title].append(milliseconds([*command, "/dev/null"], source))
    limit = min(times[LIMIT])
    yield f"\n| a unit, {Path(compiler).name} {level} | ms | times {LIMIT} | budget | KB |\n|---|---|---|---|---|"
    with tempfile.TemporaryDirectory() as directory:
        for title, source, budgets, _ in CASES:
            best = min(times[title])
            size = kilobytes(command, source, f"{directory}/unit.o")
            met = verdict(best / limit, budgets.get(level))
            yield f"| {title} | {best:.0f} | {best / limit:.2f} | {met} | {size:.1f} |"


if __name__ == "__main__":
    for level in ("-O0", "-O2"):
        print("\n".join(table(sys.argv[1], level, int((sys.argv[2:] or ["5"])[0]))), flush=True)
