"""With --anonymise outputs tell how programs have worked, and nothing of what they worked on: usage anonymise_test.py PROGRAM TRACES"""

import base64
import gzip
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from trace2_program import SMALL, Program, Skipped, recordings, run_all

FORMATS = ("event", "perf", "normal", "chrome", "firefox", "otlp", "folded", "html")

# No text of the planted trace may be seen that holds one of these.
SECRETS = ("alice", "acme", "tresor", "hunter2", "corp.example", "deadbeef")

SID = "20000101T000000.000000Z-Hdeadbeef-P00000010"


def planted():
    """A trace with secrets wherever somebody else than the author of the program chooses a text."""
    common = {"thread": "main", "time": "2000-01-01T00:00:00.000000Z", "file": "/home/alice/src/frob.c", "line": 7}
    lines = (
        {"event": "version", "evt": "4", "exe": "1.0"},
        {"event": "start", "t_abs": 0.0, "argv": ["/home/alice/bin/frob", "fetch", "--tresor=1", "-c", "user.name=alice",
                                                  "https://alice:hunter2@git.corp.example/acme/tresor.git", "src/tresor.c"]},
        {"event": "cmd_path", "path": "/home/alice/acme/bin/frob"},
        {"event": "cmd_ancestry", "ancestry": ["alice-shell", "bash"]},
        {"event": "cmd_name", "name": "fetch", "hierarchy": "fetch"},
        {"event": "cmd_mode", "name": "/home/alice/mode"},
        {"event": "alias", "alias": "alicefetch", "argv": ["!echo", "hunter2"]},
        {"event": "def_param", "scope": "global", "param": "remote.acme.url", "value": "ssh://alice@corp.example/tresor"},
        {"event": "def_param", "scope": "local", "param": "alias.tresor", "value": "log"},
        {"event": "def_param", "scope": "unknown", "param": "HOME", "value": "/home/alice"},
        {"event": "def_repo", "repo": 1, "worktree": "/home/alice/acme/tresor"},
        {"event": "region_enter", "repo": 1, "nesting": 1, "category": "c", "label": "load", "msg": "/home/alice/acme/index"},
        {"event": "data", "repo": 1, "t_abs": 0.1, "t_rel": 0.1, "nesting": 2, "category": "c", "key": "count", "value": "42"},
        {"event": "data", "repo": 1, "t_abs": 0.1, "t_rel": 0.1, "nesting": 2, "category": "c", "key": "host", "value": "git.corp.example"},
        {"event": "data_json", "repo": 1, "t_abs": 0.1, "t_rel": 0.1, "nesting": 2, "category": "c", "key": "map",
         "value": {"alice": ["tresor", 1, {"acme \u00e9": None}], "a\\\"lice\"": "\\\"hunter2\\u0061\"", "count": 5}},
        {"event": "data", "repo": 1, "t_abs": 0.1, "t_rel": 0.1, "nesting": 2, "category": "c", "key": "of /home/alice", "value": {"alice": "acme"}},
        {"event": "region_leave", "repo": 1, "t_rel": 0.2, "nesting": 1, "category": "c", "label": "load", "msg": "/home/alice/acme/index"},
        {"event": "printf", "t_abs": 0.3, "msg": "hello alice"},
        {"event": "error", "msg": "no such host: git.corp.example", "fmt": "no such host: git.corp.example"},
        {"event": "child_start", "child_id": 0, "child_class": "hook", "hook_name": "pre-alice", "use_shell": False, "cd": "/home/alice/acme",
         "argv": ["/home/alice/hooks/pre-alice", "tresor"]},
        {"event": "child_exit", "child_id": 0, "pid": 9, "code": 0, "t_rel": 0.1},
        {"event": "child_start", "child_id": 1, "child_class": "editor", "use_shell": True, "argv": ["'/home/alice/acme-edit' --host corp.example", "tresor"]},
        {"event": "child_exit", "child_id": 1, "pid": 10, "code": 1, "t_rel": 0.1},
        {"event": "exec", "exec_id": 0, "exe": "/home/alice/bin/acme", "argv": ["acme", "tresor"]},
        {"event": "exec_result", "exec_id": 0, "code": 2},
        {"event": "thread_start", "thread": "th01:/home/alice"},
        {"event": "thread_exit", "thread": "th01:/home/alice", "t_rel": 0.1},
        {"event": "frob_other", "t_abs": 0.7, "who": "alice", "where": {"tresor": ["acme"]}, "count": 3, "category": "/home/alice"},
        {"event": "frob_event", "who": ["alice", "@alice"], "@alice": 1, "msg": "tresor", "path": "/home/alice/tresor"},
        {"event": "atexit", "t_abs": 1.0, "code": 0, "surplus": "alice"},
    )
    own, seconds, begun = [], 0.0, {}
    for line in lines:  # The clocks agree.
        what, _, verb = line["event"].rpartition("_")
        if verb in ("enter", "start"):
            begun[what] = seconds
        if verb in ("leave", "exit"):
            seconds = begun[what] + line["t_rel"]
        seconds = line.get("t_abs", seconds)
        common["time"] = f"2000-01-01T00:00:{seconds:09.6f}Z"
        own.append({"event": "", "sid": SID, **common, **line})
    common["time"] = "2000-01-01T00:00:00.000000Z"
    below = [{"event": "start", "sid": f"{SID}/alice-job/{SID}", **common, "t_abs": 0.0, "argv": ["git", "tresor"]}]
    return "".join(json.dumps(line) + "\n" for line in own + below).encode()


