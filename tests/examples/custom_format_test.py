"""A format of the program's own has a target and settings of its own: usage custom_format_test.py PROGRAM"""

import csv
import subprocess
import sys
import tempfile
from pathlib import Path

with tempfile.TemporaryDirectory() as directory:
    rows = Path(directory, "rows.csv")
    subprocess.run(sys.argv[1], env={"TRACE2_CSV": str(rows), "TRACE2": "2"}, check=True)
    with rows.open(newline="") as file:
        events = {row[2]: row for row in csv.reader(file)}

assert list(events)[0] == "version" and list(events)[-1] == "atexit", events
assert all(row[0] == "main" and float(row[1]) >= 0 for row in events.values()), events
assert events["data"][-2:] == ["saying", '"Hello", she said'], events
assert events["region_enter"][-4:] == ["1", "greet", "world", ""], events
