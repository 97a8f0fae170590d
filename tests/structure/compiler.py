"""The compiler of a build directory, called the way the build calls it."""

import json
import subprocess
import tempfile
from pathlib import Path

import project


def targets(build_dir):
    return json.loads((Path(build_dir) / "meson-info/intro-targets.json").read_text())


class Compiler:
    """Compiles and links as a target of the build is compiled, and with headers from elsewhere too."""

    def __init__(self, build_dir, include=".", target="test_main"):
        self.build_dir = build_dir
        target = next(each for each in targets(build_dir) if each["name"] == target)
        source = next(s for s in target["target_sources"] if s.get("language") == "cpp")
        self.compiler = source["compiler"]
        self.flags = [*source["parameters"], "-fdiagnostics-color=never", "-I", str(include)]

    def run(self, *arguments, source=None):
        """One call; SOURCE, if given, is the text to compile. Returns the completed process."""
        from_stdin = [] if source is None else ["-x", "c++", "-"]
        return subprocess.run(
            [*self.compiler, *self.flags, *arguments, *from_stdin],
            cwd=self.build_dir,
            input=source,
            capture_output=True,
            text=True,
            check=False,
        )


def at_each_level(violations, compiler, most):
    """All that violations(compiler, directory, level) finds without optimisation and with it, in a directory
    that is gone afterwards; of a sample of these levels if MOST has their number."""
    with tempfile.TemporaryDirectory() as name:
        levels = project.sample(("-O0", "-O2"), most)
        return [v for level in levels for v in violations(compiler, Path(name), level)]
