"""Objects of one process that share a session agree on what crosses between them: usage interface.py ROOT [show]

An object trusts another one whose switch names the same version: it calls through that one's verb table
and reads the structs that it is handed. So the number in that version is raised with every change of them.
TABLE has a line for each number: the number and the hash of all that crosses. `show` prints that.
"""

import hashlib
import re
import sys
from pathlib import Path

import project

TABLE = "tests/structure/interfaces.txt"
NUMBER = re.compile(r'^#define TRACE2_DETAIL_INTERFACE "(\d+)"$', re.MULTILINE)
OBJECT_SWITCH = "trace2/call/object_switch.hpp"
VERBS = re.compile(r"trace2/call/verbs/\w+\.hpp")
BODIES = re.compile(r"\bclass (\w+_bodies) \{")
# What the verbs, the switch and the table hand over, by value or by reference, and what children inherit.
CROSSING = {
    OBJECT_SWITCH: ["object_switch"],
    "trace2/call/verb_table.hpp": ["verb_table"],
    "trace2/call/detailed_sum_bodies.hpp": ["detailed_sum_bodies"],
    "trace2/call/region_call.hpp": ["region_call"],
    "trace2/call/task_bodies.hpp": ["task_bodies", "entered_task"],
    "trace2/call/static_site.hpp": ["static_site", "message_site"],
    "trace2/call/verbs/value.hpp": ["json_source"],
    "trace2/value/buffer.hpp": ["basic_buffer", "buffer"],
    "trace2/detail/text/json_output.hpp": ["json_output"],
    "trace2/detail/text/text_store.hpp": ["text_store"],
    "trace2/event/detail/member_type.hpp": ["member_type", "enumerator_value", "rendered_value"],
    "trace2/event/detail/member_value.hpp": ["member_value"],
    "trace2/event/record.hpp": ["process_view", "thread_view", "circumstances"],
    "trace2/event/detail/schema.hpp": ["schema_flag", "schema_member", "member_places", "event_schema"],
    "trace2/event/detail/untyped_event.hpp": ["untyped_event", "untyped_record"],
    "trace2/process/state/identity.hpp": ["process_identity"],
    "trace2/process/state/state.hpp": ["misplaced_regions", "process_state", "process_counts", "misuse_counts"],
    "trace2/process/offered_event.hpp": ["offered_event"],
    "trace2/process/state/session_parts.hpp": ["session_parts", "signal_functions", "trace_context_functions"],
    "trace2/process/counters/sum_registry.hpp": ["sum_definition"],
    "trace2/recording/definition_list.hpp": ["definition_list", "numbering"],
    "trace2/settings/settings.hpp": ["settings"],
    "trace2/value/arguments.hpp": ["arguments"],
    "trace2/value/call_site.hpp": ["call_site", "repo_id"],
    "trace2/call/verbs/child.hpp": ["child_command", "child_record"],
    "trace2/value/data_value.hpp": ["data_value"],
    "trace2/value/duration.hpp": ["duration"],
    "trace2/value/format_settings.hpp": ["format_settings"],
    "trace2/value/scope.hpp": ["scope"],
    "trace2/value/settings_source.hpp": ["settings_source"],
    "trace2/value/text.hpp": ["text", "json_text"],
    "trace2/value/text_list.hpp": ["text_list"],
}

ANGLES = re.compile(r"<[^<>]*>")
IS_TYPE = re.compile(r"(?:union|struct|class|enum)\b")
IS_NO_MEMBER = re.compile(r"(?:static|using|friend|template|typedef|requires)\b|\[\[nodiscard")
# The name of a parameter: another one changes nothing.
PARAMETER_NAME = re.compile(r"(?<=[\w&*>]) (?!(?:const|int|char|long|short|double)\b)\w+(?= ?[,)])")


def definition(code, name):
    """(what stands between the name of a class and its brace, what stands between its braces); None without."""
    head = re.search(rf"\b(?:class|struct|enum|enum class) {name}\b([^;{{}}()]*)\{{", code)
    if head is None:
        return None
    depth, end = 1, head.end()
    while depth:
        depth += {"{": 1, "}": -1}.get(code[end], 0)
        end += 1
    return head[1].strip(), code[head.end() : end - 1]


def statements(body):
    """Each statement of a class; the braces of functions and default values are emptied."""
    statement, depth = "", 0
    for position, c in enumerate(body):
        depth -= c == "}"
        if depth == 0 or IS_TYPE.match(statement.strip()):
            statement += c
        depth += c == "{"
        follows = body[position + 1 :].lstrip()[:1]
        is_function = statement.count("(") == statement.count(")") != 0
        if depth == 0 and (c == ";" or (c == "}" and is_function and follows not in (";", ",", "{"))):
            yield statement.strip()
            statement = ""


def is_data(statement):
    """A data member, a type that is a member, or the type of a function; no function."""
    if statement.startswith("using") and "(*" in statement:
        return True
    if IS_NO_MEMBER.match(statement):
        return False
    if IS_TYPE.match(statement):
        return True
    while ANGLES.search(statement):
        statement = ANGLES.sub("", statement)
    return "(" not in re.sub(r"\(\*\w*\)\(|alignas\(\w+\)", "", statement) and "operator" not in statement


def without_value(statement):
    """Without the value that a data member begins with."""
    is_alias = statement.startswith(("using", "virtual"))
    return statement if is_alias else re.sub(r"\s*(?:=[^=;]*|\{\})\s*;$", ";", statement)


def members(header, name):
    """What decides how objects of a class are laid out and called, one text each."""
    code = re.sub(r"\b(?:public|private|protected):", "", " ".join("\n".join(header.code).split()))
    found = definition(code, name)
    if found is None:
        return None
    bases, body = found
    if re.search(rf"\benum (?:class )?{name}\b", code):
        return [f"{name} {bases}", *re.sub(r"\s", "", body).split(",")]
    kept = [s for s in statements(body) if s.startswith("virtual") or is_data(s)]
    return [f"{name} {bases}", *(PARAMETER_NAME.sub("", without_value(s)) for s in kept)]


def interface(headers):
    """(what crosses, names of classes that are nowhere)"""
    crossing = {**CROSSING}
    for header in headers.values():
        if VERBS.fullmatch(header.name):
            found = BODIES.findall("\n".join(header.code))
            crossing[header.name] = [*found, *crossing.get(header.name, [])]
    lines, missing = [], []
    # In the order of the classes: their headers may move.
    for name, header in sorted((name, header) for header, names in crossing.items() for name in names):
        found = members(headers[header], name) if header in headers else None
        lines += found or []
        if found is None:
            missing.append(f"{header}: has no {name}, which crosses between objects; mend the list of interface.py")
    return lines, missing


def violations(root):
    headers = project.headers(root)
    lines, missing = interface(headers)
    if missing:
        yield from missing
        return
    own = hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]
    table = dict(line.split() for line in (Path(root) / TABLE).read_text().splitlines())
    found = NUMBER.search(headers[OBJECT_SWITCH].text)
    number = found[1] if found else "0"
    if table.get(number) != own:
        last = max(map(int, table), default=0)
        yield (
            f"{OBJECT_SWITCH}: the interface changed: raise TRACE2_DETAIL_INTERFACE to {last + 1} "
            f"and add “{last + 1} {own}” to {TABLE}"
        )


if __name__ == "__main__":
    root, *show = sys.argv[1:]
    if show:
        print(*interface(project.headers(root))[0], sep="\n")
        sys.exit()
    project.finish(list(violations(root)))
