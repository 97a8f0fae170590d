"""Targets are switched on, changed and off under load: usage switching.py PROGRAM CYCLES

No event is lost or doubled, and no descriptor is left; see switching.cpp, and controlling.cpp for
switches from outside.
"""

import os
import subprocess
import sys
import tempfile

with tempfile.TemporaryDirectory() as directory:
    env = {name: value for name, value in os.environ.items() if not name.startswith("TRACE2")}
    result = subprocess.run([sys.argv[1], directory, sys.argv[2], "3"], env=env)
sys.exit(result.returncode)