def visible(output, to):
    """An output with its packed data unpacked."""
    if to != "html":
        return output.decode()
    data = re.search(rb'<script[^>]*id="data"[^>]*>([^<]*)<', output)[1]
    page = output.replace(data, b"")
    return page.decode() + gzip.decompress(base64.b64decode(data)).decode()


def assert_hidden(text, secrets, to):
    for secret in secrets:
        found = text.lower().find(secret.lower())
        assert found < 0, (to, secret, text[max(found - 120, 0) : found + 120])


def without_names(value):
    """Values in the order of values: replaced names sort in another order, and so do rows of equal length."""
    if isinstance(value, dict):
        return {key: without_names(item) for key, item in value.items()}
    if isinstance(value, list):
        return sorted((without_names(item) for item in value), key=json.dumps)
    return "" if isinstance(value, str) else value


def summary(trace2, trace):
    return json.loads(trace2.output("summary", "--json", "-", stdin=trace))


def test_nothing_planted_is_seen_in_any_format(trace2, _):
    for to in FORMATS:
        output = trace2.output("convert", f"--to={to}", "--anonymise", "-", stdin=planted())
        text = visible(output, to)
        assert_hidden(text, SECRETS, to)
        assert to == "folded" or "fetch" in text, to
    assert visible(trace2.output("report", "--anonymise", "-", stdin=planted()), "html").count("anonymous")
    # The names of the test are really in the trace.
    assert all(secret in planted().decode() for secret in SECRETS)


def test_equal_texts_stay_equal_and_different_ones_different(trace2, _):
    text = trace2.output("convert", "--to=event", "--anonymise", "-", stdin=planted()).decode()
    lines = [json.loads(line) for line in text.splitlines()]
    by = {line["event"]: line for line in lines}
    assert by["region_enter"]["msg"] == by["region_leave"]["msg"] == "message-1", by["region_enter"]
    assert by["start"]["argv"] == ["git", "arg-6"], by["start"]
    first = next(line for line in lines if line["event"] == "start")["argv"]
    assert first == ["path-1/frob", "arg-1", "--option-1", "-c", "arg-2", "https://host-2/path-2", "path-3/file-1.c"], first
    assert by["def_repo"]["worktree"] == "path-5", by["def_repo"]
    assert by["def_param"]["param"] == "HOME", by["def_param"]
    assert by["data_json"]["value"]["count"] == 5, by["data_json"]
    assert [line["value"] for line in lines if line["event"] == "data"][0] == "42"
    sids = [line["sid"] for line in lines]
    assert sids[0] == SID.replace("deadbeef", "00000001"), sids[0]
    assert sids[-1] == f"{sids[0]}/sid-1/{sids[0]}", sids[-1]
    assert {line["file"] for line in lines} == {"frob.c"}
    assert [line["event"] for line in lines] == [json.loads(line)["event"] for line in planted().splitlines()]


def test_numbers_are_those_of_the_original(trace2, traces):
    for path in recordings(traces):
        for trace in (path, path.with_suffix(".perf"), path.with_suffix(".normal")):
            original = trace.read_bytes()
            if not original:
                continue
            done = trace2("convert", "--to=event", "--anonymise", trace)
            plain = trace2("convert", "--to=event", trace)
            assert done.returncode == plain.returncode, (trace, done.stderr)
            assert len(done.stdout.splitlines()) == len(plain.stdout.splitlines()), trace
            assert without_names(summary(trace2, done.stdout)) == without_names(summary(trace2, plain.stdout)), trace


def test_the_form_of_lines_stays(trace2, _):
    for to in ("perf", "normal"):
        plain = trace2.output("convert", f"--to={to}", "-", stdin=SMALL.encode()).decode().splitlines()
        hidden = trace2.output("convert", f"--to={to}", "--anonymise", "-", stdin=SMALL.encode()).decode().splitlines()
        assert len(plain) == len(hidden), to
        for before, after in zip(plain, hidden):
            assert before == after or re.search(r"-\d", after), (before, after)
        assert any("cmd_name" in line and "scan" in line for line in hidden), hidden


def git(directory, *arguments, **variables):
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("GIT_", "TRACE2"))}
    subprocess.run(["git", *arguments], cwd=directory, capture_output=True, check=False, timeout=240,
                   env=environment | {"GIT_CONFIG_NOSYSTEM": "1", "HOME": str(directory)} | variables)


