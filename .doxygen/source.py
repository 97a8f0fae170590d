"""The text of a header, of which parts can be taken away. Lines keep their numbers."""

import re

TOKEN = re.compile(
    r"""//[^\n]*|/\*.*?\*/
    |R"([^(]*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<!\w)'(?:\\.|[^'\\\n])*'""",
    re.DOTALL | re.VERBOSE,
)
CLOSERS = {"(": ")", "[": "]", "{": "}"}


def blanked(text):
    return re.sub(r"[^\n]", " ", text)


class Source:
    """Text, and the same with a blank for each character of a comment or literal."""

    def __init__(self, text):
        self.text = text

    @property
    def text(self):
        return self._text

    @text.setter
    def text(self, text):
        self._text = text
        self.code = TOKEN.sub(lambda match: blanked(match[0]), text)

    def blank(self, begin, end):
        self.text = self.text[:begin] + blanked(self.text[begin:end]) + self.text[end:]

    def replace(self, pattern, replacement, flags=re.MULTILINE):
        """In code, not in comments."""
        parts, at = [], 0
        for match in re.finditer(pattern, self.code, flags):
            parts += [self.text[at : match.start()], match.expand(replacement) + "\n" * match[0].count("\n")]
            at = match.end()
        self.text = "".join(parts) + self.text[at:]

    def after_bracket(self, at):
        """The place behind the bracket that closes the one here."""
        closers = []
        while True:
            c = self.code[at]
            if c in CLOSERS:
                closers.append(CLOSERS[c])
            elif closers and c == closers[-1]:
                closers.pop()
            at += 1
            if not closers:
                return at

    def after_declaration(self, at):
        while self.code[at] != ";":
            c = self.code[at]
            at = self.after_bracket(at) if c in CLOSERS else at + 1
            if c == "{" and not re.match(r"\s*[;,{(]", self.code[at:]):
                return at
        return at + 1

    def begin_with_comment(self, at):
        """Where the comment and the template head in front of a declaration begin."""
        at = self.text.rfind("\n", 0, at) + 1
        while True:
            before = self.text.rfind("\n", 0, at - 1) + 1
            line = self.text[before:at].strip()
            if at == 0 or not re.match(r"//|template\b|requires\b", line):
                return at
            at = before

    def blank_declarations(self, pattern):
        """Declarations with the comments in front of them, and behind them in the line."""
        while match := re.search(pattern, self.code, re.MULTILINE):
            end = self.after_declaration(match.start())
            rest = re.match(r"[ ;]*//[^\n]*", self.text[end:])
            self.blank(self.begin_with_comment(match.start()), end + (rest.end() if rest else 0))

    def blank_constraints(self):
        """Requires-clauses: contracts say the same in words."""
        for match in reversed(list(re.finditer(r"^ *requires\b(?! *\{)", self.code, re.MULTILINE))):
            at = match.end()
            while True:
                at += re.match(r"[\s!]*", self.code[at:]).end()
                if self.code[at] == "(":
                    at = self.after_bracket(at)
                elif word := re.match(r"requires *(?=[({])", self.code[at:]):
                    at += word.end()
                    if self.code[at] == "(":
                        at = self.after_bracket(at)
                        at += re.match(r"\s*", self.code[at:]).end()
                    at = self.after_bracket(at)
                else:
                    at += re.match(r"(?:(?!&&|\|\|)[^\n;])*", self.code[at:]).end()
                further = re.match(r"\s*(?:&&|\|\|)", self.code[at:])
                if not further:
                    break
                at += further.end()
            if self.code[at] != ";":
                self.blank(match.start(), at)
