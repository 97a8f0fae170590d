"""A header as its users see it, for Doxygen: without what a user can't name or need not know."""

import re

from source import Source

TEMPLATE = r"template <(?:[^<>]|<[^<>]*>)*?"
CONCEPT = r"unspecified|std::same_as<\w+>|described_enum|described|event_type"

# By folder. Told once, where concepts say what an event and a format are.
RECURRING = {
    "event": r"""static constexpr (?:std::string_view event_name|event_traits traits|sum_of whose)\b
        |void (?:normal|perf|perf_category)\(""",
    "format": r"static (?:bool wants_untyped|void write)\(",
    "read": r"void (?:perf|perf_category)\(",
}

# Members that every class has, or that no user calls: copying, the end of an object, friends.
USUAL = r"""(?:virtual )?~\w+\(\)
    |\w+\((?:\w+|basic_\w+<\w+>) const&\) = (?:delete|default);
    |\w+& operator=\(\w+ const&\) = (?:delete|default);
    |(?:friend|static_assert)\b"""

# Functions with a parameter or a result that no user can name.
UNSPECIFIED = r"""(?!template|using|class|struct|private|public|return)(?:[\w:&*<>]+ )*
    (?:unspecified\b[^;{]*\(|[a-z_<=]+\([^;{)]*\bunspecified\b)"""

# What no reader of a contract needs, in this order; contracts say the same in words.
DROPPED = [
    (r"\[\[[^][]*\]\] ?", ""),
    (r"^ *#\s*define TRACE2_DETAIL\w*(?:.*\\\n)*.*", ""),
    (r"^(#define TRACE2_\w+\([\w, .]*\))(?:.*\\\n)*.*", r"\1"),
    (r"^(?:TRACE2_DETAIL_DESCRIBE\w*|BOOST_DESCRIBE\w+)\([^;]*?\)$", ""),
    (r"^static_assert\([^;]*\);", ""),
]

# Types that a user can't name.
HIDDEN = [
    (r"detail::(buffer|attachment)\b(?!;)", r"\1"),
    (r"detail::environment\(\)", "environ"),
    (r"(?:::)?(?:trace2::)?\bdetail::[\w:]+(?:<[\w:., ]*>)?", "unspecified"),
    (r"\s*(?:final )?: (?:public )?unspecified(?= \{)", ""),
    (r", unspecified = \{\}", ""),
    (rf"({TEMPLATE}) = unspecified\b", r"\1"),
    # Once for each parameter.
    *3 * [(rf"({TEMPLATE})\b(?:{CONCEPT}) (\w+)(?=[,>])", r"\1class \2")],
]

ALIAS = re.compile(r"^using (\w+) =\s+(basic_\w+)<[^;]*>;", re.MULTILINE)
FUNCTION_OF_VERB = re.compile(
    r"^(?:template <[^\n]*\n)?(?:inline )?\w+ \w+\([^;]*?caller::here\(\)\) noexcept \{"
    r"[^}]*?\b(\w+_verbs)<caller::\w+>::(\w+)\(",
    re.MULTILINE,
)


def members(pattern):
    return "^ +(?:" + re.sub(r"\n +", "", pattern) + ")"


def aliases(text):
    """The names that programs use for the templates of a header: child for basic_child<Tracer>."""
    found = {match[2]: match[1] for match in ALIAS.finditer(text) if match[2] == f"basic_{match[1]}"}
    return {template: name for template, name in found.items() if name not in ("tracer", "caller")}


def public_names(text):
    """Classes, concepts, enumerations and aliases at namespace scope, outside of detail."""
    source = Source(text)
    drop_namespaces(source)
    return re.findall(
        r"^(?:class|struct|enum class|concept|using) (\w+)(?= [={:]| final)", source.code, re.MULTILINE
    )


def drop_namespaces(source):
    """The inline namespace is for linkers, detail for the library."""
    source.text = source.text.replace(" inline namespace v0 {", "", 1)
    source.text = re.sub(r"^\}(\}+  // namespace trace2)::v0", r"\1", source.text, flags=re.MULTILINE)
    while match := re.search(r"^namespace detail \{$", source.code, re.MULTILINE):
        source.blank(match.start(), source.after_bracket(match.end() - 1))


