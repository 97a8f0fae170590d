"""Makes a C++ header of the page of a report: usage make_page.py HEADER HTML CSS MODULE...

The modules become one script, in the order given. A module may import only from modules before it.
Comments and spaces stay behind: a report is short, and whoever wants to read the script finds it in
the project.
"""

import base64
import hashlib
import re
import sys
from pathlib import Path

# Compilers warn of literals longer than 64 KiB.
LONGEST_LITERAL = 16 * 1024


PUNCTUATION = frozenset("{}()[],;:=<>+-*/?&|!")


def end_of_text(script, at):
    """Where a literal text ends. A template may hold others inside of braces."""
    quote, i = script[at], at + 1
    while script[i] != quote:
        if script[i] == "\\":
            i += 1
        elif quote == "`" and script.startswith("${", i):
            i = end_of_braces(script, i + 1)
            continue
        i += 1
    return i + 1


def end_of_braces(script, at):
    depth, i = 0, at
    while True:
        if script[i] in "'`\"":
            i = end_of_text(script, i)
            continue
        depth += (script[i] == "{") - (script[i] == "}")
        i += 1
        if depth == 0:
            return i


def without_spaces(script):
    """The same script, in fewer letters. Ends of lines stay."""
    made, i = [], 0
    while i < len(script):
        end = i + 1
        if script[i] in "'`\"":
            end = end_of_text(script, i)
        elif script.startswith("//", i):
            i = script.index("\n", i)
            continue
        elif script[i] == "/" and made[-1][-1] in "(,=:?":  # a regular expression, not a division
            end = re.compile(r"/(\\.|\[(\\.|[^\]])*\]|[^/\[])+/").match(script, i).end()
        elif script[i] == " ":
            before, after = made[-1][-1], script[i + 1]
            is_needed = before not in PUNCTUATION and after not in PUNCTUATION
            if before == "\n" or after == " " or not (is_needed or before == after and after in "+-"):
                i = end
                continue
        made.append(script[i:end])
        i = end
    return "".join(made)


def joined(modules):
    """One script of several modules: names are imported by being there."""
    texts = (Path(module).read_text(encoding="utf-8") for module in modules)
    script = "\n".join(re.sub(r"^import [^;]*;\n", "", text, flags=re.MULTILINE) for text in texts)
    script = re.sub(r"^ *(//.*|/\*\*(.|\n)*?\*/)\n", "", script, flags=re.MULTILINE)
    return without_spaces(re.sub(r"^export ", "", script, flags=re.MULTILINE))


def hash_of(text):
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def page_of(template, style, script):
    assert "</" not in style and "</script" not in script and "<!--" not in script
    values = {"STYLE": style, "SCRIPT": script, "STYLE_HASH": hash_of(style), "SCRIPT_HASH": hash_of(script)}
    return re.sub(r"@(STYLE|SCRIPT)(_HASH)?@", lambda found: values[found[0].strip("@")], template)


def literals(text):
    parts = (text[i : i + LONGEST_LITERAL] for i in range(0, len(text), LONGEST_LITERAL))
    return ",\n".join(f'R"page({part})page"' for part in parts)


def main(header, template, style, *modules):
    style = re.sub(r"(?<=[{;:,])\s+|\s+(?={)", "", Path(style).read_text(encoding="utf-8"))
    page = page_of(Path(template).read_text(encoding="utf-8"), style, joined(modules))
    before, after = page.split("@DATA@")
    Path(header).write_text(
        "// The page of a report, in front of its data and behind them.\n"
        "#pragma once\n\n#include <string_view>\n\nnamespace trace2::program::report_page {\n\n"
        f"inline constexpr std::string_view before_data[] = {{\n{literals(before)}}};\n\n"
        f"inline constexpr std::string_view after_data[] = {{\n{literals(after)}}};\n\n"
        "}  // namespace trace2::program::report_page\n",
        encoding="utf-8",
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
