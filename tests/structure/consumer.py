"""Users find the library: usage consumer.py ROOT BUILD_DIR MESON (subproject | installed)

A project of its own, which has the library in its subprojects or finds it installed, builds and runs.
"""

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import project
from compiler import Compiler


def run(*command, **environment):
    result = subprocess.run(
        command,
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if result.returncode != 0:
        project.finish([result.stdout])


def provide_subproject(root, directory):
    subproject = directory / "subprojects/trace2"
    subproject.mkdir(parents=True)
    for name in ("meson.build", "meson_options.txt", "include"):
        (subproject / name).symlink_to(root / name)
    return {}


def provide_installed(build_dir, meson, directory):
    """Installs into the directory; the result is what leads pkg-config there."""
    destination = directory / "installed"
    run(meson, "install", "-C", build_dir, "--no-rebuild", "--destdir", str(destination))
    (found,) = destination.rglob("trace2.pc")
    return {"PKG_CONFIG_PATH": str(found.parent), "PKG_CONFIG_SYSROOT_DIR": str(destination)}


def main(root, build_dir, meson, how):
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        for file in (Path(root) / "tests/consumer").iterdir():
            shutil.copy(file, directory)
        if how == "subproject":
            mode, environment = "forcefallback", provide_subproject(Path(root), directory)
        elif " " in name:
            project.skip("pkg-config names no directory with a blank")
        else:
            mode, environment = "nofallback", provide_installed(build_dir, meson, directory)
        environment["CXX"] = shlex.join(Compiler(build_dir).compiler)
        build = str(directory / "build")
        run(meson, "setup", f"--wrap-mode={mode}", build, name, **environment)
        run(meson, "compile", "-C", build)
        run(build + "/consumer")


if __name__ == "__main__":
    main(*sys.argv[1:])
