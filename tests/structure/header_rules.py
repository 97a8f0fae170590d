"""Rules that a compiler does not know: usage header_rules.py ROOT"""

import re
import sys

import project
from licences import LICENCE

MOST_LINES = 300
CONFIG = "trace2/config.hpp"
MACROS = "trace2/call/macros.hpp"
POSIX = "trace2/detail/system/posix/system_calls.hpp"

USER_MACRO = re.compile(r"\bTRACE2_(ENABLED|TRACER|USDT)\b")
# Namespaces are not indented, so a statement that begins in the first column is in their scope.
ALIAS = re.compile(r"^using \w+ =[^;]*<[^;]*;", re.MULTILINE)
# All that the switch may decide outside of macros and aliases: which headers a unit includes.
CHOICE_OF_INCLUDES = re.compile(r"^#if TRACE2_(?:ENABLED|USDT)\n(?:#  include .*\n)*(?:#else\n(?:#  include .*\n)*)?#endif$", re.MULTILINE)

# A compiler refuses a call of an unknown macro, also behind `defined(MACRO) &&`.
CALL_IN_CONDITION = re.compile(
    r"\s*#\s*(?:el)?if\b.*?\b(?!defined\b|__has_(?:include|builtin|attribute|cpp_attribute)\b)([A-Za-z_]\w*)\("
)

# The writer's buffers, locks and clocks are in detail/: these headers would dominate its cost.
TOO_HEAVY = set(
    """algorithm atomic chrono filesystem functional iostream map memory mutex optional regex span
    string thread variant vector""".split()
)


def shape(header):
    lines = header.text.split("\n")
    if not lines[0].startswith("// "):
        yield 1, "does not begin with a comment that says what it is for"
    if "#pragma once" not in header.code:
        yield 1, "has no #pragma once"
    if len(lines) - 1 - lines.count(LICENCE) > MOST_LINES:
        yield len(lines) - 1, f"has more than {MOST_LINES} lines"


def includes(header):
    for number, spelling in header.includes:
        name = spelling.strip('<>"')
        if spelling.startswith('"'):
            yield number, f"{spelling}: includes are written with angle brackets"
        if name == "unistd.h" and header.name != POSIX:
            yield number, f"<unistd.h> belongs into {POSIX}"
        if name in TOO_HEAVY and not re.match(r"trace2/(read/|boost_json\.hpp)", header.name):
            yield number, f"<{name}> is too heavy for the writer"


def wording(header):
    for number, line in enumerate(header.text.split("\n"), 1):
        if re.search(r"\b(TODO|FIXME|XXX)\b", line):
            yield number, "leaves something to do"
    for number, line in enumerate(header.code, 1):
        if re.match(r"\s*#\s*define\s+(?!TRACE2_|STAP_SDT_ARG_CONSTRAINT\b)", line):
            yield number, "defines a macro without the prefix TRACE2_"
        if re.search(r"\bnamespace\s*(\{|$)", line):
            yield number, "has an unnamed namespace"
        if call := CALL_IN_CONDITION.match(line):
            yield number, f"{call[1]}(): where no such macro is defined, this is no condition"
        if re.search(r"\busing\s+namespace\b", line):
            yield number, "has a using-directive"
        if call := re.search(r"::(sig(?:empty|fill|add|del)set|sigismember)\b", line):
            yield number, f"{call[0]}: some systems define it as a macro, which no :: may precede"


def directives_and_code(header):
    """(first line number, text, whether it is a directive), with continued lines joined."""
    number = 1
    for text in re.findall(r"(?:.*\\\n)*.*\n?", "\n".join(header.code)):
        yield number, text, text.lstrip().startswith("#")
        number += text.count("\n")


def user_macros(header):
    """A user macro may shape a macro, a namespace-scope alias or the includes, never what is linked."""
    if header.name == CONFIG:
        return
    if header.name != MACROS:
        code = "\n".join(header.code)
        for allowed in (ALIAS, CHOICE_OF_INCLUDES):
            code = allowed.sub(lambda m: "\n" * m[0].count("\n"), code)
        for number, line in enumerate(code.split("\n"), 1):
            if USER_MACRO.search(line):
                yield number, "reads a user macro outside a namespace-scope alias"
        return
    conditions = []
    for number, text, is_directive in directives_and_code(header):
        if re.match(r"\s*#\s*if", text):
            conditions.append(bool(USER_MACRO.search(text)))
        elif re.match(r"\s*#\s*endif", text):
            conditions.pop()
        elif not is_directive and text.strip() and (any(conditions) or USER_MACRO.search(text)):
            yield number, "lets a user macro decide about more than a macro"


RULES = (shape, includes, wording, user_macros)


def violations(headers):
    for header in headers.values():
        for rule in RULES:
            for number, problem in rule(header):
                yield f"{header.name}:{number}: {problem}"


if __name__ == "__main__":
    project.finish(list(violations(project.headers(sys.argv[1]))))
