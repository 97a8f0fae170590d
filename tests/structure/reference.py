"""The reference shows all public names, each with a contract, and no others: usage reference.py ROOT

A header is public if users may include it. Doxygen itself warns of a name without a contract.
"""

import html
import re
import shutil
import sys
import tempfile
import xml.etree.ElementTree as xml
from pathlib import Path

import project

PUBLIC = re.compile(
    r"trace2/(?:(?:(?:value|event|format|sink|task|call/verbs)/)?\w+|recording/(?:recording_file|layout))\.hpp"
)
PRIVATE_NAME = re.compile(r"\bdetail::\w*|\bTRACE2_DETAIL\w*")
MACRO = re.compile(r"^\s*#\s*define (TRACE2_(?!DETAIL_)\w+)", re.MULTILINE)

FAULTS = """struct without_contract {
  int member_without_contract;
};

/// Has one, and names detail::buffer.
struct with_contract {};

/// A number that all"""


def text_of(page):
    return html.unescape(re.sub(r"<[^>]*>", "", page))


def shown_names(directory):
    """The last parts of all names that the pages document, which show no files."""
    compounds = xml.parse(directory / "reference.tag").iter("compound")
    names = [name.text for each in compounds if each.get("kind") != "file" for name in each.iter("name")]
    return {name.split("::")[-1] for name in names}


def violations(root, directory, groups, without_names, tools):
    """What is wrong with the reference of a project, which is made in the directory."""
    yield from tools.make(root, directory, groups)

    headers = project.headers(root)
    listed = {f"trace2/{line.split()[0]}": line.split()[1:] for lines in groups.values() for line in lines}
    public = {name for name in headers if PUBLIC.fullmatch(name)}
    for name in sorted(public - set(listed) - {f"trace2/{name}" for name in without_names}):
        yield f"include/{name}: is in no group of .doxygen/headers.py"

    names = shown_names(directory)
    for name, header in headers.items():
        for macro in MACRO.findall("\n".join(header.code)):
            if name in listed and macro not in names:
                yield f"include/{name}: {macro}: is not in the reference"
            elif name not in listed:
                yield f"include/{name}: {macro}: is in no group of .doxygen/headers.py"
    for name, only in listed.items():
        for shown in only or tools.public_names(headers[name].text):
            if shown not in names and shown.removeprefix("basic_") not in names:
                yield f"include/{name}: {shown}: is not in the reference"

    for page in sorted(directory.glob("html/*.html")):
        for private in set(PRIVATE_NAME.findall(text_of(page.read_text(encoding="utf-8")))):
            yield f"{page.name}: shows {private}"


def sees_violations(root, directory, tools):
    """Whether a header with faults is found to have them, and no others."""
    project_root = directory / "project"
    shutil.copytree(root / ".doxygen", project_root / ".doxygen")
    include = project_root / "include/trace2"
    include.mkdir(parents=True)
    for page in (project_root / ".doxygen").glob("*.dox"):
        page.write_text("/** @namespace trace2\n@brief All names. */\n/** @defgroup sums Sums */\n", encoding="utf-8")
    (include / "recording").mkdir()
    shutil.copy(root / "include/trace2/recording/layout.hpp", include / "recording")
    text = (root / "include/trace2/counter.hpp").read_text(encoding="utf-8")
    (include / "counter.hpp").write_text(text.replace("/// A number that all", FAULTS), encoding="utf-8")
    (include / "forgotten.hpp").write_text("#define TRACE2_FORGOTTEN 1\n", encoding="utf-8")
    groups, without_names = {"sums": ["counter.hpp"]}, {"recording/layout.hpp": "is a page"}
    found = "\n".join(violations(project_root, directory / "made", groups, without_names, tools))
    expected = [
        "trace2::without_contract is not documented",
        "member_without_contract (variable) of struct trace2::without_contract is not documented",
        "shows detail::buffer",
        "include/trace2/forgotten.hpp: is in no group",
        "TRACE2_FORGOTTEN: is in no group",
    ]
    for line in expected:
        if line not in found:
            yield f"the check does not see: {line}"
    if " with_contract" in found or "::with_contract" in found or "basic_counter" in found:
        yield f"the check sees what is no fault: {found}"


if __name__ == "__main__":
    root = Path(sys.argv[1]).resolve()
    if shutil.which("doxygen") is None:
        project.skip("doxygen is not installed")
    sys.path.insert(0, str(root / ".doxygen"))
    import headers as lists
    import reference_maker as tools

    with tempfile.TemporaryDirectory() as scratch:
        here = Path(scratch)
        found = list(sees_violations(root, here / "faults", tools))
        found += violations(root, here / "reference", lists.GROUPS, lists.WITHOUT_NAMES, tools)
    project.finish(found)
