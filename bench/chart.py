"""Draws the main figures beside their limits: usage chart.py RESULTS.md CHART.svg

A bar is a figure in times of its limit, which is the line at 1. The input is what run.sh writes.
"""

import re
import sys
from html import escape
from pathlib import Path

# Label, its limit, and the title of the row whose ratio it shows.
BARS = [
    ("Recorder, ring: a region", "two readings of the CPU's counter", "ring, 1 thread: region pair"),
    ("Recorder, growing file: a region", "the same", "grow, 1 thread: region pair"),
    ("Recorder, ring: a number", "one reading of the CPU's counter", "ring, 1 thread: integer data"),
    ("Recorder, growing file: a number", "the same", "grow, 1 thread: integer data"),
    ("EVENT into a file", "write(2) of the same bytes", "EVENT into a file"),
    ("PERF into a file", "the same", "PERF into a file"),
    ("EVENT, buffered", "the same bytes copied into 64 KiB", "EVENT, buffered"),
    ("PERF, buffered", "the same", "PERF, buffered"),
    ("An interval of a timer", "two readings of the clock", "timer interval"),
    ("… of a timer with quantiles", "the same", "timer interval with distribution"),
    ("A counter", "an increment of a thread-local integer", "counter"),
    ("Any of these, switched off", "the loop alone", "region, switched off"),
]
WIDTH, LEFT, RIGHT, TOP, STEP, BAR = 800, 440, 48, 34, 24, 14

STYLE = """
text { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #1f2328 }
.limit, .scale { fill: #59636e; font-size: 11.5px }
.bar { fill: #2f6fb5 }
.line { stroke: #b5472f; stroke-width: 1.5 }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 }
  .limit, .scale { fill: #9198a1 }
  .bar { fill: #5b9be0 }
  .line { stroke: #f0806a }
}
"""


def ratios(markdown):
    """The ratio of each row, by its title."""
    found, column = {}, None
    for line in markdown.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|") or set(line) <= set("|-: "):
            continue
        heads = [i for i, cell in enumerate(cells) if cell in ("ratio", "CPU / readings")]
        if heads:
            column = heads[0]
        elif column is not None and column < len(cells) and re.fullmatch(r"[\d.]+", cells[column]):
            # The first place is tmpfs.
            found.setdefault(cells[0], float(cells[column]))
    return found


def chart(found):
    bars = [(label, limit, found[title]) for label, limit, title in BARS if title in found]
    most = max([2.0, *(ratio for _, _, ratio in bars)])
    scale = (WIDTH - LEFT - RIGHT) / most
    height = TOP + STEP * len(bars) + 12
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="Cost in times of the limit">'
    yield f"<style>{STYLE}</style>"
    limit_at = LEFT + scale
    yield f'<text class="scale" x="{limit_at:.0f}" y="18" text-anchor="middle">the limit</text>'
    for i, (label, limit, ratio) in enumerate(bars):
        y = TOP + STEP * i
        yield f'<text x="0" y="{y + 12}">{escape(label)}</text>'
        yield f'<text class="limit" x="{LEFT - 8}" y="{y + 12}" text-anchor="end">{escape(limit)}</text>'
        yield f'<rect class="bar" x="{LEFT}" y="{y}" width="{ratio * scale:.1f}" height="{BAR}" rx="2"/>'
        end = LEFT + max(ratio * scale, scale if 0.85 < ratio < 1 else 0)
        yield f'<text x="{end + 6:.1f}" y="{y + 12}">{ratio:.1f}</text>'
    yield f'<line class="line" x1="{limit_at:.1f}" x2="{limit_at:.1f}" y1="{TOP - 10}" y2="{height - 8}"/>'
    yield "</svg>"


def main(source, target):
    found = ratios(Path(source).read_text(encoding="utf-8"))
    Path(target).write_text("\n".join(chart(found)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
