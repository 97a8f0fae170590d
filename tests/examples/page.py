"""A page for users: its programs, commands and outputs."""

import re


class Page:
    def __init__(self, path, root):
        self.path = path
        self.name = str(path.relative_to(root))
        self.text = path.read_text(encoding="utf-8")
        self.blocks = re.findall(r"^```(\w+)\n(.*?)^```$", self.text, re.DOTALL | re.MULTILINE)
        self.cpp = [text for language, text in self.blocks if language == "cpp"]
        # Other code is a part of a program.
        self.programs = [text for text in self.cpp if "int main(" in text]

    def prose(self):
        return re.sub(r"^```.*?^```$", "", self.text, flags=re.DOTALL | re.MULTILINE)

    def commands(self):
        """Each command, and the output shown below it; None where none is shown."""
        for language, text in self.blocks:
            if language == "sh":
                yield from ((line, None) for line in text.splitlines())
            if language == "console":
                assert text.startswith("$ "), text
                for command in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
                    lines = re.match(r".*\n(?:> .*\n)*", command)[0]
                    yield re.sub(r"\n> ", "\n", lines.rstrip("\n")), command[len(lines) :]

    def parts(self):
        """Each part of a program, and the last file that its section has linked to; None where it links to none."""
        section = 0
        for match in re.finditer(r"^(?:#+ .*|```(\w+)\n(.*?)^```)$", self.text, re.DOTALL | re.MULTILINE):
            if match[0].startswith("#"):
                section = match.end()
            elif match[1] == "cpp" and match[2] not in self.programs:
                links = re.findall(r"\]\(((?!.*include/)[^)]*\.[ch]pp)\)", self.text[section : match.start()])
                yield match[2], (self.path.parent / links[-1]).resolve() if links else None


def statements(code):
    """The lines of a part of a program, without comments."""
    lines = (re.sub(r"\s*//.*", "", line).strip() for line in code.splitlines())
    return [line for line in lines if line]


def masked(text):
    """The lines without what differs from run to run, and from version to version of the library."""
    for pattern, name in (
        (r"\d{8}T\d{6}\.\d{6}Z-(H[0-9a-f]{8}|Localhost)-P[0-9a-f]{8}", "SID"),
        (r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?Z?", "TIME"),
        (r"(?<!\d)\d\d:\d\d:\d\d(\.\d+)?", "TIME"),
        (r"\b\d{4}-\d\d-\d\d\b", "DATE"),
        # Absolute paths and the directories of commands.
        (r"(\.\./)+examples/|\.\.\.[^|\n]*/(?=\w+\.cpp)|(?<![\w./])(/[\w.+-]+)*/(?=[\w.+-]+)", ""),
        (r"\b[\d.]+ → (?=[\d.]+ [mun]?s\b)", ""),
        (r"<?\b\d+(\.\d+)? ([mun]?s|min|h)\b", "DURATION"),
        (r"\b[\d.]+ ?([kMG]i?)?B\b", "SIZE"),
        # A share, and its bar.
        (r"(?:[+-]|<(?=1%))?\b\d+(\.\d+)?(\.\.[+-]?\d+(\.\d+)?)? ?%( #+)?", "SHARE"),
        (r"\b\d+\.\d{3,}\b", "0.0"),
        (r"\bpid([: ])\d+", r"pid\1PID"),
        # Which of several threads takes which work.
        (r"\bth\d\d:", "thNN:"),
        (r"\b\d+ more\b", "N more"),
        (r" \[\d+x\]", ""),
        (r"[ \t]+|─+", " "),
        (r"(?m)^ | $", ""),
        (r"(?m)^\d+ (?=TIME)", "PID "),
    ):
        text = re.sub(pattern, name, text)
    return [line for line in text.splitlines() if line and "cmd_ancestry" not in line]


def has_output(printed, shown):
    """In any order, because rows stand in the order of their times. A line "…" stands for lines that are left out,
    "…" in a line for a part of it. A row with a share may be too small in this run, and among those that "N more"
    sums up, if another one is there."""
    lines, is_part, folded, rows = masked(printed), False, 0, 0
    has_sum = "DURATION SHARE N more" in lines
    for line in masked(shown):
        if line == "…":
            is_part = True
            continue
        is_row = line.startswith("DURATION SHARE ")
        pattern = re.escape(line).replace("…", ".*")
        match = next((each for each in lines if re.fullmatch(pattern, each)), None)
        if match is not None:
            lines.remove(match)
            rows += is_row
        elif is_row and (has_sum or line.endswith(" N more")):
            folded += 1
        else:
            return False
    return (is_part or not lines) and (rows > 0 or folded == 0)
