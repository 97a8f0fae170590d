"""Objects that a program loads are part of its session, however they are built: usage objects.py
PROGRAM BUILD_DIR INCLUDE OBJECT [all]

OBJECT is the source of such an object. With `all` it is built in every way, without in some.
"""

import shutil
import sys

import tracing
from compiler import Compiler
from tracing import names, only, sessions

VERSION_SCRIPT = "{ global: act_in_object; local: *; };"
# What the compiler and the linker are told, and whether the object includes all of the library.
WAYS = {
    "hidden": (["-fvisibility=hidden"], False),
    "by default": ([], False),
    "hidden, with all": (["-fvisibility=hidden"], True),
    "by default, with all": ([], True),
    "hidden, inline functions too": (["-fvisibility=hidden", "-fvisibility-inlines-hidden"], False),
    "inline functions hidden": (["-fvisibility-inlines-hidden"], True),
    "version script": (["-Wl,--version-script=object.map"], True),
    "bound to itself": (["-Wl,-Bsymbolic"], True),
    "not unique": (["-fno-gnu-unique"], True),
    "optimized as a whole": (["-O2", "-flto", "-fvisibility=hidden"], False),
    "without unused sections": (["-O2", "-ffunction-sections", "-fdata-sections", "-Wl,--gc-sections"], False),
}
IN_SHORT = ("hidden, with all",)


class Objects(tracing.TracedTest):
    ways = IN_SHORT

    def build(self, flags, is_full, include=None):
        compiler = Compiler(self.build_dir)
        # In front of the project's own.
        compiler.flags.insert(0, f"-I{include or self.include}")
        script = self.directory / "object.map"
        script.write_text(VERSION_SCRIPT)
        flags = [flag.replace("object.map", str(script)) for flag in flags]
        if is_full:
            flags.append("-DFULL")
        built = str(self.directory / "object.so")
        done = compiler.run("-w", "-fPIC", "-shared", *flags, self.source, "-o", built)
        if done.returncode != 0 and "-fno-gnu-unique" in flags:
            self.skipTest("the compiler knows no such flag")
        self.assertEqual(done.returncode, 0, done.stderr)
        return built

    def trace(self, built, *how):
        self.directory.joinpath("event").unlink(missing_ok=True)
        done = self.run_program(built, *how, env={"TRACE2_EVENT_NESTING": 9, "TRACE2_DST_DEBUG": 1})
        self.assertEqual((done.status, done.out), (0, ""), how)
        return done

    def check_parts(self, events, is_full, how):
        """All that the object says, in one session, and in that of the forked child."""
        self.assert_whole_sessions(events)
        program, child = sessions(events).values()
        for own, times in ((program, 2), (child, 1)):
            self.assertEqual(len(only(own, "region_enter", category="object")), times, how)
            self.assertEqual(len(only(own, "region_leave", category="object")), times, how)
            self.assertEqual(len(only(own, "data", category="object")), times, how)
            self.assertEqual([e["count"] for e in only(own, "counter")], [2 * times], how)
            self.assertEqual([e["intervals"] for e in only(own, "timer")], [times] * 2, how)
            self.assertEqual([e["value"]["count"] for e in only(own, "data_json")], [times], how)
            self.assertEqual(len(only(own, "seen", level=3)), times if is_full else 0, how)
            self.assertEqual(only(own, "error"), [], how)
        threads = [e["thread"] for e in only(program, "data", category="object")]
        self.assertEqual(threads, ["main", "th01:of_program"], how)

    def test_an_object_is_part_of_the_session_however_it_is_built(self):
        for way in self.ways:
            flags, is_full = WAYS[way]
            with self.subTest(way):
                built = self.build(flags, is_full)
                for how in (("before", "keep"), ("during", "keep"), ("before", "unload"), ("during", "unload")):
                    done = self.trace(built, *how)
                    self.assertEqual(done.err, "")
                    self.check_parts(done.events, is_full, (way, how))

    def test_an_object_may_have_a_session_of_its_own_afterwards(self):
        built = self.build(*WAYS["hidden, with all"])
        done = self.trace(built, "before", "begin")
        *_, own = sessions(done.events).values()
        self.assertEqual(names(own)[-1], "atexit")
        self.assertEqual([e["count"] for e in only(own, "counter")], [2])
        self.assertEqual(len(only(own, "data", category="object")), 1)
        recordings = self.directory / "recordings"
        recordings.mkdir()
        self.run_program(built, "before", "begin", env={"TRACE2_EVENT": None, "TRACE2_BINARY": recordings})
        contents = [file.read_bytes() for file in sorted(recordings.iterdir())]
        self.assertEqual(len(contents), 3, "of the program, its child and the object")
        for content in contents:
            self.assertTrue(b"act" in content, "each defines the region that its events name")

    def test_an_object_of_another_version_stays_off_and_is_named(self):
        # The next version: other names, another interface.
        self.assert_stays_off("v0", "v1")

    def test_an_object_with_another_interface_stays_off_and_is_named(self):
        # The same names, and one verb more.
        self.assert_stays_off('TRACE2_DETAIL_INTERFACE "', 'TRACE2_DETAIL_INTERFACE "9')

    def assert_stays_off(self, before, after):
        include = self.directory / "include"
        shutil.copytree(self.include, include)
        for header in include.rglob("*.hpp"):
            header.write_text(header.read_text().replace(before, after).replace(
                "  void (*enter)(static_site&) noexcept;\n", "  void* inserted;\n  void (*enter)(static_site&) noexcept;\n"))
        built = self.build(["-fvisibility=hidden"], False, include)
        for when in ("before", "during"):
            done = self.trace(built, when, "keep")
            message = f"'{built}' has another version of trace2 and is not traced"
            self.assertEqual(done.err, f"warning: {message}\n")
            self.assert_whole_sessions(done.events)
            self.assertEqual([e["msg"] for e in only(done.events, "error")], [message])
            self.assertEqual(only(done.events, "data", category="object"), [])
            self.assertNotIn("counter", names(done.events))


if __name__ == "__main__":
    program, Objects.build_dir, Objects.include, Objects.source, *how_many = sys.argv[1:]
    if how_many:
        Objects.ways = tuple(WAYS)
    sys.argv[1:] = [program]
    tracing.main()
