"""How a trace ends, whichever way the process does: usage endings.py PROGRAM"""

import signal

import tracing
from tracing import names, only, sessions


class Ending(tracing.TracedTest):
    def test_return_is_traced_with_its_code(self):
        """R-LIFE-02, R-LIFE-07: version, start, …, exit, atexit; R-ANC-03, R-API-08."""
        done = self.run_program("return", 3)
        ancestry = only(done.events, "cmd_ancestry")[0]["ancestry"]
        self.assertRegex(ancestry[0], "^py", "this process is the nearest")
        self.assertEqual(done.status, 3)
        self.assertEqual(names(done.events), ["version", "start", "cmd_ancestry", "exit", "atexit"])
        self.assertEqual([e["code"] for e in done.events[-2:]], [3, 3])

    def test_exit_without_cmd_exit_has_code_zero(self):
        """R-LIFE-10"""
        done = self.run_program("exit", 4)
        self.assertEqual(done.status, 4)
        self.assertEqual(names(done.events)[-1], "atexit")
        self.assertNotIn("exit", names(done.events))
        self.assertEqual(done.events[-1]["code"], 0)

    def test_quick_exit_ends_the_trace(self):
        done = self.run_program("quick_exit", 5)
        self.assertEqual(done.status, 5)
        self.assertEqual(names(done.events)[-1], "atexit")

    def test_no_end_is_made_up(self):
        """R-LIFE-12: neither by _exit, nor by abort, nor by an exception."""
        for arguments, status in {
            ("_exit", 6): 6,
            ("abort",): -signal.SIGABRT,
            ("throw",): -signal.SIGABRT,
        }.items():
            with self.subTest(arguments[0]):
                (self.directory / "event").unlink(missing_ok=True)
                done = self.run_program(*arguments)
                self.assertEqual(done.status, status)
                self.assertEqual(names(done.events), ["version", "start", "cmd_ancestry"])

    def test_exit_on_any_thread_shows_all_sums(self):
        """Where Git loses main's (R-LIFE-18); named after the thread that ends (R-CTR-04)."""
        done = self.run_program("exit_on_thread", env={"TRACE2_PERF": self.directory / "perf"})
        self.assertEqual(done.status, 5)
        self.assertEqual(
            names(done.events)[-5:], ["th_counter", "timer", "counter", "counter", "atexit"]
        )
        self.assertEqual(only(done.events, "th_counter")[0]["count"], 10)
        self.assertEqual([e["count"] for e in only(done.events, "counter")], [1110, 1110])
        self.assertEqual(only(done.events, "timer")[0]["intervals"], 3)
        self.assertEqual({e["thread"] for e in done.events[-5:]}, {"th02:ends"})
        for line in done.text("perf").splitlines()[-5:]:
            self.assertNotIn("| ..", line, "R-PRF-09: unwound")

    def test_threads_that_trace_on_neither_tear_nor_outlive_the_end(self):
        """R-LIFE-19: the last event is the last, and the sums are those of the events before it."""
        for run in range(4):
            (self.directory / "event").unlink(missing_ok=True)
            env = {"TRACE2_EVENT_BUFFER": "8k"} if run % 2 else {}
            done = self.run_program("exit_among_others", env=env)
            self.assertEqual(done.status, 0)
            self.assert_whole_sessions(done.events, mixed=True)
            (total,) = only(done.events, "counter")
            # On a busy machine a thread may hold the others' lines for too long. They are counted then.
            told = only(done.events, "data", category="trace2", key="lost_lines/event")
            lost = sum(int(event["value"]) for event in told)
            found = len(only(done.events, "data", category="test"))
            self.assertGreaterEqual(total["count"] + 3, found)
            self.assertLessEqual(total["count"] - 3, found + lost)

    def test_main_may_end_first(self):
        done = self.run_program("end_main_first")
        self.assertEqual(done.status, 6)
        self.assertEqual([e["count"] for e in only(done.events, "counter")], [110, 110])
        self.assert_whole_sessions(done.events)

    def test_threads_need_no_hello_and_no_goodbye(self):
        """R-THR-04, R-THR-07, R-THR-13; their sums count nevertheless, unlike R-THR-05."""
        done = self.run_program("silent_threads")
        self.assertEqual(done.status, 0)
        self.assertEqual(
            [e["thread"] for e in only(done.events, "data")],
            ["th01:unknown", "th02:unknown", "th03:unknown"],
        )
        self.assertEqual([e["count"] for e in only(done.events, "counter")], [22, 22])
        self.assertEqual(only(done.events, "timer")[0]["intervals"], 4)
        self.assertEqual([e["thread"] for e in only(done.events, "thread_start")], ["th04:no_goodbye"])
        self.assertEqual([e["thread"] for e in only(done.events, "thread_exit")], ["th05:unknown"])

    def test_static_objects_may_trace(self):
        """R-LIFE-06: seen are those that end before the handler; the others do no harm."""
        done = self.run_program("static_objects")
        self.assertEqual(done.status, 0)
        self.assertEqual(
            [e["msg"] for e in only(done.events, "printf")], ["within main is made", "within main ends"]
        )
        self.assertEqual(only(done.events, "counter")[0]["count"], 1)
        self.assert_whole_sessions(done.events)

    def test_exit_handlers_may_trace(self):
        """R-LIFE-06, R-LIFE-13"""
        done = self.run_program("exit_handlers")
        self.assertEqual(
            names(done.events)[3:], ["region_enter", "printf", "region_leave", "counter", "atexit"]
        )
        self.assertEqual(only(done.events, "printf")[0]["msg"], "in a handler")
        self.assertEqual(only(done.events, "counter")[0]["count"], 3)

    def test_phases_that_are_open_are_shown(self):
        for way in "exit", "quick_exit":
            with self.subTest(way):
                (self.directory / "event").unlink(missing_ok=True)
                done = self.run_program("exit_in_phases", way)
                self.assertEqual(done.status, 3)
                self.assert_whole_sessions(done.events)
                counts = {
                    event["key"]: {each["name"]: each.get("count") for each in event["value"]["sums"]}
                    for event in only(done.events, "data_json")
                }
                own = {"timed": None, "counted": 2, "per_thread": 2}
                both = {"timed": None, "counted": 5, "per_thread": 5}
                self.assertEqual(
                    counts, {"shown in time": {}, "of all": own, "own": own, "of another thread": both}
                )
                self.assertEqual(names(done.events)[-1], "atexit")

    def test_events_after_the_end_go_nowhere(self):
        done = self.run_program("after_the_end")
        self.assertEqual(done.status, 3)
        self.assertEqual(names(done.events), ["version", "start", "cmd_ancestry", "atexit"])

    def test_without_a_session_nothing_happens(self):
        """R-API-34, R-LIFE-05, R-SID-06; but the id is there for who asks (R-API-33)."""
        done = self.run_program("never")
        self.assertEqual((done.status, done.out, done.err), (4, "", ""))
        self.assertEqual(list(self.directory.iterdir()), [])

    def test_a_second_session_does_nothing(self):
        """R-API-02"""
        done = self.run_program("two_sessions")
        self.assertEqual(done.status, 0)
        self.assert_whole_sessions(done.events)
        self.assertEqual(len(sessions(done.events)), 1)

    def test_a_session_after_the_end_is_a_new_one(self):
        done = self.run_program("session_again", env={"TRACE2_PARENT_SID": "above"})
        self.assertEqual(done.status, 0)
        self.assert_whole_sessions(done.events)
        self.assertEqual(len(sessions(done.events)), 3)
        for number, (sid, own) in enumerate(sessions(done.events).items(), 1):
            self.assertEqual(sid.split("/")[0], "above")
            self.assertEqual(sid.count("/"), 1)
            self.assertEqual([e["count"] for e in only(own, "counter")], [number, number])
            self.assertEqual(only(own, "timer")[0]["intervals"], 1)
            self.assertEqual(only(own, "child_start")[0]["child_id"], 0)

    def test_processes_without_a_session_at_fork_have_different_ids(self):
        done = self.run_program("fork_between_sessions")
        self.assertEqual(done.status, 0)
        self.assert_whole_sessions(done.events)
        self.assertEqual(len(sessions(done.events)), 4)

    def test_many_sessions_have_many_files_and_few_descriptors(self):
        traces = self.directory / "traces"
        traces.mkdir()
        for env in ({}, {"TRACE2_EVENT_BUFFER": "4k"}):
            done = self.run_program("many_sessions", env={"TRACE2_EVENT": traces, **env})
            self.assertEqual((done.status, done.err), (0, ""))
        self.assertEqual(len(list(traces.iterdir())), 200)
        for file in traces.iterdir():
            self.assert_whole_sessions(tracing.parse(file.read_text()))

    def test_many_sessions_use_one_descriptor(self):
        full = {"TRACE2_PERF": "/dev/full", "TRACE2_EVENT_BUFFER": None}
        for env in (full, {**full, "TRACE2_EVENT_BUFFER": "4k"}):
            (self.directory / "event").unlink(missing_ok=True)
            done = self.run_program("many_sessions", env=env)
            self.assertEqual((done.status, done.err), (0, ""))
            self.assert_whole_sessions(done.events)
            self.assertEqual(len(sessions(done.events)), 100)
            losses = only(done.events, "data", category="trace2")
            self.assertEqual([e["value"] for e in losses], ["2"] * 100, "each session has its own")


if __name__ == "__main__":
    tracing.main()
