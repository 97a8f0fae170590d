"""The traces of programs whose allocator traces: usage allocators.py PROGRAM"""

import tracing
from tracing import only

KINDS = (
    "counter timer distribution region data text task thread error format json message name child alias".split()
)
VERBS = "threads sums regions leaves tasks texts reconfigures forks identifies".split()


class Allocators(tracing.TracedTest):
    def environment(self, **variables):
        # A search for leaks does not work in the child of a program with threads.
        return super().environment(ASAN_OPTIONS="detect_leaks=0", **variables)

    def check(self, env):
        for verb in VERBS:
            for kind in KINDS:
                with self.subTest(f"{kind} while it {verb}"):
                    event = self.directory / "event"
                    event.unlink(missing_ok=True)
                    done = self.run_program(kind, verb, event, env=env)
                    self.assertEqual((done.status, done.err), (0, ""))
                    self.assertTrue(done.events)  # each line is whole

    def test_an_allocator_may_trace_wherever_it_is_called(self):
        self.check({})

    def test_an_allocator_may_trace_while_lines_are_held_back(self):
        self.check({"TRACE2_EVENT_BUFFER": "8k"})

    def test_an_allocator_may_trace_while_a_recording_is_written(self):
        self.check({"TRACE2_BINARY": self.directory / "recording"})

    def test_an_allocator_ends_no_thread_that_is_ending(self):
        done = self.run_program("thread", "leaves", self.directory / "event")
        ends = [e for e in done.events if e["event"] == "thread_exit"]
        self.assertEqual(len([e for e in ends if e["thread"].endswith(":leaving")]), 1)
        self.assertEqual(len(ends), len({e["thread"] for e in ends}))

    def test_no_allocation_of_a_thread_goes_uncounted(self):
        """Twenty threads of which each allocates once or twice, and frees."""
        done = self.run_program("counter", "threads", self.directory / "event")
        (counter,) = only(done.events, "counter")
        # With a sanitizer the operators count, and not the functions that they call.
        self.assertGreaterEqual(counter["count"], 40 if tracing.SANITIZED else 60)
        self.assertEqual([e for e in done.events if e.get("category") == "trace2"], [])


if __name__ == "__main__":
    tracing.main()
