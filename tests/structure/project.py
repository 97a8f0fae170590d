"""The project as the structural tests see it: its headers and their includes."""

import re
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

UMBRELLA = "trace2/trace2.hpp"

# Headers a user asks for by name: nothing that writes traces may depend on them.
OPTIONAL = re.compile(
    r"trace2/(read/|export/|task/|control/"
    r"|(boost_json|control|disturbances|testing|reconfigure|rotation|trigger)\.hpp$"
    r"|session/(duration_text|reconfiguration|recording_(rotation|succession)|rotation|target_change|trigger|trigger_rules)\.hpp$"
    r"|sink/(memory|null|rotating)\.hpp$"
    # Tasks: programs without them don't pay for them.
    r"|(task|(call|event|verb)/task|verb/task_(region|switch)|event/wait|process/(kept_regions|task_state)|recording/short_task)\.hpp$)"
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


@dataclass(frozen=True)
class Header:
    name: str  # as in an include directive: "trace2/sink/file.hpp"
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
        names = (spelling.strip('<>"') for _, spelling in self.includes)
        return [name for name in names if name.startswith("trace2/")]

    @property
    def is_optional(self):
        return bool(OPTIONAL.match(self.name))

    @property
    def is_private(self):
        return bool(PRIVATE.match(self.name))


def headers(root):
    """Every header below ROOT/include, by name."""
    include = Path(root) / "include"
    names = sorted(path.relative_to(include).as_posix() for path in include.rglob("*.hpp"))
    return {name: Header(name, (include / name).read_text(encoding="utf-8")) for name in names}


def sample(cases, most):
    """The first of the cases: as many as the only string in MOST says, or all when it is empty."""
    return list(cases)[: int(*most) or None]


def finish(violations):
    """Ends the test: silently with success, or with one violation per line."""
    for violation in violations:
        print(violation)
    sys.exit(1 if violations else 0)


def skip(reason):
    print(reason)
    sys.exit(77)
