"""The project as a user gets it, for the tests that install it and build against it."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import project

# What a source archive has. Build directories lie beside it.
SOURCES = (
    ".cmake",
    ".conan",
    ".doxygen",
    ".gitignore",
    "LICENSE",
    "examples",
    "include",
    "meson.build",
    "meson_options.txt",
    "subprojects",
)


def version(root):
    header = Path(root, "include/trace2/version.hpp").read_text(encoding="utf-8")
    return re.search(r'^#define TRACE2_VERSION "(.*)"', header, re.MULTILINE)[1]


def run(*command, cwd=None, **environment):
    """The output of the command, which must succeed."""
    result = subprocess.run(
        [str(argument) for argument in command],
        cwd=cwd,
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if result.returncode != 0:
        project.finish([f"{command} ended with {result.returncode}:\n{result.stdout}"])
    return result.stdout


def need(tool):
    """Skips the test where the tool is missing."""
    if shutil.which(tool) is None:
        project.skip(f"{tool} is not installed")


def copy_sources(root, destination):
    """Copies the source tree, without what Meson unpacked below subprojects."""
    subprojects = str(Path(root, "subprojects"))

    def unpacked(directory, names):
        if directory != subprojects:
            return {"__pycache__"} & set(names)
        return {name for name in names if not name.endswith(".wrap") and name != "packagefiles"}

    destination.mkdir()
    for name in SOURCES:
        source = Path(root, name)
        if source.is_dir():
            shutil.copytree(source, destination / name, ignore=unpacked)
        else:
            shutil.copy(source, destination)
    return destination


def files_below(directory):
    return {path.relative_to(directory).as_posix() for path in directory.rglob("*") if not path.is_dir()}
