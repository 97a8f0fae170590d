"""Measures the cost of including the library: usage compile.py COMPILER [REPETITIONS]

Prints a Markdown table of processor times, user and system, for compiling units with one region or
a hundred, beside a unit that includes <iostream>. Repetitions take turns; the least time counts.
"""

import resource
import subprocess
import sys
from pathlib import Path

INCLUDE = Path(__file__).resolve().parent.parent / "include"
LIMIT = "`<iostream>`"


def instrumented(header, count=1, setup=""):
    calls = "".join(f'void f{i}() {{ TRACE2_REGION("index", "step {i}"); work(); }}\n' for i in range(count))
    return f"{setup}\n#include <trace2/{header}.hpp>\nvoid work();\n{calls}"


SESSION = "int main(int argc, char** argv) { trace2::session const trace{argc, argv}; return trace.exit(0); }"
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
# Title, source, allowed multiple of the limit.
CASES = (
    (LIMIT, "#include <iostream>\nint unused;\n", ""),
    ("`<string_view>`", "#include <string_view>\n", ""),
    ("compiled out", instrumented("trace2", setup="#define TRACE2_ENABLED 0"), "0.5"),
    ("`trace2/instrument.hpp`", instrumented("instrument"), "0.9"),
    ("… and a hundred regions more", instrumented("instrument", 101), ""),
    ("`trace2/emit.hpp` and an event", EVENT.format("emit"), "1.2"),
    ("`trace2/trace2.hpp`", instrumented("trace2"), "1.9"),
    ("… and an event", EVENT.format("trace2"), ""),
    ("… and the session", instrumented("trace2") + SESSION, ""),
    ("… which another unit compiles", instrumented("separate_session") + SESSION, "1.1"),
)


def milliseconds(command, source):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, input=source, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def table(compiler, level, repetitions):
    command = [compiler, "-std=c++20", level, f"-I{INCLUDE}", "-x", "c++", "-c", "-", "-o", "/dev/null"]
    times = {title: [] for title, _, _ in CASES}
    for _ in range(repetitions):
        for title, source, _ in CASES:
            times[title].append(milliseconds(command, source))
    limit = min(times[LIMIT])
    yield f"\n| a unit, {Path(compiler).name} {level} | ms | times {LIMIT} | budget |\n|---|---|---|---|"
    for title, _, budget in CASES:
        best = min(times[title])
        yield f"| {title} | {best:.0f} | {best / limit:.2f} | {budget} |"


if __name__ == "__main__":
    for level in ("-O0", "-O2"):
        print("\n".join(table(sys.argv[1], level, int((sys.argv[2:] or ["5"])[0]))), flush=True)
