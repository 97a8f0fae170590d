"""Each check finds the violations that it is for: usage checks_test.py BUILD_DIR"""

import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

BUILD_DIR = sys.argv.pop(1)
HERE = Path(__file__).parent
GOOD = "// A header.\n#pragma once\n"


class Checks(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.root = Path(directory.name)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def header(self, name, text="", top=GOOD):
        self.write(f"include/trace2/{name}", top + text)

    def check(self, script, *arguments):
        command = [sys.executable, HERE / script, *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def accepts(self, script, *arguments):
        result = self.check(script, self.root, *arguments)
        self.assertEqual((result.returncode, result.stdout), (0, ""), result.stderr)

    def finds(self, violation, script, *arguments):
        result = self.check(script, self.root, *arguments)
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertIn(violation, result.stdout)


class Layering(Checks):
    def test_downwards_and_sideways_is_allowed(self):
        self.header("detail/system/posix/system_calls.hpp")
        self.header("sink.hpp", "#include <trace2/detail/system/posix/system_calls.hpp>\n")
        self.header("sink/file.hpp", "#include <trace2/sink.hpp>\n")
        self.accepts("layering.py")

    def test_upwards(self):
        self.header("sink.hpp")
        self.header("detail/system/posix/system_calls.hpp", "#include <trace2/sink.hpp>\n")
        self.finds("trace2/detail/system/posix/system_calls.hpp -> trace2/sink.hpp: goes up", "layering.py")

    def test_writer_to_reader(self):
        self.header("read/stream.hpp")
        self.header("trace2.hpp", "#include <trace2/read/stream.hpp>\n")
        self.finds("trace2/trace2.hpp -> trace2/read/stream.hpp: goes up", "layering.py")

    def test_cycle(self):
        self.header("value/a.hpp", "#include <trace2/value/b.hpp>\n")
        self.header("value/b.hpp", "#include <trace2/value/a.hpp>\n")
        self.finds("cycle: trace2/value/", "layering.py")

    def test_missing_header_and_missing_room(self):
        self.header("sink.hpp", "#include <trace2/detail/x.hpp>\n")
        self.header("novelty/x.hpp")
        self.finds("trace2/sink.hpp -> trace2/detail/x.hpp: no such header", "layering.py")
        self.finds("trace2/novelty/x.hpp: belongs to no room", "layering.py")

    def test_rooms_of_the_command(self):
        self.header("read/stream.hpp")
        self.write("examples/trace2/output/table.hpp", GOOD + "#include <trace2/read/stream.hpp>\n")
        self.write("examples/trace2/walk/tree.cpp", '#include "output/table.hpp"\n#include "generated.hpp"\n')
        self.accepts("layering.py")
        self.write("examples/trace2/output/page.cpp", '#include "walk/tree.hpp"\n')
        self.write("examples/trace2/walk/tree.hpp", GOOD)
        self.write("examples/trace2/novelty/x.hpp", GOOD)
        self.finds("output/page.cpp -> walk/tree.hpp: goes up", "layering.py")
        self.finds("novelty/x.hpp: belongs to no room", "layering.py")
        self.header("read/stream.hpp", '#include "output/table.hpp"\n')
        self.finds("trace2/read/stream.hpp -> output/table.hpp: goes up", "layering.py")

    def test_programs_use_nothing_private(self):
        self.header("detail/system/posix/system_calls.hpp")
        self.header("value/detail/put.hpp")
        self.header("value/buffer.hpp", "#include <trace2/value/detail/put.hpp>\n")
        uses = {
            "#include <trace2/value/detail/put.hpp>": "includes <trace2/value/detail/put.hpp>",
            "#include <trace2/detail/system/posix/system_calls.hpp>": "includes <trace2/detail/system/posix/system_calls.hpp>",
            "namespace { int i = trace2::detail::one; }": "names trace2::detail",
            "using namespace ::trace2 :: v0::detail;": "names trace2 :: v0::detail",
            "namespace t = trace2;\nint i = t::detail::one;": "names t::detail",
            "namespace trace2::program { int i = detail::one; }": "names detail::",
            "namespace trace2 { inline namespace v0 { namespace detail {\n}}}": "names namespace detail",
            "namespace trace2::inline v0::detail {\n}": "names trace2::inline v0::detail",
            "TRACE2_DETAIL_DESCRIBE(a, b)": "names TRACE2_DETAIL_DESCRIBE",
        }
        for place in "examples/trace2/output/table.cpp", "examples/hello.cpp":
            for text, use in uses.items():
                self.write(place, f"#include <trace2/value/buffer.hpp>\n\n{text}\n")
                line = 4 if "\nint" in text else 3
                self.finds(f"{place}:{line}: {use}, which is private", "layering.py")
            self.write(place, "#include <trace2/value/buffer.hpp>\n")

    def test_namespaces_of_a_programs_own_may_be_called_detail(self):
        self.header("value/buffer.hpp")
        self.write(
            "examples/dupes/sort.hpp",
            GOOD + "// trace2::detail\nnamespace dupes { namespace detail { int i; }\nint j = detail::i;\n"
            'char const* text = "trace2::detail::i <trace2/detail/x.hpp>"; }\n',
        )
        self.accepts("layering.py")

    def test_a_system_is_used_in_its_layer(self):
        uses = "#include <unistd.h>\n#if defined(_WIN32)\nstruct ::stat status;\n#endif\n"
        self.header("detail/system/posix.hpp", uses)
        self.write("examples/trace2/system/child.cpp", uses)
        self.header("sink.hpp", "#include <cstdio>\n#include <zlib.h>\n// _WIN32\n")
        self.accepts("layering.py")
        self.header("session/rotation.hpp", uses)
        self.write("examples/trace2/output/pager.cpp", uses)
        for name in "trace2/session/rotation.hpp", "output/pager.cpp":
            for use in "<unistd.h>", "_WIN32", "struct ::stat":
                self.finds(f": {use} belongs into trace2/detail/system/", "layering.py")
            self.finds(name, "layering.py")
        self.write("tests/structure/system_users.txt", "output/pager.cpp\ntrace2/session/rotation.hpp\n")
        self.accepts("layering.py")
        self.header("session/rotation.hpp")
        self.finds("trace2/session/rotation.hpp: uses no system's own any more", "layering.py")

    def test_commented_include_is_none(self):
        self.header("sink.hpp")
        self.header("detail/system/posix/system_calls.hpp", "// #include <trace2/sink.hpp>\n")
        self.accepts("layering.py")


class Umbrella(Checks):
    def test_reaches_public_headers_through_others(self):
        self.header("event/child.hpp")
        self.header("event.hpp", "#include <trace2/event/child.hpp>\n")
        self.header("trace2.hpp", "#include <trace2/event.hpp>\n")
        self.header("read/stream.hpp")
        self.header("detail/unused.hpp")
        self.accepts("umbrella.py")

    def test_forgotten(self):
        self.header("trace2.hpp")
        self.header("timer.hpp")
        self.finds("trace2/timer.hpp: public, but", "umbrella.py")

    def test_optional(self):
        self.header("boost_json.hpp")
        self.header("trace2.hpp", "#include <trace2/boost_json.hpp>\n")
        self.finds("trace2/boost_json.hpp: optional, but", "umbrella.py")


class HeaderExamples(Checks):
    TOP = "// A sink, from examples/sink.cpp:\n//\n//     class sink {\n//       int i;\n//     };\n#pragma once\n"

    def test_part_of_a_program(self):
        self.header("sink.hpp", top=self.TOP)
        self.write("examples/sink.cpp", "namespace {\nclass sink {\n  int i;\n};\n}\n")
        self.accepts("header_examples.py")

    def test_neither_outdated_nor_alone(self):
        self.header("sink.hpp", top=self.TOP)
        self.finds("sink.hpp: there is no examples/sink.cpp", "header_examples.py")
        self.write("examples/sink.cpp", "class sink {\n  long i;\n};\n")
        self.finds("examples/sink.cpp has no “class sink {", "header_examples.py")

    def test_whole_blocks(self):
        source = "class sink {\n  char s[4] = \"}})\";\n\n  char c = '{';  // :}\n};\n"
        shown = "".join(f"//     {line}".rstrip() + "\n" for line in source.splitlines())
        top = f"// A sink, from examples/sink.cpp:\n//\n{shown}#pragma once\n"
        self.write("examples/sink.cpp", source)
        self.header("sink.hpp", top=top)
        self.accepts("header_examples.py")
        self.header("sink.hpp", top=top.replace("//     };\n", ""))
        self.finds("sink.hpp: the example from examples/sink.cpp lacks braces", "header_examples.py")


class HeaderRules(Checks):
    def test_user_macros_where_they_may_be(self):
        self.header("config.hpp", "#ifndef TRACE2_ENABLED\n#  define TRACE2_ENABLED 1\n#endif\n")
        self.header("tracer.hpp", "using tracer =\n    basic<TRACE2_ENABLED != 0, int>;\n")
        self.header("trace2.hpp", "#if TRACE2_ENABLED\n#  include <trace2/timer.hpp>\n#endif\n")
        self.header(
            "call/macros.hpp",
            "#if TRACE2_ENABLED  // on\n#  define TRACE2_EMIT(e) \\\n    TRACE2_TRACER::emit(e)\n"
            "#else\n#  define TRACE2_EMIT(e)\n#endif\nint after;\n",
        )
        self.accepts("header_rules.py")

    def test_user_macros_where_they_may_not_be(self):
        self.header("tracer.hpp", "struct s {\n#if TRACE2_ENABLED\n  int i;\n#endif\n};\n")
        self.header("region.hpp", "template <class T = basic<TRACE2_ENABLED>> class region;\n")
        self.header("call/macros.hpp", "#if TRACE2_ENABLED\n#else\ninline int f() {}\n#endif\n")
        self.finds("tracer.hpp:4: reads a user macro", "header_rules.py")
        self.finds("region.hpp:3: reads a user macro", "header_rules.py")
        self.finds("macros.hpp:5: lets a user macro decide", "header_rules.py")

    def test_shape(self):
        self.header("a.hpp", top="#pragma once\n")
        self.header("b.hpp", top="// #pragma once\n")
        self.header("c.hpp", "\n" * 300)
        self.finds("a.hpp:1: does not begin with a comment", "header_rules.py")
        self.finds("b.hpp:1: has no #pragma once", "header_rules.py")
        self.finds("c.hpp:302: has more than 300 lines", "header_rules.py")

    def test_wording(self):
        unfinished = "TO" "DO"
        for text, problem in (
            ("#define MACRO\n", "defines a macro without"),
            ("#if defined(__GLIBC__) && !__GLIBC_PREREQ(2, 34)\n", "__GLIBC_PREREQ(): where no such macro"),
            ("namespace {\n", "has an unnamed namespace"),
            ("using namespace std;\n", "has a using-directive"),
            ("inline int i = ::sigemptyset(0);\n", "::sigemptyset: some systems define it as a macro"),
            (f"// {unfinished}: more\n", "leaves something to do"),
            ('#include "a.hpp"\n', '"a.hpp": includes are written with angle brackets'),
            ("#include <unistd.h>\n", "<unistd.h> belongs into"),
            ("#include <vector>\n", "<vector> is too heavy"),
        ):
            self.header("sink.hpp", text)
            self.finds(f"trace2/sink.hpp:3: {problem}", "header_rules.py")

    def test_comments_and_literals_are_no_code(self):
        self.header("sink.hpp", '/*\nnamespace {\n*/ auto s = "TRACE2_ENABLED";  // TRACE2_TRACER\n')
        self.header("read/stream.hpp", "#include <vector>\n")
        self.header("detail/system/posix/system_calls.hpp", "#include <unistd.h>\n")
        self.accepts("header_rules.py")


class Licences(Checks):
    def test_each_header_names_its_licence_once(self):
        licence = "// SPDX-License-Identifier: BSL-1.0\n"
        licensed = f"// A header.\n{licence}#pragma once\n"
        self.header("a.hpp", top=licensed)
        self.accepts("licences.py")
        self.header("b.hpp")
        self.header("c.hpp", top=licence + licensed)
        self.finds("b.hpp: lacks // SPDX", "licences.py")
        self.finds("c.hpp: names its licence twice", "licences.py")


class Interface(Checks):
    """With a copy of the project's headers, in which one thing changes."""

    PROJECT = HERE.parent.parent

    def setUp(self):
        super().setUp()
        shutil.copytree(self.PROJECT / "include", self.root / "include")
        self.write("tests/structure/interfaces.txt", (HERE / "interfaces.txt").read_text())

    def change(self, name, before, after):
        path = self.root / "include/trace2" / name
        text = path.read_text()
        self.assertIn(before, text)
        path.write_text(text.replace(before, after))

    def test_what_nobody_else_sees_may_change(self):
        self.change("call/verbs/command.hpp", "virtual void cmd_mode(text mode,", "virtual void cmd_mode(text other,")
        self.change("call/verbs/command.hpp", "/// Traces the code", "/// Tells the code")
        self.change("value/call_site.hpp", "return value >= 0", "return value > -1")
        self.accepts("interface.py")

    def test_what_crosses_must_not(self):
        interface = r"the interface changed: raise TRACE2_DETAIL_INTERFACE to "
        verb = "  virtual void cmd_mode(text mode, call_site) const noexcept = 0;\n"
        for name, before, after in (
            ("call/verbs/command.hpp", verb, verb + verb.replace("mode", "other")),
            ("call/verbs/command.hpp", "int code, call_site) const", "long code, call_site) const"),
            ("call/verb_table.hpp", "  process_state* process;\n", "  void* added;\n  process_state* process;\n"),
            ("call/object_switch.hpp", "atomic<int> beginning_in", "atomic<long> beginning_in"),
            ("value/call_site.hpp", "int value", "long value"),
            ("event/detail/member_value.hpp", "bytes_[24]", "bytes_[32]"),
            ("event/detail/member_type.hpp", "rendered = 18", "rendered = 20"),
            ("call/static_site.hpp", "  std::uint16_t line;\n", ""),
            ("process/state/state.hpp", "atomic<bool> exports{true};", "atomic<int> exports{1};"),
            ("call/task_bodies.hpp", "virtual std::uint64_t current() const", "virtual task_id current() const"),
        ):
            with self.subTest(after):
                path = self.root / "include/trace2" / name
                right = path.read_text()
                self.change(name, before, after)
                self.finds(interface, "interface.py")
                path.write_text(right)

    def test_the_number_is_that_of_the_table(self):
        self.change("call/object_switch.hpp", 'TRACE2_DETAIL_INTERFACE "', 'TRACE2_DETAIL_INTERFACE "9')
        self.finds("the interface changed", "interface.py")

    def test_a_class_that_moved(self):
        self.change("value/call_site.hpp", "struct repo_id", "struct repo_number")
        self.finds("has no repo_id", "interface.py")


class Lists(Checks):
    def test_complete_and_sorted(self):
        self.write("b_test.cpp", "")
        self.write("sink/a_test.cpp", "")
        self.accepts("test_lists.py", "*_test.cpp", "b", "sink/a")
        self.finds("sink/a: is not in the list", "test_lists.py", "*_test.cpp", "b")
        self.finds("b: is out of order", "test_lists.py", "*_test.cpp", "sink/a", "b")


class Compiled(Checks):
    """The checks that compile, with headers of their own beside those of the project."""

    def test_self_contained(self):
        self.header("detail/ok.hpp", "inline int ok;\n")
        self.accepts("self_contained.py", BUILD_DIR)
        self.header("detail/incomplete.hpp", "inline std::size_t n;\n")
        self.finds("trace2/detail/incomplete.hpp:\n", "self_contained.py", BUILD_DIR)

    def test_included_twice(self):
        self.header("detail/twice.hpp", "inline int twice;\n", top="// No pragma.\n")
        self.finds("trace2/detail/twice.hpp:\n", "self_contained.py", BUILD_DIR)

    def test_warnings_are_errors(self):
        self.header("detail/narrow.hpp", "inline char narrow(int i) { return i; }\n")
        self.finds("[-Werror", "self_contained.py", BUILD_DIR)

    def test_linkage(self):
        self.header("detail/ok.hpp", "inline int ok() { return 0; }\n")
        self.accepts("linkage.py", BUILD_DIR)
        self.header("detail/twice.hpp", "int defined_twice() { return 0; }\n")
        self.finds("defined_twice", "linkage.py", BUILD_DIR)

    def test_include_budget(self):
        self.header("detail/ok.hpp", "#include <string_view>\n")
        self.header("read/stream.hpp", "#include <iostream>\n")
        self.accepts("include_budget.py", BUILD_DIR)
        self.header("detail/heavy.hpp", "#include <fstream>\n#include <memory>\n#include <thread>\n")
        self.finds("trace2/detail/heavy.hpp -> thread", "include_budget.py", BUILD_DIR)


class CompileFail(Checks):
    def test_both_halves(self):
        for source, violation in (
            ("#if FAIL\n#error no\n#endif\n", None),
            ("#error no\n", "does not compile with FAIL=0"),
            ("int i;\n", "compiles with FAIL=1"),
            ("// message: yes\n#if FAIL\n#error no\n#endif\n", "does not say “yes”"),
            # Words that no name of a temporary directory holds by chance.
            ("// first: second\n#if FAIL\n#error first\n#error second\n#endif\n", "does not say “second” first"),
            ("// first: first\n#if FAIL\n#error first\n#error second\n#endif\n", None),
            ("// most lines: 1\n#if FAIL\n#error a\n#error b\n#endif\n", "says more than 1 lines"),
        ):
            self.write("case.cpp", source)
            result = self.check("compile_fail.py", BUILD_DIR, self.root / "case.cpp")
            self.assertEqual(result.returncode, 0 if violation is None else 1, result.stdout)
            self.assertIn(violation or "", result.stdout)


class RuleCoverage(Checks):
    FIRST, SECOND = (f"R-ABC-{number}" for number in ("02", "10"))

    def table(self, *lines):
        self.write("rules/rules.txt", "".join(f"{line}\n" for line in lines))
        return self.check("rule_coverage.py", self.root)

    def assert_wrong(self, problem, *lines):
        result = self.table(*lines)
        self.assertEqual(result.returncode, 1)
        self.assertIn(problem, result.stdout)

    def test_every_rule_has_its_test_or_a_reason(self):
        self.write("a_test.cpp", self.FIRST)
        result = self.table(f"{self.FIRST} tested", f"{self.SECOND} not applicable: no reason")
        self.assertEqual(result.returncode, 0)
        self.assertRegex(result.stdout, f"{self.FIRST} +tested +a_test.cpp\n{self.SECOND} ")

    def test_what_is_wrong(self):
        self.write("a_test.cpp", self.FIRST)
        self.assert_wrong(f"{self.FIRST}: is not in the table")
        self.assert_wrong(f"{self.FIRST}: is “not applicable: x”, but", f"{self.FIRST} not applicable: x")
        self.assert_wrong(f"{self.SECOND}: no test names it", f"{self.FIRST} tested", f"{self.SECOND} tested")
        self.assert_wrong(f"{self.SECOND}: no test names it", f"{self.SECOND} deviation: better")
        self.assert_wrong(f"{self.FIRST}: is out of order", f"{self.SECOND} tested", f"{self.FIRST} tested")
        self.assert_wrong("not an entry: R-", f"{self.FIRST} perhaps")


if __name__ == "__main__":
    unittest.main()
