"""Changes of one line of C++, each of which would be a fault."""

import re
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "structure"))
import project  # noqa: E402

# The layout of .clang-format puts a blank on either side of a binary operator, and none inside a template's brackets.
_REPLACEMENTS = [
    (re.compile(rf"(?<= ){re.escape(before)}(?= |$)"), after)
    for before, *others in (
        ("<", "<=", ">="),
        ("<=", "<", ">"),
        (">", ">=", "<="),
        (">=", ">", "<"),
        ("==", "!="),
        ("!=", "=="),
        ("&&", "||"),
        ("||", "&&"),
        ("+", "-"),
        ("-", "+"),
        ("+=", "-="),
        ("-=", "+="),
    )
    for after in others
]
_REPLACEMENTS += [
    (re.compile(r" [+-] 1\b(?![.'])"), ""),
    (re.compile(r"\+\+(?=[\w(*])"), "--"),
    (re.compile(r"--(?=[\w(*])"), "++"),
    (re.compile(r"\bstd::min\b"), "std::max"),
    (re.compile(r"\bstd::max\b"), "std::min"),
    (re.compile(r"\btrue\b"), "false"),
    (re.compile(r"\bfalse\b"), "true"),
    (re.compile(r"(?<=\()!(?=\w)"), ""),
]
_CHOICE = re.compile(r"(?<= \? )([\w.:*>()-]+) : ([\w.:*>()-]+)(?=[;,)]|$)")
_CONNECTIVE = re.compile(r" (&&|\|\|)(?: |$)")

_NO_CODE = re.compile(
    r"\s*(#|template\b|requires\b|using\b|typedef\b|friend\b|namespace\b|concept\b|enum\b|(class|struct)\b"
    r"|\w[\w:<>, *&]*\boperator\S+\(.*\) .*= default;|(\[\[\w+\]\] )?(\w+ )+\w+(\(.*\).*;|( = |\{)(true|false)\}?;)$)"
)
_KEYWORDS = r"(?!return\b|co_|case\b|default\b|else\b|public\b|private\b|protected\b|delete\b|do\b)"
_STATEMENT = re.compile(
    rf"\s+({_KEYWORDS}(\+\+|--|\*)?[\w:.>\[\]()*-]+?(\(.*\)| [-+|&^*/%]?= .+|\+\+|--)?;"
    r"|(if|while) \(.*\) (return|continue|break|co_return|[\w:.>-]+\().*;|(return|break|continue);)$"
)
_BODY = re.compile(rf"(?<=\) )(?:.*)\{{ ({_KEYWORDS}[^{{}};]*[=(+-][^{{}};]*;) \}}$")
_BEFORE_A_STATEMENT = (";", "{", "}", ":", ")", "else")


def _code(text):
    """The lines, with a blank in place of each character of a comment, a literal, a macro's definition or an
    assertion of the compiler."""
    lines = project.code_in_columns(text).split("\n")
    goes_on = is_assertion = False
    for index, line in enumerate(lines):
        is_assertion = is_assertion or "static_assert" in line
        is_macro = goes_on or line.lstrip().startswith("#")
        goes_on = is_macro and line.endswith("\\")
        if is_macro or is_assertion:
            lines[index] = ""
        is_assertion = is_assertion and ";" not in line
    return lines


def _is_balanced(code):
    return all(code.count(opening) == code.count(closing) for opening, closing in ("()", "{}", "[]"))


def _without_operands(code):
    """(begin, end) of each operand of && and || with its operator."""
    for match in _CONNECTIVE.finditer(code):
        depth = 0
        for end in range(match.end(), len(code) + 1):
            rest = code[end:]
            depth += rest.startswith(("(", "[", "{")) - rest.startswith((")", "]", "}"))
            if depth < 0 or (depth == 0 and re.match(r" (&&|\|\||\?)|[;,]|$", rest)):
                break
        # An operand in the next line would lose its operator.
        if code[match.end() : end].strip():
            yield match.start(), end
        depth = 0
        for begin in range(match.start() - 1, -1, -1):
            depth += (code[begin] in ")]}") - (code[begin] in "([{")
            if depth < 0 or (depth == 0 and re.search(r"(&& |\|\| |[^=!<>]= |return )$", code[: begin + 1])):
                yield begin + 1, match.end()
                break


def changes_of(text):
    """(number of the line, the line as it becomes) for each change, in the order of the lines."""
    before = ""
    for number, (code, line) in enumerate(zip(_code(text), text.split("\n")), 1):
        if not code.strip():
            continue
        spans = []
        if not _NO_CODE.match(code.rstrip()):
            spans += [(m.start(), m.end(), new) for pattern, new in _REPLACEMENTS for m in pattern.finditer(code)]
            spans += [(m.start(), m.end(), f"{m[2]} : {m[1]}") for m in _CHOICE.finditer(code)]
            spans += [(*operand, "") for operand in _without_operands(code)]
            spans += [(m.start(1), m.end(1), "") for m in _BODY.finditer(code)]
            statement = _STATEMENT.match(code.rstrip())
            if statement and _is_balanced(code) and before.endswith(_BEFORE_A_STATEMENT):
                spans.append((statement.start(1), statement.end(1), ";"))
        before = code.rstrip()
        made = {line[:begin] + new + line[end:] for begin, end, new in spans}
        yield from ((number, changed) for changed in sorted(made - {line}))
