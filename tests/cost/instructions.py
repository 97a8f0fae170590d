"""Counts instructions in a simulated processor, so that a busy machine gives the same figures."""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import project
from compiler import Compiler


def simulate(*command, source=None):
    """Runs a program, with SOURCE as its input, and those it runs. Returns what valgrind says."""
    simulated = ["valgrind", "--tool=cachegrind", "--trace-children=yes", "--cachegrind-out-file=/dev/null"]
    result = subprocess.run([*simulated, *command], input=source, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        project.finish([f"{command}: an argument was evaluated, or it failed:\n{result.stderr}"])
    return result.stderr


def total(pattern, said):
    return sum(int(number.replace(",", "")) for number in re.findall(pattern, said))


def instructions(said):
    return total(r"I +refs: +([\d,]+)", said)


def counts(program, rounds):
    """Instructions and loads of the whole program."""
    said = simulate("--cache-sim=yes", program, str(rounds))
    return instructions(said), total(r"D +refs: +[\d,]+ +\(([\d,]+) rd", said)


def per_round(compiler, few, many, *arguments, source=None):
    """Instructions and loads of one round of a program that takes their number; ARGUMENTS and SOURCE
    are those of one call of the compiler."""
    with tempfile.TemporaryDirectory() as directory:
        program = str(Path(directory) / "program")
        result = compiler.run("-O2", "-g0", "-pthread", *arguments, "-o", program, source=source)
        if result.returncode != 0:
            project.finish([result.stderr])
        begin, end = counts(program, few), counts(program, many)
    return tuple((b - a) / (many - few) for a, b in zip(begin, end))


def check(violations):
    """The whole test: VIOLATIONS of the compiler that the command line names, in a sample of the cases
    if that ends with a number."""
    build_dir, include, *most = sys.argv[1:]
    compiler = Compiler(build_dir, include)
    if shutil.which("valgrind") is None:
        project.skip("valgrind is not installed")
    if any(flag.startswith("-fsanitize") for flag in compiler.flags):
        project.skip("sanitizers add instructions of their own")
    project.finish(list(violations(compiler, most)))
