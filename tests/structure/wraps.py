"""Each wrap file names an archive and what the archive must be: usage wraps.py ROOT"""

import configparser
import hashlib
import re
import sys
from pathlib import Path

import project

# Where the authors of the libraries and Meson's own database publish.
PUBLISHERS = re.compile(r"https?://(github\.com|wrapdb\.mesonbuild\.com|zlib\.net)/\S+")


def violations(wrap, cache):
    parsed = configparser.ConfigParser(interpolation=None)
    parsed.read_string(wrap.read_text(encoding="utf-8"))
    values = parsed["wrap-file"]
    if "provide" not in parsed:
        yield "does not say which dependency it provides"
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
    wraps = sorted(directory.glob("*.wrap"))
    found = [f"{wrap.name}: {text}" for wrap in wraps for text in violations(wrap, directory / "packagecache")]
    project.finish(found if wraps else ["there are no wrap files"])
