"""Each wrap file names an archive, what the archive must be, and a dependency of ours: usage wraps.py ROOT"""

import configparser
import hashlib
import re
import sys
from pathlib import Path

import project

# Where the authors of the libraries and Meson's own database publish.
PUBLISHERS = re.compile(r"https?://(github\.com|wrapdb\.mesonbuild\.com|zlib\.net)/\S+")


def provided(values):
    for name, value in values.items():
        yield from re.split(r"\s*,\s*", value) if name == "dependency_names" else [name]


def violations(wrap, cache, wanted):
    parsed = configparser.ConfigParser(interpolation=None)
    parsed.read_string(wrap.read_text(encoding="utf-8"))
    values = parsed["wrap-file"]
    if "provide" not in parsed:
        yield "does not say which dependency it provides"
    elif not wanted & {name.lower() for name in provided(parsed["provide"])}:
        yield "provides nothing that a meson.build asks for"
    for kind in ("source", "patch"):
        if kind == "patch" and "patch_url" not in values:
            continue
        if not PUBLISHERS.fullmatch(values.get(f"{kind}_url", "")):
            yield f"{kind}_url is not its publisher's"
        if not re.fullmatch("[0-9a-f]{64}", digest := values.get(f"{kind}_hash", "")):
            yield f"{kind}_hash is no SHA-256"
        archive = cache / values[f"{kind}_filename"]
        if archive.exists() and hashlib.sha256(archive.read_bytes()).hexdigest() != digest:
            yield f"{kind}_hash is not that of {archive}"
    if (name := values.get("patch_directory")) and not (wrap.parent / "packagefiles" / name).is_dir():
        yield f"there is no packagefiles/{name}"


if __name__ == "__main__":
    directory = Path(sys.argv[1], "subprojects")
    builds = (path for name in ("meson.build", "*/meson.build", "subprojects/packagefiles/*/meson.build")
              for path in Path(sys.argv[1]).glob(name))
    asked = re.compile(r"\bdependency\(\s*'([^']+)'")
    wanted = {name.lower() for path in builds for name in asked.findall(path.read_text(encoding="utf-8"))}
    wraps = sorted(directory.glob("*.wrap"))
    found = [f"{wrap.name}: {text}" for wrap in wraps for text in violations(wrap, directory / "packagecache", wanted)]
    project.finish(found if wraps else ["there are no wrap files"])
