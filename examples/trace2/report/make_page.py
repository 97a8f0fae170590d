"""Makes a C++ header of the page of a report: usage make_page.py HEADER HTML CSS MODULE...

The modules become one script, in the order given. A module may import only from modules before it.
"""

import base64
import hashlib
import re
import sys
from pathlib import Path

# Compilers warn of literals longer than 64 KiB.
LONGEST_LITERAL = 16 * 1024


def joined(modules):
    """One script of several modules: names are imported by being there."""
    texts = (Path(module).read_text(encoding="utf-8") for module in modules)
    script = "\n".join(re.sub(r"^import [^;]*;\n", "", text, flags=re.MULTILINE) for text in texts)
    return re.sub(r"^export ", "", script, flags=re.MULTILINE)


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
    page = page_of(*(Path(name).read_text(encoding="utf-8") for name in (template, style)), joined(modules))
    before, after = page.split("@DATA@")
    Path(header).write_text(
        "// The page of a report, in front of its data and behind them.\n"
        "#pragma once\n\n#include <string_view>\n\nnamespace trace2_program::report_page {\n\n"
        f"inline constexpr std::string_view before_data[] = {{\n{literals(before)}}};\n\n"
        f"inline constexpr std::string_view after_data[] = {{\n{literals(after)}}};\n\n"
        "}  // namespace trace2_program::report_page\n",
        encoding="utf-8",
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
