"""Full disks: usage disks.py WRITER CAT

A program traces to small file systems of several types, which another process fills and empties
meanwhile. The program lives, its lines are whole, and those that are missing were counted. The file
systems are mounted in a name space of the test's own, and are gone with it.
"""

import ctypes
import errno
import os
import re
import shutil
import subprocess
import sys
import time

import faults

MEBIBYTES = {"tmpfs": 8, "ext4": 24, "btrfs": 120}


def run(*command):
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)


def own_name_space():
    """Whether this process may mount; its mounts are then its own."""
    new_mounts = 0x00020000
    if os.geteuid() != 0 or ctypes.CDLL(None, use_errno=True).unshare(new_mounts) != 0:
        return False
    return run("mount", "--make-rprivate", "/").returncode == 0


def mount(kind, directory):
    """Mounts a new file system; why it can't, or nothing."""
    place = directory / kind
    place.mkdir()
    size = f"{MEBIBYTES[kind]}m"
    if kind == "tmpfs":
        return run("mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", place).stderr
    if not shutil.which(f"mkfs.{kind}"):
        return f"mkfs.{kind} is missing"
    image = directory / f"{kind}.image"
    image.write_bytes(b"")
    os.truncate(image, MEBIBYTES[kind] << 20)
    made = run(f"mkfs.{kind}", "-q", image)
    return made.stderr if made.returncode else run("mount", "-o", "loop", image, place).stderr


def fill(place):
    """Takes all room, also what is left between larger files. Returns whether the disk got full."""
    is_full = False
    for number, size in enumerate((65536, 4096, 512)):
        with open(place / f"fill{number}", "wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(size))
            except OSError as error:
                is_full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        # Written back, so that a file system that copies on write needs new blocks for old pages.
        run("sync", "-f", place)
    return is_full


def empty(place):
    for path in place.glob("fill*"):
        path.unlink()


def check_losses(form, text, said, acknowledged, faults_of_run):
    """Each of a thread's numbers that is missing was counted."""
    found = faults.numbers_of(form, text, faults_of_run)
    per_number = 1 if form == "normal" else 2
    if form in ("event", "binary"):
        printed = text.count(b'"event":"printf"')
    else:
        printed = len(re.findall(rb"(?:printf|\|) +.*n \d+ \d+$", text, re.M)) if form == "perf" else 0
    arrived = sum(len(numbers) for numbers in found.values()) + printed
    emitted = per_number * sum(acknowledged)
    variable = faults.TARGETS.get(form, "TRACE2_BINARY")
    counted = re.search(rf"'{variable}' lost (\d+) lines", said)
    lost = int(counted[1]) if counted else 0
    faults_of_run.checked += emitted
    if emitted - arrived > lost:
        faults_of_run.lose(f"{form}: {emitted} emitted, {arrived} arrived, {lost} counted as lost: {said}")


def wait_for_more(progress, process, texts):
    """Waits until the writer has written with room: a busy machine may keep it waiting, and file systems
    give back only after a while what has become free."""
    enough = sum(progress.read()) + 10
    blocks = 3 * 4096
    sizes = {path: path.stat().st_size + blocks for path in texts}
    end = time.monotonic() + 60
    while process.poll() is None and time.monotonic() < end:
        if sum(progress.read()) >= enough and all(path.stat().st_size >= size for path, size in sizes.items()):
            return
        time.sleep(0.01)


def try_disk(kind, place, writer, cat, run_of):
    forms = run_of.random.choice((["event", "perf", "normal"], ["binary"], ["event", "perf", "normal", "binary"]))
    paths = {form: place / form for form in forms}
    variables = {faults.TARGETS.get(form, "TRACE2_BINARY"): path for form, path in paths.items()}
    progress = faults.Progress(run_of.directory / "progress")
    process = subprocess.Popen(
        # Where a disk has just become full, a line of another thread may get into a cut one.
        [writer, progress.path, "2" if forms == ["binary"] else "1", "100000000", "100"],
        env=faults.environment(**variables, TRACE2_BINARY_SIZE="1g"),
        stderr=subprocess.PIPE,
    )
    time.sleep(run_of.random.random() * 0.3)
    stays_full = run_of.random.random() < 0.5
    for _ in range(2):
        run("sync", "-f", place)
        empty(place)
        run_of.made += fill(place)
        time.sleep(0.1)
    if not stays_full:
        empty(place)
        wait_for_more(progress, process, [path for form, path in paths.items() if form != "binary"])
    progress.stop()
    said = faults.ended(process, run_of)
    print(f"{kind} {'+'.join(forms)}: {process.returncode}, {sum(progress.read())} numbers, {said.strip()}", flush=True)
    if process.returncode == 0:
        for form, path in paths.items():
            if form == "binary":
                shown = subprocess.run([cat, "--format=event", path], capture_output=True, check=False)
                check_losses("binary", shown.stdout, said, progress.read(), run_of)
            else:
                text = path.read_bytes()
                # A line that was cut stays so where there never was room again.
                text = text[: text.rfind(b"\n") + 1] if stays_full else text
                check_losses(form, text, said, progress.read(), run_of)
    for path in paths.values():
        path.unlink(missing_ok=True)
    empty(place)


def main(writer, cat):
    if faults.SANITIZED:
        faults.skip("a sanitized program is too slow to fill a disk")
    if not own_name_space():
        faults.skip("nothing can be mounted here")
    run_of = faults.Faults("disks", sample=2)
    kinds = []
    for kind in MEBIBYTES:
        if why := mount(kind, run_of.directory).strip():
            print(f"without {kind}: {why}", flush=True)
        else:
            kinds.append(kind)
    if not kinds:
        faults.skip("no file system can be mounted here")
    for number in run_of.each_round(least=len(kinds)):
        kind = kinds[number % len(kinds)]
        try_disk(kind, run_of.directory / kind, writer, cat, run_of)
    for kind in kinds:
        run("umount", run_of.directory / kind)
    run_of.finish()


if __name__ == "__main__":
    main(*map(os.path.abspath, sys.argv[1:]))
