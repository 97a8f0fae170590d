"""The project as the structural tests see it: its headers and their includes."""

import re
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

UMBRELLA = "trace2/trace2.hpp"

# Headers a user asks for by name: nothing that writes traces may depend on them.
OPTIONAL = re.compile(
    r"trace2/(read/|task/|control/"
    r"|(boost_json|control|disturbances|testing|reconfigure|redaction|rotation|trigger)\.hpp$"
    r"|session/(duration_text|reconfiguration|recording_(rotation|succession)|rotation|target_change|trigger|trigger_rules)\.hpp$"
    r"|sink/(memory|null|rotating)\.hpp$"
    # Tasks: programs without them don't pay for them.
    r"|(task|(call|event|verb)/task|verb/task_(region|switch)|event/wait|process/threads/(suspended_regions|task_state)|recording/short_task)\.hpp$)"
)
PRIVATE = re.compile(r"trace2/(\w+/)?detail/")

_TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)
    |(?P<literal>R"([^(]*)\(.*?\)\3"|"(?:\\.|[^"\\\n])*"|(?<!\w)'(?:\\.|[^'\\\n])*')""",
    re.DOTALL | re.VERBOSE,
)


def _blank(text, *kinds):
    """The text without the tokens of these kinds; line numbers stay."""

    def replacement(match):
        return "\n" * match[0].count("\n") if match.lastgroup in kinds else match[0]

    return _TOKEN.sub(replacement, text)


def code_in_columns(text):
    """The text with a blank in place of each character of a comment or literal."""
    return _TOKEN.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)


@dataclass(frozen=True)
class Header:
    name: str  # as in an include directive: "trace2/sink/file.hpp", "walk/tree.hpp" of the command
    text: str

    @cached_property
    def code(self):
        """The text without comments and literals, line by line."""
        return _blank(self.text, "comment", "literal").split("\n")

    @cached_property
    def includes(self):
        """(line number, file in brackets or quotes) of each include directive."""
        directive = re.compile(r'\s*#\s*include\s*([<"].*?[>"])')
        lines = _blank(self.text, "comment").split("\n")
        found = ((number, directive.match(line)) for number, line in enumerate(lines, 1))
        return [(number, match[1]) for number, match in found if match]

    @property
    def own_includes(self):
        """Names of the project's headers that this one includes, under whatever condition."""
        return [s[1:-1] for _, s in self.includes if s.startswith("<trace2/") or (s[0] == '"' and "/" in s)]

    @property
    def is_optional(self):
        return bool(OPTIONAL.match(self.name))

    @property
    def is_for_windows(self):
        return is_for_windows(self.name)

    @property
    def is_private(self):
        return bool(PRIVATE.match(self.name))


def is_for_windows(name):
    return "/windows/" in name


def headers(root):
    """Every header below ROOT/include, by name."""
    include = Path(root) / "include"
    names = sorted(path.relative_to(include).as_posix() for path in include.rglob("*.hpp"))
    return {name: Header(name, (include / name).read_text(encoding="utf-8")) for name in names}


def program_files(root):
    """Every header and source of the command's rooms, by name."""
    rooms = Path(root) / "examples/trace2"
    names = sorted(path.relative_to(rooms).as_posix() for path in rooms.rglob("*.[hc]pp"))
    return {name: Header(name, (rooms / name).read_text(encoding="utf-8")) for name in names}


def examples(root):
    """Every header and source below ROOT/examples, by name."""
    names = sorted(path.relative_to(root).as_posix() for path in (Path(root) / "examples").rglob("*.[hc]pp"))
    return {name: Header(name, (Path(root) / name).read_text(encoding="utf-8")) for name in names}


def sample(cases, most):
    """The first of the cases: as many as the only string in MOST says, or all when it is empty."""
    return list(cases)[: int(*most) or None]


def finish(violations):
    """Ends the test: silently with success, or with one violation per line."""
    for violation in violations:
        print(violation)
    sys.exit(1 if violations else 0)


def skip(reason):
    print(f"SKIPPED: {reason}")
    sys.exit(77)