def drop_compiled_out(source):
    """The specialisations for units where tracing is compiled out."""
    comment = re.compile(r"^ */// Compiled out[^\n]*\n(?: *///[^\n]*\n)*", re.MULTILINE)
    while match := comment.search(source.text):
        source.blank(match.start(), source.after_declaration(match.end()))


def keep_only(source, names):
    listed = "|".join(names)
    # What is complete elsewhere has its contract here.
    source.replace(rf"^(struct|class) ({listed});", r"\1 \2 {};")
    source.blank_declarations(
        rf"^(?!(?:template <.*>\n)?(?:.* )?(?:{listed})(?= *[={{:;(]| final))"
        r"(?:struct|class|enum|union|inline|constexpr|using|template|concept)\b"
    )


def name_classes(source, names):
    """Shows each template as the class that programs name. The main page tells when to name the template."""
    for match in reversed(list(ALIAS.finditer(source.code))):
        if match[2] not in names:
            continue
        begin = source.begin_with_comment(match.start())
        of_alias = re.search(rf"^template <bool Enabled>\nusing {match[2]} =[^;]*;", source.code, re.MULTILINE)
        if of_alias:
            # Its comment then stands in front of the name below.
            source.blank(begin, match.start())
            source.blank(*of_alias.span())
            source.replace(rf"(?<=using {match[1]} = ){match[2]}<[^;]*>", "unspecified")
        else:
            source.blank(begin, match.end())
    for template, plain in names.items():
        source.replace(rf"^template <[^\n]*>\n((?:class|struct) ){template}\b", r"\1" + plain)
        source.replace(rf"\b{template}\b(?:<(?:[^<>;]|<[^<>;]*>)*>)?", plain)
    source.replace(r"^  template <class Targets = typename Tracer::targets>$", "")


def complete_functions(source):
    """A function that calls a verb has the contract of the verb. Nobody passes its last parameter."""
    for match in reversed(list(FUNCTION_OF_VERB.finditer(source.code))):
        before = source.text[: match.start()]
        if not before.rstrip("\n").split("\n")[-1].startswith("///"):
            contract = f"/** @copydoc trace2::{match[1]}::{match[2]} */ "
            source.text = before + contract + source.text[match.start() :]
    source.replace(r"(?:,\s*)?\bcaller(?: from)? = caller::here\(\)", "")


def put_into(source, group):
    opening = re.search(r"^namespace trace2 (?:.*)\{(?= *$)", source.code, re.MULTILINE)
    closings = list(re.finditer(r"^\}+(?= *$)", source.code, re.MULTILINE))
    if not opening or not closings:
        return
    begin, end = opening.end(), closings[-1].start()
    marked = f" /** @addtogroup {group} */ /** @{{ */{source.text[begin:end]}/** @}} */"
    source.text = source.text[:begin] + marked + source.text[end:]


def shown(name, text, group, only, names):
    """The header NAME, such as "sink/file.hpp", in a group; of ONLY these names, if there are any.

    Templates have the NAMES that programs use for them.
    """
    if name == "call/targets.hpp":
        # Its class is a base of basic_tracer, for the functions that users call.
        text = text.replace(" namespace detail {", "")
        text = text.replace("}}}  // namespace trace2::v0::detail", "}}  // namespace trace2::v0")
    source = Source(text)
    drop_namespaces(source)
    drop_compiled_out(source)
    # Doxygen takes the separators of digits for quotes.
    source.text = re.sub(r"(?<=\d)'(?=\d)", "", source.text)
    source.blank_constraints()
    for pattern, replacement in DROPPED:
        source.replace(pattern, replacement)
    for pattern in [RECURRING.get(name.split("/")[0]), USUAL]:
        if pattern:
            source.blank_declarations(members(pattern))
    if only:
        keep_only(source, only)
    name_classes(source, names)
    for pattern, replacement in HIDDEN:
        source.replace(pattern, replacement)
    source.blank_declarations("^  (?! )" + members(UNSPECIFIED).removeprefix("^ +"))
    complete_functions(source)
    put_into(source, group)
    return source.text
