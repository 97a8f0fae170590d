"""A program and libraries that all trace share one session: usage together.py PROGRAM PLUGIN
PLUGIN_HOST"""

import signal

import tracing
from tracing import names, only, sessions


class Together(tracing.TracedTest):
    def run_verb(self, verb, status=0, program=None):
        done = self.run_program(verb, self.programs[1], program=program)
        self.assertEqual((done.status, done.err), (status, ""))
        return done.events

    def test_all_parts_are_one_session(self):
        events = self.run_verb("program_first")
        self.assertEqual(len(sessions(events)), 1)
        self.assert_whole_sessions(events)
        self.assertEqual(
            [event["msg"] for event in only(events, "printf")],
            ["in the program", "in the library", "in the plugin", "in the plugin"],
        )
        (total,) = only(events, "counter")
        self.assertEqual(total["count"], 3, "one counter of that name")
        self.assertEqual(only(events, "printf")[-1]["thread"], "th01:program")

    def test_a_session_outlives_the_plugin_that_began_it(self):
        events = self.run_verb("plugin_first")
        self.assert_whole_sessions(events)
        self.assertEqual(names(events)[-2:], ["counter", "atexit"])
        self.assertEqual(only(events, "start")[0]["argv"], ["plugin"])

    def test_a_signal_finds_its_handler(self):
        events = self.run_verb("signal", -signal.SIGTERM)
        self.assertEqual(names(events)[-1], "signal")

    def test_a_program_without_the_library_may_unload_a_plugin(self):
        host = self.programs[2]
        events = self.run_verb("return", program=host)
        self.assert_whole_sessions(events)
        self.assertEqual(only(events, "counter")[0]["count"], 2)
        (self.directory / "event").unlink()
        self.assertEqual(names(self.run_verb("signal", -signal.SIGTERM, host))[-1], "signal")


if __name__ == "__main__":
    tracing.main()
