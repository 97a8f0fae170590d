"""What other users put into shared directories is neither written nor followed: usage planted_files_test.py PROGRAM

Only root can make files of other users.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from trace2_program import SMALL, Program, run_all, skip

STRANGER = 12345
SECRET = "not to be touched\n"
CLEAN = {name: value for name, value in os.environ.items() if "TRACE2" not in name and name != "TRACEPARENT"}


class Shared:
    """A directory such as /tmp, with a trace and a file elsewhere that a link may lead to."""

    def __enter__(self):
        self.home = tempfile.TemporaryDirectory()  # pylint: disable=consider-using-with
        self.trace = Path(self.home.name, "trace.event")
        self.trace.write_text(SMALL)
        self.elsewhere = Path(self.home.name, "elsewhere")
        self.elsewhere.write_text(SECRET)
        self.path = Path(self.home.name, "shared")
        self.path.mkdir()
        self.path.chmod(0o1777)
        return self

    def __exit__(self, *_):
        self.home.cleanup()

    def planted(self):
        """The file of a stranger, and links of his."""
        file = self.path / "file"
        file.write_text(SECRET)
        file.chmod(0o666)
        link = self.path / "link"
        link.symlink_to(self.elsewhere)
        dangling = self.path / "dangling"
        dangling.symlink_to(Path(self.home.name, "new"))
        for each in (file, link, dangling):
            os.chown(each, STRANGER, STRANGER, follow_symlinks=False)
            yield each

    def is_untouched(self):
        return ((self.path / "file").read_text() == SECRET and self.elsewhere.read_text() == SECRET
                and not Path(self.home.name, "new").exists())


def commands(trace):
    yield from (["run", f"--to={form}", "-o", None, "--", "true"] for form in ("event", "perf", "normal", "chrome", "summary"))
    yield from (["convert", f"--to={form}", "-o", None, trace]
                for form in ("event", "perf", "chrome", "firefox", "folded", "sqlite", "csv", "ndjson"))
    yield ["report", "-o", None, trace]


def test_no_command_writes_what_another_user_has_planted(trace2):
    with Shared() as shared:
        for planted in shared.planted():
            for command in commands(shared.trace):
                for name in (planted, planted.name):
                    done = subprocess.run([trace2.path, *[name if word is None else word for word in command]], env=CLEAN,
                                          cwd=shared.path, capture_output=True, timeout=240, check=False)
                    assert done.returncode == 1 and shared.is_untouched(), (name, command, done)
                    said = done.stderr.decode()
                    assert "belongs to another user" in said or command[1] in ("--to=csv", "--to=ndjson"), (command, said)
        assert {path.name for path in shared.path.iterdir()} == {"file", "link", "dangling"}


def test_no_listener_keeps_files_in_a_directory_of_another_user(trace2):
    with Shared() as shared:
        elsewhere = shared.path.parent / "directory"
        elsewhere.mkdir()
        directory = shared.path / "directory"
        directory.mkdir()
        link = shared.path / "link"
        link.symlink_to(elsewhere)
        for each in (directory, link):
            os.chown(each, STRANGER, STRANGER, follow_symlinks=False)
            done = trace2("listen", "-o", each, "-", stdin=SMALL.encode())
            assert done.returncode == 1 and b"belongs to another user" in done.stderr, done
        assert not [*directory.iterdir(), *elsewhere.iterdir()]


def test_own_files_and_links_and_those_of_the_directorys_owner_are_written(trace2):
    with Shared() as shared:
        os.chown(shared.path, STRANGER, STRANGER)
        own = shared.path / "own"
        own.write_text("old")
        link = shared.path / "link"
        link.symlink_to(shared.elsewhere)
        theirs = shared.path / "theirs"
        theirs.write_text("old")
        os.chown(theirs, STRANGER, STRANGER)
        for each in (own, link, theirs, shared.path / "new"):
            trace2.output("convert", "--to=event", "-o", each, shared.trace)
            assert each.read_text().count("\n") == SMALL.count("\n"), each
        assert link.is_symlink() and theirs.stat().st_uid == STRANGER


if __name__ == "__main__":
    if os.geteuid() != 0:
        skip("needs files of another user, which only root can make")
    run_all(globals(), Program(sys.argv[1]))
