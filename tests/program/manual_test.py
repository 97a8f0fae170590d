"""The manual page and the completion of trace2 know what its help knows: usage manual_test.py PROGRAM SOURCES"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from trace2_program import Program, Skipped, run_all, skip_part

COMMANDS = ("why", "list", "diff", "query", "check", "report", "convert", "summary", "tree", "run", "ps", "attach", "snapshot", "cat", "listen")


def helped(trace2, *command):
    """The options of a command, and what they may be."""
    text = trace2.output(*command, "--help").decode()
    options = re.findall(r"^ +(?:-\w,)?(--[a-z-]+)(?:[ =]\w+(?::\{([^}]*)\})?)?", text, re.MULTILINE)
    assert options, command
    return {name: re.split(r",\s*", values) if values else [] for name, values in options}


def complete(sources, *words):
    """What the completion offers for the last word."""
    script = """. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _trace2; printf '%s\\n' "${COMPREPLY[@]}" """
    done = subprocess.run(["bash", "-c", script, "bash", Path(sources) / "completion.bash", "trace2", *words],
                          capture_output=True, text=True, timeout=240, check=True)
    assert done.stderr == "", done.stderr
    return set(done.stdout.split())


def test_the_manual_describes_all_options_and_no_others(trace2, sources):
    page = (Path(sources) / "trace2.1").read_text().replace("\\-", "-")
    choosing = re.search(r"^\.Ss Choosing commands$(.*?)^\.Ss", page, re.MULTILINE | re.DOTALL)[1]
    shared = set(re.findall(r"Fl -([a-z-]+) (?:Ns|\n)", "".join(re.findall(r"^\.It Fl .*\n", choosing, re.MULTILINE)).replace("\n", " \n")))
    for command in COMMANDS:
        section = re.search(rf"^\.Ss trace2 {command}$(.*?)^\.S[sh]", page, re.MULTILINE | re.DOTALL)[1]
        listed = set(re.findall(r"^\.It Fl (?:o , )?-([a-z-]+)", section, re.MULTILINE))
        chosen = shared if command not in ("check", "run", "ps", "attach", "snapshot") else set()
        assert {f"--{name}" for name in listed | chosen} == set(helped(trace2, command)) - {"--help"}, command
        synopsis = re.search(rf"^\.Cm {command}$(.*?)^\.(Nm|Sh)", page, re.MULTILINE | re.DOTALL)[1]
        assert all(f"Fl -{name}" in synopsis for name in listed - {"output"}), command
        assert ("Op Ar CHOICE ..." in synopsis) == bool(chosen), command
    formats = helped(trace2, "convert")["--to"]
    assert all(f".It Cm {name}\n" in page for name in formats), formats
    excepted = re.findall(r"\w+(?= [,;])|\w+(?=\n)", re.search(r"^One of the formats above except$(.*?;)$", page, re.MULTILINE | re.DOTALL)[1])
    assert {*formats, "summary", "tree", "why"} - {*excepted} == {*helped(trace2, "run")["--to"]}, excepted


def test_every_command_is_tested_here(trace2, _):
    listed = trace2.output("--help").decode().split("\nOptions:\n")[0]
    assert set(re.findall(r"^  (\w+)", listed, re.MULTILINE)) == set(COMMANDS), listed


def test_the_manual_is_well_formed(_, sources):
    page = Path(sources) / "trace2.1"
    for checker in (["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z"], ["mandoc", "-Tlint", "-Wwarning"]):
        if not shutil.which(checker[0]):
            skip_part("test_the_manual_is_well_formed", f"no {checker[0]}")
        else:
            done = subprocess.run([*checker, page], capture_output=True, text=True, timeout=240, check=False)
            said = done.stderr if checker[0] == "man" else done.stdout
            assert done.returncode == 0 and said == "", (checker, said, done.stderr)


def test_commands_and_options_are_completed(trace2, sources):
    assert complete(sources, "") == {*COMMANDS, "--help", "--version", "--no-pager"}
    assert complete(sources, "con") == {"convert"}
    assert complete(sources, "--no-pager", "con") == {"convert"}
    for command in COMMANDS:
        options = helped(trace2, command)
        assert complete(sources, command, "--") == {*options, "--help"}, command
        for option, values in options.items():
            if values:
                assert complete(sources, command, option, "") == set(values)
                assert complete(sources, command, option, "=") == set(values)
                assert complete(sources, command, option, "=", values[0][:3]) == {values[0]}
    assert complete(sources, "convert", "x") == set(), "files are left to readline"


def is_offered_by_fish(page, command, option):
    """Whether a line of fish's completion offers the option for this command."""
    readers = re.search(r"^set -l readers (.*)$", page, re.MULTILINE)[1]
    lines = [line.replace("$readers", readers) for line in page.splitlines() if f" -l {option[2:]} " in line]
    conditions = (re.search(r"""-n ['"]__trace2_is ([^'"]*)""", line) for line in lines)
    return any(found and command in found[1].split() for found in conditions)


