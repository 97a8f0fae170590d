"""The settings of programs are shown alike: usage settings_test.py PROGRAM ROOT [--update]

"trace2 help settings" shows each setting that the library reads; the guide and the manual have the same table,
between two marks. --update writes it there.
"""

import re
import subprocess
import sys
from pathlib import Path

from trace2_program import Program, run_all

IS_UPDATE = sys.argv[-1] == "--update"
FIELDS = ("key", "value", "default", "example", "meaning")
GUIDE, MANUAL = "examples/guide/settings.md", "examples/trace2/trace2.1"


def shown(trace2):
    """The fields of each setting by its variables."""
    text = trace2.output("help", "settings").decode()
    assert max(map(len, text.splitlines())) <= 80
    settings = {}
    for block in text.split("\n\n")[1:]:
        name, *rest = re.split(rf"^    ({'|'.join(FIELDS)})  ", block, flags=re.MULTILINE)
        fields = {field: " ".join(words.split()) for field, words in zip(rest[::2], rest[1::2])}
        settings[" ".join(name.split())] = {"key": "", "example": ""} | fields
    return settings


def markdown(settings):
    yield "| variable | key | value | default | meaning |\n| --- | --- | --- | --- | --- |"
    for name, of in settings.items():
        names, keys = (", ".join(f"`{each}`" for each in text.split(", ") if each) for text in (name, of["key"]))
        example = f", such as `{of['example'].split('=', 1)[1]}`" if of["example"] else ""
        yield f"| {names} | {keys} | {of['value']}{example} | {of['default']} | {of['meaning']} |"


def manual(settings):
    yield ".Bl -tag -width Ds"
    for name, of in settings.items():
        yield ".It Ev " + name.replace(",", " ,")
        if of["key"]:
            yield ".Pq Sy " + of["key"].replace(",", " ,")
        yield of["meaning"].replace(". ", ".\n")
        said = f"{of['value'][0].upper()}{of['value'][1:]}; default: {of['default']}"
        yield f"{said}; example:\n.Li {of['example']}" if of["example"] else said + "."
    yield ".El"


def check(path, begin, end, lines):
    text = path.read_text(encoding="utf-8")
    head, table, tail = re.split(rf"(?<={re.escape(begin)}\n)(.*?)(?={re.escape(end)}\n)", text, flags=re.DOTALL)
    wanted = "\n".join(lines) + "\n"
    if IS_UPDATE:
        path.write_text(head + wanted + tail, encoding="utf-8")
    else:
        assert table == wanted, f"{path.name} differs from \"trace2 help settings\""


def test_every_setting_of_the_library_is_shown(trace2, root):
    variables = " ".join(shown(trace2))
    text = "".join(path.read_text() for path in Path(root, "include/trace2").rglob("*.hpp"))
    words = {word for made in (r'(?:return of|setting::of)\(\w+, "(\w+)"', r'\bsetting\W*\{\{"(\w+)"\}',
                               r'static constexpr setting \w+\(\) noexcept \{\s*return \{\{"(\w+)"\}')
             for word in re.findall(made, text)} - {"pager"}
    assert len(words) >= 18, words
    missing = [word for word in words if not re.search(rf"TRACE2_(?:[A-Z]+_)?{word.upper()}\b", variables)]
    assert not missing, missing


def test_each_setting_has_a_value_a_default_an_example_and_a_meaning(trace2, _):
    for name, of in shown(trace2).items():
        assert of["value"] and of["default"] and of["meaning"].endswith("."), name
        assert of["example"].split("=")[0] in name.split(", ") or "The library sets it" in of["meaning"], name


def test_a_disk_that_is_full_is_said(trace2, _):
    with open("/dev/full", "wb") as full:
        command = [trace2.path, "help", "settings"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, timeout=240, check=False)
    assert done.returncode == 1 and b"No space left on device" in done.stderr, done


def test_the_guide_has_the_same_table(trace2, root):
    check(Path(root, GUIDE), "<!-- trace2 help settings -->", "<!-- end -->", markdown(shown(trace2)))


def test_the_manual_has_the_same_table(trace2, root):
    check(Path(root, MANUAL), '.\\" trace2 help settings', '.\\" end', manual(shown(trace2)))


if __name__ == "__main__":
    run_all(globals(), Program(sys.argv[1]), sys.argv[2])
