"""Checks the traces of a command in the manner of Git's: usage driver.py PROGRAM

Texts are compared in brief mode and with times, process numbers and paths masked.
"""

import re

import tracing
from tracing import names, only

BRIEF = {"TRACE2_BRIEF": 1, "TRACE2_PERF_BRIEF": 1, "TRACE2_EVENT_BRIEF": 1}


class Driver(tracing.TracedTest):
    def run_verb(self, *arguments, env=None, status=0):
        for name in ("normal", "perf", "event"):
            (self.directory / name).unlink(missing_ok=True)
        targets = {"TRACE2": self.directory / "normal", "TRACE2_PERF": self.directory / "perf"}
        done = self.run_program(*arguments, env={**targets, **BRIEF, **(env or {})})
        self.assertEqual((done.status, done.err), (status, ""))
        return done

    def masked(self, text):
        quoted = re.sub(r"['!]", lambda special: f"'\\{special[0]}'", self.program)
        for shown in (f"'{quoted}'", self.program):
            text = text.replace(shown, "_EXE_")
        text = re.sub(r"\b\d+\.\d{6}\b", "_T_", text)
        return re.sub(r"pid:\d+", "pid:_PID_", text)

    def assert_normal(self, done, expected):
        """R-NRM-01, R-NRM-05"""
        self.assertEqual(self.masked(done.text("normal")).splitlines(), expected)

    def assert_perf(self, done, expected):
        """R-PRF-01, R-PRF-02: the columns, without padding."""
        rows = [
            " | ".join(column.strip() for column in re.split(r" \| ", line, maxsplit=7))
            for line in self.masked(done.text("perf")).splitlines()
        ]
        self.assertEqual(rows, expected)

    def members(self, done, name):
        """What follows the common members (R-EVT-02, R-EVT-05)."""
        common = ("event", "sid", "thread", "time", "file", "line", "repo")
        return [
            {key: value for key, value in event.items() if key not in common}
            for event in only(done.events, name)
        ]

    def test_return(self):
        """R-LIFE-02, R-LIFE-03, R-ORD-01"""
        done = self.run_verb("return", 3, status=3)
        self.assert_normal(
            done,
            [
                "version 1.2.3",
                "start _EXE_ return 3",
                "exit elapsed:_T_ code:3",
                "atexit elapsed:_T_ code:3",
            ],
        )
        self.assert_perf(
            done,
            [
                "d0 | main | version |  |  |  |  | 1.2.3",
                "d0 | main | start |  | _T_ |  |  | _EXE_ return 3",
                "d0 | main | exit |  | _T_ |  |  | code:3",
                "d0 | main | atexit |  | _T_ |  |  | code:3",
            ],
        )
        self.assertEqual(list(done.events[0].values())[4:], ["4", "1.2.3"], "R-HOST-01")
        self.assertEqual(
            [sorted(event.keys() & {"time", "file", "line"}) for event in done.events],
            [["time"], [], [], ["time"]],
            "R-EVT-04",
        )

    def test_no_end_and_no_version_without_a_target(self):
        """R-API-02, R-LIFE-05"""
        done = self.run_program("environment", env={"TRACE2_EVENT": None})
        self.assertEqual(done.out, "TRACE2_PARENT_SID=\nTRACE2_PARENT_NAME=\nTRACEPARENT=\nTRACESTATE=\n")

    def test_errors(self):
        """R-API-06, R-EVT-05; the place is the caller's, not the library's (R-LIM-15, R-ERR-04)."""
        done = self.run_verb("error", "50% off", "", status=128, env={"TRACE2_EVENT_BRIEF": 0})
        self.assert_normal(
            done,
            [
                "version 1.2.3",
                "start _EXE_ error '50% off' ''",
                "error 50% off",
                "error ",
                "error cannot read 'a'",
                "exit elapsed:_T_ code:128",
                "atexit elapsed:_T_ code:128",
            ],
        )
        self.assertEqual(
            self.members(done, "error"),
            [
                {"msg": "50% off", "fmt": "%s"},
                {"msg": "", "fmt": "%s"},
                {"msg": "cannot read 'a'", "fmt": "cannot read '%s'"},
            ],
        )
        self.assertTrue(only(done.events, "error")[0]["file"].endswith("driver.cpp"))

    def test_child(self):
        """R-API-15, R-API-16, R-CHD-02: also for a child that a signal ends, or that never starts."""
        for command, code in {"exit 5": 5, "kill -TERM $$": 143}.items():
            done = self.run_verb("child", "sh", "-c", command, status=code)
            self.assertEqual(
                self.members(done, "child_start"),
                [{"child_id": 0, "child_class": "test", "use_shell": False, "argv": ["sh", "-c", command]}],
            )
            (left,) = self.members(done, "child_exit")
            self.assertEqual((left["child_id"], left["code"]), (0, code))
            self.assertGreater(left["t_rel"], 0)
            self.assertIn(
                f"child_exit[0] pid:_PID_ code:{code} elapsed:_T_", self.masked(done.text("normal")).splitlines()
            )
            self.assertIn(f"[ch0] class:test argv:[sh -c '{command}']\n", done.text("perf"))
        done = self.run_verb("child", "/nonexistent", status=127)
        self.assertEqual([(e["pid"], e["code"]) for e in self.members(done, "child_exit")], [(-1, -1)])

    def test_background_child(self):
        """R-CHD-03, R-EVT-10, R-API-17"""
        done = self.run_verb("background", "true")
        self.assertEqual(
            self.members(done, "child_start"),
            [
                {
                    "child_id": 0,
                    "child_class": "hook",
                    "hook_name": "post work",
                    "cd": "/",
                    "use_shell": False,
                    "argv": ["true"],
                }
            ],
        )
        (ready,) = self.members(done, "child_ready")
        self.assertEqual(ready["ready"], "ready")
        self.assertEqual(only(done.events, "child_exit"), [])
        self.assertIn("child_start[0] cd /; true\n", done.text("normal"))
        self.assertIn("[ch0] class:hook hook:post work cd:/ argv:[true]\n", done.text("perf"))

    def test_exec_that_fails(self):
        """R-API-18, R-API-19, R-CHD-09, R-EVT-14"""
        done = self.run_verb("exec", "/nonexistent", "x y", status=127)
        self.assertEqual(
            self.masked(done.text("normal")).splitlines()[2:4],
            ["exec[0] /nonexistent /nonexistent 'x y'", "exec_result[0] code:2 err:No such file or directory"],
        )
        self.assertEqual(self.members(done, "exec_result"), [{"exec_id": 0, "code": 2}])

    def test_a_traced_child_lies_within_its_parent_s_child(self):
        """R-ORD-04, R-CHD-10: known by the id of its session and by its process."""
        done = self.run_verb("child", self.program, "return", 4, status=4)
        order = names(done.events)
        self.assertLess(order.index("child_start"), order.index("version", 1))
        self.assertLess(order.index("atexit"), order.index("child_exit"))
        parent, child = tracing.sessions(done.events)
        self.assertEqual(child.rpartition("/")[0], parent)
        pid = self.members(done, "child_exit")[0]["pid"]
        self.assertTrue(child.endswith(f"-P{pid:08x}"), "R-SID-01")

    def test_data_and_regions(self):
        """R-REG-01, R-REG-02, R-DAT-02, R-MAT-01, R-PRF-09"""
        done = self.run_verb("data")
        self.assertNotIn("region", done.text("normal"))
        self.assert_perf(
            done,
            [
                "d0 | main | version |  |  |  |  | 1.2.3",
                "d0 | main | start |  | _T_ |  |  | _EXE_ data",
                'd0 | main | data |  | _T_ | _T_ | category | text:a "b" | c',
                "d0 | main | data |  | _T_ | _T_ | category | number:-3",
                "d0 | main | region_enter |  | _T_ |  | outer | label:one",
                "d0 | main | data |  | _T_ | _T_ | category | ..within:1",
                "d0 | main | region_enter |  | _T_ |  | inner | ..label:two",
                "d0 | main | data |  | _T_ | _T_ | category | ....deep:2",
                "d0 | main | region_enter |  | _T_ |  | inner | ....label:three",
                "d0 | main | region_leave |  | _T_ | _T_ | inner | ....label:three",
                "d0 | main | region_leave |  | _T_ | _T_ | inner | ..label:two",
                "d0 | main | region_leave |  | _T_ | _T_ | outer | label:one",
                "d0 | main | exit |  | _T_ |  |  | code:0",
                "d0 | main | atexit |  | _T_ |  |  | code:0",
            ],
        )
        self.assertEqual([e["nesting"] for e in only(done.events, "region_enter")], [1, 2])
        self.assertEqual([e["value"] for e in only(done.events, "data")], ['a "b" | c', "-3", "1"])
        deeper = self.run_verb("data", env={"TRACE2_EVENT_NESTING": 9})
        self.assertEqual([e["nesting"] for e in only(deeper.events, "region_enter")], [1, 2, 3])

    def test_filters(self):
        """R-LIM-21: by category and label."""
        env = {"TRACE2_EVENT_FILTER": "outer,category/w*", "TRACE2_PERF_FILTER": "!inner"}
        done = self.run_verb("data", env=env)
        self.assertEqual(names(done.events)[2:-2], ["region_enter", "data", "region_leave"])
        self.assertNotIn("label:two", done.text("perf"))
        self.assertIn("....deep:2", done.text("perf"), "what is not shown still nests")

    def test_sampling_keeps_or_drops_whole_trees(self):
        kept = dropped = 0
        for number in range(40):
            env = {"TRACE2_SAMPLE": 2, "TRACE2_PARENT_SID": f"root{number}"}
            done = self.run_verb("child", self.program, "return", 4, status=4, env=env)
            found = len(tracing.sessions(done.events)) if done.text() else 0
            self.assertIn(found, (0, 2))
            kept += found == 2
            dropped += found == 0
        self.assertGreater(kept, 5)
        self.assertGreater(dropped, 5)

    def test_names_make_up_the_hierarchy(self):
        """R-HIER-01, R-HIER-02"""
        done = self.run_verb("names", env={"TRACE2_PARENT_NAME": "above"})
        self.assertEqual(
            [e["hierarchy"] for e in only(done.events, "cmd_name")], ["above/first", "above/first/second"]
        )
        self.assertIn("cmd_name second (above/first/second)\n", done.text("normal"))

    def test_all_other_events(self):
        """R-API-07, R-API-10, R-API-11, R-API-22, R-API-23, R-API-29, R-REG-07, R-REG-08."""
        done = self.run_verb("all")
        self.assert_normal(
            done,
            [
                "version 1.2.3",
                "start _EXE_ all",
                "cmd_path /bin/driver",
                "alias co -> checkout '--quiet it'",
                "worktree '/work tree'",
                "def_param scope:local core.jobs=8",
                "a message",
                "exit elapsed:_T_ code:0",
                "atexit elapsed:_T_ code:0",
            ],
        )
        self.assert_perf(
            done,
            [
                "d0 | main | version |  |  |  |  | 1.2.3",
                "d0 | main | start |  | _T_ |  |  | _EXE_ all",
                "d0 | main | cmd_path |  |  |  |  | /bin/driver",
                "d0 | main | alias |  |  |  |  | alias:co argv:[checkout '--quiet it']",
                "d0 | main | def_repo | r1 |  |  |  | worktree:'/work tree'",
                "d0 | main | def_param |  |  |  | scope:local | core.jobs:8",
                "d0 | main | printf |  | _T_ |  |  | a message",
                "d0 | main | region_leave | r1 | _T_ | _T_ | never | label:entered",
                "d0 | main | exit |  | _T_ |  |  | code:0",
                "d0 | main | data |  | _T_ | _T_ | trace2 | surplus_region_leave:1",
                "d0 | main | atexit |  | _T_ |  |  | code:0",
            ],
        )
        without_t_abs = {"version", "cmd_path", "alias", "def_repo", "def_param", "region_leave"}
        for event in done.events:
            self.assertEqual("t_abs" in event, event["event"] not in without_t_abs, f"R-EVT-08: {event}")

    def test_sums(self):
        """R-API-30, R-API-31, R-TMR-02, R-TMR-05, R-TMR-06, R-CTR-02, R-CTR-03; R-TMR-08: the place
        is the library's, the same in all targets."""
        done = self.run_verb("sums", 2, env={"TRACE2_EVENT_BRIEF": 0})
        sums = [
            (e["event"], e["thread"], e["name"], e.get("count", e.get("intervals")))
            for e in done.events
            if "category" in e
        ]
        self.assertEqual(
            sums,
            [
                ("th_timer", "th01:worker", "by thread", 1),
                ("th_counter", "th01:worker", "by thread", 3),
                ("th_timer", "th02:worker", "by thread", 2),
                ("th_counter", "th02:worker", "by thread", 6),
                ("th_timer", "main", "by thread", 10),
                ("th_counter", "main", "by thread", 30),
                ("timer", "main", "total", 13),
                ("timer", "main", "by thread", 13),
                ("counter", "main", "total", 26),
                ("counter", "main", "by thread", 39),
            ],
        )
        for event in only(done.events, "timer"):
            self.assertLessEqual(event["t_min"], event["t_max"])
            self.assertLessEqual(event["t_max"], event["t_total"])
            self.assertEqual(event["file"], "trace2/process/sums.hpp")
        self.assertEqual(
            [e["time"] for e in only(done.events, "counter")],
            [done.events[-1]["time"]] * 2,
            "R-LIFE-09: one moment for all of them",
        )

    def test_each_sum_goes_to_all_targets_before_the_next(self):
        """R-LIFE-08, R-WR-08: all targets may share one file."""
        shared = self.directory / "shared"
        done = self.run_program(
            "sums", 0, env={"TRACE2": shared, "TRACE2_PERF": shared, "TRACE2_EVENT": shared, **BRIEF}
        )
        lines = done.text("shared").splitlines()[-9:-3]
        kinds = ["event" if line.startswith("{") else "perf" if line.startswith("d0 |") else "normal" for line in lines]
        self.assertEqual(kinds, ["normal", "perf", "event"] * 2)
        self.assertIn("test/total", lines[0])
        self.assertIn("by thread", lines[3])

    def test_ids_and_names_reach_children(self):
        """R-SID-04, R-HIER-03, R-LIFE-17"""
        done = self.run_verb("child", self.program, "environment", env={"TRACE2_PARENT_SID": "above"})
        sid = done.events[0]["sid"]
        own, child = tracing.sessions(done.events)
        self.assertEqual((own, sid.split("/")[0]), (sid, "above"))
        # The child itself has extended what it found.
        self.assertEqual(done.out.splitlines()[:2], [f"TRACE2_PARENT_SID={child}", "TRACE2_PARENT_NAME=run"])
        before_a_name = self.run_verb("exec", self.program, "environment", env={"TRACE2_PARENT_NAME": "above"})
        self.assertIn("TRACE2_PARENT_NAME=above\n", before_a_name.out)

    def test_a_list_does_without_the_environment(self):
        """R-HOST-05, R-LIM-22, unlike R-HIER-05."""
        env = {"DRIVER_LIST": 1, "DRIVER_CONTEXT": 1, "TRACESTATE": "vendor=1"}
        done = self.run_verb("list", "/usr/bin/env", env=env)
        lines = done.out.splitlines()
        sid = done.events[0]["sid"]
        self.assertIn(f"TRACE2_PARENT_SID={sid}", lines)
        self.assertIn("TRACE2_PARENT_NAME=run", lines)
        self.assertIn("TRACESTATE=vendor=1", lines)
        self.assertEqual(sum(line.startswith("TRACE2_PARENT_SID=") for line in lines), 1)
        self.assertRegex(done.out, r"(?m)^TRACEPARENT=00-[0-9a-f]{32}-[0-9a-f]{16}-01$")

    def test_a_trace_context_is_continued(self):
        given = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00"
        env = {"DRIVER_CONTEXT": 1, "TRACEPARENT": given, "TRACESTATE": "vendor=1"}
        for verb in (["exec", "/usr/bin/env"], ["child", "/usr/bin/env"]):
            done = self.run_verb(*verb, env=env)
            variables = dict(line.split("=", 1) for line in done.out.splitlines() if "=" in line)
            continued = variables["TRACEPARENT"].split("-")
            self.assertEqual(continued[:2], given.split("-")[:2])
            self.assertNotEqual(continued[2], given.split("-")[2])
            self.assertEqual(continued[3], "00", "the flags are the caller's")
            self.assertEqual(variables["TRACESTATE"], "vendor=1")
        without = self.run_verb("exec", "/usr/bin/env", env={"TRACEPARENT": given})
        self.assertIn(f"TRACEPARENT={given}\n", without.out)

    def test_long_chains_of_ids(self):
        """R-SID-05, R-SID-07, R-LIM-20: as with Git."""
        parent = "/".join(["20000101T000000.000000Z-H00000000-P00000001"] * 200)
        done = self.run_verb("return", 0, env={"TRACE2_PARENT_SID": parent})
        self.assertTrue(done.events[0]["sid"].startswith(parent + "/"))
        self.assertTrue(done.text("perf").startswith("d200 | "))

    def test_hostile_parents(self):
        """R-SID-03"""
        parent = 'a b"\\\n\x01'
        done = self.run_verb("return", 0, env={"TRACE2_PARENT_SID": parent})
        self.assertTrue(done.events[0]["sid"].startswith(parent + "/"))

    def test_no_secret_in_any_target(self):
        """R-RED-01, R-RED-02, R-RED-05, R-LIM-08"""
        arguments = ["secrets", "https://user:pa@ss@host/path", "--password=hunter2", "x?token=hunter2"]
        done = self.run_verb(*arguments)
        for name in ("normal", "perf", "event"):
            text = done.text(name)
            for secret in ("pa@ss", "ss@host", "wo/rd", "hunter2"):
                self.assertNotIn(secret, text, name)
            self.assertGreaterEqual(text.count("<REDACTED>"), 10, name)
        self.assertEqual(only(done.events, "start")[0]["argv"][1], "secrets")
        shown = self.run_verb(*arguments, env={"TRACE2_REDACT": 0})
        for name in ("normal", "perf", "event"):
            self.assertNotIn("<REDACTED>", shown.text(name), "R-RED-06")
            self.assertIn("pa@ss", shown.text(name))

    def test_secrets_of_the_program_s_own(self):
        done = self.run_verb("error", "wizard", "--password=hunter2", status=128, env={"DRIVER_HIDES": 1})
        for name in ("normal", "perf", "event"):
            self.assertNotIn("wizard", done.text(name))
            self.assertNotIn("hunter2", done.text(name))
            self.assertIn("<hidden>", done.text(name))

    def test_settings_in_files(self):
        """R-SET-01, R-SET-02: a program's own; a broken one is told of and not obeyed, nor is it fatal
        as in Git (R-LIM-06, R-LIFE-04, R-HOST-04, R-SET-08, R-SET-09)."""
        home = {"HOME": self.directory, "XDG_CONFIG_HOME": self.directory, "DRIVER_FILES": 1}
        config = self.directory / ".frobconfig"
        config.write_text(f'[trace2]\n\tnormalTarget = "{self.directory}/normal"\n\tnormalBrief\n')
        done = self.run_program("return", 1, env=home)
        self.assertEqual(done.status, 1)
        self.assertIn("start ", done.text("normal"))
        for broken in ("[trace2\n", "[trace2]\n\tnormalTarget = \"\n", "\x00\x01[", "[include]\n\tpath = .frobconfig\n"):
            config.write_text(broken)
            done = self.run_program("return", 1, env=home)
            self.assertEqual((done.status, done.out), (1, ""))
        config.write_text("[trace2]\n\tnormalTarget = relative\n")
        done = self.run_program("return", 1, env={**home, "FROB_TRACE2_REDACT": "unclear"})
        self.assertEqual(done.status, 1)
        self.assertIn("relative", done.err)

    def test_git_s_settings_and_parameters(self):
        """R-SET-04, R-SET-05, R-PAR-02, R-PAR-06, R-PAR-07, R-API-12, R-API-13"""
        config = self.directory / "config"
        event = self.directory / "event"
        config.write_text(
            f"[trace2]\n\teventTarget = {event}\n\tconfigParams = test.*\n\tenvVars = FROB,EMPTY,ABSENT\n"
            "[test]\n\tone = 1\n\tflag\n[Test \"Sub\"]\n\tUrl = https://u:p@h/\n"
        )
        env = {"DRIVER_GIT": 1, "GIT_CONFIG_GLOBAL": config, "GIT_CONFIG_NOSYSTEM": 1, "FROB": "x", "EMPTY": ""}
        done = self.run_program("names", env={**env, "TRACE2_EVENT": None}, cwd="/")
        self.assertEqual(done.status, 0)
        self.assertEqual(
            self.members(done, "def_param"),
            [
                {"scope": "global", "param": "test.one", "value": "1"},
                {"scope": "global", "param": "test.flag"},
                {"scope": "global", "param": "test.Sub.url", "value": "https://u:<REDACTED>@h/"},
                {"scope": "command", "param": "FROB", "value": "x"},
            ],
        )
        order = names(done.events)
        self.assertEqual(order[2:8], ["cmd_name"] + ["def_param"] * 4 + ["cmd_name"])


if __name__ == "__main__":
    tracing.main()
