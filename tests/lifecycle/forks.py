"""The traces of processes that start processes: usage forks.py PROGRAM"""

import tracing
from tracing import names, only, sessions

CHILDREN = 5 if tracing.SANITIZED else 40


class Forks(tracing.TracedTest):
    def environment(self, **variables):
        # A search for leaks does not work in the child of a program with threads.
        return super().environment(ASAN_OPTIONS="detect_leaks=0", **variables)

    def run_verb(self, verb, *arguments, **env):
        done = self.run_program(verb, *arguments, env=env)
        self.assertEqual((done.status, done.err), (0, ""))
        return list(sessions(done.events).items())

    def assert_below(self, child, parent):
        """R-SID-03, R-SID-05"""
        self.assertEqual(child.rpartition("/")[0], parent)

    def test_a_forked_child_is_a_session_of_its_own(self):
        """Unlike R-LIFE-16 nothing is counted or ended twice."""
        self.check_plain({})
        (self.directory / "event").unlink()
        self.check_plain({"TRACE2_EVENT_BUFFER": "8k"})

    def check_plain(self, env):
        (parent, of_parent), (child, of_child) = self.run_verb("plain", **env)
        self.assert_below(child, parent)
        self.assert_whole_sessions(of_parent + of_child)
        self.assertEqual(
            names(of_child),
            ["version", "start", "printf", "region_enter", "region_leave", "child_start", "child_exit"]
            + ["exec", "thread_start", "thread_exit", "timer", "data_json", "counter", "atexit"],
            "the region that the parent entered is the parent's to leave",
        )
        self.assertEqual(only(of_child, "region_enter")[0]["nesting"], 1)
        self.assertEqual(only(of_child, "child_start")[0]["child_id"], 0)
        self.assertEqual(only(of_child, "exec")[0]["exec_id"], 0)
        self.assertEqual(only(of_child, "thread_start")[0]["thread"], "th01:first")
        self.assertEqual(only(of_child, "counter")[0]["count"], 5)
        self.assertEqual(only(of_parent, "counter")[0]["count"], 100)
        self.assertEqual([e["intervals"] for e in only(of_parent, "timer")], [1, 11])
        self.assertEqual([e["intervals"] for e in only(of_child, "timer")], [2])
        for events, count in ((of_parent, 11), (of_child, 2)):
            self.assertEqual([e["value"]["count"] for e in only(events, "data_json")], [count])
        self.assertEqual(only(of_parent, "start")[0]["argv"], only(of_child, "start")[0]["argv"])

    def test_a_child_that_says_nothing_leaves_no_trace(self):
        ((_, events),) = self.run_verb("silent")
        self.assert_whole_sessions(events)

    def test_a_child_that_only_exits_begins_and_ends(self):
        (_, of_parent), (_, of_child) = self.run_verb("exits_at_once")
        self.assert_whole_sessions(of_parent + of_child)
        self.assertEqual(names(of_child), ["version", "start", "atexit"])

    def test_another_program_is_directly_below(self):
        """R-SID-04: by whichever way it was started."""
        for verb in ("fork_and_exec", "vfork", "spawn", "system"):
            with self.subTest(verb):
                (self.directory / "event").unlink(missing_ok=True)
                (parent, of_parent), (child, of_child) = self.run_verb(verb)
                self.assert_below(child, parent)
                self.assert_whole_sessions(of_parent + of_child)
                self.assertEqual(names(of_child), ["version", "start", "printf", "atexit"])

    def test_a_child_that_traces_before_exec_is_between(self):
        """R-LIFE-17: its session ends with exec."""
        (top, _), (middle, between), (leaf, below) = self.run_verb("traced_fork_and_exec")
        self.assert_below(middle, top)
        self.assert_below(leaf, middle)
        self.assertEqual(names(between), ["version", "start", "exec"])
        self.assert_whole_sessions(below)

    def test_exec_continues_below_with_the_same_process(self):
        """R-LIFE-17, R-ORD-03"""
        (first, events), (second, below) = self.run_verb("exec_only")
        self.assert_below(second, first)
        self.assertEqual(names(events), ["version", "start", "exec", "exec_result", "exec"])
        self.assertEqual(only(events, "exec_result")[0]["code"], 2)
        self.assertEqual([e["exec_id"] for e in only(events, "exec")], [0, 1])
        self.assertEqual(first.rpartition("-P")[2], second.rpartition("-P")[2])
        self.assert_whole_sessions(below)

    def test_a_daemon_goes_on_as_a_child(self):
        done = self.run_program("daemon")
        self.assertEqual(done.status, 0)
        self.wait_until(lambda: "atexit" in done.text())
        (parent, of_parent), (child, of_child) = sessions(done.events).items()
        self.assert_below(child, parent)
        self.assertEqual(names(of_parent), ["version", "start"])
        self.assert_whole_sessions(of_child)

    def test_a_daemon_that_closes_everything_keeps_its_files(self):
        """Files that are opened for the daemon get numbers that others had before."""
        own = self.directory / "own"
        traces = self.directory / "traces"
        traces.mkdir()
        env = {"TRACE2": self.directory / "normal", "TRACE2_PERF": traces, "TRACE2_BINARY": traces}
        done = self.run_program("closing_daemon", own, env=env)
        self.assertEqual(done.status, 0)

        def contents():
            found = [file.read_bytes() for file in traces.iterdir()]
            recordings = [content for content in found if content.startswith(b"TRACE2R\n")]
            return recordings, [content for content in found if content not in recordings]

        self.wait_until(lambda: sum(b"| atexit " in text for text in contents()[1]) == 1)
        recordings, texts = contents()
        self.assertEqual((len(recordings), len(texts)), (2, 2), "one of each for the parent and the daemon")
        self.assertEqual(sum(b"in the daemon" in text for text in texts), 1)
        for content in recordings + texts:
            self.assertNotIn(b'"event"', content)
        for line in b"".join(texts).splitlines():
            self.assertEqual(line.count(b" | "), 8, line)
        self.assertEqual(own.read_bytes(), b"")
        self.assertEqual(names(done.events), ["version", "start"])
        self.assertEqual(len(done.text("normal").splitlines()), 2)

    def test_generations_are_levels(self):
        done = self.run_program("generations")
        self.assertEqual(done.status, 7)
        sids = list(sessions(done.events))
        self.assertEqual([sid.count("/") for sid in sids], [0, 1, 2, 3])
        for above, below in zip(sids, sids[1:]):
            self.assert_below(below, above)
        self.assert_whole_sessions(done.events)

    def test_a_thread_that_forks_is_main_in_the_child(self):
        (_, _), (_, of_child) = self.run_verb("fork_in_thread")
        self.assertEqual({e["thread"] for e in of_child}, {"main"})

    def test_a_child_that_is_forked_while_a_thread_changes_the_environment_passes_on_what_it_is(self):
        """R-SID-04, R-HIER-01: fork leaves the C library's lock of the environment locked."""
        found = self.run_verb("fork_among_changes")
        parent, _ = found[0]
        children = {sid for sid, _ in found if sid.count("/") == 1}
        leaves = [sid for sid, _ in found if sid.count("/") == 2]
        self.assertEqual((len(children), len(leaves)), (60, 60))
        self.assertEqual({sid.rpartition("/")[0] for sid in children}, {parent})
        self.assertEqual({sid.rpartition("/")[0] for sid in leaves}, children)

    def test_a_child_that_is_forked_while_a_thread_asks_the_loader_has_a_recording_of_its_own(self):
        recordings = self.directory / "recordings"
        recordings.mkdir()
        self.assertEqual(len(self.run_verb("fork_among_loads", TRACE2_BINARY=recordings)), 41)
        self.assertEqual(len(list(recordings.iterdir())), 41)

    def test_the_id_of_a_child_is_its_own_from_the_beginning(self):
        """R-SID-06"""
        done = self.run_program("identify")
        (parent, _), (child, of_child) = sessions(done.events).items()
        self.assertEqual(done.out, child + "\n")
        self.assert_below(child, parent)
        self.assertEqual(names(of_child), ["version", "start", "atexit"])

    def test_a_signal_in_a_silent_child_has_no_session_to_be_traced_in(self):
        ((_, events),) = self.run_verb("signal_in_silent_child")
        self.assertEqual(names(events), ["version", "start", "atexit"])

    def test_a_forked_child_has_a_file_of_its_own_in_a_directory(self):
        """R-DST-10"""
        traces = self.directory / "traces"
        traces.mkdir()
        done = self.run_program("plain", env={"TRACE2_EVENT": traces})
        self.assertEqual(done.status, 0)
        files = sorted(traces.iterdir())
        self.assertEqual(len(files), 2)
        for file in files:
            ((sid, events),) = sessions(tracing.parse(file.read_text())).items()
            self.assertEqual(file.name, sid.split("/")[-1])
            self.assert_whole_sessions(events)

    def test_forking_while_threads_trace_is_safe(self):
        self.storm({})

    def test_forking_while_threads_hold_lines_back_is_safe(self):
        self.storm({"TRACE2_EVENT_BUFFER": "8k"})

    def storm(self, env):
        if tracing.SANITIZED:
            self.skipTest("a sanitizer's own locks are not free in the child of a fork among threads")
        done = self.run_program("storm", CHILDREN, env=env)
        self.assertEqual((done.status, done.err), (0, ""))
        self.assert_whole_sessions(done.events, mixed=bool(env))
        (top, _), *children = sessions(done.events).items()
        self.assertEqual(len(children), 2 * CHILDREN)
        for sid, events in children:
            self.assert_below(sid, top)
            self.assertEqual(sum(e["count"] for e in only(events, "counter")), 2, events)
            self.assertEqual([e["thread"] for e in only(events, "thread_start")], ["th01:of a child"])


if __name__ == "__main__":
    tracing.main()
