"""Recordings whose file something happens to: usage faults.py PROGRAM [slow]

The program goes on, whatever happens, and lost events are counted.
"""

import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "support"))
import unit_main  # noqa: E402

MODES = {"ring": {"TRACE2_BINARY_MODE": "ring", "TRACE2_BINARY_SIZE": "128k"}, "grow": {}}
HEADER = 4096
ROUNDS = 20000
EVENTS = 2 * ROUNDS * 3  # of two threads, after the recording was damaged
OTHERS = 20


def chunks(file):
    """The places of all chunks."""
    at, size = HEADER, os.fstat(file).st_size
    while at < size:
        head = os.pread(file, 32, at)
        if head[:8] == b"CHUNK2R\n":
            yield at
            at += max(struct.unpack_from("<Q", head, 8)[0], HEADER)
        else:
            at += HEADER


def truncate(path):
    os.truncate(path, 0)


def copy_over(path):
    shutil.copyfile("/etc/passwd", path)


def copy_more_over(path):
    """The new contents are as large as the recording was."""
    path.write_bytes(b"no recording\n" * (path.stat().st_size // 12))


def punch(path):
    subprocess.run(["fallocate", "-p", "-o", "0", "-l", str(path.stat().st_size), path], check=True)


def forge_sizes(size):
    def forge(path):
        file = os.open(path, os.O_RDWR)
        for at in list(chunks(file)):
            os.pwrite(file, struct.pack("<Q", size), at + 8)
        os.close(file)

    return forge


def forge_everything(path):
    file = os.open(path, os.O_RDWR)
    size = os.fstat(file).st_size
    for at in range(0, size, HEADER):
        os.pwrite(file, os.urandom(HEADER), at)
    os.close(file)


def fill(path):
    """Leaves no block on the file system, and writes held back pages, so that they are copied next time."""
    os.sync()
    with open(path.parent / "filling", "wb", buffering=0) as file:
        for size in (1 << 20, HEADER):
            try:
                while file.write(bytes(size)) == size:
                    pass
            except OSError:
                os.sync()


class Faults(unittest.TestCase):
    program = ""
    is_slow = False

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = Path(directory.name)
        self.recording = self.directory / "recording"

    def environment(self, **variables):
        inherited = {name: value for name, value in os.environ.items() if "TRACE2" not in name}
        return {
            **inherited,
            "TRACE2_BINARY": str(self.recording),
            "TRACE2_DST_DEBUG": "1",
            **{name: str(value) for name, value in variables.items()},
        }

    def run_program(self, mode="", damage=lambda path: None, rounds=ROUNDS, **variables):
        """Returns its status, its standard output and its standard error."""
        with subprocess.Popen(
            [self.program, mode, str(rounds)],
            env=self.environment(**variables),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            self.assertEqual(process.stdout.readline(), "ready\n", process.poll())
            os.chmod(self.recording, 0o644)
            damage(self.recording)
            output, errors = process.communicate("\n", timeout=240)
            return process.returncode, output, errors

    def lost(self, errors):
        return int(re.search(r"lost (\d+) lines", errors)[1]) if "lost" in errors else 0

    def test_a_truncated_recording_ends_and_later_events_are_counted(self):
        for mode, variables in MODES.items():
            for damage in (truncate, copy_over):
                with self.subTest(mode, damage=damage.__name__):
                    self.recording.unlink(missing_ok=True)
                    status, output, errors = self.run_program("", damage, **variables)
                    self.assertEqual((status, output), (0, "0\n"), errors)
                    self.assertIn("Input/output error", errors)
                    self.assertLess(abs(self.lost(errors) - EVENTS), OTHERS)
                    left = b"" if damage is truncate else Path("/etc/passwd").read_bytes()
                    self.assertEqual(self.recording.read_bytes(), left)

    def test_a_recording_with_foreign_contents_is_neither_read_nor_completed(self):
        damages = [copy_more_over, punch, forge_sizes(1 << 36), forge_sizes(8), forge_everything]
        for mode, variables in MODES.items():
            for number, damage in enumerate(damages):
                with self.subTest(mode, damage=number):
                    self.recording.unlink(missing_ok=True)
                    status, output, errors = self.run_program("", damage, **variables)
                    self.assertEqual((status, output), (0, "0\n"), errors)
                    self.assertGreater(self.lost(errors), ROUNDS)
                    file = os.open(self.recording, os.O_RDONLY)
                    self.assertNotEqual(os.pread(file, 8, 40), struct.pack("<Q", 1))
                    os.close(file)

    def test_late_damage_stops_the_end_from_completing_the_recording(self):
        """The last chunk isn't full: nobody has looked at the file since."""
        for damage in (truncate, punch, copy_more_over):
            with self.subTest(damage=damage.__name__):
                self.recording.unlink(missing_ok=True)
                status, _, errors = self.run_program("", damage, rounds=10)
                self.assertEqual(status, 0, errors)
                is_finished = self.recording.read_bytes()[40:48]
                self.assertNotEqual(is_finished, struct.pack("<Q", 1))

    def test_a_thread_that_blocks_the_signal_lives_too(self):
        status, _, errors = self.run_program("blocked", truncate)
        self.assertEqual(status, 0, errors)

    def test_other_faults_and_signals_kill_as_they_would_without_a_recording(self):
        for mode in ("kill", "elsewhere"):
            self.recording.unlink(missing_ok=True)
            self.assertEqual(self.run_program(mode)[0], -signal.SIGBUS)

    def test_a_program_with_a_handler_of_its_own_recovers(self):
        status, output, errors = self.run_program("handler", truncate)
        self.assertEqual(status, 0, errors)
        self.assertGreaterEqual(int(output), 1)
        self.assertLess(abs(self.lost(errors) - EVENTS), OTHERS)

    def test_a_full_disk_that_copies_what_is_written_again_does_no_harm(self):
        if not self.is_slow:
            self.skipTest("it takes long to make a file system")
        image, mount = self.directory / "image", self.directory / "mount"
        image.touch()
        mount.mkdir()
        os.truncate(image, 128 << 20)
        try:
            subprocess.run(["mkfs.btrfs", "-q", image], check=True, capture_output=True)
            subprocess.run(["mount", "-o", "loop", image, mount], check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError):
            self.skipTest("nothing can be mounted here")
        try:
            for mode, variables in MODES.items():
                with self.subTest(mode):
                    for path in mount.iterdir():
                        path.unlink()
                    self.recording = mount / "recording"
                    status, output, errors = self.run_program("", fill, **variables)
                    self.assertEqual((status, output), (0, "0\n"), errors)
                    self.assertGreater(self.lost(errors), 0)
        finally:
            subprocess.run(["umount", mount], check=True)

    def test_nobody_else_may_write_to_a_recording(self):
        directory = self.directory / "recordings"
        directory.mkdir()
        for mask, mode in (0, 0o444), (0o002, 0o444), (0o022, 0o444), (0o077, 0o400):
            for target in (self.recording, directory):
                for path in [self.recording, *directory.iterdir()]:
                    path.unlink(missing_ok=True)
                before = os.umask(mask)
                try:
                    subprocess.run(
                        [self.program, "", "10"],
                        env=self.environment(TRACE2_BINARY=target),
                        input=b"\n",
                        stdout=subprocess.DEVNULL,
                        check=True,
                    )
                finally:
                    os.umask(before)
                [made] = [target] if target.is_file() else directory.iterdir()
                self.assertEqual(made.stat().st_mode & 0o7777, mode, target)


if __name__ == "__main__":
    Faults.program = str(Path(sys.argv[1]).resolve())
    Faults.is_slow = len(sys.argv) > 2
    unit_main.main()