def test_other_shells_complete_the_same(trace2, sources):
    fish = (Path(sources) / "completion.fish").read_text()
    zsh = (Path(sources) / "completion.zsh").read_text()
    for command in COMMANDS:
        assert f"-a {command} " in fish and f"  {command}) " in zsh.replace(")\n", ") "), command
        for option, values in helped(trace2, command).items():
            assert is_offered_by_fish(fish, command, option), (command, option)
            assert re.search(rf"{option}[=\[]", zsh) or f"{{-o+,{option}=}}" in zsh, option
            assert all(" ".join(values) in text for text in (fish, zsh)), (option, values)


def test_fish_offers_what_follows_options_with_values(trace2, sources):
    if not shutil.which("fish"):
        raise Skipped("no fish")
    with tempfile.TemporaryDirectory() as name:
        # Fish asks for rules of programs that it finds only.
        (Path(name) / "trace2").symlink_to(trace2.path)
        environment = {**os.environ, "HOME": name, "PATH": f"{os.environ['PATH']}:{name}"}
        for line, expected in (("--no-pager summ", "summary"), ("--no-pager summary --so", "--sort"),
                               ("list --sort=slo", "--sort=slowest"), ("run -- bas", "bash"),
                               ("run --to tree -- bas", "bash"), ("run -o x bas", "bash"),
                               ("--no-pager run --to=tree bas", "bash"), ("run --to=su", "--to=summary")):
            script = "source $argv[1]; complete -C $argv[2]"
            done = subprocess.run(["fish", "--no-config", "-c", script, Path(sources) / "completion.fish", f"trace2 {line}"],
                                  capture_output=True, text=True, timeout=60, check=True, env=environment)
            assert expected in re.findall(r"^[^\t\n]+", done.stdout, re.MULTILINE) and done.stderr == "", (line, done)


def test_the_completions_are_well_formed(_, sources):
    for shell in ("bash", "fish", "zsh"):
        if not shutil.which(shell):
            skip_part("test_the_completions_are_well_formed", f"no {shell}")
        else:
            done = subprocess.run([shell, "-n", Path(sources) / f"completion.{shell}"], capture_output=True, text=True,
                                  timeout=240, check=False)
            assert done.returncode == 0 and done.stderr == "", done.stderr


def test_what_run_runs_is_completed(_, sources):
    for words in (["run"], ["run", "--"], ["run", "--to", "=", "perf", "-o", "f", "--"], ["run", "--output", "f"]):
        assert "bash" in complete(sources, *words, "bas"), words
    assert complete(sources, "run", "--", "ls", "--t") == set()


def test_zsh_completes_the_command_right_behind_the_dashes(_, sources):
    if not shutil.which("zsh"):
        raise Skipped("no zsh")
    script = """_arguments() { }; _normal() { print -r -- $CURRENT $words }; . "$1"; shift
        words=("$@"); CURRENT=$#words; _trace2_arguments run"""
    for words, expected in ((["run", "--", "git", "sta"], "2 git sta\n"), (["run", "--to="], ""), (["run", "--"], "")):
        done = subprocess.run(["zsh", "-f", "-c", script, "zsh", Path(sources) / "completion.zsh", *words],
                              capture_output=True, text=True, timeout=60, check=True)
        assert (done.stdout, done.stderr) == (expected, ""), (words, done)


if __name__ == "__main__":
    run_all(globals(), Program(sys.argv[1]), sys.argv[2])