def test_nothing_of_a_user_is_seen_in_traces_of_git(trace2, _):
    with tempfile.TemporaryDirectory() as top:
        place = Path(top) / "alice" / "acme-tresor"
        place.mkdir(parents=True)
        (Path(top) / ".gitconfig").write_text("")
        trace = {name: Path(top) / f"t{suffix}" for name, suffix in
                 (("GIT_TRACE2_EVENT", ".event"), ("GIT_TRACE2_PERF", ".perf"), ("GIT_TRACE2", ".normal"))}
        variables = {name: str(path) for name, path in trace.items()}
        variables |= {"GIT_TRACE2_CONFIG_PARAMS": "user.*,remote.*,core.*", "GIT_TRACE2_ENV_VARS": "HOME,EDITOR", "EDITOR": "acme-edit",
                      "GIT_TRACE2_PARENT_SID": "job-of-alice"}
        git(place, "init", ".", **variables)
        for name, value in (("user.name", "Alice Tresor"), ("user.email", "alice@corp.example"), ("alias.tresor", "!echo hunter2; false"),
                            ("remote.acme.url", "https://alice:hunter2@git.corp.example.invalid/acme.git")):
            git(place, "config", name, value)
        (place / "tresor.c").write_text("int tresor;\n")
        for arguments in (("add", "tresor.c"), ("commit", "-m", "For acme"), ("tresor", "alice"), ("status",), ("log", "--author=alice"),
                          ("fetch", "acme"), ("ls-remote", "https://alice:hunter2@127.0.0.1:1/acme"), ("checkout", "alice"), ("alicecmd",)):
            git(place, *arguments, **variables)
        for path in trace.values():
            assert "tresor" in path.read_text() and "alice" in path.read_text()
            for to in FORMATS:
                done = trace2("convert", f"--to={to}", "--anonymise", path)
                assert done.returncode in (0, 1), done.stderr
                assert_hidden(visible(done.stdout, to), (*SECRETS[:-1], top, os.uname().nodename + "."), (path.name, to))


def test_recordings_are_anonymised_too(trace2, _):
    with tempfile.TemporaryDirectory() as top:
        recording = Path(top) / "alice.recording"
        environment = os.environ | {"TRACE2_BINARY": str(recording)}
        trace2("run", "--", "sh", "-c", "exit 3 # hunter2 tresor", env=environment)
        if not recording.exists():
            raise Skipped("compiled without instrumentation")
        for to in ("event", "perf", "normal"):
            assert "hunter2" in trace2.output("cat", f"--format={to}", recording).decode()
            shown = trace2.output("cat", f"--format={to}", "--anonymise", recording)
            assert_hidden(shown.decode(), SECRETS, to)
            assert shown == trace2.output("convert", f"--to={to}", "--anonymise", recording)
            assert len(shown.splitlines()) == len(trace2.output("cat", f"--format={to}", recording).splitlines())
        hidden = trace2.output("cat", "--format=event", "--anonymise", recording)
        plain = trace2.output("cat", "--format=event", recording)
        assert without_names(summary(trace2, hidden)) == without_names(summary(trace2, plain))
        for to in ("chrome", "firefox", "otlp", "folded", "html"):
            assert_hidden(visible(trace2.output("convert", f"--to={to}", "--anonymise", recording), to), SECRETS, to)


def test_what_run_shows_is_anonymised_only_where_it_can_be(trace2, _):
    with tempfile.TemporaryDirectory() as top:
        page = Path(top) / "page.html"
        clean = {key: value for key, value in os.environ.items() if not key.startswith(("GIT_TRACE2", "TRACE2"))}
        done = trace2("run", "--to=html", "--anonymise", "-o", page, "--", "sh", "-c", ": hunter2", env=clean)
        if page.exists() and page.stat().st_size:
            assert done.returncode == 0, done.stderr
            assert_hidden(visible(page.read_bytes(), "html"), SECRETS, "html")
        assert trace2("run", "--anonymise", "--to=perf", "--", "true", env=clean).returncode == 2


def test_secrets_that_writers_leave_are_hidden_from_other_tools(trace2, _):
    trace = SMALL.replace('"sub"]', '"sub","--password=hunter2","ssh://u:hunter2@h/"]').replace('"no 1"', '"at ftp://u:hunter2@h/"')
    trace = trace.replace('"value":"5"', '"value":"x://u:hunter2@h"').encode()
    for to in ("chrome", "firefox", "otlp", "folded", "html"):
        assert_hidden(visible(trace2.output("convert", f"--to={to}", "-", stdin=trace), to), ("hunter2",), to)
    assert "REDACTED" in visible(trace2.output("report", "-", stdin=trace), "html")
    assert trace2.output("convert", "--to=event", "-", stdin=trace).count(b"hunter2") == 6
    for value, is_shown in (("5", True), ("hunter2", False)):
        trace = SMALL.replace('"key":"k","value":"5"', f'"key":"password","value":"{value}"').encode()
        assert ("REDACTED" not in visible(trace2.output("report", "-", stdin=trace), "html")) == is_shown, value


if __name__ == "__main__":
    run_all(globals(), Program(sys.argv[1]), sys.argv[2])
