"""SIGKILL at random moments: usage kill.py WRITER CAT

Every number that the killed process had acknowledged is in its recording, and in each text.
"""

import os
import subprocess
import sys
import time

import faults

CONFIGURATIONS = {
    "grow": ["binary"],
    "ring": ["binary"],
    "texts": ["normal", "perf", "event"],
    "all": ["normal", "perf", "event", "binary"],
}


def main(writer, cat):
    run = faults.Faults("kill", sample=2)
    for number in run.each_round(least=len(CONFIGURATIONS)):
        name = list(CONFIGURATIONS)[number % len(CONFIGURATIONS)]
        paths = {form: run.directory / f"{form}{number}" for form in CONFIGURATIONS[name]}
        variables = {faults.TARGETS.get(form, "TRACE2_BINARY"): path for form, path in paths.items()}
        if name == "ring":
            variables.update(TRACE2_BINARY_MODE="ring", TRACE2_BINARY_SIZE="256k")
        else:
            variables["TRACE2_BINARY_SIZE"] = "1g"
        progress = faults.Progress(run.directory / "progress")
        threads = run.random.choice((1, 2, 4))
        pause = run.random.choice((0, 0, 20))
        process = subprocess.Popen(
            [writer, progress.path, str(threads), "100000000", str(pause)],
            env=faults.environment(**variables),
            stderr=subprocess.PIPE,
        )
        begin = time.monotonic()
        is_started = run.random.random() < 0.9
        while is_started and not any(progress.read()) and time.monotonic() < begin + faults.LIMIT:
            time.sleep(0.0005)
        time.sleep(run.random.random() ** 2 * 0.02)
        run.made += process.poll() is None
        process.kill()
        faults.ended(process, run, wanted=(-9,))
        acknowledged = progress.read()
        for form, path in paths.items():
            if not any(acknowledged) and not path.exists():
                continue
            if form == "binary":
                shown = subprocess.run([cat, "--format=event", path], capture_output=True, check=False)
                if any(acknowledged) and (shown.returncode or shown.stderr):
                    run.lose(f"{name}: {shown.stderr.decode()}")
                found = faults.numbers_of("event", shown.stdout, run)
                faults.check_numbers(name, found, acknowledged, run, is_ring=name == "ring")
            else:
                found = faults.numbers_of(form, path.read_bytes(), run, may_be_cut=True)
                faults.check_numbers(form, found, acknowledged, run)
            path.unlink(missing_ok=True)
    run.finish()


if __name__ == "__main__":
    main(*map(os.path.abspath, sys.argv[1:]))
